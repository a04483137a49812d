"""What is left out of an object is filled in by the API server when the object is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.integration.api.bases import hosted_cluster, hosted_control_plane, node_pool
from tests.integration.api.table import ABSENT, changed

if TYPE_CHECKING:
    from sandbox.apiserver import Client
    from tests.integration.api.table import Builder

ETCD = {
    "managementType": "Managed",
    "managed": {"storage": {"type": "PersistentVolume", "persistentVolume": {"size": "8Gi"}}},
}
AZURE = "spec.platform.azure"
# A path, what is written there, and what is read back.
DEFAULTS: dict[Builder, list[tuple[str, Any, Any]]] = {
    hosted_cluster: [
        ("spec.capabilities", ABSENT, {}),
        ("spec.controllerAvailabilityPolicy", ABSENT, "HighlyAvailable"),
        ("spec.infrastructureAvailabilityPolicy", ABSENT, "SingleReplica"),
        ("spec.olmCatalogPlacement", ABSENT, "management"),
        ("spec.issuerURL", ABSENT, "https://kubernetes.default.svc"),
        ("spec.sshKey", {}, {"name": ""}),
        ("spec.autoscaling", {}, {"scaling": "ScaleUpAndScaleDown"}),
        ("spec.etcd", ABSENT, ETCD),
        (
            "spec.etcd",
            {
                "managementType": "Managed",
                "managed": {"storage": {"type": "PersistentVolume", "persistentVolume": {}}},
            },
            ETCD,
        ),
        (
            "spec.networking",
            ABSENT,
            {
                "networkType": "OVNKubernetes",
                "clusterNetwork": [{"cidr": "10.132.0.0/14"}],
                "serviceNetwork": [{"cidr": "172.31.0.0/16"}],
            },
        ),
        (
            "spec.networking",
            {"networkType": "Other", "clusterNetwork": [{"cidr": "10.0.0.0/14"}]},
            {
                "networkType": "Other",
                "clusterNetwork": [{"cidr": "10.0.0.0/14"}],
                "serviceNetwork": [{"cidr": "172.31.0.0/16"}],
            },
        ),
        (f"{AZURE}.cloud", ABSENT, "AzurePublicCloud"),
        ("spec.configuration", {"apiServer": {}}, {"apiServer": {"audit": {"profile": "Default"}}}),
    ],
    hosted_control_plane: [
        ("spec.controllerAvailabilityPolicy", ABSENT, "HighlyAvailable"),
        ("spec.olmCatalogPlacement", ABSENT, "management"),
        (f"{AZURE}.cloud", ABSENT, "AzurePublicCloud"),
    ],
    node_pool: [
        ("spec.arch", ABSENT, "amd64"),
        (
            "spec.management",
            {"upgradeType": "Replace"},
            {
                "upgradeType": "Replace",
                "autoRepair": False,
                "replace": {
                    "strategy": "RollingUpdate",
                    "rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0},
                },
            },
        ),
        (f"{AZURE}.encryptionAtHost", ABSENT, "Enabled"),
        (f"{AZURE}.diagnostics", {}, {"storageAccountType": "Disabled"}),
        (
            f"{AZURE}.image",
            {"type": "AzureMarketplace", "azureMarketplace": {}},
            {"type": "AzureMarketplace", "azureMarketplace": {"imageGeneration": "Gen2"}},
        ),
    ],
}


def read(value: Any, path: str) -> Any:
    for step in path.split("."):
        value = value[step]
    return value


@pytest.mark.parametrize(
    ("builder", "path", "written", "stored"),
    [(builder, *row) for builder, rows in DEFAULTS.items() for row in rows],
)
def test_what_is_left_out_is_filled_in(
    cluster: Client, builder: Builder, path: str, written: Any, stored: Any
) -> None:
    sent = changed(builder(), {path: written})

    created = cluster.create(sent)
    found = cluster.get(sent["apiVersion"], sent["kind"], sent["metadata"]["name"])

    assert created.ok, created.message
    assert read(found.body, path) == stored
