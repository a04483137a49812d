"""The Secrets of a cluster: rendered when they are asked for, and in no other place."""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.unit.cli.azure_world import CREDENTIALS
from tests.unit.cli.create.cluster_world import (
    PULL_SECRET,
    SSH_KEY,
    documents,
    of_kind,
)

if TYPE_CHECKING:
    from tests.unit.cli.create.cluster_world import Object, Render, Run

LABELS = {"hypershift.openshift.io/safe-to-delete-with-cluster": "true"}
EVERY_SECRET = (
    "--ssh-key=id.pub",
    "--sa-token-issuer-private-key-path=signer.private",
    "--oidc-issuer-url=https://issuer.test",
)


def contents(objects: list[Object]) -> dict[str, dict[str, bytes]]:
    """What is in each Secret."""
    return {
        secret["metadata"]["name"]: {key: b64decode(text) for key, text in secret["data"].items()}
        for secret in of_kind(objects, "Secret")
    }


def test_secrets_hold_what_the_files_say(render: Render, signing_key: bytes) -> None:
    objects = render("--render-sensitive", *EVERY_SECRET)

    found = contents(objects)
    assert len(found.pop("demo-etcd-encryption-key")["key"]) == 32
    assert found == {
        "demo-pull-secret": {".dockerconfigjson": PULL_SECRET.encode()},
        "demo-ssh-key": {"id_rsa.pub": SSH_KEY.encode()},
        "demo-cloud-credentials": {
            "AZURE_SUBSCRIPTION_ID": CREDENTIALS["subscriptionId"].encode(),
            "AZURE_TENANT_ID": CREDENTIALS["tenantId"].encode(),
        },
        "demosa-token-issuer-key": {"key": signing_key},
    }


def test_secrets_carry_the_label_by_which_they_go_with_the_cluster(render: Render) -> None:
    objects = render("--render-sensitive", *EVERY_SECRET)

    rest = [{**secret, "data": None} for secret in of_kind(objects, "Secret")]
    assert rest == [
        {
            "apiVersion": "v1",
            "kind": "Secret",
            "metadata": {"name": name, "namespace": "clusters", "labels": LABELS},
            "data": None,
            **({"type": "Opaque"} if name == "demo-etcd-encryption-key" else {}),
        }
        for name in (
            "demo-pull-secret",
            "demo-ssh-key",
            "demo-cloud-credentials",
            "demosa-token-issuer-key",
            "demo-etcd-encryption-key",
        )
    ]


def test_each_cluster_gets_an_encryption_key_of_its_own(render: Render) -> None:
    keys = {contents(render("--render-sensitive"))["demo-etcd-encryption-key"]["key"] for _ in "12"}

    assert len(keys) == 2


def test_a_made_ssh_key_is_rsa_of_4096_bits_and_its_halves_belong_together(render: Render) -> None:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
    from cryptography.hazmat.primitives.serialization import (
        Encoding,
        PublicFormat,
        load_pem_private_key,
    )

    key = contents(render("--render-sensitive", "--generate-ssh"))["demo-ssh-key"]

    private = load_pem_private_key(key["id_rsa"], None)
    assert isinstance(private, RSAPrivateKey)
    assert private.key_size == 4096
    assert key["id_rsa"].startswith(b"-----BEGIN RSA PRIVATE KEY-----\n")
    public = private.public_key().public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH)
    assert key["id_rsa.pub"] == public + b"\n"


def test_without_being_asked_for_no_secret_is_rendered_and_the_user_is_told_which(
    create_cluster: Run,
) -> None:
    result = create_cluster("--render", *EVERY_SECRET)

    assert of_kind(documents(result.out), "Secret") == []
    assert result.err == (
        "Secrets are left out; make demo-pull-secret, demo-ssh-key, demo-cloud-credentials,"
        " demosa-token-issuer-key, demo-etcd-encryption-key yourself, or add --render-sensitive\n"
    )


def test_with_secrets_nothing_is_said_beside_the_manifests(create_cluster: Run) -> None:
    result = create_cluster("--render", "--render-sensitive")

    assert (result.code, result.err) == (0, "")


def test_render_into_writes_the_file_and_prints_nothing(
    create_cluster: Run, cluster_files: Path
) -> None:
    printed = create_cluster("--render").out

    result = create_cluster("--render-into=out.yaml")

    assert (result.code, result.out) == (0, "")
    assert (cluster_files / "out.yaml").read_text() == printed


def test_render_and_render_into_together_write_the_file(
    create_cluster: Run, cluster_files: Path
) -> None:
    printed = create_cluster("--render").out

    result = create_cluster("--render", "--render-into=out.yaml")

    assert (result.code, result.out) == (0, "")
    assert (cluster_files / "out.yaml").read_text() == printed


@pytest.mark.parametrize(
    ("flags", "before", "mode"),
    [
        (["--render-sensitive"], None, 0o600),
        (["--render-sensitive"], 0o644, 0o600),
        ([], None, 0o644),
        ([], 0o640, 0o640),
    ],
)
def test_a_file_with_secrets_is_for_its_owner_alone(
    create_cluster: Run,
    cluster_files: Path,
    usual_umask: None,
    flags: list[str],
    before: int | None,
    mode: int,
) -> None:
    target = cluster_files / "out.yaml"
    if before is not None:
        target.write_text("older")
        target.chmod(before)

    create_cluster("--render-into=out.yaml", *flags)

    assert target.stat().st_mode & 0o777 == mode
    assert target.read_text().startswith("apiVersion: v1\nkind: Namespace\n")


@pytest.mark.parametrize("fault", ["--image-generation=Gen3", "--pull-secret=absent.json"])
def test_a_command_that_fails_leaves_an_older_file_as_it_was(
    create_cluster: Run, cluster_files: Path, fault: str
) -> None:
    (cluster_files / "out.yaml").write_text("older")
    before = sorted(cluster_files.iterdir())

    result = create_cluster("--render-into=out.yaml", "--render-sensitive", fault)

    assert (result.code, result.out) == (2, "")
    assert (cluster_files / "out.yaml").read_text() == "older"
    assert sorted(cluster_files.iterdir()) == before


@pytest.mark.parametrize(
    ("target", "problem"),
    [
        (".", ". cannot be written (it is a directory)"),
        ("absent/out.yaml", "absent/out.yaml cannot be written (No such file or directory)"),
        ("infra.json/out.yaml", "infra.json/out.yaml cannot be written (Not a directory)"),
    ],
)
def test_a_place_that_cannot_be_written_to_is_refused(
    create_cluster: Run, cluster_files: Path, target: str, problem: str
) -> None:
    before = sorted(cluster_files.iterdir())

    result = create_cluster(f"--render-into={target}", "--render-sensitive")

    assert (result.code, result.out) == (2, "")
    assert result.err == (
        f"Error: --render-into: {problem}: name a file in a directory that you may write to\n"
    )
    assert sorted(cluster_files.iterdir()) == before


def test_a_file_behind_a_link_is_written_and_the_link_stays(
    create_cluster: Run, cluster_files: Path
) -> None:
    link = cluster_files / "link.yaml"
    link.symlink_to("out.yaml")

    create_cluster("--render-into=link.yaml")

    assert link.readlink() == Path("out.yaml")
    assert (cluster_files / "out.yaml").read_text().startswith("apiVersion: v1\n")
