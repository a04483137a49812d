"""An OpenShift Template, filled in with its own values, is what is rendered without it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.unit.cli.install.rendered import EVERYTHING, EXTERNAL_DNS, objects

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.unit.cli.conftest import Result

    Run = Callable[..., Result]

pytestmark = pytest.mark.usefixtures("install_files")

TEMPLATE = ("--template", "--render-sensitive")
VERSION = "hypershift.openshift.io/install-cli-version"
NO_OVERRIDES = "--registry-overrides=="


def processed(text: str) -> list[dict[str, Any]]:
    """Do what `oc process` does: put the values of the parameters where their names stand."""
    (template,) = objects(text)
    values = {each["name"]: each["value"] for each in template["parameters"]}
    return [_filled(each, values) for each in template["objects"]]


def _filled(value: Any, values: dict[str, str]) -> Any:
    match value:
        case dict():
            return {key: _filled(item, values) for key, item in value.items()}
        case list():
            return [_filled(item, values) for item in value]
        case str():
            if number := re.fullmatch(r"\$\{\{(\w+)\}\}", value):
                return int(values[number[1]])
            return re.sub(r"\$\{(\w+)\}", lambda found: values.get(found[1], found[0]), value)
        case _:
            return value


def as_rendered(text: str) -> list[dict[str, Any]]:
    """The objects of a template, but definitions first, and without what only it has."""
    found = processed(text)
    deployments = [each for each in found if each["kind"] == "Deployment"]
    for container in (each["spec"]["template"]["spec"]["containers"][0] for each in deployments):
        if NO_OVERRIDES in container["args"]:
            container["args"].remove(NO_OVERRIDES)
    return sorted(found, key=lambda each: each["kind"] != "CustomResourceDefinition")


def without_version(text: str) -> list[dict[str, Any]]:
    found = objects(text)
    for each in found:
        if each["metadata"].get("annotations", {}).keys() == {VERSION}:
            del each["metadata"]["annotations"]
    return found


@pytest.mark.parametrize(
    "flags",
    [
        (),
        EVERYTHING,
        (*EVERYTHING, "--namespace=elsewhere", "--registry-overrides=a=b,c=d"),
        (*EXTERNAL_DNS[:2], "--external-dns-secret=own"),
        ("--hypershift-image=registry.local:5000/operator@sha256:c0ffee",),
        (
            "--managed-service=ARO-HCP",
            "--aro-hcp-key-vault-users-client-id=the-reader",
            "--development",
        ),
    ],
)
def test_a_template_with_its_own_values_is_the_rendered_installation(
    hypershift: Run, flags: tuple[str, ...]
) -> None:
    rendered = hypershift("install", "render", "--render-sensitive", *flags)

    result = hypershift("install", "render", *TEMPLATE, *flags)

    assert (result.code, result.err) == (0, "")
    assert as_rendered(result.out) == without_version(rendered.out)


def test_a_template_has_the_parameters_that_users_set(hypershift: Run) -> None:
    result = hypershift(
        "install",
        "render",
        *TEMPLATE,
        *EXTERNAL_DNS,
        "--external-dns-txt-owner-id=c0ffee",
        "--managed-service=ARO-HCP",
        "--aro-hcp-key-vault-users-client-id=the-reader",
    )

    (template,) = objects(result.out)
    assert (template["apiVersion"], template["kind"]) == ("template.openshift.io/v1", "Template")
    assert template["metadata"] == {"name": "hypershift-operator-template"}
    assert {each["name"]: each["value"] for each in template["parameters"]} == {
        "AZURE_KEYVAULT_CLIENT_ID": "the-reader",
        "EXTERNAL_DNS_CREDS_SECRET": "external-dns-credentials",
        "EXTERNAL_DNS_DOMAIN_FILTER": "dev.example.com",
        "EXTERNAL_DNS_IMAGE": (
            "registry.redhat.io/edo/external-dns-rhel8"
            "@sha256:9f60c682b44497d9736a04991c0d2b3485d477f6c89a87c4a44a211a3d1f3cd4"
        ),
        "EXTERNAL_DNS_INTERVAL": "1m",
        "EXTERNAL_DNS_TXT_OWNER_ID": "c0ffee",
        "IMAGE_TAG": "latest",
        "NAMESPACE": "hypershift",
        "OPERATOR_IMG": "quay.io/hypershift/hypershift-operator",
        "OPERATOR_REPLICAS": "2",
        "REGISTRY_OVERRIDES": "=",
    }


def test_definitions_stand_behind_the_other_objects_of_a_template(hypershift: Run) -> None:
    result = hypershift("install", "render", *TEMPLATE)

    (template,) = objects(result.out)
    kinds = [each["kind"] for each in template["objects"]]
    definitions = kinds.count("CustomResourceDefinition")
    assert definitions == 8
    assert kinds[-definitions:] == ["CustomResourceDefinition"] * definitions


def test_a_template_with_secrets_is_for_its_owner_alone(
    hypershift: Run, install_files: Path
) -> None:
    result = hypershift(
        "install",
        "render",
        *TEMPLATE,
        "--pull-secret=pull-secret.json",
        "--output-file=template.yaml",
    )

    assert result.code == 0
    assert (install_files / "template.yaml").stat().st_mode & 0o777 == 0o600
