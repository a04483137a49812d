"""The guide for self-managed Azure, run as it is printed, with the real `az` at a terminal.

Phase 1, Phase 3 Step 1 and Cleanup run block by block in one shell. Nothing of a block is changed,
but for the placeholders that the guide tells its reader to replace. The rule for everything that
is not `az`:

* what comes with Debian (jq, curl, cat …) runs;
* `ccoctl` is a stand-in that does what the real one does (standins/ccoctl);
* `hypershift`, `kubectl` and `oc` work on Kubernetes and do nothing (standins/left-out).

Every `az` in those sections must have been run, word for word and in order.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from tests.integration.azurelocal.guide import GUIDE, Block, Command, below, blocks, commands
from tests.integration.azurelocal.names import NamedAzure, named_azure
from tests.integration.azurelocal.session import Call, Session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.integration.azurelocal.names import Az

BLOCKS = blocks(GUIDE.read_text())
PHASE_1 = below(BLOCKS, "Phase 1: Azure Setup")
PHASE_3 = below(
    BLOCKS,
    "Phase 3: Create Your First Hosted Cluster",
    "Step 1: Prepare Cluster-Specific Azure Infrastructure",
)
CLEANUP = below(BLOCKS, "Cleanup")

ID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
# The key of workload-identities.json for each identity that Phase 1 makes.
IDENTITIES = {
    "myprefix-hc-image-registry": "imageRegistry",
    "myprefix-hc-ingress": "ingress",
    "myprefix-hc-file-csi": "file",
    "myprefix-hc-disk-csi": "disk",
    "myprefix-hc-nodepool-mgmt": "nodePoolManagement",
    "myprefix-hc-cloud-provider": "cloudProvider",
    "myprefix-hc-network": "network",
}
ACCOUNTS = {
    "myprefix-hc-image-registry": [
        "openshift-image-registry:cluster-image-registry-operator",
        "openshift-image-registry:registry",
    ],
    "myprefix-hc-ingress": ["openshift-ingress-operator:ingress-operator"],
    "myprefix-hc-file-csi": [
        "openshift-cluster-csi-drivers:azure-file-csi-driver-controller-sa",
        "openshift-cluster-csi-drivers:azure-file-csi-driver-node-sa",
        "openshift-cluster-csi-drivers:azure-file-csi-driver-operator",
    ],
    "myprefix-hc-disk-csi": [
        "openshift-cluster-csi-drivers:azure-disk-csi-driver-controller-sa",
        "openshift-cluster-csi-drivers:azure-disk-csi-driver-node-sa",
        "openshift-cluster-csi-drivers:azure-disk-csi-driver-operator",
    ],
    "myprefix-hc-nodepool-mgmt": ["kube-system:capi-provider"],
    "myprefix-hc-cloud-provider": ["kube-system:azure-cloud-provider"],
    "myprefix-hc-network": [
        "openshift-cloud-network-config-controller:cloud-network-config-controller"
    ],
}


@dataclass
class Reader:
    """Somebody who follows the guide."""

    azure: NamedAzure
    az: Az
    session: Session

    def follow(self, chosen: list[Block], **placeholders: str) -> dict[str, str]:
        """Run blocks, and give what each printed under the heading that it stands below."""
        printed: dict[str, str] = {}
        for block in chosen:
            text = block.text
            for placeholder, value in placeholders.items():
                text = text.replace(f"<{placeholder.replace('_', '-')}>", value)
            printed[block.sections[-1]] = self.session.run(text)
        return printed

    def file(self, name: str) -> Any:
        """Read a file that the guide has its reader write."""
        return json.loads((self.session.folder / name).read_text())


@dataclass
class Reading:
    """The whole guide as it was run, and what was there at each stage."""

    phase_1: dict[str, str]
    workload_identities: Any
    dns_credentials: Any
    identities: list[Any]
    credentials: dict[str, list[Any]]
    delegation: Any
    zone: Any
    roles: list[Any]
    phase_3: dict[str, str]
    subnet: Any
    cleanup: dict[str, str]
    groups_left: list[str]
    shared_left: list[str]
    principals_left: list[Any]
    calls: list[Call]
    errors: str
