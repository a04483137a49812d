"""The files that a user has at hand before the first command. Nothing in them exists anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from sandbox import apiserver
from sandbox.apiserver.authority import write_private

if TYPE_CHECKING:
    from pathlib import Path

CLUSTERS = ("plain", "named")
DOMAIN = "example.com"
CONTROL_PLANES = f"cp.{DOMAIN}"
"""The domain that External DNS looks after."""
OPENSHIFT = "openshift.yaml"
COMPONENTS = (
    "cloudProvider",
    "controlPlaneOperator",
    "disk",
    "file",
    "imageRegistry",
    "ingress",
    "network",
    "nodePoolManagement",
)


def write(directory: Path) -> None:
    """Write all of them."""
    identities = {name: {"clientID": _uuid(at)} for at, name in enumerate(COMPONENTS, 1)}
    credentials = {
        "subscriptionId": _uuid(100),
        "tenantId": _uuid(200),
        "clientId": _uuid(300),
        "clientSecret": "none",
    }
    files: dict[str, object] = {
        "pull-secret.json": {"auths": {f"registry.{DOMAIN}": {"auth": "bm9ib2R5Om5vdGhpbmc="}}},
        "azure-credentials.json": credentials,
        "external-dns.json": {**credentials, "resourceGroup": "dns"},
        **{f"infra-{name}.json": _infrastructure(name, identities) for name in CLUSTERS},
    }
    for file, content in files.items():
        write_private(directory / file, msgspec.json.format(msgspec.json.encode(content)))
    write_private(directory / OPENSHIFT, apiserver.OPENSHIFT.read_bytes())
    write_private(directory / "service-account.key", _signing_key())


def subnet(cluster: str) -> str:
    """The resource ID of the subnet that a cluster's nodes join."""
    return f"{_network(cluster)}/virtualNetworks/{cluster}/subnets/default"


def _infrastructure(cluster: str, identities: object) -> dict[str, object]:
    """What `create infra azure` would have written."""
    network = _network(cluster)
    return {
        "infraID": f"{cluster}-2x4k7",
        "region": "westeurope",
        "resourceGroupName": cluster,
        "vnetID": f"{network}/virtualNetworks/{cluster}",
        "subnetID": subnet(cluster),
        "securityGroupID": f"{network}/networkSecurityGroups/{cluster}",
        "baseDomain": DOMAIN,
        "publicZoneID": f"{_network('dns')}/dnszones/{DOMAIN}",
        "privateZoneID": f"{network}/privateDnsZones/{cluster}.{DOMAIN}",
        "workloadIdentities": identities,
    }


def _network(group: str) -> str:
    return f"/subscriptions/{_uuid(100)}/resourceGroups/{group}/providers/Microsoft.Network"


def _uuid(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012d}"


def _signing_key() -> bytes:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    return rsa.generate_private_key(public_exponent=65537, key_size=2048).private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.TraditionalOpenSSL,
        serialization.NoEncryption(),
    )
