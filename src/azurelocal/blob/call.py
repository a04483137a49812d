"""One request to the Blob service: what it is about, who asks, and what was decided about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from azurelocal.arm.types import an_object
from azurelocal.blob import accounts, blobs
from azurelocal.blob.errors import blob_not_found, container_not_found, resource_not_found
from azurelocal.errors import AzureError
from azurelocal.ids import parse

if TYPE_CHECKING:
    from typing import Any

    from azurelocal.arm.authorization import Decision
    from azurelocal.blob.access import Caller
    from azurelocal.blob.accounts import Account
    from azurelocal.blob.blobs import Blob, Blobs, Block
    from azurelocal.blob.target import Target
    from azurelocal.cloud import Cloud
    from azurelocal.http import Request
    from azurelocal.ids import ArmId
    from azurelocal.store import Resource, Store


@dataclass
class BlobCall:
    """Handed to everything that works on the request. `decisions` ends up in the access log."""

    cloud: Cloud
    request: Request
    account: Account
    account_properties: dict[str, Any]
    target: Target
    caller: Caller = field(init=False)
    decisions: list[Decision] = field(default_factory=list["Decision"])
    content_md5: str = ""
    """The digest of the body, in base64."""
    received: list[Block] = field(default_factory=list["Block"])
    """The body, where it was so large that it is kept already."""

    @property
    def store(self) -> Store:
        """The state."""
        return self.cloud.store

    @property
    def now(self) -> float:
        """The time of the request."""
        return self.cloud.clock()

    @property
    def tenant(self) -> str:
        """The tenant whose tokens are taken."""
        return self.cloud.tenancy.tenant.id

    def header(self, name: str) -> str:
        """A header of the request; nothing where it is not there."""
        return self.request.headers.get(name, "")

    def query(self, name: str) -> str:
        """A parameter of the query; nothing where it is not there."""
        return self.request.query.get(name, "")

    # What there is

    def container_id(self, name: str) -> ArmId:
        """The ID of a container of the account."""
        return parse(self.account.service_id).child("containers", name)

    def find_container(self, name: str) -> Resource | None:
        """Find a container of the account."""
        return self.store.get(self.container_id(name).key)

    def container(self) -> Resource:
        """The container that the request is about, which has to be there."""
        found = self.find_container(self.target.container)
        if found is None:
            raise container_not_found()
        return found

    def blobs(self) -> Blobs:
        """The blobs of the container, which has to be there."""
        return blobs.of(self.store, self.container())

    def find_blob(self) -> Blob | None:
        """Find the blob that the request is about."""
        container = self.find_container(self.target.container)
        return blobs.of(self.store, container).find(self.target.blob) if container else None

    def blob(self) -> Blob:
        """The blob that the request is about, which has to be there."""
        found = self.blobs().find(self.target.blob)
        if found is None:
            raise blob_not_found()
        return found


def open_call(cloud: Cloud, request: Request, name: str, target: Target) -> BlobCall:
    """Find the account, which has to be there and reachable from where the request comes."""
    account = accounts.find(cloud.store, name)
    resource = cloud.store.get(account.id.lower()) if account else None
    if account is None or resource is None:
        raise resource_not_found()
    properties = resource.properties
    if not _is_reachable(properties, request.client):
        raise AzureError(
            403,
            "AuthorizationFailure",
            "This request is not authorized to perform this operation.",
        )
    return BlobCall(cloud, request, account, properties, target)


def _is_reachable(properties: dict[str, Any], client: str) -> bool:
    """Hold the address of the client against the rules of the account."""
    if properties.get("publicNetworkAccess") == "Disabled":
        return False
    rules = an_object(properties.get("networkAcls"), "properties.networkAcls")
    if rules.get("defaultAction", "Allow") != "Deny":
        return True
    import ipaddress

    for rule in rules.get("ipRules") or ():
        try:
            if ipaddress.ip_address(client) in ipaddress.ip_network(rule["value"], strict=False):
                return True
        except (ValueError, KeyError, TypeError):
            continue
    return False
