"""A machine runs containers out of images that it pulls from a registry."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.integration.azurelocal.world.containers import HOSTS, Machine, way_out
from tests.integration.azurelocal.world.raised import until
from tests.integration.azurelocal.world.registry import HOST

if TYPE_CHECKING:
    from tests.integration.azurelocal.world.registry import Registry
    from tests.integration.azurelocal.world.shapes import Group, Vm

PULL = ("ctr", "images", "pull", "--hosts-dir", HOSTS)


@pytest.fixture(scope="module")
def host(shared_group: Group, registry: Registry) -> Vm:
    """A machine that trusts the registry."""
    subnet = shared_group.network(**way_out(shared_group))
    return shared_group.machine("host", subnet, ignition=Machine(registry).ignition())


def test_an_image_from_the_registry_runs_in_a_container(host: Vm, busybox: str) -> None:
    host.says(*PULL, busybox)
    said = host.says("ctr", "run", "--rm", busybox, "one", "sh", "-c", "echo $$; id -u; ls /")

    assert said.split() == ["1", "0", "bin", "dev", "lib", "lib64", "proc", "run", "sys", "tmp"]


def test_a_container_has_limits_and_ends_when_it_is_killed(host: Vm, busybox: str) -> None:
    host.says(*PULL, busybox)
    host.says("ctr", "run", "--detach", "--memory-limit", "67108864", busybox, "two")

    limit = host.sh("cat /sys/fs/cgroup/memory/default/two/memory.limit_in_bytes")
    inside = host.says("ctr", "tasks", "exec", "--exec-id", "look", "two", "cat", "/proc/1/cmdline")
    host.says("ctr", "tasks", "kill", "--signal", "KILL", "two")

    assert (limit, inside) == ("67108864", "sleep\0infinity\0")
    until(lambda: "STOPPED" in host.says("ctr", "tasks", "list"), "it has ended", patience=20)
    host.says("ctr", "containers", "delete", "two")
    assert host.says("ctr", "containers", "list", "--quiet") == ""


def test_an_image_that_the_registry_has_not_is_not_pulled(host: Vm, busybox: str) -> None:
    done = host.run(*PULL, f"{HOST}/tools/busybox:2")

    assert done.returncode == 1
    assert f"{HOST}/tools/busybox:2: not found" in done.stderr


def test_a_registry_is_trusted_because_of_its_authority(host: Vm, busybox: str) -> None:
    done = host.run("ctr", "images", "pull", busybox)

    assert done.returncode == 1
    assert "x509: certificate signed by unknown authority" in done.stderr
