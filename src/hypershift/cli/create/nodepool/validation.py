"""Refuses node pool flags that contradict themselves or that Azure does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.cli.create.nodepool.manifest import VM_SIZES
from hypershift.cli.errors import UsageError

if TYPE_CHECKING:
    from hypershift.cli.create.nodepool.flags import AzureMachineFlags, MarketplaceFlags

ZONES = ("1", "2", "3")
_DISK_TYPES = ("Premium_LRS", "PremiumV2_LRS", "Standard_LRS", "StandardSSD_LRS")
_DISK_SIZES = range(16, 32768)


def one_of(flag: str, value: str, allowed: tuple[str, ...]) -> None:
    """Refuse a value that is not among the allowed ones."""
    if value not in allowed:
        words = ", ".join(allowed[:-1]) + f" or {allowed[-1]}" if len(allowed) > 1 else allowed[0]
        raise UsageError(f"{flag} must be {words}, not {value!r}")


def check_arch(arch: str) -> str:
    """Bring the architecture into the API's spelling, if Azure has machines of it."""
    one_of("--arch", arch.lower(), tuple(VM_SIZES))
    return arch.lower()


def check_machines(machines: AzureMachineFlags, image: MarketplaceFlags) -> None:
    """Refuse what no node pool can have."""
    _check_marketplace(image)
    kind, uri = machines.diagnostics_storage_account_type, machines.diagnostics_storage_account_uri
    if uri and kind != "UserManaged":
        raise UsageError(
            "--diagnostics-storage-account-uri needs --diagnostics-storage-account-type UserManaged"
        )
    if kind == "UserManaged" and not uri:
        raise UsageError(
            "--diagnostics-storage-account-type UserManaged needs --diagnostics-storage-account-uri"
        )
    if machines.encryption_at_host:
        one_of("--encryption-at-host", machines.encryption_at_host, ("Enabled", "Disabled"))
    if machines.availability_zone:
        one_of("--availability-zone", machines.availability_zone, ZONES)
    if image.image_generation:
        one_of("--image-generation", image.image_generation, ("Gen1", "Gen2"))
    one_of("--disk-storage-account-type", machines.disk_storage_account_type, _DISK_TYPES)
    if machines.root_disk_size not in _DISK_SIZES:
        raise UsageError(
            f"--root-disk-size must be {_DISK_SIZES.start} to {_DISK_SIZES.stop - 1} GiB, not"
            f" {machines.root_disk_size}"
        )


def _check_marketplace(image: MarketplaceFlags) -> None:
    values = {
        "--marketplace-publisher": image.marketplace_publisher,
        "--marketplace-offer": image.marketplace_offer,
        "--marketplace-sku": image.marketplace_sku,
        "--marketplace-version": image.marketplace_version,
    }
    absent = [flag for flag, value in values.items() if not value]
    if absent and len(absent) < len(values):
        raise UsageError(
            "the four marketplace flags belong together: give"
            f" {' and '.join(absent)} as well, or none of them"
        )
