"""The files that commands about Azure read, as guides have them made."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

SUBSCRIPTION = "5ee9a4c0-58b6-4f0c-8a3d-5a9b1f6f5d01"
NETWORK = f"/subscriptions/{SUBSCRIPTION}/resourceGroups/net/providers/Microsoft.Network"
COMPONENTS = (
    "imageRegistry",
    "ingress",
    "file",
    "disk",
    "nodePoolManagement",
    "cloudProvider",
    "network",
)
CREDENTIALS = {
    "subscriptionId": SUBSCRIPTION,
    "tenantId": "0f3b6f0e-3c55-4f5c-8c39-0f4d2f6d7a02",
    "clientId": "7d1c2b3a-4e5f-4a6b-8c7d-9e0f1a2b3c03",
    "clientSecret": "not-to-be-shown",
}
WORKLOAD_IDENTITIES = {
    name: {"clientID": f"00000000-0000-4000-8000-00000000000{number}"}
    for number, name in enumerate(COMPONENTS)
}
CONTROL_PLANE_IDENTITIES: dict[str, Any] = {
    "managedIdentitiesKeyVault": {"name": "vault", "tenantID": CREDENTIALS["tenantId"]}
} | {
    name: {
        "clientID": f"00000000-0000-4000-8000-00000000001{number}",
        "credentialsSecretName": f"demo-{number}",
        "objectEncoding": "utf-8",
    }
    for number, name in enumerate((*COMPONENTS, "controlPlaneOperator"))
}
DATA_PLANE_IDENTITIES = {
    f"{name}MSIClientID": f"00000000-0000-4000-8000-00000000002{number}"
    for number, name in enumerate(("imageRegistry", "disk", "file"))
}


def write(path: Path, content: object) -> None:
    path.write_text(json.dumps(content))


def make_files(directory: Path) -> None:
    """Write each file under the name that guides give it."""
    for name, content in {
        "azure-credentials.json": CREDENTIALS,
        "workload-identities.json": WORKLOAD_IDENTITIES,
        "managed-identities.json": CONTROL_PLANE_IDENTITIES,
        "data-plane-identities.json": DATA_PLANE_IDENTITIES,
    }.items():
        write(directory / name, content)
