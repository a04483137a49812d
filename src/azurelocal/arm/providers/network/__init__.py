"""Microsoft.Network: virtual networks and what stands in them."""

from __future__ import annotations

from azurelocal.arm.providers.network import interfaces, publicips, securitygroups, virtualnetworks

TYPES = (
    *virtualnetworks.TYPES,
    *securitygroups.TYPES,
    *publicips.TYPES,
    *interfaces.TYPES,
)
