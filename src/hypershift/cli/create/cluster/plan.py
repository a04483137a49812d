"""A hosted cluster, decided: what was typed, what files say, and the rest filled in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hypershift.cli.azure_files import read_credentials
from hypershift.cli.create.cluster import inputs
from hypershift.cli.create.cluster.encryption import own_key, vault_key
from hypershift.cli.create.cluster.exposure import check_apart
from hypershift.cli.create.cluster.identities import read_identities
from hypershift.cli.create.cluster.infra import read_infra
from hypershift.cli.create.cluster.nodepools import check_boot_image

if TYPE_CHECKING:
    from hypershift.api.cluster import ImageContentSource
    from hypershift.api.secretencryption import SecretEncryptionSpec
    from hypershift.azure.credentials import Credentials
    from hypershift.azure.infra import InfraOutput
    from hypershift.cli.create.cluster.flags import CreateAzureClusterFlags
    from hypershift.cli.create.cluster.identities import Identities

TRUST_BUNDLE = "user-ca-bundle"


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A hosted cluster, decided. The names of its objects are those that adopted clusters have."""

    flags: CreateAzureClusterFlags
    credentials: Credentials
    infra: InfraOutput
    identities: Identities
    encryption: SecretEncryptionSpec
    image_content_sources: list[ImageContentSource]
    trust_bundle: str
    pull_secret: bytes = field(repr=False)
    ssh_key: bytes
    signing_key: bytes = field(repr=False)

    @property
    def has_ssh_key(self) -> bool:
        """Tell whether the nodes accept a key, be it given or made."""
        return bool(self.ssh_key or self.flags.generate_ssh)


def make_plan(flags: CreateAzureClusterFlags) -> Plan:
    """Read the files that checked flags name, and refuse what does not fit together."""
    infra = read_infra(flags)
    check_apart(flags.name, infra.baseDomain, flags)
    check_boot_image(flags, infra)
    identities = read_identities(flags, infra)
    return Plan(
        flags=flags,
        credentials=read_credentials(flags.azure_creds),
        infra=infra,
        identities=identities,
        encryption=(
            vault_key(flags, identities)
            if flags.encryption_key_id
            else own_key(encryption_key_name(flags.name))
        ),
        image_content_sources=(
            inputs.read_image_content_sources(flags.image_content_sources)
            if flags.image_content_sources
            else []
        ),
        trust_bundle=(
            inputs.read_trust_bundle(flags.additional_trust_bundle)
            if flags.additional_trust_bundle
            else ""
        ),
        pull_secret=inputs.read_pull_secret(flags.pull_secret),
        ssh_key=inputs.read_ssh_key(flags.ssh_key) if flags.ssh_key else b"",
        signing_key=(
            inputs.read_signing_key(flags.sa_token_issuer_private_key_path)
            if flags.sa_token_issuer_private_key_path
            else b""
        ),
    )


def pull_secret_name(cluster: str) -> str:
    """The Secret with the credentials of image registries."""
    return f"{cluster}-pull-secret"


def ssh_key_name(cluster: str) -> str:
    """The Secret with the SSH key of the nodes."""
    return f"{cluster}-ssh-key"


def cloud_credentials_name(cluster: str) -> str:
    """The Secret with the subscription."""
    return f"{cluster}-cloud-credentials"


def signing_key_name(cluster: str) -> str:
    """The Secret with the key that signs service account tokens; it never had a dash here."""
    return f"{cluster}sa-token-issuer-key"


def encryption_key_name(cluster: str) -> str:
    """The Secret with the key that encrypts Secrets."""
    return f"{cluster}-etcd-encryption-key"
