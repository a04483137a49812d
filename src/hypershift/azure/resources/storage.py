"""Storage accounts whose blobs everybody may read, and their containers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypershift.azure.plan.steps import Unwanted, Wanted
from hypershift.azure.problems import Problem, found
from hypershift.azure.waiting import until_known

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hypershift.azure.access import Access
    from hypershift.azure.plan.steps import Step
    from hypershift.azure.resources.groups import ResourceGroup

_ACCOUNT, _CONTAINER = "storage account", "blob container"
_OLD_TLS = ("TLS1_0", "TLS1_1")


class StorageAccount(Wanted[Any]):
    """A storage account with public blobs."""

    kind = _ACCOUNT

    def __init__(
        self,
        azure: Access,
        name: str,
        group: ResourceGroup,
        location: str,
        tags: dict[str, str],
        mark: str,
    ) -> None:
        """`mark` is the tag, among those for a new one, by which it is known as ours."""
        super().__init__(name, inside=group)
        self.azure, self.group, self.location = azure, group, location
        self.tags, self.mark = tags, mark

    @property
    def id(self) -> str:
        """Its resource ID."""
        return f"{self.group.id}/providers/Microsoft.Storage/storageAccounts/{self.name}"

    async def read(self) -> Any | None:
        """Ask for it."""
        api: Any = self.azure.storage.storage_accounts
        return await found(api.get_properties(self.group.name, self.name))

    def differences(self, found: Any) -> Sequence[str]:
        """Look whether its blobs can be public. What else somebody has changed is left so."""
        wrong: list[str] = []
        if found.allow_blob_public_access is not True:
            wrong.append("no blob could be public")
        if found.minimum_tls_version in _OLD_TLS:
            wrong.append(f"{_word(found.minimum_tls_version)} was allowed")
        if wrong and not is_marked(found.tags, self.mark):
            raise Problem(
                f"the storage account {self.name} was not made by this command, and is not fit for"
                f" an issuer: {' and '.join(wrong)}; run 'az storage account update -n {self.name}"
                " --allow-blob-public-access true --min-tls-version TLS1_2', or choose another one"
            )
        return wrong

    async def write(self, found: Any | None) -> Any:
        """Make it, or let its blobs be public again."""
        from azure.mgmt.storage.models import (
            Sku,
            StorageAccountCreateParameters,
            StorageAccountUpdateParameters,
        )

        api: Any = self.azure.storage.storage_accounts
        wanted: dict[str, Any] = {
            "allow_blob_public_access": True,
            "minimum_tls_version": "TLS1_2",
            "enable_https_traffic_only": True,
        }
        if found is not None:
            return await api.update(
                self.group.name, self.name, StorageAccountUpdateParameters(**wanted)
            )
        poller = await api.begin_create(
            self.group.name,
            self.name,
            StorageAccountCreateParameters(
                sku=Sku(name="Standard_LRS"),
                kind="StorageV2",
                location=self.location,
                tags=self.tags,
                **wanted,
            ),
        )
        return await poller.result()


class PublicContainer(Wanted[Any]):
    """A container that everybody may list and read."""

    kind = _CONTAINER

    def __init__(self, azure: Access, name: str, account: StorageAccount) -> None:
        """It is in an account."""
        super().__init__(name, inside=account)
        self.azure, self.account = azure, account

    async def read(self) -> Any | None:
        """Ask for it."""
        api: Any = self.azure.storage.blob_containers
        return await found(api.get(self.account.group.name, self.account.name, self.name))

    def differences(self, found: Any) -> Sequence[str]:
        """Look whether it is public."""
        level = _word(found.public_access or "None")
        return [] if level == "Container" else [f"public access was {level}"]

    async def write(self, found: Any | None) -> Any:
        """Make it, or open it."""
        from azure.mgmt.storage.models import BlobContainer

        api: Any = self.azure.storage.blob_containers
        wanted: dict[str, Any] = {"public_access": "Container"}
        write = api.create if found is None else api.update
        where = (self.account.group.name, self.account.name, self.name)
        # The one before of this name may be on its way out.
        return await until_known(
            lambda: write(*where, BlobContainer(**wanted)),
            {"ContainerBeingDeleted"},
        )


class UnwantedAccount(Unwanted):
    """A storage account that is to go if a tag says that it is ours, with one container."""

    kind = _ACCOUNT

    def __init__(
        self, azure: Access, name: str, group: str, mark: str, container: str, after: Iterable[Step]
    ) -> None:
        """Other containers than this one keep it."""
        super().__init__(name, after=after)
        self.azure, self.group, self.mark, self.container = azure, group, mark, container
        self._others: list[str] = []

    @property
    def id(self) -> str:
        """Its resource ID."""
        return (
            f"/subscriptions/{self.azure.subscription}/resourceGroups/{self.group}"
            f"/providers/Microsoft.Storage/storageAccounts/{self.name}"
        )

    async def read(self) -> Any | None:
        """Ask for it, and for its containers."""
        api: Any = self.azure.storage.storage_accounts
        there = await found(api.get_properties(self.group, self.name))
        if there is not None and is_marked(there.tags, self.mark):
            containers: Any = self.azure.storage.blob_containers.list(self.group, self.name)
            names = [str(one.name) async for one in containers]
            self._others = [one for one in names if one != self.container]
        return there

    def reason_to_keep(self, found: Any) -> str:
        """Look at its tags, and at what else is in it."""
        if not is_marked(found.tags, self.mark):
            return f"no tag says that it was made for {self.container}"
        return f"the container {self._others[0]} is in it" if self._others else ""

    async def delete(self) -> None:
        """Delete it."""
        api: Any = self.azure.storage.storage_accounts
        await found(api.delete(self.group, self.name))


class UnwantedContainer(Unwanted):
    """A container that is to go if its account is ours."""

    kind = _CONTAINER

    def __init__(self, azure: Access, name: str, account: str, group: str, mark: str) -> None:
        """Only its account has tags."""
        super().__init__(name)
        self.azure, self.account, self.group, self.mark = azure, account, group, mark
        self._is_ours = False

    async def read(self) -> Any | None:
        """Ask for its account, and for it."""
        accounts: Any = self.azure.storage.storage_accounts
        account = await found(accounts.get_properties(self.group, self.account))
        if account is None:
            return None
        self._is_ours = is_marked(account.tags, self.mark)
        containers: Any = self.azure.storage.blob_containers
        return await found(containers.get(self.group, self.account, self.name))

    def reason_to_keep(self, found: Any) -> str:
        """Look at the account's tags."""
        return "" if self._is_ours else "its storage account was not made by us"

    async def delete(self) -> None:
        """Delete it."""
        api: Any = self.azure.storage.blob_containers
        await found(api.delete(self.group, self.account, self.name))


def is_marked(tags: Mapping[str, str] | None, mark: str) -> bool:
    """Tell whether tags say that something is ours."""
    return (tags or {}).get(mark) == "owned"


def _word(value: Any) -> str:
    """A word of Azure's, which its library knows by a name of its own or not."""
    return str(getattr(value, "value", value))
