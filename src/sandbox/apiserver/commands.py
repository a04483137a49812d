"""How etcd and kube-apiserver are started: certificates everywhere, loopback only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sandbox.apiserver.authority import Authority, KeyPair, new_keys

if TYPE_CHECKING:
    from pathlib import Path

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True)
class Credentials:
    """Every certificate and key of one API server and its etcd."""

    authority: Path
    server: KeyPair
    etcd_client: KeyPair
    administrator: KeyPair
    service_accounts: tuple[Path, Path]


def issue(directory: Path) -> Credentials:
    """Make an authority and let it issue everything, into one directory."""
    authority = Authority(directory)
    return Credentials(
        authority.certificate,
        server=authority.issue("server", "server", addresses=[LOOPBACK]),
        etcd_client=authority.issue("etcd-client", "kube-apiserver"),
        administrator=authority.issue("administrator", "administrator", groups=["system:masters"]),
        service_accounts=new_keys(directory, "service-accounts"),
    )


def etcd(port: int, directory: Path, credentials: Credentials) -> list[str]:
    """Give the arguments of an etcd whose data nobody will miss."""
    url = f"https://{LOOPBACK}:{port}"
    # It has no peers, but wants an address for them: port 0 is any that is free.
    peers = f"https://{LOOPBACK}:0"
    server = credentials.server
    return [
        "--name=sandbox",
        f"--data-dir={directory / 'etcd'}",
        "--unsafe-no-fsync",
        "--socket-reuse-port",
        "--log-level=warn",
        f"--listen-client-urls={url}",
        f"--advertise-client-urls={url}",
        f"--cert-file={server.certificate}",
        f"--key-file={server.key}",
        f"--trusted-ca-file={credentials.authority}",
        "--client-cert-auth",
        f"--listen-peer-urls={peers}",
        f"--initial-advertise-peer-urls={peers}",
        f"--initial-cluster=sandbox={peers}",
        f"--peer-cert-file={server.certificate}",
        f"--peer-key-file={server.key}",
        f"--peer-trusted-ca-file={credentials.authority}",
        "--peer-client-cert-auth",
    ]


def apiserver(port: int, etcd_port: int, credentials: Credentials) -> list[str]:
    """Give the arguments of a kube-apiserver that only the bearer of a certificate may talk to."""
    server, client = credentials.server, credentials.etcd_client
    private, public = credentials.service_accounts
    return [
        f"--bind-address={LOOPBACK}",
        f"--advertise-address={LOOPBACK}",
        f"--secure-port={port}",
        "--permit-port-sharing",
        # No pod will look for the service "kubernetes", whose endpoints may not be on loopback.
        "--endpoint-reconciler-type=none",
        f"--tls-cert-file={server.certificate}",
        f"--tls-private-key-file={server.key}",
        f"--client-ca-file={credentials.authority}",
        "--anonymous-auth=false",
        "--authorization-mode=RBAC",
        "--allow-privileged",
        "--service-cluster-ip-range=10.0.0.0/24",
        f"--service-account-issuer=https://{LOOPBACK}:{port}",
        f"--service-account-key-file={public}",
        f"--service-account-signing-key-file={private}",
        f"--etcd-servers=https://{LOOPBACK}:{etcd_port}",
        f"--etcd-cafile={credentials.authority}",
        f"--etcd-certfile={client.certificate}",
        f"--etcd-keyfile={client.key}",
    ]
