"""What a world does to the machine that it is on: nothing that anybody else would notice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.integration.azurelocal.world.conftest import a_group
from tests.integration.azurelocal.world.ignition import web_server
from tests.integration.azurelocal.world.raised import until
from tests.integration.azurelocal.world.traces import changes, of_the_host
from tests.integration.azurelocal.world.wire import page

if TYPE_CHECKING:
    from tests.integration.azurelocal.world.raised import Raised


def test_the_host_is_as_it_was_while_there_is_a_world_and_after_it(another_world: Raised) -> None:
    before = of_the_host()

    another_world.up()
    with a_group(another_world) as group:
        subnet = group.network(natGateway={"id": group.nat_gateway("nat")[0]})
        vm = group.machine("vm", subnet, ignition=web_server("here"))
        until(lambda: page(vm.namespace, vm.address) == "here", "its page")
        assert another_world.says("dig", "+short", "management.azure.com") == "192.0.2.10"
        during = of_the_host()
    another_world.down()
    after = of_the_host()

    assert changes(before, during) == {}
    assert changes(before, after) == {}
