"""Files that flags name: what cannot be used is refused by the name of the flag."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.unit.cli.install.rendered import FILES, PRIVATE

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.unit.cli.conftest import Result

    Run = Callable[..., Result]

DNS = ("--external-dns-provider=azure", "--external-dns-domain-filter=dev.example.com")
WITH = {
    "--pull-secret": (),
    "--additional-trust-bundle": (),
    "--image-refs": (),
    "--external-dns-credentials": DNS,
    "--azure-private-creds": PRIVATE,
    "--scale-from-zero-creds": ("--scale-from-zero-provider=azure",),
}
HIDDEN = "hidden-from-messages"
PRINCIPAL = {"subscriptionId": "s", "tenantId": "t", "clientId": "c", "clientSecret": HIDDEN}
IMAGE_TAGS = [{"name": "cluster-api", "from": {"name": "registry.local/capi"}}]


@pytest.mark.parametrize("flag", WITH)
@pytest.mark.parametrize("command", ["install", "install render", "install helm"])
def test_a_file_that_is_not_there_is_named(
    hypershift: Run, install_files: Path, command: str, flag: str
) -> None:
    result = hypershift(*command.split(), *WITH[flag], f"{flag}=nothing.json")

    assert (result.code, result.out) == (2, "")
    assert result.err == (
        f"Error: {flag}: nothing.json cannot be read (No such file or directory): name a file that"
        " exists and that you may read\n"
    )
    assert {each.name for each in install_files.iterdir()} == {*FILES, "trust.pem"}


@pytest.mark.parametrize("flag", WITH)
def test_an_empty_file_is_refused(hypershift: Run, install_files: Path, flag: str) -> None:
    (install_files / "empty").write_text("\n")

    result = hypershift("install", "render", *WITH[flag], f"{flag}=empty")

    assert (result.code, result.out) == (2, "")
    assert result.err == (
        f"Error: {flag}: empty is empty: write its content or name another file\n"
    )


@pytest.mark.parametrize(
    ("flag", "content", "sentence"),
    [
        (
            "--pull-secret",
            f"auths: {HIDDEN}",
            "bad is not a JSON object such as docker and podman write",
        ),
        ("--pull-secret", "[]", "bad is not a JSON object such as docker and podman write"),
        (
            "--additional-trust-bundle",
            HIDDEN,
            "bad has no certificate in it: name a file with certificates in PEM form",
        ),
        ("--image-refs", "[]", "bad must hold one JSON or YAML object"),
        ("--image-refs", "{}", "bad: the key 'spec' is missing: add it"),
        (
            "--image-refs",
            '{"spec": {"tags": [{"name": "cluster-api"}]}}',
            "bad: spec.tags[0]: the key 'from' is missing: add it",
        ),
        (
            "--image-refs",
            json.dumps({"spec": {"tags": IMAGE_TAGS}}),
            "bad has no tag hypershift-operator: add the operator's image, or use"
            " --hypershift-image",
        ),
        ("--external-dns-credentials", "- a", "bad must hold one JSON or YAML object"),
        (
            "--external-dns-credentials",
            f"a: [{HIDDEN}\n",
            "bad is neither JSON nor YAML at line 2, column 1: correct it",
        ),
        (
            "--azure-private-creds",
            json.dumps({key: value for key, value in PRINCIPAL.items() if key != "clientId"}),
            "bad: the key 'clientId' is missing: add it",
        ),
        (
            "--azure-private-creds",
            json.dumps(PRINCIPAL | {"tenantId": 1}),
            "bad: tenantId: a text is needed, not a number",
        ),
        (
            "--scale-from-zero-creds",
            json.dumps(PRINCIPAL),
            "bad: the key 'location' is missing: add it",
        ),
    ],
)
def test_a_file_that_says_something_else_is_refused_without_quoting_it(
    hypershift: Run, install_files: Path, flag: str, content: str, sentence: str
) -> None:
    (install_files / "bad").write_text(content)

    result = hypershift("install", "render", *WITH[flag], f"{flag}=bad")

    assert (result.code, result.out) == (2, "")
    assert result.err == f"Error: {flag}: {sentence}\n"
    assert HIDDEN not in result.err


@pytest.mark.parametrize("flag", ["--pull-secret", "--additional-trust-bundle"])
def test_bytes_that_are_no_text_are_refused(
    hypershift: Run, install_files: Path, flag: str
) -> None:
    (install_files / "bad").write_bytes(b'{"a": "\xff"}')

    result = hypershift("install", "render", f"{flag}=bad")

    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"Error: {flag}: bad ")


def test_credentials_may_be_yaml(hypershift: Run, install_files: Path) -> None:
    lines = "".join(f"{key}: {value}\n" for key, value in PRINCIPAL.items())
    (install_files / "credentials.yaml").write_text(f"{lines}location: eastus\n")

    result = hypershift(
        "install",
        "render",
        *PRIVATE,
        "--azure-private-creds=credentials.yaml",
        "--scale-from-zero-provider=azure",
        "--scale-from-zero-creds=credentials.yaml",
    )

    assert (result.code, result.err) == (0, "")
