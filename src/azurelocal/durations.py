"""How long Azure takes, in seconds: what one waits for in clients, from everyday experience.

An entry is a type and a verb. `answer` is how long the answer takes to come, `operation` how much
longer the work then goes on. What is not listed takes the time of its verb alone.
"""

from __future__ import annotations

from typing import NamedTuple


class Duration(NamedTuple):
    """How long one kind of request takes."""

    answer: float
    operation: float = 0.0


VERBS = {
    "read": Duration(0.15),
    "create": Duration(0.8),
    "update": Duration(0.6),
    "delete": Duration(0.5),
    "action": Duration(0.5),
}

_NETWORK = "microsoft.network"
_COMPUTE = "microsoft.compute"

AZURE = {
    "microsoft.resources/resourcegroups/create": Duration(1.2),
    "microsoft.resources/resourcegroups/delete": Duration(0.6, 60),
    f"{_NETWORK}/virtualnetworks/create": Duration(1.0, 4),
    f"{_NETWORK}/virtualnetworks/update": Duration(1.0, 3),
    f"{_NETWORK}/virtualnetworks/delete": Duration(0.6, 10),
    f"{_NETWORK}/networksecuritygroups/create": Duration(1.0, 3),
    f"{_NETWORK}/networksecuritygroups/update": Duration(0.8, 2),
    f"{_NETWORK}/networksecuritygroups/delete": Duration(0.6, 5),
    f"{_NETWORK}/publicipaddresses/create": Duration(0.8, 2),
    f"{_NETWORK}/publicipaddresses/update": Duration(0.8, 2),
    f"{_NETWORK}/publicipaddresses/delete": Duration(0.6, 10),
    f"{_NETWORK}/loadbalancers/create": Duration(0.8, 2),
    f"{_NETWORK}/loadbalancers/update": Duration(0.8, 2),
    f"{_NETWORK}/loadbalancers/delete": Duration(0.6, 5),
    f"{_NETWORK}/networkinterfaces/create": Duration(1.0, 1),
    f"{_NETWORK}/networkinterfaces/update": Duration(0.8, 1),
    f"{_NETWORK}/networkinterfaces/delete": Duration(0.6, 10),
    f"{_NETWORK}/routetables/create": Duration(0.8, 3),
    f"{_NETWORK}/routetables/update": Duration(0.8, 2),
    f"{_NETWORK}/routetables/delete": Duration(0.6, 5),
    f"{_NETWORK}/privatednszones/create": Duration(0.8, 25),
    f"{_NETWORK}/privatednszones/delete": Duration(0.6, 15),
    f"{_NETWORK}/privatednszones/virtualnetworklinks/create": Duration(0.8, 25),
    f"{_NETWORK}/privatednszones/virtualnetworklinks/delete": Duration(0.6, 15),
    f"{_NETWORK}/privatelinkservices/create": Duration(1.0, 10),
    f"{_NETWORK}/privatelinkservices/delete": Duration(0.6, 10),
    f"{_NETWORK}/privateendpoints/create": Duration(1.0, 20),
    f"{_NETWORK}/privateendpoints/delete": Duration(0.6, 15),
    f"{_NETWORK}/dnszones/create": Duration(2.0),
    f"{_NETWORK}/dnszones/delete": Duration(0.6, 5),
    f"{_COMPUTE}/virtualmachines/create": Duration(1.5, 40),
    f"{_COMPUTE}/virtualmachines/update": Duration(1.0, 10),
    f"{_COMPUTE}/virtualmachines/delete": Duration(0.8, 40),
    f"{_COMPUTE}/virtualmachines/start": Duration(0.5, 15),
    f"{_COMPUTE}/virtualmachines/poweroff": Duration(0.5, 15),
    f"{_COMPUTE}/virtualmachines/restart": Duration(0.5, 20),
    f"{_COMPUTE}/virtualmachines/deallocate": Duration(0.5, 30),
    f"{_COMPUTE}/virtualmachines/redeploy": Duration(0.5, 120),
    f"{_COMPUTE}/virtualmachines/reapply": Duration(0.5, 10),
    f"{_COMPUTE}/virtualmachines/extensions/create": Duration(0.8, 20),
    f"{_COMPUTE}/virtualmachines/extensions/delete": Duration(0.6, 10),
    f"{_COMPUTE}/disks/create": Duration(0.8, 2),
    f"{_COMPUTE}/disks/update": Duration(0.8, 2),
    f"{_COMPUTE}/disks/delete": Duration(0.6, 5),
    f"{_COMPUTE}/snapshots/create": Duration(0.8, 5),
    f"{_COMPUTE}/snapshots/delete": Duration(0.6, 3),
    f"{_COMPUTE}/images/create": Duration(1.0, 20),
    f"{_COMPUTE}/galleries/create": Duration(1.0, 10),
    f"{_COMPUTE}/galleries/images/create": Duration(1.0, 5),
    f"{_COMPUTE}/galleries/images/versions/create": Duration(1.0, 120),
    f"{_COMPUTE}/availabilitysets/create": Duration(1.0),
    "microsoft.managedidentity/userassignedidentities/create": Duration(1.5),
    "microsoft.managedidentity/userassignedidentities/delete": Duration(1.0),
    "microsoft.managedidentity/userassignedidentities/federatedidentitycredentials/create": (
        Duration(1.2)
    ),
    "microsoft.authorization/roleassignments/create": Duration(1.5),
    "microsoft.authorization/roleassignments/delete": Duration(1.0),
    "microsoft.storage/storageaccounts/create": Duration(1.0, 20),
    "microsoft.storage/storageaccounts/delete": Duration(2.0),
    "microsoft.keyvault/vaults/create": Duration(5.0, 25),
    "microsoft.keyvault/vaults/delete": Duration(3.0),
}

PROPAGATION = {
    "principal": 10.0,
    "roleAssignment": 5.0,
    "federatedCredential": 5.0,
}
"""How long it takes until all of Azure knows what has been made in one place."""


def duration(type: str, verb: str) -> Duration:
    """Find how long a verb on a type takes."""
    return AZURE.get(f"{type}/{verb}".lower(), VERBS.get(verb, Duration(0.0)))
