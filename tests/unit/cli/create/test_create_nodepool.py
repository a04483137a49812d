"""`create nodepool azure --render`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import yaml

from tests.unit.cli.azure_world import NETWORK
from tests.unit.cli.create.cluster_world import RELEASE, SUBNET, differences

if TYPE_CHECKING:
    from tests.unit.cli.create.cluster_world import Object, Run

MINIMAL = (
    f"create nodepool azure --render --release-image={RELEASE} --nodepool-subnet-id={SUBNET}"
).split()
LEAST: Object = {
    "apiVersion": "hypershift.openshift.io/v1beta1",
    "kind": "NodePool",
    "metadata": {"name": "example", "namespace": "clusters"},
    "spec": {
        "arch": "amd64",
        "clusterName": "example",
        "management": {"autoRepair": False, "upgradeType": "Replace"},
        "platform": {
            "type": "Azure",
            "azure": {
                "image": {"type": "AzureMarketplace", "azureMarketplace": {}},
                "osDisk": {"sizeGiB": 120, "diskStorageAccountType": "Premium_LRS"},
                "subnetID": SUBNET,
                "vmSize": "Standard_D4s_v5",
            },
        },
        "release": {"image": RELEASE},
        "replicas": 2,
    },
    "status": {"replicas": 0},
}
POOL = "NodePool/example spec"
MACHINE = f"{POOL} platform azure"
MARKETPLACE = (
    "--marketplace-publisher=azureopenshift --marketplace-offer=aro4 --marketplace-sku=aro_419"
    " --marketplace-version=latest"
)
IMAGE = {
    f"{MACHINE} image azureMarketplace": None,
    f"{MACHINE} image azureMarketplace publisher": "azureopenshift",
    f"{MACHINE} image azureMarketplace offer": "aro4",
    f"{MACHINE} image azureMarketplace sku": "aro_419",
    f"{MACHINE} image azureMarketplace version": "latest",
}
# Flags, and what they change.
POOLS: list[tuple[str, dict[str, Any]]] = [
    ("--cluster-name=demo", {f"{POOL} clusterName": "demo"}),
    ("--replicas=0", {f"{POOL} replicas": 0}),
    ("--node-count=3", {f"{POOL} replicas": 3}),
    ("--arch=Arm64", {f"{POOL} arch": "arm64", f"{MACHINE} vmSize": "Standard_D4ps_v5"}),
    ("--node-upgrade-type=inplace", {f"{POOL} management upgradeType": "InPlace"}),
    ("--auto-repair", {f"{POOL} management autoRepair": True}),
    ("--azure-instance-type=Standard_D4s_v3", {f"{MACHINE} vmSize": "Standard_D4s_v3"}),
    ("--availability-zone=3", {f"{MACHINE} availabilityZone": "3"}),
    ("--root-disk-size=64", {f"{MACHINE} osDisk sizeGiB": 64}),
    ("--enable-ephemeral-disk", {f"{MACHINE} osDisk persistence": "Ephemeral"}),
    ("--encryption-at-host=Disabled", {f"{MACHINE} encryptionAtHost": "Disabled"}),
    (
        "--diagnostics-storage-account-type=Managed",
        {f"{MACHINE} diagnostics storageAccountType": "Managed"},
    ),
    (MARKETPLACE, IMAGE),
    (
        f"{MARKETPLACE} --image-generation=Gen1",
        IMAGE | {f"{MACHINE} image azureMarketplace imageGeneration": "Gen1"},
    ),
    ("--azure-creds=absent.json --resource-group-name=any", {}),
]
REFUSALS = [
    (
        "--name=Workers",
        "--name must be a DNS name: lower-case letters, digits and dashes, in parts separated by"
        " dots, not 'Workers'",
    ),
    (
        "--cluster-name=a.b",
        "--cluster-name must be at most 63 lower-case letters, digits and dashes, beginning and"
        " ending with a letter or digit, not 'a.b'",
    ),
    ("--replicas=-1", "--replicas must be 0 or more, not -1"),
    ("--arch=s390x", "--arch must be amd64 or arm64, not 's390x'"),
    ("--availability-zone=4", "--availability-zone must be 1, 2 or 3, not '4'"),
    ("--image-generation=gen1", "--image-generation must be Gen1 or Gen2, not 'gen1'"),
    (
        "--marketplace-publisher=azureopenshift --marketplace-offer=aro4",
        "the four marketplace flags belong together: give --marketplace-sku and"
        " --marketplace-version as well, or none of them",
    ),
    (
        f"--nodepool-subnet-id={NETWORK}/virtualNetworks/a",
        "--nodepool-subnet-id must be the ID of a resource of type"
        " Microsoft.Network/virtualNetworks/subnets, not Microsoft.Network/virtualNetworks",
    ),
    (
        "--nodepool-subnet-id=",
        "--render needs --nodepool-subnet-id, since it does not ask the management cluster",
    ),
    (
        "--release-image=",
        "--render needs --release-image, since it does not ask the management cluster",
    ),
]


def rendered(hypershift: Run, flags: str) -> Object:
    result = hypershift(*MINIMAL, *flags.split())
    assert (result.code, result.err) == (0, "")
    return yaml.safe_load(result.out)


def test_a_pool_of_no_particular_flags_has_two_nodes_of_the_usual_size(hypershift: Run) -> None:
    assert rendered(hypershift, "") == LEAST


@pytest.mark.parametrize(("flags", "changes"), POOLS, ids=[flags for flags, _ in POOLS])
def test_a_flag_changes_what_it_is_about_and_nothing_else(
    hypershift: Run, flags: str, changes: dict[str, Any]
) -> None:
    assert differences([LEAST], [rendered(hypershift, flags)]) == changes


def test_a_pool_has_the_name_and_the_namespace_that_were_typed(hypershift: Run) -> None:
    pool = rendered(hypershift, "--name=workers --namespace=tenants")

    assert pool["metadata"] == {"name": "workers", "namespace": "tenants"}


@pytest.mark.parametrize(("flags", "sentence"), REFUSALS, ids=[flags for flags, _ in REFUSALS])
def test_a_pool_that_cannot_be_is_refused(hypershift: Run, flags: str, sentence: str) -> None:
    result = hypershift(*MINIMAL, *flags.split())

    assert (result.code, result.out, result.err) == (2, "", f"Error: {sentence}\n")
