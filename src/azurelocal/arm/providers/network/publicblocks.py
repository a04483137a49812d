"""Which public addresses there are, and who has them.

They are addresses that documentation may use, which are nobody's: single ones come from two blocks,
prefixes from half of the third, whose other half is for Azure itself.
"""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING

from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from azurelocal.store import Store

_COLLECTION = "publicAddresses"
_SINGLE = ("203.0.113.0/24", "198.51.100.0/24")
_IN_BLOCKS = "192.0.2.128/25"
_IPV6 = "2001:db8::/118"
_KEPT = range(10, 250)
"""The numbers in a block of single addresses that are given away; the rest is for ourselves."""


def take(store: Store, owner: str, block: str = "", *, ipv6: bool = False) -> str:
    """Take a free address, out of a prefix where one is given."""
    for address in _of_prefix(block) if block else _single(ipv6=ipv6):
        if store.read(_COLLECTION, address) is None:
            store.write(_COLLECTION, address, owner)
            return address
    if block:
        raise AzureError(
            400,
            "PublicIPPrefixOutOfIpAddresses",
            f"The public IP prefix {block} has no free IP address left.",
        )
    raise AzureError(
        400,
        "PublicIPCountLimitReached",
        "Cannot create more than 480 public IP addresses for this subscription in this region.",
    )


def take_block(store: Store, length: int, owner: str) -> str:
    """Take a free block of addresses."""
    taken = [ipaddress.ip_network(key) for key in store.keys(_COLLECTION) if "/" in key]
    for block in ipaddress.ip_network(_IN_BLOCKS).subnets(new_prefix=length):
        if not any(block.overlaps(other) for other in taken):
            store.write(_COLLECTION, str(block), owner)
            return str(block)
    raise AzureError(
        400,
        "PublicIpPrefixCountLimitReached",
        "There are no public addresses left for another public IP prefix.",
    )


def release(store: Store, address: str) -> None:
    """Give back an address or a block."""
    store.remove(_COLLECTION, address)


def _of_prefix(block: str) -> Iterator[str]:
    return (str(address) for address in ipaddress.ip_network(block))


def _single(*, ipv6: bool) -> Iterator[str]:
    for block in (_IPV6,) if ipv6 else _SINGLE:
        first = int(ipaddress.ip_network(block).network_address)
        for number in _KEPT:
            yield str(ipaddress.ip_address(first + number))
