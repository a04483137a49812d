"""Refuses node pool flags that contradict themselves or that Azure does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.cli import checks
from hypershift.cli.create.nodepool.manifest import VM_SIZES
from hypershift.cli.errors import UsageError

if TYPE_CHECKING:
    from hypershift.cli.create.nodepool.flags import (
        AzureMachineFlags,
        MarketplaceFlags,
        NodePoolFlags,
    )

ZONES = ("1", "2", "3")
_DISK_TYPES = ("Premium_LRS", "PremiumV2_LRS", "Standard_LRS", "StandardSSD_LRS")
_DISK_SIZES = range(16, 32768)
_VM_SIZE = (
    r"(Standard_|Basic_)?[A-Z]+[0-9]+(-[0-9]+)?[abdilmptsCNP]*(_[A-Z]*[0-9]+[A-Z]*)?(_v[0-9]+)?"
)


def check_pool(flags: NodePoolFlags) -> None:
    """Refuse what names no pool or asks for less than none."""
    checks.subdomain("--name", flags.name)
    checks.label("--cluster-name", flags.cluster_name)
    checks.label("--namespace", flags.namespace)
    if flags.replicas < 0:
        raise UsageError(f"--replicas must be 0 or more, not {flags.replicas}")
    if flags.release_image:
        checks.image("--release-image", flags.release_image)
    check_arch(flags.arch)


def check_arch(arch: str) -> None:
    """Refuse an architecture that Azure has no machines of, in whatever case it is written."""
    checks.one_of("--arch", arch.lower(), tuple(VM_SIZES))


def check_machines(machines: AzureMachineFlags, image: MarketplaceFlags) -> None:
    """Refuse what no node pool can have."""
    if machines.instance_type:
        checks.matches(
            "--instance-type", machines.instance_type, _VM_SIZE, "a size such as Standard_D4s_v5"
        )
    if machines.availability_zone:
        checks.one_of("--availability-zone", machines.availability_zone, ZONES)
    if machines.nodepool_subnet_id:
        checks.subnet_id("--nodepool-subnet-id", machines.nodepool_subnet_id)
    _check_disk(machines)
    _check_diagnostics(machines)
    _check_image(image)


def _check_disk(machines: AzureMachineFlags) -> None:
    checks.one_of("--disk-storage-account-type", machines.disk_storage_account_type, _DISK_TYPES)
    if machines.root_disk_size not in _DISK_SIZES:
        raise UsageError(
            f"--root-disk-size must be {_DISK_SIZES.start} to {_DISK_SIZES.stop - 1} GiB, not"
            f" {machines.root_disk_size}"
        )
    if machines.disk_encryption_set_id:
        checks.resource_id(
            "--disk-encryption-set-id",
            machines.disk_encryption_set_id,
            "Microsoft.Compute/diskEncryptionSets",
        )
    if machines.encryption_at_host:
        checks.one_of("--encryption-at-host", machines.encryption_at_host, ("Enabled", "Disabled"))


def _check_diagnostics(machines: AzureMachineFlags) -> None:
    kind, uri = machines.diagnostics_storage_account_type, machines.diagnostics_storage_account_uri
    if uri and kind != "UserManaged":
        raise UsageError(
            "--diagnostics-storage-account-uri needs --diagnostics-storage-account-type UserManaged"
        )
    if kind == "UserManaged" and not uri:
        raise UsageError(
            "--diagnostics-storage-account-type UserManaged needs --diagnostics-storage-account-uri"
        )
    if uri:
        checks.url("--diagnostics-storage-account-uri", uri, "https", most=1024)


def _check_image(image: MarketplaceFlags) -> None:
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
    if not absent:
        _check_marketplace(image)
    if image.image_generation:
        checks.one_of("--image-generation", image.image_generation, ("Gen1", "Gen2"))


def _check_marketplace(image: MarketplaceFlags) -> None:
    checks.matches(
        "--marketplace-publisher",
        image.marketplace_publisher,
        "[a-z0-9][a-z0-9_-]{2,49}",
        "3 to 50 lower-case letters, digits, dashes and underscores",
    )
    checks.matches(
        "--marketplace-sku",
        image.marketplace_sku,
        "[a-z0-9_-]+",
        "lower-case letters, digits, dashes and underscores",
    )
    checks.matches(
        "--marketplace-version",
        image.marketplace_version,
        r"[0-9]+\.[0-9]+\.[0-9]+|latest",
        "three numbers such as 419.6.20250523, or latest",
    )
