"""Worlds that end and come back, and servers that are killed."""

from __future__ import annotations

import os
import signal
import subprocess
from typing import TYPE_CHECKING

from azurelocal import folder
from azurelocal.fabric import names
from tests.integration.azurelocal.world.conftest import a_group
from tests.integration.azurelocal.world.ignition import web_server
from tests.integration.azurelocal.world.raised import until
from tests.integration.azurelocal.world.traces import traces
from tests.integration.azurelocal.world.wire import page

if TYPE_CHECKING:
    from tests.integration.azurelocal.world.raised import Raised
    from tests.integration.azurelocal.world.shapes import Group, Vm

LUN = "/dev/disk/azure/scsi1/lun"
BOOT = "/proc/sys/kernel/random/boot_id"


def with_a_disk(group: Group) -> Vm:
    """A machine that has written to both of its disks."""
    disk = {"lun": 2, "createOption": "Empty", "diskSizeGB": 1, "name": "data"}
    vm = group.machine("vm", group.network(), ignition=web_server("vm"))
    group.arm.change(
        vm.id, lambda body: body["properties"]["storageProfile"].update(dataDisks=[disk])
    )
    vm.sh(f"mkfs.ext4 -q {LUN}2; mount {LUN}2 /mnt; echo data >/mnt/file; umount /mnt")
    vm.sh("echo kept >/root/file")
    return vm


def kill(world: Raised) -> None:
    """End the server without a chance to do anything about it."""
    os.kill(folder.holder(world.folder), signal.SIGKILL)
    until(lambda: not folder.holder(world.folder), "it is dead")


def test_a_world_comes_back_with_its_machines_and_their_disks(another_world: Raised) -> None:
    another_world.up()
    with a_group(another_world) as group:
        vm = with_a_disk(group)

        another_world.down()
        assert traces(another_world.prefix, another_world.folder) == {}
        assert another_world.shell("true").returncode == 1
        another_world.up()

        until(lambda: page(vm.namespace, vm.address) == "vm", "it is up by itself")
        assert vm.says("cat", "/root/file") == "kept"
        assert vm.sh(f"mount {LUN}2 /mnt; cat /mnt/file") == "data"
        assert group.arm.get(vm.id)["properties"]["provisioningState"] == "Succeeded"


def test_while_the_server_is_dead_machines_go_on_and_up_brings_it_back(
    another_world: Raised,
) -> None:
    another_world.up()
    with a_group(another_world) as group:
        subnet = group.network()
        one, two = (group.machine(n, subnet, ignition=web_server(n)) for n in ("one", "two"))
        until(lambda: page(one.namespace, two.address) == "two", "its page")
        boots = [vm.says("cat", BOOT) for vm in (one, two)]

        kill(another_world)

        assert page(one.namespace, two.address) == "two"
        assert one.run("dig", "+tries=1", "+time=1", "management.azure.com").returncode != 0
        another_world.up()
        assert one.says("dig", "+short", "management.azure.com") == "192.0.2.10"
        assert page(one.namespace, two.address) == "two"
        assert [vm.says("cat", BOOT) for vm in (one, two)] == boots
        assert group.machine("three", subnet).says("hostname") == "three"


def test_a_machine_that_is_killed_is_back_after_up(another_world: Raised) -> None:
    another_world.up()
    with a_group(another_world) as group:
        vm = with_a_disk(group)
        ours = traces(another_world.prefix, another_world.folder)["processes"]
        server = folder.holder(another_world.folder)
        for number in (int(one.split()[0]) for one in ours):
            if number != server:
                try:
                    os.kill(number, signal.SIGKILL)
                except ProcessLookupError:  # it went with another one
                    continue

        another_world.up()

        until(lambda: page(vm.namespace, vm.address) == "vm", "it is up by itself")
        assert vm.sh(f"mount {LUN}2 /mnt; cat /mnt/file") == "data"


def test_down_after_a_kill_leaves_nothing(another_world: Raised) -> None:
    another_world.up()
    with a_group(another_world) as group:
        subnet = group.network()
        group.machine("there", subnet)
        making, _, _ = group.begin_machine("making", subnet, ignition=web_server("making"))
        kill(another_world)
        assert "processes" in traces(another_world.prefix, another_world.folder)

        another_world.down()

        assert traces(another_world.prefix, another_world.folder) == {}
        another_world.up()
        until(lambda: page(making.namespace, making.address) == "making", "it is made after all")


def test_two_who_raise_it_at_once_raise_it_once(another_world: Raised) -> None:
    both = [
        subprocess.Popen(another_world.command("up"), stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said = "".join(one.communicate(timeout=60)[0] for one in both)

    assert [one.returncode for one in both] == [0, 0]
    assert said.count("starting azurelocal") == 1
    assert another_world.says("dig", "+short", "management.azure.com") == "192.0.2.10"


def test_a_router_that_somebody_has_deleted_is_back_after_up_with_its_servers(
    another_world: Raised,
) -> None:
    another_world.up()
    with a_group(another_world) as group:
        subnet = group.network()
        vm = group.machine("vm", subnet)
        router = names.router(another_world.prefix, subnet.rpartition("/subnets/")[0])
        subprocess.run(("ip", "netns", "delete", router), check=True)

        another_world.up()

        assert vm.says("dig", "+short", "management.azure.com") == "192.0.2.10"
        instance = "http://169.254.169.254/metadata/instance?api-version=2021-02-01"
        assert vm.id in vm.says("curl", "-sSf", "-H", "Metadata: true", instance)
