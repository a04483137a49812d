"""An etcd and a kube-apiserver that run with the certificates of a hosted control plane."""

from __future__ import annotations

import http.client
import socket
import ssl
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from hypershift.pki.ensure import ensure
from hypershift.pki.facts import Endpoint, Facts
from hypershift.pki.objects import Holdings
from hypershift.pki.table import control_plane
from sandbox import components
from sandbox.apiserver.daemon import check, daemon
from sandbox.progress import Reporter

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAMESPACE = "clusters-demo"
PATIENCE = 60.0
TICK = 0.05


def facts(port: int) -> Facts:
    """Facts of a control plane whose API server listens on a port of this machine."""
    return Facts(
        NAMESPACE,
        "demo",
        "demo-abc12",
        ("10.0.0.0/24",),
        advertise_address="127.0.0.1",
        pod_port=port,
        api=Endpoint("127.0.0.1", port),
    )


def write(holdings: Holdings, directory: Path) -> None:
    """Write each object as a directory, as pods mount it."""
    for name, secret in holdings.secrets.items():
        folder = directory / "secrets" / name
        folder.mkdir(parents=True, mode=0o700)
        for key, value in secret.data.items():
            (folder / key).write_bytes(value)
    for name, held in holdings.config_maps.items():
        folder = directory / "configmaps" / name
        folder.mkdir(parents=True)
        for key, text in held.data.items():
            (folder / key).write_text(text)


@dataclass(frozen=True)
class Running:
    """A control plane that is ready."""

    directory: Path
    port: int
    etcd_port: int
    kubectl: Path
    holdings: Holdings

    def secret(self, name: str, key: str) -> Path:
        """A file of a Secret."""
        return self.directory / "secrets" / name / key

    def bundle(self, name: str) -> Path:
        """The certificates of a ConfigMap."""
        return self.directory / "configmaps" / name / "ca.crt"

    def ask(
        self, port: int, path: str, ca: str, client: tuple[Path, Path] | None, token: str = ""
    ) -> int:
        """Give the code of an answer to the bearer of a certificate or of a token."""
        context = ssl.create_default_context(cafile=self.bundle(ca))
        if client:
            context.load_cert_chain(*client)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        connection = http.client.HTTPSConnection("localhost", port, context=context, timeout=10)
        try:
            connection.request("GET", path, headers=headers)
            return connection.getresponse().status
        finally:
            connection.close()

    def pair(self, name: str, stem: str = "tls") -> tuple[Path, Path]:
        """The certificate and the key of a Secret."""
        return self.secret(name, f"{stem}.crt"), self.secret(name, f"{stem}.key")


@contextmanager
def run(directory: Path) -> Iterator[Running]:
    """Start etcd and kube-apiserver, and end them."""
    etcd, kubernetes = components.ensure(("etcd", "kubernetes"), Reporter())
    with ExitStack() as stack:
        etcd_port, port = (stack.enter_context(_reserved_port()) for _ in range(2))
        made = ensure(control_plane(facts(port)), Holdings.of(), datetime.now(UTC))
        holdings = Holdings.of(*made.objects)
        write(holdings, directory)
        running = Running(directory, port, etcd_port, kubernetes.programs / "kubectl", holdings)
        daemons = [
            stack.enter_context(daemon(program, arguments, directory))
            for program, arguments in (
                (etcd.programs / "etcd", _etcd(running)),
                (kubernetes.programs / "kube-apiserver", _apiserver(running)),
            )
        ]
        end = time.monotonic() + PATIENCE
        while not _ready(running):
            check(daemons)
            assert time.monotonic() < end, daemons[-1].tail()
            time.sleep(TICK)
        yield running


def _etcd(running: Running) -> list[str]:
    url, peers = f"https://localhost:{running.etcd_port}", "https://127.0.0.1:0"
    server, peer = running.pair("etcd-server-tls", "server"), running.pair("etcd-peer-tls", "peer")
    return [
        "--name=demo",
        f"--data-dir={running.directory / 'etcd'}",
        "--unsafe-no-fsync",
        "--socket-reuse-port",
        "--log-level=warn",
        f"--listen-client-urls=https://127.0.0.1:{running.etcd_port}",
        f"--advertise-client-urls={url}",
        f"--cert-file={server[0]}",
        f"--key-file={server[1]}",
        f"--trusted-ca-file={running.bundle('etcd-ca')}",
        "--client-cert-auth",
        f"--listen-peer-urls={peers}",
        f"--initial-advertise-peer-urls={peers}",
        f"--initial-cluster=demo={peers}",
        f"--peer-cert-file={peer[0]}",
        f"--peer-key-file={peer[1]}",
        f"--peer-trusted-ca-file={running.bundle('etcd-ca')}",
        "--peer-client-cert-auth",
    ]


def _apiserver(running: Running) -> list[str]:
    server, private = running.pair("kas-server-crt"), running.pair("kas-server-private-crt")
    etcd, kubelet = (
        running.pair("etcd-client-tls", "etcd-client"),
        running.pair("kas-kubelet-client-crt"),
    )
    aggregator = running.pair("kas-aggregator-crt")
    return [
        "--bind-address=127.0.0.1",
        "--advertise-address=127.0.0.1",
        f"--secure-port={running.port}",
        "--permit-port-sharing",
        "--endpoint-reconciler-type=none",
        f"--tls-cert-file={server[0]}",
        f"--tls-private-key-file={server[1]}",
        f"--tls-sni-cert-key={private[0]},{private[1]}",
        f"--client-ca-file={running.bundle('client-ca')}",
        f"--kubelet-certificate-authority={running.bundle('kubelet-client-ca')}",
        f"--kubelet-client-certificate={kubelet[0]}",
        f"--kubelet-client-key={kubelet[1]}",
        f"--proxy-client-cert-file={aggregator[0]}",
        f"--proxy-client-key-file={aggregator[1]}",
        f"--requestheader-client-ca-file={running.bundle('aggregator-client-ca')}",
        "--requestheader-allowed-names=system:openshift-aggregator",
        "--requestheader-username-headers=X-Remote-User",
        "--requestheader-group-headers=X-Remote-Group",
        "--requestheader-extra-headers-prefix=X-Remote-Extra-",
        "--anonymous-auth=false",
        "--authorization-mode=Node,RBAC",
        "--service-cluster-ip-range=10.0.0.0/24",
        "--service-account-issuer=https://kubernetes.default.svc",
        f"--service-account-key-file={running.secret('sa-signing-key', 'service-account.pub')}",
        "--service-account-signing-key-file="
        f"{running.secret('sa-signing-key', 'service-account.key')}",
        f"--etcd-servers=https://localhost:{running.etcd_port}",
        f"--etcd-cafile={running.bundle('etcd-ca')}",
        f"--etcd-certfile={etcd[0]}",
        f"--etcd-keyfile={etcd[1]}",
    ]


@contextmanager
def _reserved_port() -> Iterator[int]:
    """Keep a port from everybody but those who share it."""
    with socket.socket() as reservation:
        reservation.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        reservation.bind(("127.0.0.1", 0))
        yield reservation.getsockname()[1]


def _ready(running: Running) -> bool:
    try:
        administrator = running.pair("system-admin-client")
        return running.ask(running.port, "/readyz", "root-ca", administrator) == 200
    except OSError:
        return False
