"""Route tables of users: they steer what no subnet has to a machine that forwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.integration.azurelocal.world.ignition import web_server
from tests.integration.azurelocal.world.raised import until
from tests.integration.azurelocal.world.wire import page

if TYPE_CHECKING:
    from tests.integration.azurelocal.world.shapes import Group, Vm

Body = dict[str, Any]
PODS = ("10.244.0", "10.244.1")
"""Two ranges as Kubernetes gives them to nodes: no virtual network knows of them."""


@pytest.fixture(scope="module")
def nodes(shared_group: Group) -> tuple[Vm, Vm]:
    """Two machines that forward. Each has an address of its range of pods, and a web server."""
    table = shared_group.make("Network/routeTables", "table")
    subnet = shared_group.network(routeTable={"id": table})
    begun = [
        shared_group.begin_machine(name, subnet, ignition=web_server(name), nic={"forwards": True})
        for name in ("node0", "node1")
    ]
    for range, (vm, answer, _) in zip(PODS, begun, strict=True):
        shared_group.arm.finished(answer, vm.id)
        vm.says("ip", "address", "add", f"{range}.5/32", "dev", "lo")
    return begun[0][0], begun[1][0]


def seen(nodes: tuple[Vm, Vm]) -> str:
    """What the pod of the first node gets from the pod of the second one."""
    source, target = (f"{range}.5" for range in PODS)
    return nodes[0].run("curl", "-sf", "-m", "2", "--interface", source, target).stdout


def add_route(group: Group, name: str, pods: str, node: str) -> str:
    """Lead a range of pods to a node, and give the ID of the route."""
    id = f"{group.path('Network/routeTables', 'table')}/routes/{name}"
    hop = {"nextHopType": "VirtualAppliance", "nextHopIpAddress": node}
    group.arm.put(id, {"addressPrefix": f"{pods}.0/24", **hop})
    return id


def test_pods_reach_each_other_by_routes_to_their_nodes(
    shared_group: Group, nodes: tuple[Vm, Vm]
) -> None:
    assert page(nodes[0].namespace, nodes[1].address) == "node1"
    assert seen(nodes) == ""

    there = add_route(shared_group, "pods1", PODS[1], nodes[1].address)
    assert seen(nodes) == ""  # the answer does not find back
    add_route(shared_group, "pods0", PODS[0], nodes[0].address)

    until(lambda: seen(nodes) == "node1", "there and back", patience=20)
    shared_group.arm.delete(there)
    until(lambda: seen(nodes) == "", "no route any more", patience=20)


def test_nothing_is_forwarded_by_an_interface_that_may_not(
    shared_group: Group, nodes: tuple[Vm, Vm]
) -> None:
    for number, node in enumerate(nodes):
        add_route(shared_group, f"pods{number}", PODS[number], node.address)
    until(lambda: seen(nodes) == "node1", "the route", patience=20)
    nic = shared_group.path("Network/networkInterfaces", "node1-nic")

    def forward(allowed: bool) -> None:
        change = {"enableIPForwarding": allowed}
        shared_group.arm.change(nic, lambda body: body["properties"].update(change))

    forward(False)
    until(lambda: seen(nodes) == "", "it is not for the machine itself", patience=20)
    assert page(nodes[0].namespace, nodes[1].address) == "node1"  # that is
    forward(True)
    until(lambda: seen(nodes) == "node1", "as before", patience=20)


@pytest.mark.parametrize("range", ["10.0.0.5/32", "10.0.0.0/16"], ids=["a machine", "the network"])
def test_a_route_to_nowhere_is_the_end(
    shared_group: Group, nodes: tuple[Vm, Vm], range: str
) -> None:
    assert nodes[1].address == "10.0.0.5"
    assert page(nodes[0].namespace, nodes[1].address) == "node1"

    nowhere = f"{shared_group.path('Network/routeTables', 'table')}/routes/nowhere"
    shared_group.arm.put(nowhere, {"addressPrefix": range, "nextHopType": "None"})

    until(lambda: page(nodes[0].namespace, nodes[1].address) == "", "it is lost", patience=20)
    assert page(nodes[1].namespace, nodes[1].address) == "node1"
    shared_group.arm.delete(nowhere)
    until(lambda: page(nodes[0].namespace, nodes[1].address) == "node1", "again", patience=20)
