"""Every resource type, one module for a type or for a few that belong together."""

from __future__ import annotations

from azurelocal.arm import deployments
from azurelocal.arm.providers import authorization, compute, identity, keyvault, network, storage
from azurelocal.arm.registry import Registry

REGISTRY = Registry(
    [
        *authorization.TYPES,
        *compute.TYPES,
        *deployments.TYPES,
        *identity.TYPES,
        *keyvault.TYPES,
        *network.TYPES,
        *storage.TYPES,
    ]
)
