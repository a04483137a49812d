"""Microsoft Graph, as far as the product needs it: principals, and applications with a secret."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from hypershift.azure.problems import Problem

if TYPE_CHECKING:
    from hypershift.azure.access import Access


class Graph:
    """The directory, asked through Microsoft's pipeline: tokens, and another try when throttled."""

    def __init__(self, azure: Access) -> None:
        """Nothing is asked yet."""
        from azure.core import AsyncPipelineClient
        from azure.core.pipeline.policies import (
            AsyncBearerTokenCredentialPolicy,
            AsyncRetryPolicy,
            ContentDecodePolicy,
        )

        from hypershift.azure.access import RETRIES

        cloud = azure.cloud
        self._address = cloud.graph
        self._client: Any = AsyncPipelineClient(
            cloud.graph,
            transport=azure.transport(),
            policies=[
                AsyncRetryPolicy(**RETRIES),
                AsyncBearerTokenCredentialPolicy(azure.credential, cloud.graph_scope),
                ContentDecodePolicy(),
            ],
        )

    async def principal_of(self, client_id: str) -> str:
        """Find the ID by which an application or identity is given roles."""
        answer = await self.ask("GET", "/servicePrincipals", filter=f"appId eq '{client_id}'")
        match answer["value"]:
            case [{"id": str(id)}]:
                return id
            case _:
                raise Problem(
                    f"the directory knows no principal of the client ID {client_id}; correct the"
                    " client ID, or try again in a minute if it was made just now"
                )

    async def applications(self, name: str) -> list[Any]:
        """Find all applications of a name; names need not be unique."""
        quoted = name.replace("'", "''")
        return (await self.ask("GET", "/applications", filter=f"displayName eq '{quoted}'"))[
            "value"
        ]

    async def principal(self, client_id: str) -> Any | None:
        """Find the service principal of an application."""
        found = await self.ask("GET", "/servicePrincipals", filter=f"appId eq '{client_id}'")
        return next(iter(found["value"]), None)

    async def add_password(self, application: str, name: str, ends: str) -> str:
        """Make a secret of an application, which is given by its object ID. It is shown once."""
        made = await self.ask(
            "POST",
            f"/applications/{application}/addPassword",
            {"passwordCredential": {"displayName": name, "endDateTime": ends}},
        )
        return str(made["secretText"])

    async def ask(
        self, method: str, path: str, body: Any = None, *, filter: str = "", expect: int = 0
    ) -> Any:
        """Send one request of version 1.0, and give the object that comes back."""
        from azure.core.exceptions import HttpResponseError, ResourceNotFoundError, map_error
        from azure.core.rest import HttpRequest

        request = HttpRequest(
            method,
            f"{self._address}/v1.0{path}",
            params={"$filter": filter} if filter else None,
            json=body,
        )
        response = await self._client.send_request(request)
        if response.status_code >= HTTPStatus.BAD_REQUEST:
            map_error(response.status_code, response, {404: ResourceNotFoundError})
            raise HttpResponseError(response=response)
        return response.json() if response.content else None
