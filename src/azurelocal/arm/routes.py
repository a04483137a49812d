"""All paths of ARM that name no resource of a provider, in the order in which they are tried."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.arm import deployments, inventory, listing, polling
from azurelocal.arm.providers import compute, keyvault, network, storage

if TYPE_CHECKING:
    from azurelocal.arm.route import Route

ROUTES: list[Route] = [
    *inventory.ROUTES,
    *listing.ROUTES,
    *deployments.ROUTES,
    *compute.ROUTES,
    *keyvault.ROUTES,
    *network.ROUTES,
    *storage.ROUTES,
    *polling.ROUTES,
]
