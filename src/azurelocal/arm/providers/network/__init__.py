"""Microsoft.Network: virtual networks and what stands in them."""

from __future__ import annotations

from azurelocal.arm.providers.network import (
    applicationsecuritygroups,
    dns,
    interfaces,
    loadbalancers,
    natgateways,
    privateendpoints,
    privatelinkservices,
    privatezonegroups,
    publicips,
    routetables,
    securitygroups,
    usages,
    virtualnetworks,
)

TYPES = (
    *virtualnetworks.TYPES,
    *securitygroups.TYPES,
    *applicationsecuritygroups.TYPES,
    *routetables.TYPES,
    *publicips.TYPES,
    *natgateways.TYPES,
    *interfaces.TYPES,
    *loadbalancers.TYPES,
    *privatelinkservices.TYPES,
    *privateendpoints.TYPES,
    *privatezonegroups.TYPES,
    *dns.TYPES,
)
ROUTES = usages.ROUTES
