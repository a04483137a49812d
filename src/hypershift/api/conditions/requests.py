"""The conditions of private connectivity, of backups and of revocations."""

from __future__ import annotations

from hypershift.api import reasons
from hypershift.api.conditions.controlplanes import PrivateLink
from hypershift.api.conditions.type import ConditionType


class AzurePrivateLinkService(PrivateLink):
    """The conditions of an AzurePrivateLinkService; its HostedCluster sums them up."""


class HCPEtcdBackup:
    """The conditions of an HCPEtcdBackup."""

    BACKUP_COMPLETED = ConditionType(
        "BackupCompleted",
        "True",
        (
            reasons.BACKUP_SUCCEEDED,
            reasons.BACKUP_FAILED,
            reasons.BACKUP_IN_PROGRESS,
            reasons.BACKUP_REJECTED,
            reasons.ETCD_UNHEALTHY,
        ),
    )
    """The snapshot is stored."""


class CertificateRevocationRequest:
    """The conditions of a CertificateRevocationRequest, in the order of its steps."""

    SIGNER_CLASS_VALID = ConditionType("SignerClassValid", "True")
    """There are certificates of the class."""

    ROOT_CERTIFICATES_REGENERATED = ConditionType("RootCertificatesRegenerated", "True")
    """The class has a new signer."""

    NEW_CERTIFICATES_TRUSTED = ConditionType("NewCertificatesTrusted", "True")
    """Every kube-apiserver trusts the new signer."""

    LEAF_CERTIFICATES_REGENERATED = ConditionType("LeafCertificatesRegenerated", "True")
    """The product's own certificates of the class come from the new signer."""

    PREVIOUS_CERTIFICATES_REVOKED = ConditionType("PreviousCertificatesRevoked", "True")
    """Certificates of the old signer were tried and rejected."""
