"""`create oidc-issuer azure` and its like check what they are given before they ask Azure."""

from __future__ import annotations

import json
import stat
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from hypershift.azure.signing_keys import key_id, read_public

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.unit.cli.conftest import Result

    Run = Callable[..., Result]

SUBSCRIPTION = "5f3ebbda-3a1c-4f0e-9c62-7a5f8c9b1d2e"
TENANT = "0b7a2f5e-6f2d-4a57-8d64-1c5f0b8e7a91"
URL = "https://myissuer.blob.core.windows.net/myissuer"
CCOCTL = (
    "ccoctl azure create-oidc-issuer --name myissuer --region eastus --public-key-file key.public"
    f" --subscription-id {SUBSCRIPTION} --tenant-id {TENANT}"
)
OURS = (
    "create oidc-issuer azure --name myissuer --region eastus --public-key-file key.public"
    " --azure-creds azure-credentials.json"
)


@pytest.fixture(autouse=True)
def public_key(azure_files: Path) -> str:
    """The file key.public in the working directory: the ID of the key."""
    public = rsa.generate_private_key(65537, 1024).public_key()
    pem = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    (azure_files / "key.public").write_bytes(pem)
    return key_id(read_public(pem))


def test_the_dry_run_of_ccoctl_writes_the_files_alone(
    hypershift: Run, azure_files: Path, public_key: str
) -> None:
    result = hypershift(*CCOCTL.split(), "--dry-run", "--output-dir", "out")

    assert (result.code, result.out, result.err) == (0, "", "")
    out = azure_files / "out"
    files: dict[str, Any] = {
        str(one.relative_to(out)): yaml.safe_load(one.read_text())
        for one in out.rglob("*")
        if one.is_file()
    }
    assert files.keys() == {
        "openid-configuration",
        "jwks",
        "manifests/cluster-authentication-02-config.yaml",
        "manifests/azure-ad-pod-identity-webhook-config.yaml",
    }
    assert files["openid-configuration"]["issuer"] == URL
    assert [one["kid"] for one in files["jwks"]["keys"]] == [public_key]
    assert json.loads((out / "jwks").read_text()) == files["jwks"]
    assert files["manifests/cluster-authentication-02-config.yaml"] == {
        "apiVersion": "config.openshift.io/v1",
        "kind": "Authentication",
        "metadata": {"name": "cluster"},
        "spec": {"serviceAccountIssuer": URL},
    }
    webhook = files["manifests/azure-ad-pod-identity-webhook-config.yaml"]
    assert webhook["metadata"] == {
        "name": "azure-credentials",
        "namespace": "openshift-cloud-credential-operator",
    }
    assert webhook["stringData"] == {"azure_tenant_id": TENANT}
    assert stat.S_IMODE((out / "jwks").stat().st_mode) == 0o644


def test_account_and_container_may_have_names_of_their_own(
    hypershift: Run, azure_files: Path
) -> None:
    names = ("--storage-account-name", "accounts1", "--blob-container-name", "my-container")

    result = hypershift(*CCOCTL.split(), "--dry-run", *names)

    assert result.code == 0
    document = json.loads((azure_files / "openid-configuration").read_text())
    assert document["issuer"] == "https://accounts1.blob.core.windows.net/my-container"


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (
            "--name=my-issuer",
            "--name must be 3 to 24 lower-case letters and digits, as names of storage accounts"
            " are, not 'my-issuer'",
        ),
        (
            "--storage-account-name=My",
            "--storage-account-name must be 3 to 24 lower-case letters and digits, as names of"
            " storage accounts are, not 'My'",
        ),
        (
            "--blob-container-name=a--b",
            "--blob-container-name must be 3 to 63 lower-case letters, digits and single dashes,"
            " as names of containers are, not 'a--b'",
        ),
        (
            "--public-key-file=absent.public",
            "--public-key-file: absent.public cannot be read (No such file or directory): name a"
            " file that exists and that you may read",
        ),
        (
            "--public-key-file=azure-credentials.json",
            "--public-key-file: azure-credentials.json cannot be used, it is no public key in PEM"
            " form: name the public key that `hypershift create key-pair` made",
        ),
        (
            "--user-tags=a/b=c",
            r"--user-tags: the name of a tag must be 1 to 128 characters without any of <>%&\?/,"
            " not 'a/b'",
        ),
        (
            "--output-dir=key.public",
            "--output-dir: key.public is not a directory: name one, or one that is to be made",
        ),
        (
            "--subscription-id=mine",
            "--subscription-id must be a UUID such as 550e8400-e29b-41d4-a716-446655440000, not"
            " 'mine'",
        ),
    ],
)
@pytest.mark.parametrize("command", [OURS, CCOCTL], ids=["ours", "ccoctl"])
def test_wrong_flags_are_refused(hypershift: Run, command: str, flags: str, sentence: str) -> None:
    result = hypershift(*command.split(), flags)

    assert (result.code, result.out, result.err) == (2, "", f"Error: {sentence}\n")


def test_the_key_that_is_published_cannot_be_retired(hypershift: Run, public_key: str) -> None:
    result = hypershift(*OURS.split(), "--retire-key", public_key)

    assert (result.code, result.out) == (2, "")
    assert result.err == (
        f"Error: --retire-key: {public_key} is the key of --public-key-file, which is to be"
        " trusted: name a former one\n"
    )


def test_the_id_of_a_key_may_begin_with_a_dash(hypershift: Run) -> None:
    result = hypershift(*OURS.split(), "--retire-key", "-a", "--name", "my-issuer")

    assert "names of storage accounts" in result.err


@pytest.mark.parametrize("more", ["", f"--subscription-id {SUBSCRIPTION}", f"--tenant-id {TENANT}"])
def test_who_acts_must_be_known(hypershift: Run, more: str) -> None:
    command = OURS.replace(" --azure-creds azure-credentials.json", "")

    result = hypershift(*command.split(), *more.split())

    assert result.code == 2
    assert "give --azure-creds, or --subscription-id and --tenant-id" in result.err


@pytest.mark.parametrize(
    ("words", "missing"),
    [
        ("create oidc-issuer azure", "--name, --public-key-file, --region are"),
        (
            "ccoctl azure create-oidc-issuer",
            "--name, --public-key-file, --region, --subscription-id, --tenant-id are",
        ),
        ("destroy oidc-issuer azure", "--name is"),
        ("create dns-zone azure", "--azure-creds, --name, --resource-group-name are"),
        ("destroy dns-zone azure", "--azure-creds, --name, --resource-group-name are"),
        (
            "create external-dns-credentials azure",
            "--azure-creds, --dns-zone-name, --dns-zone-rg-name are",
        ),
        (
            "destroy external-dns-credentials azure",
            "--azure-creds, --dns-zone-name, --dns-zone-rg-name are",
        ),
    ],
)
def test_what_a_command_needs_is_named(hypershift: Run, words: str, missing: str) -> None:
    result = hypershift(*words.split())

    assert (result.code, result.out, result.err) == (2, "", f"Error: {missing} required\n")
