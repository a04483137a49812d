"""Microsoft.KeyVault: vaults, the deleted ones too. What is in them is the vault service's."""

from __future__ import annotations

from azurelocal.arm.providers.keyvault import deleted, policies, vaults

TYPES = vaults.TYPES
ROUTES = [*deleted.ROUTES, *policies.ROUTES]
