"""The schemas that ours are held against, and where ours differ from them on purpose."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from hypershift.api.crd import definition
from hypershift.api.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

SCHEMAS = Path(__file__).parents[2] / "reference" / "crds"


@cache
def reference() -> dict[str, dict[str, Any]]:
    """The reference's definitions, by name."""
    found = (
        yaml.load(path.read_bytes(), yaml.CSafeLoader) for path in sorted(SCHEMAS.glob("*.yaml"))
    )
    return {crd["metadata"]["name"]: crd for crd in found}


@cache
def ours() -> dict[str, dict[str, Any]]:
    """Our definitions, by name."""
    return {kind.info.crd_name: definition(kind) for kind in KINDS}


@dataclass(frozen=True)
class Accepted:
    """Differences that are meant, and why."""

    reason: str
    definitions: tuple[str, ...]
    places: tuple[str, ...]

    def differences(self) -> Iterator[str]:
        """Each difference as the comparison words it."""
        return (f"{name}: {place}" for name in self.definitions for place in self.places)


CLUSTERS = ("hostedclusters", "hostedcontrolplanes")

ACCEPTED = (
    Accepted(
        "clusters run on Azure, or on machines that are nobody's concern: no other platform",
        (*CLUSTERS, "nodepools"),
        (
            "spec.platform: property: ours lacks agent",
            "spec.platform: property: ours lacks aws",
            "spec.platform: property: ours lacks ibmcloud",
            "spec.platform: property: ours lacks kubevirt",
            "spec.platform: property: ours lacks powervs",
            "spec.platform.type: enum: ours lacks AWS",
            "spec.platform.type: enum: ours lacks Agent",
            "spec.platform.type: enum: ours lacks IBMCloud",
            "spec.platform.type: enum: ours lacks KubeVirt",
            "spec.platform.type: enum: ours lacks PowerVS",
            "status: property: ours lacks platform",  # what AWS and KubeVirt report
        ),
    ),
    Accepted(
        "secrets are encrypted with keys of Azure, not with those of other clouds",
        CLUSTERS,
        (
            "spec.secretEncryption.kms: property: ours lacks aws",
            "spec.secretEncryption.kms: property: ours lacks ibmcloud",
            "spec.secretEncryption.kms.provider: enum: ours lacks AWS",
            "spec.secretEncryption.kms.provider: enum: ours lacks IBMCloud",
            *(
                place
                for key in ("activeKey", "targetKey")
                for place in (
                    f"status.secretEncryption.{key}: property: ours lacks aws",
                    f"status.secretEncryption.{key}: property: ours lacks ibmCloud",
                    f"status.secretEncryption.{key}: rule: ours lacks "
                    "self.provider == 'AWS' ? has(self.aws) : !has(self.aws)",
                    f"status.secretEncryption.{key}: rule: ours lacks "
                    "self.provider == 'IBMCloud' ? has(self.ibmCloud) : !has(self.ibmCloud)",
                )
            ),
            *(
                f"status.secretEncryption.{key}.provider: enum: ours lacks {provider}"
                for key in ("activeKey", "targetKey", "history[].from", "history[].to")
                for provider in ("AWS", "IBMCloud")
            ),
        ),
    ),
    Accepted(
        "the nodes that make themselves, by Karpenter, exist on AWS alone",
        CLUSTERS,
        ("spec: property: ours lacks autoNode", "status: property: ours lacks autoNode"),
    ),
    Accepted(
        "a rule cannot name fields that are not there; ours says what remains of it",
        ("nodepools",),
        (
            "spec: rule: only ours has "
            "self.arch != 'arm64' || has(self.platform.azure) || self.platform.type == 'None'",
            "spec: rule: ours lacks "
            "self.arch != 'arm64' || has(self.platform.aws) || has(self.platform.azure) || "
            "has(self.platform.agent) || self.platform.type == 'GCP' || "
            "self.platform.type == 'None'",
            "spec: rule: only ours has self.arch != 's390x'",
            "spec: rule: ours lacks self.arch != 's390x' || has(self.platform.kubevirt)",
            "spec: rule: ours lacks "
            "!has(self.platform.aws) || !has(self.platform.aws.imageType) || "
            "self.platform.aws.imageType != 'Windows' || self.arch == 'amd64'",
        ),
    ),
    Accepted(
        "backups go to Azure Blob Storage, not to S3",
        ("hcpetcdbackups",),
        (
            "spec.storage: property: ours lacks s3",
            "spec.storage: rule: ours lacks "
            "self.storageType == 'S3' ? has(self.s3) : !has(self.s3)",
            "spec.storage.storageType: enum: ours lacks S3",
            "status.encryptionMetadata: property: ours lacks aws",
        ),
    ),
    Accepted(
        "Cluster API looks for this label; the reference adds it as it installs the definition",
        ("hostedcontrolplanes",),
        ('labels: cluster.x-k8s.io/v1beta1: only ours has "v1beta1"',),
    ),
)

TWIN = "certificatesigningrequestapprovals.certificates.hypershift.openshift.io"
TWIN_OF = "certificatesigningrequestapprovals.hypershift.openshift.io"
"""The kind moved to another group; both are served. The reference's schemas have one of them."""
