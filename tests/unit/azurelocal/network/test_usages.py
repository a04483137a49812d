"""How much of a region's networks is used, and how much there may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.unit.azurelocal.network.world import NETWORK, address, network

if TYPE_CHECKING:
    from tests.unit.azurelocal.conftest import Azure


def used(azure: Azure, region: str) -> dict[str, int]:
    answer = azure.owner.get(f"{azure.subscription}/{NETWORK}/locations/{region}/usages")
    return {one["name"]["value"]: one["currentValue"] for one in answer.json["value"]}


def test_what_is_made_is_counted_in_its_region(azure: Azure) -> None:
    group = azure.group()
    network(azure, group)
    address(azure, group, "one")
    address(azure, group, "two")

    here, elsewhere = used(azure, "eastus"), used(azure, "westus2")

    assert here["PublicIPAddresses"] == here["StandardSkuPublicIpAddresses"] == 2
    assert (here["VirtualNetworks"], here["LoadBalancers"]) == (1, 0)
    assert set(elsewhere.values()) == {0}


def test_an_unknown_region_and_a_stranger_are_refused(azure: Azure) -> None:
    place = f"{azure.subscription}/{NETWORK}/locations"

    assert azure.owner.get(f"{place}/atlantis/usages").code == "NoRegisteredProviderFound"
    assert azure.client().get(f"{place}/eastus/usages").code == "AuthorizationFailed"
