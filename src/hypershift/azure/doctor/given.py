"""What the doctor is given: files, names and addresses, each by a flag."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Generic, TypeVar

from hypershift.azure.clouds import PUBLIC
from hypershift.azure.resource_ids import parse_resource_id

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hypershift.azure.clouds import Cloud
    from hypershift.azure.credentials import Credentials
    from hypershift.azure.external_dns import CredentialsFile
    from hypershift.azure.identities import (
        DataPlaneIdentitiesFile,
        ManagedIdentitiesFile,
        WorkloadIdentitiesFile,
    )
    from hypershift.azure.infra import InfraOutput
    from hypershift.azure.resource_ids import ResourceID

T = TypeVar("T")


@dataclass(frozen=True)
class FileOf(Generic[T]):
    """A file: what is in it, or a sentence that says why it cannot be used."""

    path: str
    mode: int
    content: T | None
    fault: str = ""


@dataclass(frozen=True, kw_only=True)
class Given:
    """Everything that was given; what is empty was not."""

    flags: Mapping[str, str]
    """What was typed, by flag, for the commands that mend something."""
    credentials: FileOf[Credentials]
    cloud: Cloud = PUBLIC
    external_dns: FileOf[CredentialsFile] | None = None
    workload_identities: FileOf[WorkloadIdentitiesFile] | None = None
    managed_identities: FileOf[ManagedIdentitiesFile] | None = None
    data_plane_identities: FileOf[DataPlaneIdentitiesFile] | None = None
    infra_file: FileOf[InfraOutput] | None = None
    private_key: FileOf[bytes] | None = None
    public_key: FileOf[bytes] | None = None
    issuer: str = ""
    base_domain: str = ""
    external_dns_domain: str = ""
    identity_group: str = ""
    zone_group: str = ""
    storage_account: str = ""
    instance_type: str = ""
    nodes: int = 0
    without: frozenset[str] = field(default_factory=frozenset[str])
    """Capabilities that the cluster does without."""

    def has(self, need: str) -> bool:
        """Tell whether a flag was given, or one of several, as in --a|--b."""
        return any(self.flags.get(flag) for flag in need.split("|"))

    @property
    def subscription(self) -> str:
        """The ID of the subscription."""
        content = self.credentials.content
        return content.subscription_id if content else ""

    @property
    def client_id(self) -> str:
        """The ID of whoever asks, if it is a service principal."""
        content = self.credentials.content
        return content.client_id if content else ""

    @property
    def infra(self) -> InfraOutput | None:
        """The infrastructure, if it is described."""
        return self.infra_file.content if self.infra_file else None

    @property
    def infra_id(self) -> str:
        """The ID of the infrastructure."""
        return self.flags.get("--infra-id", "") or (self.infra.infraID if self.infra else "")

    @property
    def location(self) -> str:
        """The region."""
        region = self.flags.get("--location", "") or (self.infra.region if self.infra else "")
        return region.replace(" ", "").lower()

    @cached_property
    def name(self) -> str:
        """The name of the cluster: the first label of its private zone, if it was not given."""
        zone = resource(self.infra.privateZoneID) if self.infra else None
        named_after = zone.names[0].partition(".")[0] if zone else ""
        return self.flags.get("--name", "") or named_after

    @property
    def domain(self) -> str:
        """The domain of the applications."""
        return self.base_domain or (self.infra.baseDomain if self.infra else "")

    @property
    def domains(self) -> tuple[str, ...]:
        """The domains that must have a public zone, each once."""
        wanted = (self.domain, self.external_dns_domain)
        return tuple(dict.fromkeys(one.lower().rstrip(".") for one in wanted if one))

    @property
    def subscription_scope(self) -> str:
        """The subscription, as roles are assigned at it."""
        return f"/subscriptions/{self.subscription}"

    def group_scope(self, group: str) -> str:
        """A resource group, as roles are assigned at it."""
        return f"{self.subscription_scope}/resourceGroups/{group}"


def resource(id: str) -> ResourceID | None:
    """Read a resource ID, and give None for anything else."""
    try:
        return parse_resource_id(id)
    except ValueError:
        return None
