"""Where the API server is found, and who we are there."""

from __future__ import annotations

import base64
import datetime
import json
import os
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from hypershift.kube import config
from hypershift.kube.credentials import TokenFile
from hypershift.kube.errors import ConfigError
from tests.unit.kube.virtual import run

if TYPE_CHECKING:
    from pathlib import Path

    from hypershift.kube.config import Access

SERVER = "https://192.0.2.1:6443"
SECRET = "a-token-nobody-may-see"


def certificate() -> tuple[bytes, bytes]:
    """A certificate that has signed itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "test")])
    moment = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(moment)
        .not_valid_after(moment + datetime.timedelta(days=9000))
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return signed.public_bytes(serialization.Encoding.PEM), private


CERTIFICATE, KEY = certificate()


def encoded(content: bytes) -> str:
    return base64.b64encode(content).decode()


def kubeconfig(
    path: Path,
    user: dict[str, Any] | None = None,
    cluster: dict[str, Any] | None = None,
    context: dict[str, Any] | None = None,
) -> Path:
    trusted = {"server": SERVER, "certificate-authority-data": encoded(CERTIFICATE)}
    content = {
        "apiVersion": "v1",
        "kind": "Config",
        "current-context": "here",
        "contexts": [{"name": "here", "context": {"cluster": "c", "user": "u", **(context or {})}}],
        "clusters": [{"name": "c", "cluster": trusted | (cluster or {})}],
        "users": [{"name": "u", "user": user or {}}],
    }
    path.write_text(yaml.safe_dump(content))
    return path


def token_of(access: Access) -> str:
    return run(access.credentials.token())


def test_reads_server_namespace_and_token(tmp_path: Path) -> None:
    path = kubeconfig(tmp_path / "config", {"token": SECRET}, context={"namespace": "clusters"})

    access = config.load(path)

    assert (access.server, access.namespace, token_of(access)) == (SERVER, "clusters", SECRET)
    assert len(access.tls.get_ca_certs()) == 1
    assert access.tls.check_hostname


def test_files_stand_beside_the_kubeconfig(tmp_path: Path) -> None:
    (tmp_path / "ca.crt").write_bytes(CERTIFICATE)
    (tmp_path / "client.crt").write_bytes(CERTIFICATE)
    (tmp_path / "client.key").write_bytes(KEY)
    (tmp_path / "token").write_text(SECRET + "\n")
    user = {
        "client-certificate": "client.crt",
        "client-key": "client.key",
        "tokenFile": "token",
    }
    cluster = {"certificate-authority": "ca.crt", "certificate-authority-data": ""}

    access = config.load(kubeconfig(tmp_path / "config", user, cluster))

    assert token_of(access) == SECRET
    assert len(access.tls.get_ca_certs()) == 1


def test_the_first_file_of_the_environment_that_is_there_counts(tmp_path: Path) -> None:
    there = kubeconfig(tmp_path / "there", {"token": "there"})
    other = kubeconfig(tmp_path / "other", {"token": "other"})
    named = os.pathsep.join(str(each) for each in (tmp_path / "missing", there, other))

    assert token_of(config.load(environment={"KUBECONFIG": named})) == "there"


def test_a_pod_is_its_service_account(tmp_path: Path) -> None:
    (tmp_path / "ca.crt").write_bytes(CERTIFICATE)
    (tmp_path / "token").write_text(SECRET)
    (tmp_path / "namespace").write_text("hypershift")
    environment = {"KUBERNETES_SERVICE_HOST": "fd00::1", "KUBERNETES_SERVICE_PORT": "6443"}

    access = config.from_pod(environment, tmp_path)

    assert access.server == "https://[fd00::1]:6443"
    assert (access.namespace, token_of(access)) == ("hypershift", SECRET)


def test_a_token_is_read_again_after_a_while_and_when_it_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "token"

    async def work() -> list[str]:
        from asyncio import sleep

        credentials = TokenFile(path)
        path.write_text("first")
        seen = [await credentials.token()]
        path.write_text("second")
        await sleep(10)
        seen.append(await credentials.token())
        await sleep(30)
        seen.append(await credentials.token())
        path.write_text("third")
        credentials.refused()
        return [*seen, await credentials.token()]

    assert run(work()) == ["first", "first", "second", "third"]


@pytest.mark.parametrize(
    ("user", "cluster", "says"),
    [
        ({}, {"insecure-skip-tls-verify": True}, "does not want to know who"),
        ({}, {"server": "http://192.0.2.1"}, "give an https address"),
        ({}, {"certificate-authority-data": "!"}, "not base64"),
        ({}, {"certificate-authority-data": encoded(b"none")}, "no certificate in PEM form"),
        ({"username": "u", "password": SECRET}, {}, "Kubernetes has given up"),
        ({"auth-provider": {"name": "azure"}}, {}, "Kubernetes has given up"),
        ({"token": [SECRET]}, {}, "is no kubeconfig"),
        (
            {"client-certificate-data": encoded(CERTIFICATE), "client-key-data": encoded(b"")},
            {},
            "do not fit",
        ),
    ],
)
def test_what_cannot_be_used_is_said_without_secrets(
    tmp_path: Path, user: dict[str, Any], cluster: dict[str, Any], says: str
) -> None:
    path = kubeconfig(tmp_path / "config", user, cluster)

    with pytest.raises(ConfigError, match=says) as caught:
        config.load(path)

    assert SECRET not in str(caught.value)
    assert caught.value.__cause__ is None or SECRET not in str(caught.value.__cause__)


@pytest.mark.parametrize(
    ("context", "says"),
    [("another", "has no context 'another'"), ("", "names what is not there")],
)
def test_a_context_has_to_be_there_with_all_it_names(
    tmp_path: Path, context: str, says: str
) -> None:
    path = kubeconfig(tmp_path / "config", context={"cluster": "missing"})

    with pytest.raises(ConfigError, match=says):
        config.load(path, context)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="No such file"):
        config.load(tmp_path / "config")


def test_a_token_is_in_no_repr(tmp_path: Path) -> None:
    access = config.load(kubeconfig(tmp_path / "config", {"token": SECRET}))

    assert SECRET not in repr(access)


def test_logs_are_lines_of_json_with_what_is_bound() -> None:
    import logging

    from hypershift.kube import logs

    record = logging.LogRecord("a.b", logging.INFO, "", 1, "Creating %s", ("x",), None)
    with logs.bound(object="ns/a"), logs.bound(reconcileID="7"):
        line = json.loads(logs.JsonLines().format(record))
        sentence = logs.Sentences().format(record)
    after = json.loads(logs.JsonLines().format(record))

    del line["ts"]
    assert line == {
        "level": "info",
        "logger": "a.b",
        "msg": "Creating x",
        "object": "ns/a",
        "reconcileID": "7",
    }
    assert sentence.endswith("INFO    Creating x object=ns/a reconcileID=7")
    assert "object" not in after
