"""Files that cannot be used are refused by the flag that names them, and never quoted."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.unit.cli.azure_world import (
    CONTROL_PLANE_IDENTITIES,
    CREDENTIALS,
    DATA_PLANE_IDENTITIES,
    WORKLOAD_IDENTITIES,
    write,
)
from tests.unit.cli.create.cluster_world import INFRA

if TYPE_CHECKING:
    from pathlib import Path

    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

    from tests.unit.cli.create.cluster_world import Run

SENTINEL = "sentinel-that-no-message-may-show"
# Every flag that names a file, and what else it takes for the file to be read.
READERS: dict[str, list[str]] = {
    "--pull-secret": [],
    "--azure-creds": [],
    "--infra-json": [],
    "--ssh-key": [],
    "--sa-token-issuer-private-key-path": ["--oidc-issuer-url=https://issuer.test"],
    "--additional-trust-bundle": [],
    "--image-content-sources": [],
    "--workload-identities-file": [],
    "--managed-identities-file": ["--data-plane-identities-file=data-plane-identities.json"],
    "--data-plane-identities-file": ["--managed-identities-file=managed-identities.json"],
}
PEM = f"-----BEGIN RSA PRIVATE KEY-----\n{SENTINEL}\n-----END RSA PRIVATE KEY-----\n"
NO_OBJECT = "must hold one JSON or YAML object"
NO_PULL_SECRET = "must be a dockerconfigjson, which is JSON with the registries under the key auths"
NO_SSH_KEY = "must hold a public key of SSH, such as ~/.ssh/id_ed25519.pub"
NO_SIGNING_KEY = "must hold an RSA private key in PEM form, without a passphrase"
NO_CERTIFICATES = "must hold certificates in PEM form"


@pytest.mark.parametrize("flag", READERS)
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("absent", "No such file or directory"),
        (".", "Is a directory"),
        ("infra.json/x", "Not a directory"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(
    create_cluster: Run, flag: str, name: str, reason: str
) -> None:
    result = create_cluster("--render", f"{flag}={name}", *READERS[flag])

    assert (result.code, result.out) == (2, "")
    assert result.err == (
        f"Error: {flag}: {name} cannot be read ({reason}): name a file that exists and that you may"
        " read\n"
    )


@pytest.mark.parametrize("flag", READERS)
@pytest.mark.parametrize("content", ["", " \n\n"])
def test_an_empty_file_is_refused(
    create_cluster: Run, cluster_files: Path, flag: str, content: str
) -> None:
    (cluster_files / "file").write_text(content)

    result = create_cluster("--render", f"{flag}=file", *READERS[flag])

    assert (result.code, result.out) == (2, "")
    assert result.err == (f"Error: {flag}: file is empty: write its content or name another file\n")


@pytest.mark.parametrize(
    ("flag", "content", "problem"),
    [
        ("--pull-secret", SENTINEL, NO_PULL_SECRET),
        ("--pull-secret", f'{{"auths": {{"a": "{SENTINEL}"', NO_PULL_SECRET),
        ("--pull-secret", f'["{SENTINEL}"]', NO_PULL_SECRET),
        ("--pull-secret", f'{{"auth": "{SENTINEL}"}}', NO_PULL_SECRET),
        ("--pull-secret", f'{{"auths": "{SENTINEL}"}}', NO_PULL_SECRET),
        ("--pull-secret", f'{{"auths": ["{SENTINEL}"]}}', NO_PULL_SECRET),
        ("--pull-secret", f'{{"auths": {{"quay.io": "{SENTINEL}"}}}}', NO_PULL_SECRET),
        ("--pull-secret", f"auths:\n  quay.io: {{auth: {SENTINEL}}}\n", NO_PULL_SECRET),
        ("--azure-creds", SENTINEL, NO_OBJECT),
        ("--azure-creds", f"[{SENTINEL}]", NO_OBJECT),
        (
            "--azure-creds",
            f"clientSecret: {SENTINEL}\n\ttenantId: x\n",
            "is neither JSON nor YAML at line 2, column 1: correct it",
        ),
        (
            "--azure-creds",
            f'{{"clientSecret": "{SENTINEL}", "tenantId": "x"',
            "is neither JSON nor YAML at line 2, column 1: correct it",
        ),
        (
            "--azure-creds",
            # As YAML, this is an object.
            f'{{"clientSecret": "{SENTINEL}", "tenantId": }}',
            "tenantId: a text is needed, not nothing",
        ),
        (
            "--azure-creds",
            f"clientSecret: *{SENTINEL}",
            "is neither JSON nor YAML at line 1, column 15: correct it",
        ),
        ("--azure-creds", f"!!python/object:{SENTINEL} {{}}", "is neither JSON nor YAML"),
        (
            "--azure-creds",
            json.dumps({"tenantId": "t", "clientSecret": SENTINEL}),
            "the key 'subscriptionId' is missing: add it",
        ),
        (
            "--azure-creds",
            json.dumps(CREDENTIALS | {"subscriptionId": SENTINEL}),
            "subscriptionId must be a UUID",
        ),
        ("--azure-creds", json.dumps(CREDENTIALS | {"tenantId": ""}), "tenantId must not be empty"),
        ("--azure-creds", json.dumps(CREDENTIALS | {"tenantId": "a b"}), "a UUID or a domain"),
        (
            "--azure-creds",
            json.dumps(CREDENTIALS | {"clientSecret": [SENTINEL]}),
            "clientSecret: a text is needed, not a list",
        ),
        ("--ssh-key", SENTINEL, NO_SSH_KEY),
        ("--ssh-key", PEM, NO_SSH_KEY),
        ("--ssh-key", f"ssh-{SENTINEL}", NO_SSH_KEY),
        ("--sa-token-issuer-private-key-path", SENTINEL, NO_SIGNING_KEY),
        ("--sa-token-issuer-private-key-path", PEM, NO_SIGNING_KEY),
        ("--additional-trust-bundle", SENTINEL, NO_CERTIFICATES),
        ("--additional-trust-bundle", PEM, NO_CERTIFICATES),
        (
            "--additional-trust-bundle",
            PEM.replace("RSA PRIVATE KEY", "CERTIFICATE"),
            NO_CERTIFICATES,
        ),
        ("--image-content-sources", "source: quay.io/a", "a list is needed, not an object"),
        ("--image-content-sources", "- quay.io/a", "[0]: an object is needed, not a text"),
        ("--image-content-sources", "- {mirrors: [a]}", "[0]: the key 'source' is missing: add it"),
        (
            "--image-content-sources",
            "- {source: a, mirror: b}",
            "[0]: there is an unknown key 'mirror': correct or remove it",
        ),
        (
            "--image-content-sources",
            "- {source: a, mirrors: b}",
            "[0].mirrors: a list is needed, not a text",
        ),
        ("--infra-json", SENTINEL, NO_OBJECT),
        ("--infra-json", "{", "is neither JSON nor YAML at line 2, column 1: correct it"),
        (
            "--infra-json",
            json.dumps(INFRA | {"region": 1}),
            "region: a text is needed, not a number",
        ),
        (
            "--infra-json",
            json.dumps(INFRA | {"vnetID": "v"}),
            "vnetID: 'v' is not a resource ID of the form",
        ),
        (
            "--infra-json",
            json.dumps(INFRA | {"subnetID": INFRA["vnetID"]}),
            "subnetID must be the ID of a resource of type",
        ),
        ("--infra-json", json.dumps(INFRA | {"baseDomain": "a..b"}), "baseDomain must be a domain"),
        ("--infra-json", json.dumps(INFRA | {"kmsClientID": "k"}), "kmsClientID must be a UUID"),
        (
            "--infra-json",
            json.dumps(INFRA | {"workloadIdentities": {"disk": {}}}),
            "workloadIdentities.disk: the key 'clientID' is missing: add it",
        ),
        (
            "--workload-identities-file",
            json.dumps(WORKLOAD_IDENTITIES | {"registry": {"clientID": "x"}}),
            "there is an unknown key 'registry': correct or remove it",
        ),
        (
            "--workload-identities-file",
            json.dumps(WORKLOAD_IDENTITIES | {"disk": {"clientId": "x"}}),
            "disk: there is an unknown key 'clientId': correct or remove it",
        ),
        (
            "--workload-identities-file",
            json.dumps(WORKLOAD_IDENTITIES | {"disk": {"clientID": SENTINEL}}),
            "disk.clientID must be a UUID",
        ),
        (
            "--workload-identities-file",
            json.dumps(WORKLOAD_IDENTITIES | {"disk": {"clientID": ""}}),
            "disk.clientID must be a UUID",
        ),
        (
            "--workload-identities-file",
            json.dumps(WORKLOAD_IDENTITIES | {"kmsClientID": SENTINEL}),
            "kmsClientID must be a UUID",
        ),
        (
            "--workload-identities-file",
            json.dumps({key: WORKLOAD_IDENTITIES[key] for key in list(WORKLOAD_IDENTITIES)[1:]}),
            "the key 'imageRegistry' is missing: add it",
        ),
        (
            "--managed-identities-file",
            json.dumps(CONTROL_PLANE_IDENTITIES | {"dsk": {}}),
            "there is an unknown key 'dsk': correct or remove it",
        ),
        (
            "--managed-identities-file",
            json.dumps(CONTROL_PLANE_IDENTITIES | {"disk": {"credentialsSecretName": "a b"}}),
            "disk: credentialsSecretName must be 1 to 127 letters, digits and dashes",
        ),
        (
            "--managed-identities-file",
            json.dumps(
                CONTROL_PLANE_IDENTITIES
                | {"disk": {"credentialsSecretName": "a", "clientID": SENTINEL}}
            ),
            "disk: clientID must be a UUID",
        ),
        (
            "--managed-identities-file",
            json.dumps(
                CONTROL_PLANE_IDENTITIES
                | {"managedIdentitiesKeyVault": {"name": "", "tenantID": "t"}}
            ),
            "managedIdentitiesKeyVault: name must not be empty",
        ),
        (
            "--data-plane-identities-file",
            json.dumps(DATA_PLANE_IDENTITIES | {"diskMSIClientID": SENTINEL}),
            "diskMSIClientID must be a UUID",
        ),
        (
            "--data-plane-identities-file",
            json.dumps(DATA_PLANE_IDENTITIES | {"ingressMSIClientID": ""}),
            "there is an unknown key 'ingressMSIClientID': correct or remove it",
        ),
    ],
)
def test_a_file_of_another_form_is_refused_and_not_quoted(
    create_cluster: Run, cluster_files: Path, flag: str, content: str, problem: str
) -> None:
    (cluster_files / "file").write_text(content)

    result = create_cluster("--render", "--render-sensitive", f"{flag}=file", *READERS[flag])

    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"Error: {flag}: file")
    assert problem in result.err
    assert SENTINEL not in result.err


def test_what_is_no_text_at_all_is_refused(create_cluster: Run, cluster_files: Path) -> None:
    (cluster_files / "file").write_bytes(b"\x80\x81\xff")

    for flag, others in READERS.items():
        result = create_cluster("--render", f"{flag}=file", *others)

        assert (result.code, result.out) == (2, "")
        assert result.err.startswith(f"Error: {flag}: file ")


@pytest.mark.parametrize("passphrase", [None, b"secret"])
def test_a_signing_key_is_rsa_and_open(
    create_cluster: Run,
    cluster_files: Path,
    rsa_key: RSAPrivateKey,
    passphrase: bytes | None,
) -> None:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key

    key = rsa_key if passphrase else generate_private_key(SECP256R1())
    (cluster_files / "file").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.BestAvailableEncryption(passphrase)
            if passphrase
            else serialization.NoEncryption(),
        )
    )

    flag = "--sa-token-issuer-private-key-path"
    result = create_cluster("--render", f"{flag}=file", *READERS[flag])

    assert (result.code, result.err) == (2, f"Error: {flag}: file {NO_SIGNING_KEY}\n")


def test_a_signing_key_may_be_of_the_newer_form(
    create_cluster: Run, cluster_files: Path, rsa_key: RSAPrivateKey
) -> None:
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    (cluster_files / "file").write_bytes(
        rsa_key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    )

    flag = "--sa-token-issuer-private-key-path"
    result = create_cluster("--render", f"{flag}=file", *READERS[flag])

    assert result.code == 0


@pytest.mark.parametrize(
    "key",
    [
        "ssh-rsa AAAAB3Nza",
        "ssh-ed25519 AAAAC3Nza comment with blanks\n",
        "ecdsa-sha2-nistp256 AAAAE2Vj== a@b\n",
        "sk-ssh-ed25519@openssh.com AAAAGnNr\n",
        "\nssh-rsa AAAAB3Nza\nssh-ed25519 AAAAC3Nza\n",
    ],
)
def test_public_keys_of_every_kind_are_taken(
    create_cluster: Run, cluster_files: Path, key: str
) -> None:
    (cluster_files / "file").write_text(key)

    result = create_cluster("--render", "--ssh-key=file")

    assert result.code == 0


def test_a_pull_secret_without_registries_is_taken(
    create_cluster: Run, cluster_files: Path
) -> None:
    """It is what a registry that asks nobody needs."""
    (cluster_files / "pull-secret.json").write_text('{"auths": {}, "credHelpers": {}}')

    result = create_cluster("--render")

    assert result.code == 0


def test_credentials_may_be_yaml_and_hold_more_than_is_needed(
    create_cluster: Run, cluster_files: Path
) -> None:
    plain = create_cluster("--render").out
    (cluster_files / "file").write_text(
        "# by hand\n"
        f"subscriptionId: {CREDENTIALS['subscriptionId']}\n"
        f"tenantId: {CREDENTIALS['tenantId']}\n"
        "activeDirectoryEndpointUrl: https://login.microsoftonline.com\n"
    )

    result = create_cluster("--render", "--azure-creds=file")

    assert (result.code, result.out) == (0, plain)


def test_no_secret_shows_in_what_is_printed_unless_secrets_are_rendered(
    create_cluster: Run, cluster_files: Path
) -> None:
    write(cluster_files / "pull-secret.json", {"auths": {"quay.io": {"auth": SENTINEL}}})
    write(cluster_files / "azure-credentials.json", CREDENTIALS | {"clientSecret": SENTINEL})

    results = [
        create_cluster("--render"),
        create_cluster(),
        create_cluster("--render", "--infra-json="),
        create_cluster("--render", "--name=Demo"),
    ]

    assert [result.code for result in results] == [0, 1, 2, 2]
    assert [result for result in results if SENTINEL in result.out + result.err] == []


def test_the_secret_of_the_user_is_in_no_manifest_at_all(
    create_cluster: Run, cluster_files: Path
) -> None:
    write(cluster_files / "azure-credentials.json", CREDENTIALS | {"clientSecret": SENTINEL})
    plain = create_cluster("--render-into=with-secrets.yaml", "--render-sensitive")

    text = (cluster_files / "with-secrets.yaml").read_text()

    assert plain.code == 0
    assert SENTINEL not in text
    assert "c2VudGluZWwtdGhhdC1uby1tZXNzYWdlLW1heS1zaG93" not in text
