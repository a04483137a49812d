"""What a machine is made of, as whoever wants one says it.

A specification is kept in the machine's folder, so that the machine can be started again by a
process that knows no more than its name.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path  # noqa: TC003  # msgspec reads the annotations
from typing import Any

import msgspec

from azurelocal.machines.errors import MachineError

RESOLVER = "168.63.129.16"  # Azure's resolver, the same address in every virtual network
CUSTOM_DATA_LIMIT = 65536  # bytes
_ID = re.compile(r"[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?")
_HOSTNAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9-]{0,62}[A-Za-z0-9])?")
_USER = re.compile(r"[a-z_][a-z0-9_-]{0,31}")
_SEPARATORS = re.compile(r"[:,\\\s]")


@dataclass(frozen=True)
class DataDisk:
    """A file that the machine sees as a disk; it is made, sparse, when it is not there."""

    lun: int
    image: Path
    size: int
    """Bytes."""
    read_only: bool = False


@dataclass(frozen=True)
class OsDisk:
    """The folder that holds what the machine writes; it may outlive the machine."""

    folder: Path
    size: int
    """Bytes. Not enforced: the disk has the room of the file system that the folder is on."""


@dataclass(frozen=True)
class MachineSpec:
    """A machine. Its network is somebody else's: eth0 is in the namespace and has its address."""

    id: str
    hostname: str
    image: str
    network_namespace: Path
    cpus: float
    memory: int
    """MiB."""
    os_disk: OsDisk
    custom_data: bytes = field(default=b"", repr=False)
    admin_user: str = ""
    ssh_keys: tuple[str, ...] = ()
    data_disks: tuple[DataDisk, ...] = ()
    nameserver: str = RESOLVER
    search: str = ""

    def __post_init__(self) -> None:
        for problem in _problems(self):
            raise MachineError(f"machine {self.id!r} cannot be made: {problem}")

    def disk(self, lun: int) -> DataDisk | None:
        """Give the data disk at a LUN."""
        return next((disk for disk in self.data_disks if disk.lun == lun), None)


def is_ignition(custom_data: bytes) -> bool:
    """Tell whether custom data is a configuration for Ignition."""
    try:
        value: Any = json.loads(custom_data)
    except ValueError:
        return False
    return isinstance(value, dict) and "ignition" in value


def dump_disk(disk: DataDisk) -> dict[str, Any]:
    """Write a data disk as plain values."""
    return msgspec.to_builtins(disk, enc_hook=str)


def load_disk(value: Any) -> DataDisk:
    """Read a data disk back."""
    return msgspec.convert(value, DataDisk, dec_hook=from_text)


def from_text(kind: type, value: Any) -> Any:
    """Read what JSON has no type for: paths."""
    return kind(value)


def _problems(spec: MachineSpec) -> list[str]:
    checks = {
        "its id is not up to 32 small letters, digits and dashes": _ID.fullmatch(spec.id),
        f"its hostname {spec.hostname!r} is not one": _HOSTNAME.fullmatch(spec.hostname),
        f"{spec.admin_user!r} cannot be the name of a user": (
            not spec.admin_user or (_USER.fullmatch(spec.admin_user) and spec.admin_user != "root")
        ),
        "it has no memory or no cpu": spec.cpus > 0 and spec.memory > 0,
        "two of its data disks have the same LUN": (
            len({disk.lun for disk in spec.data_disks}) == len(spec.data_disks)
        ),
        "the LUN of a data disk is not from 0 to 63": (
            all(0 <= disk.lun <= 63 for disk in spec.data_disks)
        ),
        f"the path {spec.os_disk.folder} is not absolute, or has a space, colon, comma or backslash"
        " in it": _mountable(spec.os_disk.folder),
        "its custom data has more than 64 KiB": len(spec.custom_data) <= CUSTOM_DATA_LIMIT,
        "its custom data is neither empty nor a configuration for Ignition, and its image has"
        " nothing that reads another kind (no cloud-init): write it as an Ignition configuration": (
            not spec.custom_data or is_ignition(spec.custom_data)
        ),
        "a key for SSH is not one line": not any("\n" in key.strip() for key in spec.ssh_keys),
    }
    return [problem for problem, fine in checks.items() if not fine]


def _mountable(path: Path) -> bool:
    return path.is_absolute() and not _SEPARATORS.search(str(path))
