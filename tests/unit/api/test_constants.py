"""The words that clusters are adopted by stand in one place each, and are explained there."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import hypershift
from hypershift.api import annotations, conditions, finalizers, labels, names, reasons
from hypershift.api.kinds import KINDS
from hypershift.api.meta import ConditionReason, ConditionType
from hypershift.api.texts import constants, member_texts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

PRODUCT = Path(hypershift.__file__).parent
KEYS = (labels, annotations, finalizers)
CONDITIONS: dict[str, type] = {
    kind.__name__: kind
    for kind in (
        conditions.HostedCluster,
        conditions.HostedControlPlane,
        conditions.ControlPlaneComponent,
        conditions.NodePool,
        conditions.AzurePrivateLinkService,
        conditions.HCPEtcdBackup,
        conditions.CertificateRevocationRequest,
    )
}
KEY = re.compile(r"[\w.-]*hypershift\.openshift\.io/[\w.-]*")
VERSION = re.compile(r"[\w.-]*hypershift\.openshift\.io/v\d\w*")
KUBERNETES_KEY = re.compile(r"([a-z0-9]([a-z0-9.-]*[a-z0-9])?/)?[A-Za-z0-9]([\w.-]*[A-Za-z0-9])?")


def pattern_of(annotated: object) -> str:
    """The pattern that the schema demands of a word."""
    [marker] = annotated.__metadata__  # pyright: ignore[reportAttributeAccessIssue] of Annotated
    return marker.pattern


@pytest.mark.parametrize("module", [*KEYS, reasons, names], ids=lambda module: module.__name__)
def test_every_word_is_explained_and_stands_there_once(module: ModuleType) -> None:
    words = constants(module)

    assert [word.name for word in words if not word.text] == []
    assert len({word.value for word in words}) == len(words) > 0


@pytest.mark.parametrize("module", KEYS, ids=lambda module: module.__name__)
def test_keys_are_what_the_api_server_takes(module: ModuleType) -> None:
    words = [word for word in constants(module) if not word.name.endswith("_PREFIX")]

    refused = [word.value for word in words if not KUBERNETES_KEY.fullmatch(word.value)]
    too_long = [word.value for word in words if len(word.value.rpartition("/")[2]) > 63]

    assert (refused, too_long) == ([], [])


@pytest.mark.parametrize("kind", CONDITIONS.values(), ids=CONDITIONS)
def test_every_condition_is_explained_and_its_words_fit_the_schema(kind: type) -> None:
    types = conditions.types_of(kind)
    known = {reason.value for reason in constants(reasons)}

    given = {reason for condition in types.values() for reason in condition.reasons}

    assert types.keys() - member_texts(kind).keys() == set()
    assert len({condition.name for condition in types.values()}) == len(types) > 0
    assert given - known == set()
    assert [
        t.name for t in types.values() if not re.search(pattern_of(ConditionType), t.name)
    ] == []
    assert [reason for reason in given if not re.search(pattern_of(ConditionReason), reason)] == []


def test_every_reason_is_given_by_some_condition() -> None:
    given = {
        reason
        for kind in CONDITIONS.values()
        for condition in conditions.types_of(kind).values()
        for reason in condition.reasons
    }

    assert {reason.value for reason in constants(reasons)} - given == set()


def test_columns_show_conditions_that_their_kind_has() -> None:
    shown = {
        (kind.__name__, found)
        for kind in KINDS
        for column in kind.info.columns
        for found in re.findall(r'conditions\[\?\(@\.type=="(\w+)"\)\]', column.path)
    }
    known = {
        (name, condition.name)
        for name, kind in CONDITIONS.items()
        for condition in conditions.types_of(kind).values()
    }

    assert shown
    assert shown - known == set()


def known_keys() -> set[str]:
    """Every key of ours that has a constant."""
    return {word.value for module in KEYS for word in constants(module)}


def texts_in(path: Path) -> Iterator[str]:
    """The strings of a Python module that it works with, its explanations left out."""
    tree = ast.parse(path.read_text("utf-8"))
    explanations = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in explanations
        ):
            yield node.value


def test_modules_take_keys_from_their_constants() -> None:
    homes = {Path(module.__file__ or "") for module in KEYS}
    modules = [path for path in PRODUCT.rglob("*.py") if path not in homes]

    spelt_out = [
        f"{path.relative_to(PRODUCT)}: {key}"
        for path in sorted(modules)
        for text in texts_in(path)
        for key in KEY.findall(text)
        if not VERSION.fullmatch(key)
    ]

    assert len(modules) > 50
    assert spelt_out == []


def test_manifests_and_the_texts_of_definitions_use_keys_that_have_a_constant() -> None:
    manifests = sorted(PRODUCT.rglob("*.yaml"))
    known = known_keys()

    unknown = [
        f"{path.relative_to(PRODUCT)}: {key}"
        for path in manifests
        for key in KEY.findall(path.read_text("utf-8"))
        if key not in known and not VERSION.fullmatch(key)
    ]

    assert manifests
    assert unknown == []


@pytest.mark.parametrize(
    ("name", "namespace"),
    [("demo", "clusters-demo"), ("demo.example.com", "clusters-demo-example-com")],
)
def test_a_control_plane_has_a_namespace_of_its_own(name: str, namespace: str) -> None:
    assert names.control_plane_namespace("clusters", name) == namespace


def test_what_users_get_is_named_after_their_cluster() -> None:
    assert names.admin_kubeconfig("demo") == "demo-admin-kubeconfig"
    assert names.custom_admin_kubeconfig("demo") == "demo-custom-admin-kubeconfig"
    assert names.kubeadmin_password("demo") == "demo-kubeadmin-password"
