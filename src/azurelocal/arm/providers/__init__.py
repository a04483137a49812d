"""Every resource type, one module for a type or for a few that belong together."""

from __future__ import annotations

from azurelocal.arm.providers import authorization, identity, network, storage
from azurelocal.arm.registry import Registry

REGISTRY = Registry([*authorization.TYPES, *identity.TYPES, *network.TYPES, *storage.TYPES])
