"""All checks, in the order in which they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.azure.doctor import (
    balancer,
    credentials,
    dns,
    external_dns,
    identities,
    issuer,
    keys,
    names,
    network,
    permissions,
    ports,
    quotas,
    roles,
)
from hypershift.azure.doctor.credentials import GATES as GATES

if TYPE_CHECKING:
    from hypershift.azure.doctor.checks import Check

CHECKS: tuple[Check, ...] = (
    *credentials.CHECKS,
    *permissions.CHECKS,
    *quotas.CHECKS,
    *names.CHECKS,
    *keys.CHECKS,
    *issuer.CHECKS,
    *identities.CHECKS,
    *roles.CHECKS,
    *network.CHECKS,
    *ports.CHECKS,
    *balancer.CHECKS,
    *dns.CHECKS,
    *external_dns.CHECKS,
)
