"""What has to be known of a control plane before its certificates can be made."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass

ADVERTISE_ADDRESS = "172.20.0.1"
ADVERTISE_ADDRESS_V6 = "fd00::1"
API_PORT = 6443


@dataclass(frozen=True)
class Endpoint:
    """A host, by name or by number, and a port."""

    host: str
    port: int

    @property
    def url(self) -> str:
        """The address for HTTPS."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"https://{host}:{self.port}"


@dataclass(frozen=True)
class ServiceAccount:
    """A component that is known to the hosted cluster as one of its service accounts."""

    component: str
    namespace: str
    name: str


@dataclass(frozen=True)
class Facts:
    """What certificates and kubeconfigs depend on. What is empty is not known yet, or not used."""

    namespace: str
    """The namespace of the control plane."""
    name: str
    """The name of the HostedControlPlane."""
    infra_id: str
    service_cidrs: tuple[str, ...]
    cluster_domain: str = "cluster.local"
    """The domain of Services in the management cluster."""
    advertise_address: str = ""
    pod_port: int = API_PORT
    """The port on which kube-apiserver listens in its pod."""

    api: Endpoint | None = None
    """Where kube-apiserver is reached from outside."""
    api_route_hostname: bool = False
    """Whether the user has chosen the host of the API server's Route."""
    private: bool = False
    """Whether the cluster is reached from its own network alone."""
    konnectivity_host: str = ""
    ignition_host: str = ""
    oauth_host: str = ""
    metrics_host: str = ""
    apps_domain: str = ""
    custom_api_name: str = ""
    """spec.kubeAPIServerDNSName"""
    admin_kubeconfig: tuple[str, str] = ("admin-kubeconfig", "kubeconfig")
    """The name of the Secret, and the key in it."""

    service_accounts: tuple[ServiceAccount, ...] = ()
    etcd_shards: tuple[str, ...] = ()
    named_certificates: str = ""
    """The authorities of the certificates that users gave to the API server, in PEM form."""
    trusted: str = ""
    """The certificates that users want trusted besides, in PEM form."""

    azure: bool = True
    openshift: bool = False
    """Whether the release has the components that OpenShift adds to Kubernetes."""
    ignition: bool = True
    metrics_forwarding: bool = False
    signing_key_supplied: bool = False
    """Whether the key of service account tokens is somebody else's business."""
    kubeadmin: bool = True

    @property
    def internal_host(self) -> str:
        """The host of the API server inside the cluster's own network."""
        return f"api.{self.name}.hypershift.local"

    @property
    def outside(self) -> Endpoint | None:
        """Where users and nodes reach the API server."""
        if self.api and self.private and not self.api_route_hostname:
            return Endpoint(self.internal_host, self.api.port)
        return self.api

    @property
    def advertised(self) -> str:
        """The address that nodes reach the API server by."""
        if self.advertise_address:
            return self.advertise_address
        six = bool(self.service_cidrs) and ":" in self.service_cidrs[0]
        return ADVERTISE_ADDRESS_V6 if six else ADVERTISE_ADDRESS

    def first_addresses(self) -> tuple[str, ...]:
        """The first address of each network of Services: that of the Service kubernetes."""
        return tuple(str(_first(cidr)) for cidr in self.service_cidrs)


def _first(cidr: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    try:
        network = ipaddress.ip_network(cidr, strict=False)
    except ValueError as error:
        raise ValueError(
            f"the network of Services {cidr!r} is none: write it as 172.31.0.0/16"
        ) from error
    if network.num_addresses < 2:
        raise ValueError(f"the network of Services {cidr} has no room for a single one")
    return network.network_address + 1
