"""Clients of Azure's services, as one user of one subscription.

    async with Access(credentials) as azure:
        group = await azure.groups.get("my-group")

They are Microsoft's own; each is imported and opened when it is first asked for, since some of them
take a second to import. All share one pool of connections and one way to try again: what is
throttled waits as long as Azure says, and what breaks off is repeated, which is safe as every
write states what is to be.
"""

from __future__ import annotations

import logging
from contextlib import AsyncExitStack
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from hypershift.azure.clouds import PUBLIC

if TYPE_CHECKING:
    from collections.abc import Callable

    import aiohttp
    from azure.core.credentials_async import AsyncTokenCredential
    from azure.mgmt.authorization.v2022_04_01.aio import AuthorizationManagementClient
    from azure.mgmt.compute.aio import ComputeManagementClient
    from azure.mgmt.dns.aio import DnsManagementClient
    from azure.mgmt.msi.v2024_11_30.aio import ManagedServiceIdentityClient
    from azure.mgmt.network.aio import NetworkManagementClient
    from azure.mgmt.privatedns.aio import PrivateDnsManagementClient
    from azure.mgmt.resource.resources.aio import ResourceManagementClient
    from azure.mgmt.resource.resources.aio.operations import ResourceGroupsOperations
    from azure.mgmt.storage.aio import StorageManagementClient

    from hypershift.azure.clouds import Cloud
    from hypershift.azure.credentials import Credentials
    from hypershift.azure.graph import Graph

# Ten tries outlast a throttled subscription; the waits between them grow to half a minute.
RETRIES: dict[str, Any] = {
    "retry_total": 10,
    "retry_status": 10,
    "retry_connect": 3,
    "retry_read": 5,
    "retry_backoff_factor": 0.5,
    "retry_backoff_max": 30,
}
# Seconds between two looks at an operation where Azure does not say when to look again.
_LOOK_AGAIN = 1.0
_PATIENCE_WITH_AZ = 60  # seconds in which az must give a token; a busy machine takes ten


class Access:
    """What one user may reach in one subscription."""

    def __init__(self, credentials: Credentials, cloud: Cloud = PUBLIC) -> None:
        """Nothing is opened yet."""
        self.credentials, self.cloud = credentials, cloud
        self._open = AsyncExitStack()
        # What goes wrong is told by whoever asked: the libraries would print it as well.
        logging.getLogger("azure").addHandler(logging.NullHandler())

    async def __aenter__(self) -> Self:
        """Clients may be asked for from now on."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close all that was opened."""
        await self._open.aclose()

    @property
    def subscription(self) -> str:
        """The ID of the subscription."""
        return self.credentials.subscription_id

    @cached_property
    def session(self) -> aiohttp.ClientSession:
        """The connections that all clients share."""
        import aiohttp

        session = aiohttp.ClientSession(trust_env=True, auto_decompress=False)
        self._open.push_async_callback(session.close)
        return session

    def transport(self) -> Any:
        """What carries one client's requests."""
        from azure.core.pipeline.transport import AioHttpTransport

        return AioHttpTransport(session=self.session, session_owner=False)

    @cached_property
    def credential(self) -> AsyncTokenCredential:
        """Who asks: the service principal of the credentials, else whoever is logged in here."""
        from azure.identity.aio import ClientSecretCredential, DefaultAzureCredential

        mine = self.credentials
        options: dict[str, Any] = {
            "authority": self.cloud.authority,
            "transport": self.transport(),
            **RETRIES,
        }
        if mine.client_id and mine.client_secret:
            credential = ClientSecretCredential(
                mine.tenant_id, mine.client_id, mine.client_secret, **options
            )
        else:
            identity = {"workload_identity_client_id": mine.client_id} if mine.client_id else {}
            credential = DefaultAzureCredential(
                workload_identity_tenant_id=mine.tenant_id,
                process_timeout=_PATIENCE_WITH_AZ,
                **identity,
                **options,
            )
        self._open.push_async_callback(credential.close)
        return credential

    @property
    def groups(self) -> ResourceGroupsOperations:
        """Resource groups."""
        return self.resources.resource_groups

    @cached_property
    def resources(self) -> ResourceManagementClient:
        """Resources of any type, and their providers."""
        from azure.mgmt.resource.resources.aio import ResourceManagementClient

        return self._client(ResourceManagementClient)

    @cached_property
    def network(self) -> NetworkManagementClient:
        """Networks, addresses and load balancers."""
        from azure.mgmt.network.aio import NetworkManagementClient

        return self._client(NetworkManagementClient)

    @cached_property
    def identities(self) -> ManagedServiceIdentityClient:
        """Managed identities and their federated credentials."""
        from azure.mgmt.msi.v2024_11_30.aio import ManagedServiceIdentityClient

        return self._client(ManagedServiceIdentityClient)

    @cached_property
    def authorization(self) -> AuthorizationManagementClient:
        """Roles and their assignments."""
        from azure.mgmt.authorization.v2022_04_01.aio import AuthorizationManagementClient

        return self._client(AuthorizationManagementClient)

    @cached_property
    def dns(self) -> DnsManagementClient:
        """Public DNS zones."""
        from azure.mgmt.dns.aio import DnsManagementClient

        return self._client(DnsManagementClient)

    @cached_property
    def private_dns(self) -> PrivateDnsManagementClient:
        """Private DNS zones."""
        from azure.mgmt.privatedns.aio import PrivateDnsManagementClient

        return self._client(PrivateDnsManagementClient)

    @cached_property
    def storage(self) -> StorageManagementClient:
        """Storage accounts."""
        from azure.mgmt.storage.aio import StorageManagementClient

        return self._client(StorageManagementClient)

    @cached_property
    def compute(self) -> ComputeManagementClient:
        """Virtual machines, and how many there may be."""
        from azure.mgmt.compute.aio import ComputeManagementClient

        return self._client(ComputeManagementClient)

    @cached_property
    def graph(self) -> Graph:
        """The directory."""
        from hypershift.azure.graph import Graph

        return Graph(self)

    def _client(self, kind: Callable[..., Any]) -> Any:
        return kind(
            self.credential,
            self.subscription,
            base_url=self.cloud.resource_manager,
            credential_scopes=[self.cloud.scope],
            transport=self.transport(),
            polling_interval=_LOOK_AGAIN,
            **RETRIES,
        )
