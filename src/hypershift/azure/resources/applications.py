"""Applications of the directory, with the service principals and secrets by which they log in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypershift.azure.plan.steps import Outcome, Unwanted, Wanted
from hypershift.azure.problems import Problem, code_of, found
from hypershift.azure.waiting import until

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hypershift.azure.access import Access
    from hypershift.azure.plan.steps import Step

_KIND = "application"
# What Graph says while not all of its servers know of a new application.
_UNKNOWN_APPLICATION = {
    "Request_BadRequest",
    "Request_ResourceNotFound",
    "NoBackingApplicationObject",
}
# And what Entra says: the application, its principal or its secret is not known.
_UNKNOWN_TO_ENTRA = ("AADSTS700016", "AADSTS7000229", "AADSTS7000215")


class Application(Wanted[dict[str, Any]]):
    """An application, known by its name."""

    kind = _KIND

    def __init__(self, azure: Access, name: str, mark: str, cure: str) -> None:
        """`mark` is the tag for a new one; `cure` what to do where the name is not unique."""
        super().__init__(name)
        self.azure, self.mark, self.cure = azure, mark, cure

    @property
    def client_id(self) -> str:
        """The ID by which it logs in."""
        return str(self.result["appId"])

    @property
    def object_id(self) -> str:
        """The ID by which it is changed."""
        return str(self.result["id"])

    async def read(self) -> dict[str, Any] | None:
        """Look for it."""
        return await _the_one(self.azure, self.name, self.cure)

    async def write(self, found: dict[str, Any] | None) -> dict[str, Any]:
        """Register it."""
        body = {"displayName": self.name, "signInAudience": "AzureADMyOrg", "tags": [self.mark]}
        return await self.azure.graph.ask("POST", "/applications", body)


class ServicePrincipal(Wanted[dict[str, Any]]):
    """What an application is in this tenant: it is given roles."""

    kind = "service principal"

    def __init__(self, azure: Access, application: Application) -> None:
        """It is of an application."""
        super().__init__(f"of {application.name}", inside=application)
        self.azure, self.application = azure, application

    async def object_id(self) -> str:
        """The ID by which it is given roles."""
        return str(self.result["id"])

    async def read(self) -> dict[str, Any] | None:
        """Look for it."""
        return await self.azure.graph.principal(self.application.client_id)

    async def write(self, found: dict[str, Any] | None) -> dict[str, Any]:
        """Make it, as soon as Graph knows the application."""
        is_new = self.application.outcome is Outcome.CREATED
        body = {"appId": self.application.client_id}
        return await until(
            lambda: self.azure.graph.ask("POST", "/servicePrincipals", body),
            lambda error: is_new and code_of(error) in _UNKNOWN_APPLICATION,
        )


class UnwantedApplication(Unwanted):
    """An application that is to go, its service principal and its secrets with it."""

    kind = _KIND

    def __init__(
        self, azure: Access, name: str, mark: str, cure: str, after: Iterable[Step]
    ) -> None:
        """It goes if it has our mark."""
        super().__init__(name, after=after)
        self.azure, self.mark, self.cure = azure, mark, cure
        self._id = ""

    async def read(self) -> dict[str, Any] | None:
        """Look for it."""
        there = await _the_one(self.azure, self.name, self.cure)
        self._id = str(there["id"]) if there else ""
        return there

    def reason_to_keep(self, found: dict[str, Any]) -> str:
        """Look for the mark."""
        is_ours = self.mark in (found.get("tags") or [])
        return "" if is_ours else f"no tag says that `{self.mark}` made it"

    async def delete(self) -> None:
        """Delete it."""
        await found(self.azure.graph.ask("DELETE", f"/applications/{self._id}"))


async def can_log_in(azure: Access, client_id: str, secret: str) -> None:
    """Wait until Entra takes a new secret."""
    from azure.identity.aio import ClientSecretCredential

    from hypershift.azure.access import RETRIES

    options: dict[str, Any] = {
        "authority": azure.cloud.authority,
        "transport": azure.transport(),
        **RETRIES,
    }
    # It has no pool of its own to be closed, and keeps tokens, but no refusals.
    credential = ClientSecretCredential(azure.credentials.tenant_id, client_id, secret, **options)
    await until(
        lambda: credential.get_token(azure.cloud.scope),
        lambda error: any(code in str(error) for code in _UNKNOWN_TO_ENTRA),
    )


async def _the_one(azure: Access, name: str, cure: str) -> dict[str, Any] | None:
    there = await azure.graph.applications(name)
    if len(there) > 1:
        ids = ", ".join(sorted(str(one["appId"]) for one in there))
        raise Problem(f"there are several applications {name} in the directory, {ids}; {cure}")
    return there[0] if there else None
