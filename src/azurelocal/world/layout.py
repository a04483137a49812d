"""Which addresses Azure's own services have in a world. They are meant for documentation."""

from __future__ import annotations

SERVICES = "192.0.2.10"
"""ARM, Entra, Graph, blobs and vaults: TLS and HTTP tell them apart."""
REGISTRY = "192.0.2.30"
RESOLVER = "192.0.2.53"
"""Who answers questions about names for those that are in no virtual network."""
SHELL = "192.0.2.126"
"""The workstation."""
DEFAULT_PREFIX = "azl"
