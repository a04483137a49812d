"""What the management cluster is like: its names, its machines, its addresses."""

from __future__ import annotations

from dataclasses import dataclass

NAME = "management"
"""Of the cluster, of its resource group, and of what is in that."""
PERSISTENT = "persistent"
"""The resource group of what outlives clusters, such as DNS zones."""
LOCATION = "eastus"
NETWORK = "10.0.0.0/16"
SUBNET = "10.0.0.0/24"
PODS = "10.244.0.0/16"
SERVICES = "10.96.0.0/16"
SERVICE = "10.96.0.1"
"""The API server, as pods know it."""
DNS = "10.96.0.10"
DOMAIN = "cluster.local"
PORT = 6443
SIZE = "Standard_D2s_v5"


@dataclass(frozen=True)
class Node:
    """A virtual machine of the cluster."""

    name: str
    address: str


CONTROL = Node("control-0", "10.0.0.10")
"""It has the control plane, and takes pods as well."""
WORKER = Node("worker-0", "10.0.0.11")
NODES = (CONTROL, WORKER)


def host(label: str) -> str:
    """The name of the API server outside."""
    return f"{label}.{LOCATION}.cloudapp.azure.com"
