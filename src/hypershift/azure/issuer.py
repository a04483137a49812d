"""The plan of an issuer: two public documents by which the tokens of a cluster are checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypershift.azure import issuer_documents as documents
from hypershift.azure.ownership import made_by
from hypershift.azure.resources.blobs import Configuration, Keys
from hypershift.azure.resources.groups import ResourceGroup
from hypershift.azure.resources.issuer_groups import EmptyGroup, GroupOfThisRegion
from hypershift.azure.resources.storage import (
    PublicContainer,
    StorageAccount,
    UnwantedAccount,
    UnwantedContainer,
)

if TYPE_CHECKING:
    from hypershift.azure.access import Access
    from hypershift.azure.clouds import Cloud
    from hypershift.azure.issuer_documents import Rotation
    from hypershift.azure.plan.steps import Step


@dataclass(frozen=True)
class IssuerNames:
    """What the parts of an issuer are called. Those that are left empty follow from its name."""

    name: str
    group: str = ""
    account: str = ""
    container: str = ""

    @property
    def group_name(self) -> str:
        """The resource group."""
        return self.group or f"{self.name}-oidc"

    @property
    def account_name(self) -> str:
        """The storage account."""
        return self.account or self.name

    @property
    def container_name(self) -> str:
        """The container of the documents."""
        return self.container or self.name

    @property
    def mark(self) -> str:
        """The tag of what was made for this issuer, which OpenShift's tool knows as well."""
        return f"openshift.io_cloud-credential-operator_{self.name}"

    def url(self, cloud: Cloud) -> str:
        """The address of the issuer."""
        return f"https://{self.account_name}.{cloud.blobs}/{self.container_name}"


class IssuerPlan:
    """What an issuer consists of."""

    def __init__(
        self,
        azure: Access,
        names: IssuerNames,
        *,
        location: str,
        rotation: Rotation,
        tags: dict[str, str],
    ) -> None:
        """Nothing is asked yet."""
        self.url = names.url(azure.cloud)
        marked = {**tags, names.mark: "owned", **made_by("create oidc-issuer azure")}
        kind = ResourceGroup if names.group else GroupOfThisRegion
        self.group = kind(azure, names.group_name, location, marked)
        self.account = StorageAccount(
            azure, names.account_name, self.group, location, marked, names.mark
        )
        self.container = PublicContainer(azure, names.container_name, self.account)
        # The keys come first: an issuer without keys would be remembered as one.
        self.keys = Keys(azure, documents.KEYS, self.container, rotation)
        self.configuration = Configuration(
            azure,
            documents.CONFIGURATION,
            self.container,
            documents.configuration(self.url),
            after=(self.keys,),
        )

    @property
    def steps(self) -> list[Step]:
        """Everything that is to be there."""
        return [self.group, self.account, self.container, self.keys, self.configuration]


def unwanted_issuer(azure: Access, names: IssuerNames) -> list[Step]:
    """What `create oidc-issuer` made; a group that was there before stays."""
    container = UnwantedContainer(
        azure, names.container_name, names.account_name, names.group_name, names.mark
    )
    account = UnwantedAccount(
        azure,
        names.account_name,
        names.group_name,
        names.mark,
        names.container_name,
        after=(container,),
    )
    group = EmptyGroup(azure, names.group_name, names.mark, content=account)
    return [container, account, group]
