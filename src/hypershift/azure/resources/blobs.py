"""Documents that everybody may read, as blobs.

They are looked at as strangers do, which shows that these can, and costs no rights. They are
written with a key of the storage account: whoever may make accounts may list their keys, while
writing blobs as oneself takes a role of its own, which Contributors neither have nor can give.
Where an account takes no keys, that role is needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hypershift.azure.plan.steps import Wanted
from hypershift.azure.problems import Problem, code_of, found
from hypershift.azure.waiting import until_known

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hypershift.azure.access import Access
    from hypershift.azure.issuer_documents import Rotation
    from hypershift.azure.plan.steps import Step
    from hypershift.azure.resources.storage import PublicContainer

_TYPE = "application/json"
# A new account, and a container that is public since a moment, are not so at once everywhere.
_NOT_PUBLIC_YET = {"PublicAccessNotPermitted", "ResourceNotFound", "BlobNotFound"}
_REFUSED = {"AuthorizationPermissionMismatch", "AuthorizationFailure"}


@dataclass(frozen=True)
class Content:
    """What a blob holds, and the tag by which Azure knows whether it still does."""

    text: str
    etag: str


class Document(Wanted[Content]):
    """A document, word for word."""

    kind = "blob"

    def __init__(
        self, azure: Access, name: str, container: PublicContainer, after: Iterable[Step] = ()
    ) -> None:
        """It is in a container."""
        super().__init__(name, inside=container, after=after)
        self.azure, self.container = azure, container

    def text(self, found: Content | None) -> str:
        """What it is to say in place of what it says."""
        raise NotImplementedError

    async def read(self) -> Content | None:
        """Read it as a stranger; what strangers cannot read may be there all the same."""
        from azure.core.exceptions import HttpResponseError

        try:
            there = await found(self._get(None))
        except HttpResponseError as error:
            if code_of(error) not in _NOT_PUBLIC_YET:
                raise
            there = None
        return there if there is not None else await found(self._get(await self._credential()))

    async def write(self, found: Content | None) -> Content:
        """Write it, unless somebody else has done so meanwhile, and wait until all can read it."""
        text = self.text(found)
        await self._put(text, found)

        async def published() -> Content:
            return await self._get(None)

        return await until_known(published, _NOT_PUBLIC_YET)

    async def _put(self, text: str, found: Content | None) -> None:
        from azure.core import MatchConditions
        from azure.core.exceptions import (
            HttpResponseError,
            ResourceExistsError,
            ResourceModifiedError,
        )
        from azure.storage.blob import ContentSettings

        condition: dict[str, Any] = (
            {"overwrite": False}
            if found is None
            else {
                "overwrite": True,
                "etag": found.etag,
                "match_condition": MatchConditions.IfNotModified,
            }
        )
        client = self._client(await self._credential())
        settings = ContentSettings(content_type=_TYPE)
        try:
            await client.upload_blob(text.encode(), content_settings=settings, **condition)
        except (ResourceExistsError, ResourceModifiedError) as error:
            raise Problem(
                "somebody else has written it at the same moment; run the same command again"
            ) from error
        except HttpResponseError as error:
            if code_of(error) not in _REFUSED:
                raise
            raise Problem(
                f"the storage account {self.container.account.name} takes no keys, and whoever runs"
                " this command may not write its blobs; give them the role Storage Blob Data"
                " Contributor there, then run the same command again"
            ) from error

    async def _get(self, credential: Any) -> Content:
        stream = await self._client(credential).download_blob()
        content: bytes = await stream.readall()
        return Content(content.decode(errors="replace"), str(stream.properties.etag))

    async def _credential(self) -> Any:
        """A key of the account, else the one who asks."""
        account = self.container.account
        if account.result.allow_shared_key_access is False:
            return self.azure.credential
        api: Any = self.azure.storage.storage_accounts
        listed = await api.list_keys(account.group.name, account.name)
        return {"account_name": account.name, "account_key": listed.keys_property[0].value}

    def _client(self, credential: Any) -> Any:
        from azure.storage.blob.aio import BlobClient, LinearRetry

        account = self.container.account.name
        return BlobClient(
            f"https://{account}.{self.azure.cloud.blobs}",
            self.container.name,
            self.name,
            credential=credential,
            transport=self.azure.transport(),
            # They outlast the moment in which the name of a new account leads nowhere.
            retry_policy=LinearRetry(backoff=2, retry_total=10, random_jitter_range=1),
        )


class Configuration(Document):
    """A document that is always the same."""

    def __init__(
        self,
        azure: Access,
        name: str,
        container: PublicContainer,
        content: str,
        after: Iterable[Step] = (),
    ) -> None:
        """`content` is JSON."""
        super().__init__(azure, name, container, after)
        self.content = content

    def text(self, found: Content | None) -> str:
        """The content."""
        return self.content

    def differences(self, found: Content) -> Sequence[str]:
        """Compare what is said, not how."""
        from hypershift.azure.issuer_documents import same

        return [] if same(found.text, self.content) else ["it said something else"]


class Keys(Document):
    """The keys of an issuer: ours first, and those that are there."""

    def __init__(
        self, azure: Access, name: str, container: PublicContainer, rotation: Rotation
    ) -> None:
        """`rotation` says which."""
        super().__init__(azure, name, container)
        self.rotation = rotation

    def text(self, found: Content | None) -> str:
        """The keys, and nothing else that may be there."""
        from hypershift.azure.issuer_documents import keys, read_keys

        try:
            there = read_keys(found.text) if found else []
        except ValueError:
            there = []
        return keys(self.rotation.applied(there))

    def differences(self, found: Content) -> Sequence[str]:
        """Compare the keys."""
        from hypershift.azure.issuer_documents import read_keys

        try:
            return self.rotation.differences(read_keys(found.text))
        except ValueError as error:
            return [str(error)]
