"""Microsoft.Compute: virtual machines, what they are made of, and what can be had where."""

from __future__ import annotations

from azurelocal.arm.providers.compute import (
    availabilitysets,
    disks,
    encryptionsets,
    extensionimages,
    extensions,
    galleries,
    imagelists,
    images,
    machines,
    scalesets,
    skus,
    snapshots,
    usages,
)

TYPES = (
    *machines.TYPES,
    *extensions.TYPES,
    *disks.TYPES,
    *snapshots.TYPES,
    *images.TYPES,
    *galleries.TYPES,
    *encryptionsets.TYPES,
    *availabilitysets.TYPES,
    *scalesets.TYPES,
)
ROUTES = [
    *skus.ROUTES,
    *usages.ROUTES,
    *imagelists.ROUTES,
    *extensionimages.ROUTES,
    *machines.ROUTES,
]
