"""What the API server is told about our kinds equals the reference, with listed exceptions."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from hypershift.api.crd import definition
from hypershift.api.nodepool import NodePool
from tests.unit.api.crd_differences import differences
from tests.unit.api.reference import ACCEPTED, TWIN, TWIN_OF, ours, reference


def test_the_definitions_are_those_of_the_reference_and_one_twin() -> None:
    assert sorted(ours()) == sorted([*reference(), TWIN])


@pytest.mark.parametrize("name", sorted(reference()))
def test_a_definition_differs_from_the_reference_only_where_the_list_says(name: str) -> None:
    plural = name.partition(".")[0]
    accepted = {text for row in ACCEPTED for text in row.differences()}

    found = {str(difference) for difference in differences(ours()[name], reference()[name])}

    assert found == {text for text in accepted if text.startswith(f"{plural}: ")}


def test_the_list_of_exceptions_speaks_of_definitions_that_exist() -> None:
    plurals = {name.partition(".")[0] for name in reference()}

    listed = {name for row in ACCEPTED for name in row.definitions}

    assert listed - plurals == set()


def test_the_kind_that_moved_to_another_group_is_otherwise_the_same() -> None:
    found = [str(difference) for difference in differences(ours()[TWIN], ours()[TWIN_OF])]

    plural = "certificatesigningrequestapprovals"
    assert found == [
        f'{plural}: name: ours "{TWIN}", reference "{TWIN_OF}"',
        f'{plural}: group: ours "certificates.hypershift.openshift.io", '
        'reference "hypershift.openshift.io"',
        f"{plural}: version: only ours has v1alpha1",
        f"{plural}: version: ours lacks v1beta1",
    ]


def spec_of(crd: dict[str, Any]) -> dict[str, Any]:
    """The schema of the spec."""
    return crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]


def field_of(crd: dict[str, Any], name: str) -> dict[str, Any]:
    """The schema of one field of the spec."""
    return spec_of(crd)["properties"][name]


Change = Callable[[dict[str, Any]], object]

CHANGES: dict[str, tuple[Change, str]] = {
    "a type": (
        lambda crd: field_of(crd, "replicas").update(type="string"),
        'spec.replicas: type: ours "string", reference "integer"',
    ),
    "a format": (
        lambda crd: field_of(crd, "replicas").pop("format"),
        'spec.replicas: format: ours lacks "int32"',
    ),
    "a default": (
        lambda crd: field_of(crd, "arch").update(default="arm64"),
        'spec.arch: default: ours "arm64", reference "amd64"',
    ),
    "a default of another type": (
        lambda crd: field_of(crd, "replicas").update(default=True),
        "spec.replicas: default: only ours has true",
    ),
    "a member of an enumeration": (
        lambda crd: field_of(crd, "arch")["enum"].remove("ppc64le"),
        "spec.arch: enum: ours lacks ppc64le",
    ),
    "an upper bound": (
        lambda crd: field_of(crd, "clusterName").update(maxLength=63),
        "spec.clusterName: maxLength: ours 63, reference 253",
    ),
    "a lower bound": (
        lambda crd: field_of(crd, "clusterName").pop("minLength"),
        "spec.clusterName: minLength: ours lacks 1",
    ),
    "a number of items": (
        lambda crd: field_of(crd, "config").update(maxItems=9),
        "spec.config: maxItems: ours 9, reference 10",
    ),
    "a pattern": (
        lambda crd: field_of(crd, "nodeDrainTimeout").update(pattern="^[0-9]+s$"),
        'spec.nodeDrainTimeout: pattern: only ours has "^[0-9]+s$"',
    ),
    "a required field": (
        lambda crd: spec_of(crd)["required"].remove("release"),
        "spec: required: ours lacks release",
    ),
    "a field": (
        lambda crd: spec_of(crd)["properties"].pop("taints"),
        "spec: property: ours lacks taints",
    ),
    "a field of the items of a list": (
        lambda crd: field_of(crd, "taints")["items"]["properties"].update(since={}),
        "spec.taints[]: property: only ours has since",
    ),
    "the values of a map": (
        lambda crd: field_of(crd, "nodeLabels")["additionalProperties"].update(maxLength=63),
        "spec.nodeLabels{}: maxLength: only ours has 63",
    ),
    "a rule": (
        lambda crd: field_of(crd, "arch")["x-kubernetes-validations"].clear(),
        "spec.arch: rule: ours lacks self == oldSelf",
    ),
    "the message of a rule": (
        lambda crd: field_of(crd, "arch")["x-kubernetes-validations"][0].update(message="No."),
        'spec.arch: message of rule self == oldSelf: ours "No.", reference "Arch is immutable"',
    ),
    "an unknown keyword": (
        lambda crd: field_of(crd, "arch").update({"x-kubernetes-new": 1}),
        "spec.arch: x-kubernetes-new: only ours has 1",
    ),
    "how a list is merged": (
        lambda crd: field_of(crd, "config").update({"x-kubernetes-list-type": "atomic"}),
        'spec.config: x-kubernetes-list-type: only ours has "atomic"',
    ),
    "a column": (
        lambda crd: crd["spec"]["versions"][0]["additionalPrinterColumns"].pop(0),
        "v1beta1: column: ours lacks Cluster",
    ),
    "the order of columns": (
        lambda crd: crd["spec"]["versions"][0]["additionalPrinterColumns"].reverse(),
        "v1beta1: order of columns: ",
    ),
    "where a column looks": (
        lambda crd: crd["spec"]["versions"][0]["additionalPrinterColumns"][0].update(priority=1),
        "v1beta1: priority of column Cluster: only ours has 1",
    ),
    "the scale subresource": (
        lambda crd: crd["spec"]["versions"][0]["subresources"].pop("scale"),
        "v1beta1: subresources: ",
    ),
    "a short name": (
        lambda crd: crd["spec"]["names"]["shortNames"].append("pool"),
        "names: shortNames: only ours has pool",
    ),
    "the scope": (
        lambda crd: crd["spec"].update(scope="Cluster"),
        'scope: ours "Cluster", reference "Namespaced"',
    ),
    "the feature set": (
        lambda crd: crd["metadata"].update(
            annotations={"release.openshift.io/feature-set": "TechPreviewNoUpgrade"}
        ),
        "annotations: release.openshift.io/feature-set: ",
    ),
}


@pytest.mark.parametrize(("change", "named"), CHANGES.values(), ids=CHANGES)
def test_whatever_changes_in_a_definition_is_named(change: Change, named: str) -> None:
    good = definition(NodePool)
    changed = copy.deepcopy(good)
    change(changed)

    found = [str(difference) for difference in differences(changed, good)]

    assert len(found) == 1
    assert found[0].startswith(f"nodepools: {named}")


def test_texts_and_the_order_of_what_is_a_set_make_no_difference() -> None:
    good = definition(NodePool)
    changed = copy.deepcopy(good)
    field_of(changed, "arch")["description"] = "Another text."
    field_of(changed, "arch")["enum"].reverse()
    spec_of(changed)["required"].reverse()

    assert differences(changed, good) == []
