"""Whatever stands in a body, the answer is a refusal and not a fault of ours."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.unit.azurelocal.compute.conftest import Compute

GARBAGE = (None, -1, "x", ["x"], [{}], {"id": 5})
"""What is put into the places of a body: they take turns, for there are many places."""


def damaged(body: Any) -> Iterator[Any]:
    """Bodies that have something wrong in one place."""
    whole = json.dumps(body)
    for turn, path in enumerate(places(body)):
        for wrong in GARBAGE[turn % 3 :: 3]:
            copy = json.loads(whole)
            place = copy
            for step in path[:-1]:
                place = place[step]
            place[path[-1]] = wrong
            yield copy


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    steps = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for step, inner in steps:
        yield from places(inner, (*path, step))


def machine(compute: Compute) -> dict[str, Any]:
    identity = f"{compute.group}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/one"
    compute.azure.owner.put(identity, {"location": "eastus"})
    body = compute.body()
    body["properties"] |= {
        "diagnosticsProfile": {"bootDiagnostics": {"enabled": True}},
        "securityProfile": {"securityType": "TrustedLaunch"},
        "priority": "Spot",
        "evictionPolicy": "Delete",
        "userData": "",
        "availabilitySet": {"id": "/x/y"},
    }
    del body["properties"]["availabilitySet"]
    body["properties"]["storageProfile"]["dataDisks"] = [
        {"lun": 0, "createOption": "Empty", "diskSizeGB": 4, "name": "data"}
    ]
    ids = {"type": "UserAssigned", "userAssignedIdentities": {identity: {}}}
    plan = {"name": "a", "publisher": "b", "product": "c"}
    return body | {"zones": ["1"], "identity": ids, "plan": plan}


def bodies(compute: Compute) -> dict[str, Any]:
    source = compute.disk("source")
    return {
        "virtualMachines/vm": machine(compute),
        "disks/disk": {
            "location": "eastus",
            "sku": {"name": "UltraSSD_LRS"},
            "zones": ["1"],
            "properties": {
                "creationData": {"createOption": "Copy", "sourceResourceId": source},
                "diskSizeGB": 64,
                "maxShares": 2,
                "diskIOPSReadWrite": 500,
                "encryption": {"type": "EncryptionAtRestWithPlatformKey"},
                "osType": "Linux",
            },
        },
        "snapshots/snap": {
            "location": "eastus",
            "properties": {
                "creationData": {"createOption": "Copy", "sourceResourceId": source},
                "incremental": True,
            },
        },
        "images/image": {
            "location": "eastus",
            "properties": {
                "hyperVGeneration": "V2",
                "storageProfile": {
                    "osDisk": {
                        "osType": "Linux",
                        "osState": "Generalized",
                        "managedDisk": {"id": source},
                    },
                    "dataDisks": [],
                },
            },
        },
        "availabilitySets/set": {
            "location": "eastus",
            "sku": {"name": "Aligned"},
            "properties": {"platformFaultDomainCount": 2, "platformUpdateDomainCount": 5},
        },
        "diskEncryptionSets/set": {
            "location": "eastus",
            "identity": {"type": "SystemAssigned"},
            "properties": {
                "encryptionType": "EncryptionAtRestWithCustomerKey",
                "activeKey": {
                    "keyUrl": "https://v.vault.azure.net/keys/one/1",
                    "sourceVault": None,
                },
                "rotationToLatestKeyVersionEnabled": False,
            },
        },
        "galleries/gallery": {"location": "eastus", "properties": {"description": "x"}},
        "galleries/gallery/images/image": {
            "location": "eastus",
            "properties": {
                "identifier": {"publisher": "a", "offer": "b", "sku": "c"},
                "osType": "Linux",
                "osState": "Generalized",
            },
        },
        "galleries/gallery/images/image/versions/1.0.0": {
            "location": "eastus",
            "properties": {
                "publishingProfile": {"targetRegions": [{"name": "eastus"}]},
                "storageProfile": {
                    "source": {"id": source},
                    "osDiskImage": {"source": {"id": source}},
                },
            },
        },
        "virtualMachines/whole/extensions/e": {
            "location": "eastus",
            "properties": {
                "publisher": "a",
                "type": "b",
                "typeHandlerVersion": "1.0",
                "settings": {},
                "protectedSettings": {},
            },
        },
    }


TYPES = (
    "virtualMachines/vm",
    "disks/disk",
    "snapshots/snap",
    "images/image",
    "availabilitySets/set",
    "diskEncryptionSets/set",
    "galleries/gallery",
    "galleries/gallery/images/image",
    "galleries/gallery/images/image/versions/1.0.0",
    "virtualMachines/whole/extensions/e",
)


@pytest.mark.parametrize("path", TYPES)
def test_garbage_is_refused_in_what_is_new_and_in_what_there_is(
    compute: Compute, path: str
) -> None:
    compute.machine("whole")
    whole = bodies(compute)
    for name, body in whole.items():
        if path.startswith(name + "/"):
            assert compute.azure.owner.put(compute.id(*name.split("/", 1)), body).status < 300
    id = compute.id(*path.split("/", 1))
    owner = compute.azure.owner

    statuses: set[int] = set()
    for wrong in damaged(whole[path]):
        statuses.add(owner.put(id, wrong).status)
        owner.delete(id)
        owner.delete(compute.id("disks", "data"))
        owner.delete(compute.id("disks", "vm_OSDisk"))
    made = owner.put(id, whole[path])
    for wrong in damaged(whole[path]):
        statuses |= {owner.put(id, wrong).status, owner.patch(id, wrong).status}
        statuses.add(owner.get(id, query="$expand=instanceView").status)
        statuses.add(owner.put(id, whole[path]).status)
        owner.delete(compute.id("disks", "data"))  # a list without it has detached it
    again = owner.put(id, whole[path])

    assert made.status in (200, 201), made.content
    assert again.status == 200, again.content
    assert statuses <= {200, 201, 400, 404, 409}
