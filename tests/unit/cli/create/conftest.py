"""Runs `create cluster azure` among the files that it reads."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from tests.unit.cli.azure_world import write
from tests.unit.cli.create.cluster_world import CREATE, INFRA, PULL_SECRET, SSH_KEY, documents

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

    from tests.unit.cli.conftest import Result
    from tests.unit.cli.create.cluster_world import Object, Render, Run


@pytest.fixture(scope="session")
def rsa_key() -> RSAPrivateKey:
    from cryptography.hazmat.primitives.asymmetric import rsa

    return rsa.generate_private_key(65537, 2048)


@pytest.fixture(scope="session")
def signing_key(rsa_key: RSAPrivateKey) -> bytes:
    """The private key of a service account issuer, in the form that `ccoctl` writes."""
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    return rsa_key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())


@pytest.fixture(scope="session")
def certificate(rsa_key: RSAPrivateKey) -> bytes:
    """The certificate of an authority."""
    from cryptography import x509
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import Encoding

    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "an authority")])
    begin = datetime(2025, 1, 1, tzinfo=UTC)
    builder = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(rsa_key.public_key())
        .serial_number(1)
        .not_valid_before(begin)
        .not_valid_after(begin + timedelta(days=36500))
    )
    return builder.sign(rsa_key, SHA256()).public_bytes(Encoding.PEM)


@pytest.fixture
def usual_umask() -> Iterator[None]:
    """What most systems take away from the modes of new files."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def cluster_files(azure_files: Path, signing_key: bytes, certificate: bytes) -> Path:
    """A working directory with every file that a flag of `create cluster azure` may name."""
    write(azure_files / "infra.json", INFRA)
    (azure_files / "pull-secret.json").write_text(PULL_SECRET)
    (azure_files / "id.pub").write_text(SSH_KEY)
    (azure_files / "signer.private").write_bytes(signing_key)
    (azure_files / "bundle.pem").write_bytes(certificate)
    (azure_files / "mirrors.yaml").write_text("- source: quay.io/a\n  mirrors: [mirror.test/a]\n")
    return azure_files


@pytest.fixture
def create_cluster(hypershift: Run, cluster_files: Path) -> Run:
    """`create_cluster(*flags)` runs the command with the flags that it needs, and these."""

    def run(*flags: str) -> Result:
        return hypershift(*CREATE, *flags)

    return run


@pytest.fixture
def render(create_cluster: Run) -> Render:
    """`render(*flags)` gives the objects that --render prints."""

    def run(*flags: str) -> list[Object]:
        result = create_cluster("--render", *flags)
        assert (result.code, "Error" in result.err) == (0, False), result.err
        return documents(result.out)

    return run
