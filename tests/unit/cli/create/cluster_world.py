"""A directory in which `create cluster azure --render` works, and what it renders there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml

from tests.unit.cli.azure_world import NETWORK, WORKLOAD_IDENTITIES

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.cli.conftest import Result

    Run = Callable[..., Result]
    Object = dict[str, Any]
    Render = Callable[..., list[Object]]

SUBNET = f"{NETWORK}/virtualNetworks/demo-vnet/subnets/default"
RELEASE = "quay.io/openshift-release-dev/ocp-release:4.21.4-multi"
OPERATOR_IDENTITY = {"controlPlaneOperator": {"clientID": "00000000-0000-4000-8000-000000000007"}}
KMS_CLIENT_ID = "00000000-0000-4000-8000-000000000008"
KEY = "https://Vault.vault.azure.net/keys/etcd/0123456789abcdef"
# As `create infra azure` writes it for workload identities.
INFRA: Object = {
    "infraID": "demo-x7k2p",
    "region": "eastus",
    "resourceGroupName": "demo-demo-x7k2p",
    "vnetID": f"{NETWORK}/virtualNetworks/demo-vnet",
    "subnetID": SUBNET,
    "securityGroupID": f"{NETWORK}/networkSecurityGroups/demo-nsg",
    "baseDomain": "example.com",
    "publicZoneID": "/subscriptions/s/resourceGroups/dns/…/dnszones/example.com",
    "privateZoneID": "/subscriptions/s/resourceGroups/demo/…/privateDnsZones/demo.example.com",
    "bootImageID": "",
    "controlPlaneMIs": None,
    "dataPlaneIdentities": {
        "imageRegistryMSIClientID": "",
        "diskMSIClientID": "",
        "fileMSIClientID": "",
    },
    "workloadIdentities": WORKLOAD_IDENTITIES | OPERATOR_IDENTITY,
}
PULL_SECRET = '{"auths": {"quay.io": {"auth": "cHVsbC1zZWNyZXQtc2VudGluZWw="}}}'
SSH_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ5yH6M7kZ7qvJxJq1fV1o8m3E6L4bX9s0t1u2v3w4x5 me\n"
CREATE = (
    "create cluster azure --name=demo --pull-secret=pull-secret.json"
    f" --azure-creds=azure-credentials.json --infra-json=infra.json --release-image={RELEASE}"
).split()


def documents(text: str) -> list[Object]:
    """Read what was rendered; each document is ended by a line of dashes."""
    *found, rest = text.split("\n---\n")
    assert rest == ""
    return [yaml.safe_load(document) for document in found]


def of_kind(objects: list[Object], kind: str) -> list[Object]:
    return [one for one in objects if one["kind"] == kind]


def hosted_cluster(objects: list[Object]) -> Object:
    [cluster] = of_kind(objects, "HostedCluster")
    return cluster


def differences(before: list[Object], after: list[Object]) -> dict[str, Any]:
    """What became of each value that differs, by its path; None where it is gone."""
    old, new = _values(before), _values(after)
    return {
        path: new.get(path)
        for path in old.keys() | new.keys()
        if path not in old or path not in new or old[path] != new[path]
    }


def _values(objects: list[Object]) -> dict[str, Any]:
    return {
        path: value
        for one in objects
        for path, value in _leaves(f"{one['kind']}/{one['metadata']['name']}", one)
    }


def _leaves(path: str, value: Any) -> list[tuple[str, Any]]:
    if not isinstance(value, dict) or not value:
        return [(path, value)]
    return [leaf for key, inner in value.items() for leaf in _leaves(f"{path} {key}", inner)]
