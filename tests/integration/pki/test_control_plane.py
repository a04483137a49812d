"""Real servers take the certificates that are theirs, and no others."""

from __future__ import annotations

import json
import os
import socket
import ssl
import subprocess
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import jwt
import pytest
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from hypershift.pki.ensure import ensure
from hypershift.pki.objects import Holdings
from hypershift.pki.table import control_plane
from tests.integration.pki.controlplane import NAMESPACE, Running, facts, run, write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

USERS = {
    "localhost-kubeconfig": ("system:admin", "system:masters"),
    "admin-kubeconfig": ("system:admin", "system:masters"),
    "bootstrap-kubeconfig": (
        "system:serviceaccount:openshift-machine-config-operator:node-bootstrapper",
        "system:serviceaccounts:openshift-machine-config-operator",
    ),
}


@pytest.fixture(scope="module")
def plane(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with run(tmp_path_factory.mktemp("plane")) as running:
        yield running


@pytest.fixture(scope="module")
def stranger(plane: Running, tmp_path_factory: pytest.TempPathFactory) -> Running:
    """The certificates of another control plane with the same facts."""
    directory = tmp_path_factory.mktemp("stranger")
    made = ensure(control_plane(facts(plane.port)), Holdings.of(), datetime.now(UTC))
    holdings = Holdings.of(*made.objects)
    write(holdings, directory)
    return Running(directory, plane.port, plane.etcd_port, plane.kubectl, holdings)


def kubectl(plane: Running, kubeconfig: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "KUBECACHEDIR": str(plane.directory / "cache"), "KUBERC": "off"}
    return subprocess.run(
        [plane.kubectl, f"--kubeconfig={kubeconfig}", *words],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("secret", USERS)
def test_the_bearer_of_a_kubeconfig_is_its_user(plane: Running, secret: str) -> None:
    answer = kubectl(plane, plane.secret(secret, "kubeconfig"), "auth", "whoami", "-ojson")
    user: dict[str, Any] = json.loads(answer.stdout)["status"]["userInfo"]

    assert user["username"] == USERS[secret][0]
    assert USERS[secret][1] in user["groups"]


def test_the_administrator_may_do_everything(plane: Running) -> None:
    made = kubectl(plane, plane.secret("admin-kubeconfig", "kubeconfig"), "create", "ns", "made")

    assert made.stdout == "namespace/made created\n"


def test_the_administrator_of_another_cluster_is_refused(plane: Running, stranger: Running) -> None:
    theirs = stranger.pair("system-admin-client")

    assert plane.ask(plane.port, "/api", "root-ca", plane.pair("system-admin-client")) == 200
    assert plane.ask(plane.port, "/api", "root-ca", theirs) == 401
    with pytest.raises(ssl.SSLCertVerificationError):
        stranger.ask(plane.port, "/api", "root-ca", theirs)


@pytest.mark.parametrize("secret", ["konnectivity-client", "kcm-server", "kas-aggregator-crt"])
def test_certificates_of_other_signers_are_no_users(plane: Running, secret: str) -> None:
    assert plane.ask(plane.port, "/api", "root-ca", plane.pair(secret)) == 401


def test_etcd_takes_its_client_alone(plane: Running, stranger: Running) -> None:
    client = plane.pair("etcd-client-tls", "etcd-client")

    assert plane.ask(plane.etcd_port, "/health", "etcd-ca", client) == 200
    for other in (
        plane.pair("system-admin-client"),
        plane.pair("etcd-metrics-client-tls", "etcd-client"),
        stranger.pair("etcd-client-tls", "etcd-client"),
    ):
        with pytest.raises(OSError, match=r"alert|reset|EOF"):
            plane.ask(plane.etcd_port, "/health", "etcd-ca", other)


def test_components_find_the_api_server_by_the_name_of_its_service(plane: Running) -> None:
    context = ssl.create_default_context(cafile=plane.bundle("root-ca"))
    host = f"kube-apiserver.{NAMESPACE}.svc"
    with (
        socket.create_connection(("127.0.0.1", plane.port), 10) as connection,
        context.wrap_socket(connection, server_hostname=host) as secured,
    ):
        certificate: Any = secured.getpeercert()

    assert certificate["subject"][-1] == (("commonName", "kubernetes-private"),)


def test_tokens_are_signed_with_the_signing_key(plane: Running) -> None:
    kubeconfig = plane.secret("admin-kubeconfig", "kubeconfig")
    made = kubectl(plane, kubeconfig, "create", "serviceaccount", "signed", "-n", "default")
    assert made.returncode == 0, made.stderr
    token = kubectl(plane, kubeconfig, "create", "token", "signed", "-n", "default").stdout.strip()
    public = plane.secret("sa-signing-key", "service-account.pub").read_bytes()
    key: Any = load_pem_public_key(public.replace(b"RSA PUBLIC", b"PUBLIC"))

    claims = jwt.decode(token, key, ["RS256"], audience="https://kubernetes.default.svc")
    assert claims["sub"] == "system:serviceaccount:default:signed"
    assert plane.ask(plane.port, "/api", "root-ca", None, token) == 200
    assert plane.ask(plane.port, "/api", "root-ca", None, token[:-8] + "AAAAAAAA") == 401
