"""What a machine may be."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from azurelocal.machines.errors import MachineError
from azurelocal.machines.folders import Folder, Order
from azurelocal.machines.specs import DataDisk, MachineSpec, OsDisk, dump_disk, load_disk

SPEC = MachineSpec(
    id="vm1",
    hostname="Web-1",
    image="debian-12",
    network_namespace=Path("/run/netns/vm1"),
    cpus=2,
    memory=8192,
    os_disk=OsDisk(Path("/disks/os"), 30 << 30),
    custom_data=b'{"ignition":{"version":"3.2.0"}}',
    admin_user="azureuser",
    ssh_keys=("ssh-ed25519 AAAA",),
    data_disks=(DataDisk(0, Path("/disks/d.img"), 1 << 30),),
)


@pytest.mark.parametrize(
    ("values", "cause"),
    [
        ({"id": "VM1"}, "its id is not up to 32 small letters"),
        ({"id": "../vm"}, "its id is not up to 32 small letters"),
        ({"hostname": "a b"}, "its hostname 'a b' is not one"),
        ({"admin_user": "root"}, "'root' cannot be the name of a user"),
        ({"admin_user": "$(id)"}, "cannot be the name of a user"),
        ({"memory": 0}, "it has no memory or no cpu"),
        ({"custom_data": b"#cloud-config\n"}, r"nothing that reads another kind \(no cloud-init\)"),
        ({"custom_data": b"#!/bin/sh\n"}, "write it as an Ignition configuration"),
        ({"custom_data": b"x" * 65537}, "its custom data has more than 64 KiB"),
        ({"data_disks": SPEC.data_disks * 2}, "two of its data disks have the same LUN"),
        ({"data_disks": (replace(SPEC.data_disks[0], lun=64),)}, "is not from 0 to 63"),
        ({"os_disk": OsDisk(Path("/a:b"), 1)}, "has a space, colon, comma or backslash"),
        ({"os_disk": OsDisk(Path("here"), 1)}, "the path here is not absolute"),
        ({"ssh_keys": ("ssh-ed25519 A\nssh-rsa B",)}, "a key for SSH is not one line"),
    ],
)
def test_what_cannot_be_a_machine_is_refused_with_the_cause(
    values: dict[str, Any], cause: str
) -> None:
    with pytest.raises(MachineError, match=cause):
        replace(SPEC, **values)


def test_custom_data_does_not_show_in_what_is_printed() -> None:
    assert "ignition" not in repr(SPEC)


def test_a_machine_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "vm1")
    order = Order(SPEC, "/images/debian-12", "world/vm1", 60.0)

    folder.make(order)

    assert folder.order() == order
    assert (folder.path / "machine.json").stat().st_mode & 0o777 == 0o600
    assert folder.path.stat().st_mode & 0o777 == 0o700


def test_a_disk_is_read_back_as_it_was_written() -> None:
    [disk] = SPEC.data_disks

    assert load_disk(dump_disk(disk)) == disk
