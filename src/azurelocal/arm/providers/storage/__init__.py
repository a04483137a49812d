"""Microsoft.Storage: accounts, and the containers and file shares in them."""

from __future__ import annotations

from azurelocal.arm.providers.storage import accounts, containers, shares
from azurelocal.arm.providers.storage.names import ROUTES as ROUTES

TYPES = (*accounts.TYPES, *containers.TYPES, *shares.TYPES)
