"""A Helm chart, filled in with its own values, is what is rendered without it."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from hypershift.release.revision import revision
from tests.unit.cli.install.rendered import EVERYTHING, EXTERNAL_DNS, FILES, by_name, objects

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.unit.cli.conftest import Result

    Run = Callable[..., Result]

VERSION = "hypershift.openshift.io/install-cli-version"


@pytest.fixture
def write(hypershift: Run, install_files: Path) -> Callable[..., Path]:
    """`write(*flags)` writes a chart into the working directory, and gives its place."""

    def run(*flags: str) -> Path:
        result = hypershift("install", "helm", *flags)
        assert (result.code, result.out, result.err) == (0, "", "")
        return install_files / "chart"

    return run


def files(folder: Path) -> dict[str, str]:
    return {
        str(file.relative_to(folder)): file.read_text()
        for file in folder.rglob("*")
        if file.is_file()
    }


def installed(chart: Path, namespace: str = "hypershift") -> dict[str, Any]:
    """Do what `helm template` does with the chart's own values."""
    values = yaml.safe_load((chart / "values.yaml").read_text())

    def filled(action: re.Match[str]) -> str:
        match action[1].split("."):
            case ['"{{"']:
                return "{{"
            case ["", "Release", "Namespace"]:
                return namespace
            case ["", "Values", *path]:
                value = values
                for key in path:
                    value = value[key]
                return value
            case _:
                raise AssertionError(action[0])

    found = objects("---\n".join(files(chart / "crds").values()))
    for text in files(chart / "templates").values():
        found += objects(re.sub(r"\{\{ (.*?) \}\}", filled, text))
    return by_name(found)


def expected(hypershift: Run, *flags: str) -> dict[str, Any]:
    """What is rendered without a chart, but for what Helm does itself."""
    result = hypershift("install", "render", "--render-sensitive", *flags)
    found = by_name(objects(result.out))
    namespace = next(name for name in found if name.startswith("Namespace/"))
    del found[namespace]
    deployment = found["Deployment/operator"]
    del deployment["metadata"]["annotations"]
    arguments = deployment["spec"]["template"]["spec"]["containers"][0]["args"]
    if not any(each.startswith("--registry-overrides") for each in arguments):
        arguments.insert(8, "--registry-overrides==")
    return found


@pytest.mark.parametrize(
    "flags",
    [
        (),
        EVERYTHING,
        (*EXTERNAL_DNS[:2], "--external-dns-secret=own", "--registry-overrides=a=b,c=d"),
        ("--hypershift-image=registry.local:5000/operator@sha256:c0ffee",),
        ("--managed-service=ARO-HCP", "--aro-hcp-key-vault-users-client-id=the-reader"),
    ],
)
def test_a_chart_with_its_own_values_is_the_rendered_installation(
    hypershift: Run, write: Callable[..., Path], flags: tuple[str, ...]
) -> None:
    chart = write(*flags)

    assert installed(chart) == expected(hypershift, *flags)


def test_the_release_decides_the_namespace_but_not_that_of_conversion(
    hypershift: Run, write: Callable[..., Path]
) -> None:
    chart = write("--namespace=elsewhere")

    assert installed(chart, "elsewhere") == expected(hypershift, "--namespace=elsewhere")
    other = installed(chart, "other")
    clusters = other["CustomResourceDefinition/hostedclusters.hypershift.openshift.io"]
    service = clusters["spec"]["conversion"]["webhook"]["clientConfig"]["service"]
    assert other["Deployment/operator"]["metadata"]["namespace"] == "other"
    assert service["namespace"] == "elsewhere"


def test_files_are_named_by_what_they_hold(write: Callable[..., Path]) -> None:
    chart = write()

    prefix, group = "customresourcedefinition-", "hypershift.openshift.io.yaml"
    assert files(chart).keys() == {
        "Chart.yaml",
        "values.yaml",
        f"crds/{prefix}azureprivatelinkservices.{group}",
        f"crds/{prefix}certificaterevocationrequests.certificates.{group}",
        f"crds/{prefix}certificatesigningrequestapprovals.certificates.{group}",
        f"crds/{prefix}certificatesigningrequestapprovals.{group}",
        f"crds/{prefix}controlplanecomponents.{group}",
        f"crds/{prefix}hostedclusters.{group}",
        f"crds/{prefix}hostedcontrolplanes.{group}",
        f"crds/{prefix}nodepools.{group}",
        "templates/clusterrole-hypershift-operator.yaml",
        "templates/clusterrolebinding-hypershift-operator.yaml",
        "templates/configmap-feature-gate.yaml",
        "templates/configmap-openshift-config-managed-trusted-ca-bundle.yaml",
        "templates/deployment-operator.yaml",
        "templates/priorityclass-hypershift-api-critical.yaml",
        "templates/priorityclass-hypershift-control-plane.yaml",
        "templates/priorityclass-hypershift-etcd.yaml",
        "templates/priorityclass-hypershift-operator.yaml",
        "templates/prometheusrule-metrics.yaml",
        "templates/role-hypershift-operator.yaml",
        "templates/role-prometheus.yaml",
        "templates/rolebinding-hypershift-operator.yaml",
        "templates/rolebinding-hypershift:extension-apiserver-authentication-reader.yaml",
        "templates/rolebinding-prometheus.yaml",
        "templates/service-operator.yaml",
        "templates/serviceaccount-operator.yaml",
        "templates/servicemonitor-operator.yaml",
    }


def test_the_chart_says_what_it_is_and_what_users_may_set(write: Callable[..., Path]) -> None:
    chart = write(
        *EXTERNAL_DNS,
        "--external-dns-txt-owner-id=c0ffee",
        "--managed-service=ARO-HCP",
        "--aro-hcp-key-vault-users-client-id=the-reader",
    )

    metadata = yaml.safe_load((chart / "Chart.yaml").read_text())
    assert metadata.pop("description")
    assert metadata == {
        "apiVersion": "v2",
        "name": "hypershift-operator",
        "type": "application",
        "version": "0.1.0",
        "appVersion": revision(),
    }
    assert yaml.safe_load((chart / "values.yaml").read_text()) == {
        "image": "quay.io/hypershift/hypershift-operator",
        "imagetag": "latest",
        "registryOverrides": "=",
        "azure": {"keyVault": {"clientId": "the-reader"}},
        "externaldns": {
            "credsSecret": "external-dns-credentials",
            "domainFilter": "dev.example.com",
            "image": (
                "registry.redhat.io/edo/external-dns-rhel8"
                "@sha256:9f60c682b44497d9736a04991c0d2b3485d477f6c89a87c4a44a211a3d1f3cd4"
            ),
            "interval": "1m",
            "txtOwnerId": "c0ffee",
        },
    }


def test_files_with_secrets_are_for_their_owner_alone(write: Callable[..., Path]) -> None:
    os.umask(mask := os.umask(0o022))

    chart = write(*EVERYTHING)

    modes = {
        str(file.relative_to(chart)): file.stat().st_mode & 0o777
        for file in chart.rglob("*")
        if file.is_file()
    }
    private = {name for name, mode in modes.items() if mode == 0o600}
    assert private == {name for name in modes if name.startswith("templates/secret-")}
    assert len(private) == 4
    assert set(modes.values()) == {0o600, 0o666 & ~mask}
    assert (chart / "templates").stat().st_mode & 0o777 == 0o777 & ~mask
    assert chart.stat().st_mode & 0o777 == 0o777 & ~mask


def test_an_earlier_chart_is_replaced_as_a_whole(
    write: Callable[..., Path], install_files: Path
) -> None:
    wanted = files(write("--development"))
    write(*EVERYTHING)

    chart = write("--development")

    assert files(chart) == wanted
    assert {each.name for each in install_files.iterdir()} == {*FILES, "trust.pem", "chart"}


def test_an_empty_directory_is_filled(hypershift: Run, tmp_path: Path) -> None:
    folder = tmp_path / "charts" / "operator"
    folder.mkdir(parents=True)

    result = hypershift("install", "helm", "--output-dir", str(folder))

    assert (result.code, result.err) == (0, "")
    assert "Chart.yaml" in files(folder)


def test_missing_directories_are_made(hypershift: Run, tmp_path: Path) -> None:
    folder = tmp_path / "charts" / "operator"

    result = hypershift("install", "helm", "--output-dir", str(folder))

    assert (result.code, result.err) == (0, "")
    assert "Chart.yaml" in files(folder)


@pytest.mark.parametrize(
    ("present", "sentence"),
    [
        (
            {"notes.txt": "mine"},
            "holds notes.txt, which is not part of a chart of this program: name another directory,"
            " or move the file away",
        ),
        (
            {"Chart.yaml": "name: hypershift-operator\n", "templates/NOTES.txt": "mine"},
            "holds templates/NOTES.txt, which is not part of a chart of this program: name another"
            " directory, or move the file away",
        ),
        (
            {"Chart.yaml": "name: somebody-elses\n"},
            "holds something other than the chart hypershift-operator: name another directory",
        ),
        (
            {"Chart.yaml": "[", "values.yaml": ""},
            "holds something other than the chart hypershift-operator: name another directory",
        ),
        (
            {"templates/deployment.yaml": "{}"},
            "holds something other than the chart hypershift-operator: name another directory",
        ),
    ],
)
def test_what_is_no_chart_of_ours_is_left_alone(
    hypershift: Run, install_files: Path, present: dict[str, str], sentence: str
) -> None:
    chart = install_files / "chart"
    for name, text in present.items():
        (chart / name).parent.mkdir(parents=True, exist_ok=True)
        (chart / name).write_text(text)

    result = hypershift("install", "helm", "--output-dir", "chart")

    assert (result.code, result.out) == (2, "")
    assert result.err == f"Error: --output-dir: chart {sentence}\n"
    assert files(chart) == present


def test_a_file_is_no_place_for_a_chart(hypershift: Run, install_files: Path) -> None:
    result = hypershift("install", "helm", "--output-dir", "trust.pem")

    assert (result.code, result.out) == (2, "")
    assert result.err == "Error: --output-dir: trust.pem is no directory: name another one\n"


def test_a_place_that_cannot_be_made_is_named(hypershift: Run, install_files: Path) -> None:
    result = hypershift("install", "helm", "--output-dir", "trust.pem/chart")

    assert (result.code, result.out) == (2, "")
    assert result.err == (
        "Error: --output-dir: trust.pem/chart cannot be written (Not a directory): name a directory"
        " that you may write to\n"
    )


def test_bad_flags_leave_an_earlier_chart_as_it_is(
    hypershift: Run, write: Callable[..., Path]
) -> None:
    chart = write()
    before = files(chart)

    result = hypershift("install", "helm", "--pull-secret", "nothing.json")

    assert result.code == 2
    assert files(chart) == before
