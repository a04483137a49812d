"""`create dns-zone azure` and `create external-dns-credentials azure` check what they are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hypershift.azure.external_dns import CredentialsFile

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.cli.conftest import Result

    Run = Callable[..., Result]

pytestmark = pytest.mark.usefixtures("azure_files")

CREDENTIALS = "--azure-creds azure-credentials.json"
ZONE = f"create dns-zone azure --resource-group-name zones {CREDENTIALS}"
EXTERNAL_DNS = f"create external-dns-credentials azure --dns-zone-rg-name zones {CREDENTIALS}"


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (
            f"{ZONE} --name example",
            "--name must be a name below another zone, such as example.example.com, not 'example'",
        ),
        (
            f"{ZONE} --name a_b.example.com",
            "--name must be a DNS name: lower-case letters, digits and dashes, in parts separated"
            " by dots, not 'a_b.example.com'",
        ),
        (
            f"{ZONE} --name my.example.com --parent-zone example.org",
            "--name must end with .example.org, the --parent-zone, not 'my.example.com'",
        ),
        (
            f"{ZONE} --name my.example.com --azure-creds absent.json",
            "--azure-creds: absent.json cannot be read (No such file or directory): name a file"
            " that exists and that you may read",
        ),
        (
            f"{EXTERNAL_DNS} --dns-zone-name my..example.com",
            "--dns-zone-name must be a DNS name: lower-case letters, digits and dashes, in parts"
            " separated by dots, not 'my..example.com'",
        ),
        (
            f"{EXTERNAL_DNS} --dns-zone-name my.example.com --name=it's",
            "--name must be at most 120 letters, digits, dashes, dots, underscores and spaces, not"
            ' "it\'s"',
        ),
        (
            f"{EXTERNAL_DNS} --dns-zone-name my.example.com --output-file absent/azure.json",
            "--output-file: absent/azure.json cannot be written: name a file in a directory that"
            " exists and that you may write to",
        ),
    ],
)
def test_wrong_flags_are_refused(hypershift: Run, command: str, sentence: str) -> None:
    result = hypershift(*command.split())

    assert (result.code, result.out, result.err) == (2, "", f"Error: {sentence}\n")


def test_the_secret_of_the_file_is_in_no_representation() -> None:
    file = CredentialsFile("tenant", "subscription", "zones", "client", "hidden")

    assert "hidden" not in repr(file)
    assert file.to_json() == (
        '{\n  "tenantId": "tenant",\n  "subscriptionId": "subscription",\n'
        '  "resourceGroup": "zones",\n  "aadClientId": "client",\n  "aadClientSecret": "hidden"\n'
        "}\n"
    )
