"""`hypershift create iam azure` checks what it is given before it asks Azure anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.cli.conftest import Result

    Run = Callable[..., Result]

pytestmark = pytest.mark.usefixtures("azure_files")

NEEDED = (
    "create iam azure --name demo --infra-id demo-x7k2p --azure-creds azure-credentials.json"
    " --resource-group-name identities --oidc-issuer-url https://issuer.example.com/demo"
    " --output-file identities.json"
)


@pytest.mark.parametrize(
    ("flag", "sentence"),
    [
        (
            "--oidc-issuer-url=http://issuer.example.com",
            "--oidc-issuer-url must be an address that begins with https://, not"
            " 'http://issuer.example.com'",
        ),
        (
            "--azure-creds=absent.json",
            "--azure-creds: absent.json cannot be read (No such file or directory): name a file"
            " that exists and that you may read",
        ),
        (
            "--output-file=absent/identities.json",
            "--output-file: absent/identities.json cannot be written: name a file in a directory"
            " that exists and that you may write to",
        ),
        (
            "--name=demo.",
            "--name must be at most 63 lower-case letters, digits and dashes, beginning and ending"
            " with a letter or digit, not 'demo.'",
        ),
    ],
)
def test_wrong_flags_are_refused(hypershift: Run, flag: str, sentence: str) -> None:
    result = hypershift(*NEEDED.split(), flag)

    assert (result.code, result.out, result.err) == (2, "", f"Error: {sentence}\n")
