"""Data disks: files that a machine sees as block devices, under the names that Azure's rules give.

The keeper holds each device open. When the keeper is gone, and with it all of the machine, the
kernel gives the devices back by itself.
"""

from __future__ import annotations

import contextlib
import os
import stat
import string
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from azurelocal.machines import cgroups
from azurelocal.machines.errors import MachineError
from azurelocal.machines.keeper import kernel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from azurelocal.machines.specs import DataDisk

# A machine in Azure has its system on sda and its temporary disk on sdb.
_LETTERS = string.ascii_lowercase[2:]
_LINKS = ("dev/disk/azure/scsi1/lun{lun}", "dev/disk/azure/data/by-lun/{lun}")
_DISK_GROUP = 6  # Debian's number for it


@dataclass(frozen=True)
class _Attached:
    disk: DataDisk
    descriptor: int
    number: int
    name: str


class Disks:
    """The data disks of a machine that runs or is about to."""

    def __init__(self, group: str) -> None:
        self._group = group
        self._attached: dict[int, _Attached] = {}
        self._leader: int | None = None

    def attach(self, disk: DataDisk) -> None:
        """Make a disk of a file, and show it to the machine if that runs."""
        there = self._attached.get(disk.lun)
        if there:
            if there.disk == disk:
                return
            raise MachineError(f"LUN {disk.lun} has another disk: detach it first")
        names = {attached.name for attached in self._attached.values()}
        free = [f"sd{letter}" for letter in _letters() if f"sd{letter}" not in names]
        try:
            _make_file(disk)
            descriptor, number = kernel.loop_device(disk.image, read_only=disk.read_only)
        except OSError as error:
            raise MachineError(f"cannot attach {disk.image} at LUN {disk.lun}: {error}") from error
        attached = _Attached(disk, descriptor, number, free[0])
        self._attached[disk.lun] = attached
        if self._leader:
            _show(self._leader, attached)

    def detach(self, lun: int) -> None:
        """Take a disk away, and what is mounted from it; nothing happens when there is none."""
        attached = self._attached.pop(lun, None)
        if attached is None:
            return
        if self._leader:
            _hide(self._leader, attached)
            _unmount(self._group, attached)
        os.fsync(attached.descriptor)
        os.close(attached.descriptor)

    def show(self, leader: int | None) -> None:
        """Show all disks to a machine whose first process has just begun."""
        self._leader = leader
        if leader:
            for attached in self._attached.values():
                _show(leader, attached)


def _letters() -> Iterator[str]:
    yield from _LETTERS
    yield from (a + b for a in string.ascii_lowercase for b in string.ascii_lowercase)


def _make_file(disk: DataDisk) -> None:
    descriptor = os.open(disk.image, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        if os.fstat(descriptor).st_size < disk.size:
            os.ftruncate(descriptor, disk.size)
    finally:
        os.close(descriptor)


def _show(leader: int, attached: _Attached) -> None:
    root = Path(f"/proc/{leader}/root")
    node = root / "dev" / attached.name
    if not node.exists():
        os.mknod(node, stat.S_IFBLK | 0o600, kernel.loop_number(attached.number))
        os.chown(node, 0, _DISK_GROUP)
        node.chmod(0o660)
    for pattern in _LINKS:
        link = root / pattern.format(lun=attached.disk.lun)
        link.parent.mkdir(parents=True, exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(os.path.relpath(node, link.parent))


def _hide(leader: int, attached: _Attached) -> None:
    root = Path(f"/proc/{leader}/root")
    for pattern in (*_LINKS, f"dev/{attached.name}"):
        (root / pattern.format(lun=attached.disk.lun)).unlink(missing_ok=True)


def _unmount(group: str, attached: _Attached) -> None:
    """Take a disk's file systems away wherever in the machine they are mounted, pods included."""
    number = kernel.loop_number(attached.number)
    device = f"{os.major(number)}:{os.minor(number)}"
    gone = False
    for process in _one_of_each_namespace(group):
        for place in _mounted(process, device):
            if not gone:
                kernel.shut_down(f"/proc/{process}/root{place}")
                gone = True
            kernel.unmount_within(process, place)


def _one_of_each_namespace(group: str) -> list[int]:
    found: dict[str, int] = {}
    for process in cgroups.processes(group):
        with contextlib.suppress(OSError):
            found.setdefault(os.readlink(f"/proc/{process}/ns/mnt"), process)
    return list(found.values())


def _mounted(process: int, device: str) -> list[str]:
    """Find where a device is mounted, the last place first."""
    try:
        lines = Path(f"/proc/{process}/mountinfo").read_text().splitlines()
    except OSError:
        return []
    fields = [line.split() for line in lines]
    places = [words[4] for words in fields if words[2] == device]
    return [place.encode().decode("unicode_escape") for place in reversed(places)]
