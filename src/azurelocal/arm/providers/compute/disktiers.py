"""How fast a disk is, and what it is called: both follow from its kind and its size."""

from __future__ import annotations

from typing import NamedTuple

SKUS = (
    "Standard_LRS",
    "Premium_LRS",
    "StandardSSD_LRS",
    "UltraSSD_LRS",
    "Premium_ZRS",
    "StandardSSD_ZRS",
    "PremiumV2_LRS",
)


class Speed(NamedTuple):
    """What a disk can do."""

    tier: str
    operations: int
    megabytes: int


_PREMIUM = (
    (4, "P1", 120, 25),
    (8, "P2", 120, 25),
    (16, "P3", 120, 25),
    (32, "P4", 120, 25),
    (64, "P6", 240, 50),
    (128, "P10", 500, 100),
    (256, "P15", 1100, 125),
    (512, "P20", 2300, 150),
    (1024, "P30", 5000, 200),
    (2048, "P40", 7500, 250),
    (4096, "P50", 7500, 250),
    (8192, "P60", 16000, 500),
    (16384, "P70", 18000, 750),
    (32767, "P80", 20000, 900),
)


def speed(sku: str, size: int) -> Speed:
    """Find what a disk of a size in GiB can do."""
    if sku.startswith("Premium_"):
        for largest, tier, operations, megabytes in _PREMIUM:
            if size <= largest:
                return Speed(tier, operations, megabytes)
    if sku == "PremiumV2_LRS":
        return Speed("", 3000, 125)
    if sku == "UltraSSD_LRS":
        return Speed("", max(300, min(160000, size * 300)) // 4, 200)
    return Speed("", 500, 100 if sku.startswith("StandardSSD") else 60)


def sku_tier(sku: str) -> str:
    """The tier that is shown beside a disk's kind."""
    if sku.startswith("Ultra"):
        return "Ultra"
    return "Premium" if sku.startswith("Premium") else "Standard"
