"""How Secrets are encrypted in etcd: with a key in a vault, or with the cluster's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.api.azure_identities import ManagedIdentity, WorkloadIdentity
from hypershift.api.meta import LocalObjectReference
from hypershift.api.secretencryption import (
    AESCBCSpec,
    AzureKMSKey,
    AzureKMSSpec,
    KMSSpec,
    SecretEncryptionSpec,
)
from hypershift.azure.keys import parse_key_id
from hypershift.cli import checks
from hypershift.cli.errors import UsageError

if TYPE_CHECKING:
    from hypershift.cli.create.cluster.flags import AzureEncryptionFlags
    from hypershift.cli.create.cluster.identities import Identities


def own_key(secret: str) -> SecretEncryptionSpec:
    """Encrypt with the key that a Secret holds."""
    return SecretEncryptionSpec(
        type="aescbc", aescbc=AESCBCSpec(activeKey=LocalObjectReference(name=secret))
    )


def vault_key(flags: AzureEncryptionFlags, identities: Identities) -> SecretEncryptionSpec:
    """Encrypt with the key in a vault that --encryption-key-id names."""
    key = parse_key_id(flags.encryption_key_id)
    workload = identities.are_workload_identities
    return SecretEncryptionSpec(
        type="kms",
        kms=KMSSpec(
            provider="Azure",
            azure=AzureKMSSpec(
                activeKey=AzureKMSKey(
                    keyVaultName=key.vault, keyName=key.name, keyVersion=key.version
                ),
                keyVaultType=key.vault_type,
                workloadIdentity=_workload_identity(flags, identities) if workload else None,
                kms=None if workload else _managed_identity(flags),
            ),
        ),
    )


def _workload_identity(flags: AzureEncryptionFlags, identities: Identities) -> WorkloadIdentity:
    if flags.kms_credentials_secret_name:
        raise UsageError(
            "--kms-credentials-secret-name is for managed identities, and this cluster has workload"
            " identities: leave it out"
        )
    if not identities.kms_client_id:
        raise UsageError(
            "--encryption-key-id needs an identity that uses the key, kmsClientID, and the workload"
            " identities name none: run `create iam azure` again with --enable-kms"
        )
    return WorkloadIdentity(clientID=identities.kms_client_id)


def _managed_identity(flags: AzureEncryptionFlags) -> ManagedIdentity:
    flag, name = "--kms-credentials-secret-name", flags.kms_credentials_secret_name
    if not name:
        raise UsageError(f"--encryption-key-id needs {flag} in a cluster of managed identities")
    checks.matches(flag, name, "[a-zA-Z0-9-]{1,127}", "at most 127 letters, digits and dashes")
    return ManagedIdentity(credentialsSecretName=name, objectEncoding="utf-8")
