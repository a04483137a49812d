"""The node pools that `create cluster azure` makes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.unit.cli.azure_world import NETWORK, write
from tests.unit.cli.create.cluster_world import INFRA, SUBNET, differences, of_kind

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.create.cluster_world import Object, Render

POOL = "NodePool/demo spec"
MACHINE = f"{POOL} platform azure"
MARKETPLACE = (
    "--marketplace-publisher=azureopenshift --marketplace-offer=aro4 --marketplace-sku=aro_419"
    " --marketplace-version=419.6.20250523"
)
IMAGE = {
    f"{MACHINE} image azureMarketplace": None,
    f"{MACHINE} image azureMarketplace publisher": "azureopenshift",
    f"{MACHINE} image azureMarketplace offer": "aro4",
    f"{MACHINE} image azureMarketplace sku": "aro_419",
    f"{MACHINE} image azureMarketplace version": "419.6.20250523",
}
ENCRYPTION_SET = NETWORK.replace("Microsoft.Network", "Microsoft.Compute/diskEncryptionSets/key")
# Flags, and what they change.
MACHINES: list[tuple[str, dict[str, Any]]] = [
    ("--arch=ARM64", {f"{POOL} arch": "arm64", f"{MACHINE} vmSize": "Standard_D4ps_v5"}),
    ("--arch=AMD64", {}),
    ("--instance-type=Standard_D8s_v5", {f"{MACHINE} vmSize": "Standard_D8s_v5"}),
    ("--azure-instance-type=Standard_D8s_v5", {f"{MACHINE} vmSize": "Standard_D8s_v5"}),
    ("--node-upgrade-type=inplace", {f"{POOL} management upgradeType": "InPlace"}),
    ("--node-upgrade-type=Replace", {}),
    ("--auto-repair", {f"{POOL} management autoRepair": True}),
    ("--node-drain-timeout=90m", {f"{POOL} nodeDrainTimeout": "1h30m0s"}),
    ("--node-volume-detach-timeout=1500ms", {f"{POOL} nodeVolumeDetachTimeout": "1.5s"}),
    (f"--nodepool-subnet-id={SUBNET}-nodes", {f"{MACHINE} subnetID": f"{SUBNET}-nodes"}),
    ("--root-disk-size=16", {f"{MACHINE} osDisk sizeGiB": 16}),
    (
        "--disk-storage-account-type=PremiumV2_LRS",
        {f"{MACHINE} osDisk diskStorageAccountType": "PremiumV2_LRS"},
    ),
    (
        f"--disk-encryption-set-id={ENCRYPTION_SET}",
        {f"{MACHINE} osDisk encryptionSetID": ENCRYPTION_SET},
    ),
    ("--enable-ephemeral-disk", {f"{MACHINE} osDisk persistence": "Ephemeral"}),
    ("--enable-ephemeral-disk true", {f"{MACHINE} osDisk persistence": "Ephemeral"}),
    ("--enable-ephemeral-disk=false", {}),
    ("--encryption-at-host=Enabled", {f"{MACHINE} encryptionAtHost": "Enabled"}),
    (
        "--diagnostics-storage-account-type=Managed",
        {f"{MACHINE} diagnostics storageAccountType": "Managed"},
    ),
    (
        "--diagnostics-storage-account-type=Disabled",
        {f"{MACHINE} diagnostics storageAccountType": "Disabled"},
    ),
    (
        "--diagnostics-storage-account-type=UserManaged"
        " --diagnostics-storage-account-uri=https://logs.test/",
        {
            f"{MACHINE} diagnostics storageAccountType": "UserManaged",
            f"{MACHINE} diagnostics userManaged storageAccountURI": "https://logs.test/",
        },
    ),
    (
        "--image-generation=Gen1",
        {
            f"{MACHINE} image azureMarketplace": None,
            f"{MACHINE} image azureMarketplace imageGeneration": "Gen1",
        },
    ),
    (MARKETPLACE, IMAGE),
    (
        f"{MARKETPLACE} --image-generation=Gen2",
        IMAGE | {f"{MACHINE} image azureMarketplace imageGeneration": "Gen2"},
    ),
]


def pools(objects: list[Object]) -> list[tuple[str, str | None, int]]:
    return [
        (
            pool["metadata"]["name"],
            pool["spec"]["platform"]["azure"].get("availabilityZone"),
            pool["spec"]["replicas"],
        )
        for pool in of_kind(objects, "NodePool")
    ]


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        ("", [("demo", None, 0)]),
        ("--node-pool-replicas=3", [("demo", None, 3)]),
        ("--node-pool-replicas=-1", []),
        ("--node-pool-replicas -1 --availability-zones=1,2", []),
        ("--availability-zones=2 --node-pool-replicas=2", [("demo-2", "2", 2)]),
        (
            "--availability-zones=3,1 --availability-zones=2 --node-pool-replicas=2",
            [("demo-3", "3", 2), ("demo-1", "1", 2), ("demo-2", "2", 2)],
        ),
        ("--availability-zone=2", [("demo", "2", 0)]),
    ],
)
def test_there_is_one_pool_or_one_in_each_zone_each_with_all_replicas(
    render: Render, flags: str, expected: list[tuple[str, str | None, int]]
) -> None:
    objects = render(*flags.split())

    assert pools(objects) == expected


@pytest.mark.parametrize(("flags", "changes"), MACHINES)
def test_a_flag_about_machines_changes_the_pool_and_nothing_else(
    render: Render, flags: str, changes: dict[str, Any]
) -> None:
    least = render()

    objects = render(*flags.split())

    assert differences(least, objects) == changes


def test_an_image_of_the_infrastructure_is_booted_unless_a_marketplace_image_is_named(
    render: Render, cluster_files: Path
) -> None:
    write(cluster_files / "infra.json", INFRA | {"bootImageID": "/images/mine"})

    images = [
        of_kind(objects, "NodePool")[0]["spec"]["platform"]["azure"]["image"]
        for objects in (render(), render(*MARKETPLACE.split()))
    ]

    assert images == [
        {"type": "ImageID", "imageID": "/images/mine"},
        {
            "type": "AzureMarketplace",
            "azureMarketplace": {
                "publisher": "azureopenshift",
                "offer": "aro4",
                "sku": "aro_419",
                "version": "419.6.20250523",
            },
        },
    ]
