"""Certificates and keys of the management cluster: all made at once, and kept as long as it is.

They are put into place together, so that whoever is interrupted finds all of them or none.
"""

from __future__ import annotations

import secrets
import shutil
from typing import TYPE_CHECKING

from sandbox.apiserver.authority import KeptAuthority, new_keys
from sandbox.management import shape

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from sandbox.apiserver.authority import Authority

_LABEL = "label"
_CLIENTS = {
    "admin": ("sandbox:admin", "system:masters"),
    "kube-controller-manager": ("system:kube-controller-manager", ""),
    "kube-scheduler": ("system:kube-scheduler", ""),
    "cloud-controller-manager": ("cloud-controller-manager", ""),
    "kubelet-client": ("kube-apiserver-kubelet-client", ""),
}
"""By file: user and group."""


def ensure(folder: Path) -> None:
    """Let there be all certificates and keys."""
    if folder.exists():
        return
    made = folder.with_name(f"{folder.name}.new")
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True, mode=0o700)
    (made / _LABEL).write_text(f"{shape.NAME}-{secrets.token_hex(4)}")
    _issue(made)
    _issue_for_etcd(made / "etcd")
    _issue_for_extensions(made / "front-proxy")
    made.rename(folder)


def label(folder: Path) -> str:
    """The first part of the API server's name, which nobody else in the region has."""
    return (folder / _LABEL).read_text()


def end(folder: Path) -> datetime:
    """When the first of all certificates is no longer good."""
    from cryptography import x509

    found = (x509.load_pem_x509_certificate(path.read_bytes()) for path in folder.rglob("*.crt"))
    return min(one.not_valid_after_utc for one in found)


def _issue(folder: Path) -> None:
    authority = KeptAuthority(folder, shape.NAME)
    names = [
        "localhost",
        "kubernetes",
        "kubernetes.default",
        "kubernetes.default.svc",
        f"kubernetes.default.svc.{shape.DOMAIN}",
        shape.host(label(folder)),
    ]
    addresses = ["127.0.0.1", shape.CONTROL.address, shape.SERVICE]
    authority.issue("kube-apiserver", "kube-apiserver", (), addresses, names)
    for file, (user, group) in _CLIENTS.items():
        authority.issue(file, user, [group] if group else [])
    for node in shape.NODES:
        _issue_for_node(authority, node.name, node.address)
    new_keys(folder, "service-accounts")


def _issue_for_node(authority: Authority, name: str, address: str) -> None:
    """A kubelet is a client of the API server, and a server for it."""
    authority.issue(name, f"system:node:{name}", ["system:nodes"], [address], [name])


def _issue_for_etcd(folder: Path) -> None:
    """The API server is etcd's only client: no other certificate of the cluster is good there."""
    folder.mkdir(mode=0o700)
    authority = KeptAuthority(folder, "etcd")
    authority.issue("server", "etcd", (), ["127.0.0.1"])
    authority.issue("client", "kube-apiserver")


def _issue_for_extensions(folder: Path) -> None:
    """Servers that extend the API believe whoever has this what it says of users."""
    folder.mkdir(mode=0o700)
    KeptAuthority(folder, "front-proxy").issue("client", "front-proxy-client")
