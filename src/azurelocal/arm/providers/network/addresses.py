"""The private addresses that interfaces and frontends hold in their subnets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azurelocal.arm.providers.network.common import choice
from azurelocal.arm.providers.network.virtualnetworks import free_address
from azurelocal.arm.types import reference

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azurelocal.arm.call import Call
    from azurelocal.arm.types import Body
    from azurelocal.store import Resource


def place(
    call: Call, owner: Resource, configuration: Body, was: Body | None, all: Iterable[Body]
) -> None:
    """Give a configuration an address in its subnet. It keeps the one it had there.

    `all` are the configurations of the owner: no two of them get the same address.
    """
    properties = configuration["properties"]
    subnet = reference(properties.get("subnet"), "subnet")
    choice(configuration, "privateIPAllocationMethod", ("Dynamic", "Static"), "Dynamic")
    choice(configuration, "privateIPAddressVersion", ("IPv4", "IPv6"), "IPv4")
    held: Any = None
    if was and reference(was["properties"].get("subnet"), "subnet").lower() == subnet.lower():
        held = was["properties"].get("privateIPAddress")
    if properties["privateIPAllocationMethod"].lower() == "static":
        held = properties.get("privateIPAddress") or held
    others = {
        str(entry["properties"].get("privateIPAddress"))
        for entry in all
        if entry is not configuration
    }
    properties["privateIPAddress"] = free_address(
        call,
        subnet,
        held or "",
        own=str(owner.id),
        others=others,
        version=6 if properties["privateIPAddressVersion"].lower() == "ipv6" else 4,
    )
