"""What is rendered: which objects, in which order and form, and where to."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.unit.cli.install.rendered import EVERYTHING, objects

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.unit.cli.conftest import Result

    Run = Callable[..., Result]
    Render = Callable[..., dict[str, Any]]

DEFINITIONS = [
    "certificaterevocationrequests.certificates.hypershift.openshift.io",
    "certificatesigningrequestapprovals.certificates.hypershift.openshift.io",
    "azureprivatelinkservices.hypershift.openshift.io",
    "certificatesigningrequestapprovals.hypershift.openshift.io",
    "controlplanecomponents.hypershift.openshift.io",
    "hostedclusters.hypershift.openshift.io",
    "hostedcontrolplanes.hypershift.openshift.io",
    "nodepools.hypershift.openshift.io",
]
BACKUPS = "hcpetcdbackups.hypershift.openshift.io"
PLAIN = [
    "PriorityClass/hypershift-control-plane",
    "PriorityClass/hypershift-etcd",
    "PriorityClass/hypershift-api-critical",
    "PriorityClass/hypershift-operator",
    "Namespace/hypershift",
    "ServiceAccount/operator",
    "ClusterRole/hypershift-operator",
    "ClusterRoleBinding/hypershift-operator",
    "Role/hypershift-operator",
    "RoleBinding/hypershift-operator",
    "RoleBinding/hypershift:extension-apiserver-authentication-reader",
    "ConfigMap/openshift-config-managed-trusted-ca-bundle",
    "Deployment/operator",
    "Service/operator",
    "ConfigMap/feature-gate",
    "Role/prometheus",
    "RoleBinding/prometheus",
    "ServiceMonitor/operator",
    "PrometheusRule/metrics",
]
SECRETS = {
    "Secret/pull-secret": ".dockerconfigjson",
    "Secret/hypershift-operator-azure-credentials": "credentials",
    "Secret/hypershift-operator-scale-from-zero-credentials": "credentials",
    "Secret/external-dns-credentials": "credentials",
}


def names(text: str) -> list[str]:
    return [each["metadata"]["name"] for each in objects(text)]


def test_a_plain_installation_has_what_the_operator_needs_and_nothing_else(render: Render) -> None:
    assert list(render()) == PLAIN


@pytest.mark.usefixtures("install_files")
def test_an_installation_with_everything_comes_in_the_order_in_which_it_is_applied(
    render: Render,
) -> None:
    rendered = list(render(*EVERYTHING, "--render-sensitive"))

    assert rendered == [
        *PLAIN[:11],
        "ClusterRole/hypershift-client",
        "ServiceAccount/hypershift-client",
        "ClusterRoleBinding/hypershift-client",
        "ClusterRole/hypershift-readers",
        "ClusterRoleBinding/hypershift-readers",
        "MutatingWebhookConfiguration/hypershift.openshift.io",
        "ValidatingWebhookConfiguration/hypershift.openshift.io",
        "Secret/pull-secret",
        "Secret/hypershift-operator-azure-credentials",
        "Secret/hypershift-operator-scale-from-zero-credentials",
        "ConfigMap/user-ca-bundle",
        "ConfigMap/openshift-config-managed-trusted-ca-bundle",
        "ServiceAccount/external-dns",
        "ClusterRole/external-dns",
        "ClusterRoleBinding/external-dns",
        "Secret/external-dns-credentials",
        "Deployment/external-dns",
        "PodMonitor/external-dns",
        *PLAIN[12:],
        "PrometheusRule/alerts",
        "ConfigMap/monitoring-dashboard-template",
    ]


def test_managed_azure_has_a_shared_ingress(render: Render) -> None:
    rendered = list(render("--managed-service=ARO-HCP"))

    assert rendered == [
        *PLAIN,
        "Namespace/hypershift-sharedingress",
        "ClusterRole/sharedingress-config-generator",
        "ClusterRoleBinding/sharedingress-config-generator",
    ]


@pytest.mark.parametrize(
    ("outputs", "definitions", "resources"),
    [("all", DEFINITIONS, PLAIN), ("crds", DEFINITIONS, []), ("resources", [], PLAIN)],
)
def test_definitions_come_first_and_each_half_can_be_had_alone(
    hypershift: Run, outputs: str, definitions: list[str], resources: list[str]
) -> None:
    result = hypershift("install", "render", "--outputs", outputs)

    wanted = definitions + [name.partition("/")[2] for name in resources]
    assert (result.code, result.err) == (0, "")
    assert names(result.out) == wanted
    assert result.out.count("\n---\n") == len(wanted) - 1
    assert not result.out.startswith("---")
    assert not result.out.endswith("---\n")


@pytest.mark.parametrize(
    ("flags", "absent", "added"),
    [
        ([], set[str](), set[str]()),
        (["--limit-crd-install=Azure"], set[str](), set[str]()),
        (["--limit-crd-install=AWS,azure"], set[str](), set[str]()),
        (["--limit-crd-install=aws,kubevirt"], {DEFINITIONS[2]}, set[str]()),
        (["--tech-preview-no-upgrade"], set[str](), {BACKUPS}),
        (["--exclude-etcd"], set[str](), set[str]()),
    ],
)
def test_platforms_and_features_decide_which_definitions_there_are(
    hypershift: Run, flags: list[str], absent: set[str], added: set[str]
) -> None:
    result = hypershift("install", "render", "--outputs=crds", *flags)

    assert set(names(result.out)) == set(DEFINITIONS) - absent | added


def test_the_operator_converts_the_kinds_of_its_own_group(hypershift: Run) -> None:
    result = hypershift("install", "render", "--outputs=crds", "--namespace=elsewhere")

    conversions = {
        each["metadata"]["name"]: each["spec"].get("conversion") for each in objects(result.out)
    }
    wanted = {
        "strategy": "Webhook",
        "webhook": {
            "clientConfig": {
                "service": {
                    "name": "operator",
                    "namespace": "elsewhere",
                    "path": "/convert",
                    "port": 443,
                }
            },
            "conversionReviewVersions": ["v1beta1", "v1alpha1"],
        },
    }
    assert conversions == {
        name: None if ".certificates." in name else wanted for name in DEFINITIONS
    }


def test_without_its_webhook_nothing_is_converted(hypershift: Run) -> None:
    result = hypershift("install", "render", "--outputs=crds", "--enable-conversion-webhook=false")

    conversions = {
        each["metadata"]["name"]: each["spec"].get("conversion") for each in objects(result.out)
    }
    assert conversions == dict.fromkeys(DEFINITIONS)


def test_json_is_one_list_of_the_same_objects(hypershift: Run) -> None:
    documents = objects(hypershift("install", "render").out)

    result = hypershift("install", "render", "--format", "json")

    assert json.loads(result.out) == {"apiVersion": "v1", "kind": "List", "items": documents}
    assert result.out.endswith("}\n")


@pytest.mark.parametrize("flags", [(), ("--template", "--render-sensitive"), ("--format=json",)])
@pytest.mark.usefixtures("install_files")
def test_the_same_flags_give_the_same_text(hypershift: Run, flags: tuple[str, ...]) -> None:
    first, second = (hypershift("install", "render", *EVERYTHING, *flags) for _ in range(2))

    assert first.code == 0
    assert first == second


@pytest.mark.usefixtures("install_files")
def test_secrets_are_left_out_unless_they_are_asked_for(render: Render) -> None:
    without, with_secrets = render(*EVERYTHING), render(*EVERYTHING, "--render-sensitive")

    assert with_secrets.keys() - without.keys() == SECRETS.keys()
    assert {name: each for name, each in with_secrets.items() if name not in SECRETS} == without


@pytest.mark.usefixtures("install_files")
def test_a_secret_holds_the_bytes_of_its_file(render: Render, install_files: Path) -> None:
    from base64 import b64decode

    rendered = render(*EVERYTHING, "--render-sensitive")

    files = ["pull-secret.json", "private.json", "sizes.json", "azure_mgmt.json"]
    for (name, key), file in zip(SECRETS.items(), files, strict=True):
        assert {each: b64decode(value) for each, value in rendered[name]["data"].items()} == {
            key: (install_files / file).read_bytes()
        }
    assert rendered["Secret/pull-secret"]["type"] == "kubernetes.io/dockerconfigjson"
    assert rendered["Secret/pull-secret"]["metadata"]["labels"] == {
        "hypershift.openshift.io/safe-to-delete-with-cluster": "true"
    }


@pytest.mark.parametrize("form", ["yaml", "json"])
@pytest.mark.usefixtures("install_files")
def test_no_secret_is_in_what_is_printed_without_asking(hypershift: Run, form: str) -> None:
    result = hypershift("install", "render", *EVERYTHING, "--format", form)

    assert result.code == 0
    assert "secret-of" not in result.out
    assert "c2VjcmV0LW9m" not in result.out


def test_a_file_gets_what_would_be_printed(hypershift: Run, tmp_path: Path) -> None:
    printed = hypershift("install", "render").out
    file = tmp_path / "operator.yaml"

    result = hypershift("install", "render", "--output-file", str(file))

    assert (result.code, result.out, result.err) == (0, "", "")
    assert file.read_text() == printed
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_with_secrets_is_for_its_owner_alone(hypershift: Run, install_files: Path) -> None:
    file = install_files / "operator.yaml"

    result = hypershift(
        "install", "render", *EVERYTHING, "--render-sensitive", "--output-file", str(file)
    )

    assert result.code == 0
    assert "pull-secret" in names(file.read_text())
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_file_that_cannot_be_written_is_named(hypershift: Run, tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "operator.yaml"

    result = hypershift("install", "render", "--output-file", str(file))

    assert (result.code, result.out) == (2, "")
    assert result.err == (
        f"Error: --output-file: {file} cannot be written (No such file or directory): name a file"
        " in a directory that you may write to\n"
    )
