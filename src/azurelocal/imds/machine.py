"""Finds the machine that asks, and describes it."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_network
from typing import TYPE_CHECKING, Any

from azurelocal.arm.providers.compute.machinestate import machine_of
from azurelocal.fabric.interfaces import Interfaces
from azurelocal.fabric.reading import entries

if TYPE_CHECKING:
    from azurelocal.fabric.wanted import Interface
    from azurelocal.store import Resource, Store

    Body = dict[str, Any]

_ENVIRONMENT = "AzurePublicCloud"


@dataclass(frozen=True)
class Asker:
    """A machine, with its interfaces."""

    resource: Resource
    interfaces: list[Interface]


def find(store: Store, network: str, address: str) -> Asker | None:
    """Find the machine that has an address in a virtual network."""
    known = Interfaces(store)
    member = known.at(network, address)
    resource = store.get(member.interface.machine) if member else None
    if resource is None:
        return None
    own = [
        interface
        for interfaces in known.by_network.values()
        for interface in interfaces
        if interface.machine == resource.key
    ]
    return Asker(resource, sorted(own, key=lambda one: one.device))


def document(store: Store, asker: Asker) -> Body:
    """Write the whole document about a machine."""
    return {"compute": _compute(store, asker.resource), "network": _network(asker.interfaces)}


def user_data(store: Store, asker: Asker) -> str:
    """The data that the machine may read at any time, in base64."""
    return machine_of(store, asker.resource.key).user_data


def _compute(store: Store, vm: Resource) -> Body:
    properties, state = vm.properties, machine_of(store, vm.key)
    profile: Body = properties.get("osProfile") or {}
    storage: Body = properties["storageProfile"]
    image: Body = storage.get("imageReference") or {}
    linux: Body = profile.get("linuxConfiguration") or {}
    tags: dict[str, str] = vm.body.get("tags") or {}
    zones: list[str] = vm.body.get("zones") or []
    return {
        "azEnvironment": _ENVIRONMENT,
        "customData": "",
        "evictionPolicy": properties.get("evictionPolicy") or "",
        "isHostCompatibilityLayerVm": "false",
        "licenseType": properties.get("licenseType") or "",
        "location": vm.location,
        "name": vm.name,
        "offer": image.get("offer") or "",
        "osProfile": {
            "adminUsername": profile.get("adminUsername") or "",
            "computerName": profile.get("computerName") or vm.name,
            "disablePasswordAuthentication": str(
                bool(linux.get("disablePasswordAuthentication"))
            ).lower(),
        },
        "osType": "Linux",
        "placementGroupId": "",
        "plan": vm.body.get("plan") or {"name": "", "product": "", "publisher": ""},
        "platformFaultDomain": str(state.fault_domain),
        "platformSubFaultDomain": "",
        "platformUpdateDomain": str(state.update_domain),
        "priority": properties.get("priority") or "",
        "provider": "Microsoft.Compute",
        "publicKeys": [
            {"keyData": str(key.get("keyData", "")), "path": str(key.get("path", ""))}
            for key in entries(linux.get("ssh"), "publicKeys")
        ],
        "publisher": image.get("publisher") or "",
        "resourceGroupName": vm.id.group,
        "resourceId": str(vm.id),
        "securityProfile": {"secureBootEnabled": "false", "virtualTpmEnabled": "false"},
        "sku": image.get("sku") or "",
        "storageProfile": _storage(storage, image),
        "subscriptionId": vm.id.subscription,
        "tags": ";".join(f"{name}:{value}" for name, value in tags.items()),
        "tagsList": [{"name": name, "value": value} for name, value in tags.items()],
        "userData": state.user_data,
        "version": image.get("exactVersion") or image.get("version") or "",
        "vmId": properties["vmId"],
        "vmScaleSetName": "",
        "vmSize": properties["hardwareProfile"]["vmSize"],
        "zone": zones[0] if zones else "",
    }


def _storage(storage: Body, image: Body) -> Body:
    names = ("id", "offer", "publisher", "sku", "version")
    return {
        "dataDisks": [
            _disk(one) | {"lun": str(one["lun"])} for one in entries(storage, "dataDisks")
        ],
        "imageReference": {name: image.get(name) or "" for name in names},
        "osDisk": _disk(storage["osDisk"]) | {"osType": "Linux"},
        "resourceDisk": {"size": "0"},
    }


def _disk(disk: Body) -> Body:
    managed: Body = disk.get("managedDisk") or {}
    return {
        "caching": disk.get("caching") or "None",
        "createOption": disk.get("createOption") or "",
        "diskSizeGB": str(disk.get("diskSizeGB") or ""),
        "managedDisk": {
            "id": managed.get("id") or "",
            "storageAccountType": managed.get("storageAccountType") or "",
        },
        "name": disk.get("name") or "",
        "writeAcceleratorEnabled": str(bool(disk.get("writeAcceleratorEnabled"))).lower(),
    }


def _network(interfaces: list[Interface]) -> Body:
    return {
        "interface": [
            {
                "ipv4": {
                    "ipAddress": [
                        {
                            "privateIpAddress": address,
                            "publicIpAddress": next(
                                (public for public, private in one.public if private == address), ""
                            ),
                        }
                        for address in one.addresses
                    ],
                    "subnet": [
                        {
                            "address": str(
                                ip_network(
                                    f"{one.gateway}/{one.length}", strict=False
                                ).network_address
                            ),
                            "prefix": str(one.length),
                        }
                    ],
                },
                "ipv6": {"ipAddress": []},
                "macAddress": one.mac.replace(":", "").upper(),
            }
            for one in interfaces
        ]
    }
