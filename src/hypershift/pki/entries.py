"""The kinds of things that the table of certificates lists."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from hypershift.pki.objects import OPAQUE

if TYPE_CHECKING:
    from collections.abc import Mapping

Usage = Literal["client", "server", "both"]

CERTIFICATE, KEY = "tls.crt", "tls.key"
CA_CERTIFICATE, CA_KEY = "ca.crt", "ca.key"
PREVIOUS = "previous-ca.crt"
"""In the Secret of a signer: certificates that it had before and that are still trusted."""


@dataclass(frozen=True)
class Keys:
    """Under which keys of a Secret a certificate and its private key are."""

    certificate: str = CERTIFICATE
    private: str = KEY


@dataclass(frozen=True)
class Names:
    """The names and addresses that a certificate is good for."""

    dns: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()

    @classmethod
    def of(cls, *hosts: str) -> Names:
        """Tell names from addresses, each once, in the order given; what is empty is left out."""
        dns: list[str] = []
        addresses: list[str] = []
        for host in dict.fromkeys(filter(None, hosts)):
            try:
                addresses.append(str(ipaddress.ip_address(host)))
            except ValueError:
                dns.append(host)
        return cls(tuple(dict.fromkeys(dns)), tuple(dict.fromkeys(addresses)))


@dataclass(frozen=True)
class Signer:
    """An authority that has a Secret."""

    secret: str
    common_name: str
    unit: str = "openshift"
    keys: tuple[Keys, ...] = (Keys(CA_CERTIFICATE, CA_KEY), Keys())
    """Where its certificate and key are: each holds the same."""
    type: str = OPAQUE


@dataclass(frozen=True)
class Leaf:
    """A certificate that a signer has signed."""

    secret: str
    signer: str
    common_name: str
    organizations: tuple[str, ...] = ("openshift",)
    usage: Usage = "both"
    names: Names = Names()
    keys: Keys = Keys()
    type: str = OPAQUE


@dataclass(frozen=True)
class Bundle:
    """A ConfigMap with certificates to trust."""

    config_map: str
    signers: tuple[str, ...]
    others: tuple[str, ...] = ()
    """ConfigMaps whose certificates are trusted as well."""
    texts: tuple[str, ...] = ()
    """Certificates that are trusted as well, in PEM form."""
    key: str = CA_CERTIFICATE


@dataclass(frozen=True)
class Kubeconfig:
    """A Secret that tells a client where the API server is and who the client is."""

    secret: str
    server: str
    leaf: str
    """The Secret with the certificate of the client, which may be the same."""
    label: str = ""
    key: str = "kubeconfig"
    labels: Mapping[str, str] = field(default_factory=lambda: dict[str, str]())
    trusted: str = ""
    """Certificates that are trusted besides the root, in PEM form."""


@dataclass(frozen=True)
class Table:
    """All that a control plane has to have."""

    signers: tuple[Signer, ...]
    leaves: tuple[Leaf, ...] = ()
    bundles: tuple[Bundle, ...] = ()
    kubeconfigs: tuple[Kubeconfig, ...] = ()
    signing_key: bool = False
    kubeadmin: bool = False
