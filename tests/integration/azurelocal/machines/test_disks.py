"""Data disks that come and go while machines run."""

from __future__ import annotations

import pytest

from azurelocal.machines.errors import MachineError
from tests.integration.azurelocal.machines.world import World, remains

LUN = "/dev/disk/azure/scsi1/lun"


def test_a_disk_carries_data_from_one_machine_to_another(world: World) -> None:
    for id in ("a", "b"):
        world.run(world.driver.create(world.machine(id)))
    disk = world.disk("d", lun=3)

    world.run(world.driver.attach("a", disk))
    world.says("a", "sh", "-c", f"mkfs.ext4 -q {LUN}3 && mount {LUN}3 /mnt && echo data >/mnt/file")
    world.says("a", "umount", "/mnt")
    world.run(world.driver.detach("a", 3))
    world.run(world.driver.attach("b", disk))
    world.says("b", "mount", f"{LUN}3", "/mnt")

    assert world.says("b", "cat", "/mnt/file") == "data"
    assert world.execute("a", "ls", f"{LUN}3")[0] != 0
    assert disk.image.stat().st_blocks * 512 < disk.size // 2  # sparse


def test_a_disk_that_is_detached_while_mounted_is_gone_with_its_data_safe(world: World) -> None:
    for id in ("a", "b"):
        world.run(world.driver.create(world.machine(id)))
    disk = world.disk("d")
    world.run(world.driver.attach("a", disk))
    world.says("a", "sh", "-c", f"mkfs.ext4 -q {LUN}0 && mount {LUN}0 /mnt && echo data >/mnt/file")
    # Somebody has a file open, and a pod has mounts of its own.
    world.says("a", "systemd-run", "sh", "-c", "exec 3>>/mnt/open; sleep infinity")
    world.says("a", "systemd-run", "unshare", "--mount", "sh", "-c", "sleep infinity")

    world.run(world.driver.detach("a", 0))

    assert world.says("a", "sh", "-c", "ls /mnt; grep -c /mnt /proc/mounts || true") == "0"
    world.run(world.driver.attach("b", disk))
    world.says("b", "sh", "-c", f"fsck.ext4 -p {LUN}0; mount {LUN}0 /mnt")
    assert world.says("b", "cat", "/mnt/file") == "data"


def test_a_disk_that_cannot_be_written_is_read(world: World) -> None:
    world.run(world.driver.create(world.machine("a", data_disks=(world.disk("d"),))))
    world.says("a", "sh", "-c", f"mkfs.ext4 -q {LUN}0 && mount {LUN}0 /mnt && echo x >/mnt/file")
    world.says("a", "umount", "/mnt")
    world.run(world.driver.detach("a", 0))

    world.run(world.driver.attach("a", world.disk("d", read_only=True)))

    world.says("a", "mount", "-o", "ro", f"{LUN}0", "/mnt")
    assert world.says("a", "cat", "/mnt/file") == "x"
    assert world.execute("a", "dd", "if=/dev/zero", f"of={LUN}0", "count=1")[0] != 0


def test_disks_come_back_with_every_boot(world: World) -> None:
    disks = (world.disk("d", 0), world.disk("e", 5))
    world.run(world.driver.create(world.machine("a", data_disks=disks)))

    for again in (world.driver.restart, world.driver.redeploy):
        world.run(again("a"))

        links = world.says("a", "sh", "-c", "cd /dev/disk/azure/scsi1 && readlink -f *")
        assert links.split() == ["/dev/sdc", "/dev/sdd"]


def test_a_disk_may_come_and_go_while_the_machine_is_off(world: World) -> None:
    world.run(world.driver.create(world.machine("a", data_disks=(world.disk("d", 0),))))
    world.run(world.driver.stop("a"))

    world.run(world.driver.detach("a", 0))
    world.run(world.driver.attach("a", world.disk("e", 1)))
    world.run(world.driver.start("a"))

    assert world.says("a", "ls", "/dev/disk/azure/scsi1") == "lun1"


def test_attaching_and_detaching_may_be_repeated(world: World) -> None:
    world.run(world.driver.create(world.machine("a")))
    disk = world.disk("d")
    for _ in range(2):
        world.run(world.driver.attach("a", disk))
    assert len(remains(world.name)["loop devices"]) == 1
    with pytest.raises(MachineError, match="has another disk at LUN 0"):
        world.run(world.driver.attach("a", world.disk("e")))

    for _ in range(2):
        world.run(world.driver.detach("a", 0))

    assert "loop devices" not in remains(world.name)
