"""What a machine is to be made of, read from the state."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from azurelocal.arm.providers.compute.machinestate import machine_of
from azurelocal.arm.providers.compute.sizes import size_of
from azurelocal.fabric import names
from azurelocal.fabric.interfaces import Interfaces
from azurelocal.fabric.kernel import NAMESPACES
from azurelocal.fabric.reading import entries, id_of
from azurelocal.machines.specs import DataDisk, MachineSpec, OsDisk

if TYPE_CHECKING:
    from pathlib import Path

    from azurelocal.store import Resource, Store

    Body = dict[str, Any]

IMAGE = "debian-12"
"""What every image of the catalogue boots here: a system with containerd that reads Ignition."""
_GIBI = 1024**3
DOMAIN = "internal.cloudapp.net"


@dataclass(frozen=True)
class Orders:
    """Writes the specifications of machines. Their disks lie below `folder`."""

    store: Store
    prefix: str
    folder: Path

    def id_of(self, vm: str) -> str:
        """What a machine is known by outside ARM."""
        return names.short(vm)

    def spec(self, vm: Resource) -> MachineSpec:
        """Read what a machine is to be made of."""
        properties = vm.properties
        profile: Body = properties.get("osProfile") or {}
        linux: Body = profile.get("linuxConfiguration") or {}
        storage: Body = properties["storageProfile"]
        size = size_of(properties["hardwareProfile"]["vmSize"])
        custom_data = machine_of(self.store, vm.key).custom_data
        system = self._disk(id_of(storage["osDisk"], "managedDisk"))
        return MachineSpec(
            id=self.id_of(vm.key),
            hostname=str(profile.get("computerName") or vm.name),
            image=IMAGE,
            network_namespace=NAMESPACES / names.machine(self.prefix, vm.key),
            cpus=size.cpus,
            memory=int(size.memory * 1024),
            os_disk=OsDisk(self._place(system.key), self._bytes(system)),
            custom_data=base64.b64decode(custom_data),
            admin_user=str(profile.get("adminUsername") or ""),
            ssh_keys=tuple(
                str(key["keyData"]).strip() for key in entries(linux.get("ssh"), "publicKeys")
            ),
            data_disks=tuple(self._data_disk(one) for one in entries(storage, "dataDisks")),
            search=self._search_domain(vm),
        )

    def disk_places(self) -> set[Path]:
        """Where the disks lie that there are."""
        disks = self.store.resources(type="Microsoft.Compute/disks")
        found = {self._place(disk.key) for disk in disks}
        return found | {self._image(disk.key) for disk in disks}

    def _data_disk(self, entry: Body) -> DataDisk:
        disk = self._disk(id_of(entry, "managedDisk"))
        return DataDisk(int(entry["lun"]), self._image(disk.key), self._bytes(disk))

    def _disk(self, key: str) -> Resource:
        found = self.store.get(key)
        assert found is not None, key
        return found

    def _bytes(self, disk: Resource) -> int:
        return int(disk.properties["diskSizeGB"]) * _GIBI

    def _place(self, disk: str) -> Path:
        return self.folder / names.short(disk)

    def _image(self, disk: str) -> Path:
        return self.folder / f"{names.short(disk)}.img"

    def _search_domain(self, vm: Resource) -> str:
        for network, interfaces in Interfaces(self.store).by_network.items():
            if any(one.machine == vm.key for one in interfaces):
                return f"{names.short(network)}.{DOMAIN}"
        return DOMAIN
