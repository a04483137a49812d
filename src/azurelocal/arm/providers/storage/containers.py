"""The blob service of an account, and its containers.

A container is one thing, whether it was made through ARM or through the Blob service: the resource
here is all there is of it, but for the blobs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azurelocal.arm.providers.storage.accounts import moment
from azurelocal.arm.types import Body, ResourceType, an_object, invalid
from azurelocal.blob import blobs, policies
from azurelocal.blob.blobs import new_etag
from azurelocal.blob.target import CONTAINER_NAME
from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.ids import ArmId
    from azurelocal.store import Resource

CONTAINER_TYPE = "Microsoft.Storage/storageAccounts/blobServices/containers"
_POLICIES = (
    "deleteRetentionPolicy",
    "containerDeleteRetentionPolicy",
    "restorePolicy",
    "changeFeed",
    "lastAccessTimeTrackingPolicy",
)
LEVELS = ("None", "Blob", "Container")
"""What of a container is public: nothing, its blobs, or its blobs and their list."""


class Service(ResourceType):
    """One of the services of an account. There is always the one that is called default."""

    has_location = False
    has_state = False

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        if new.name.lower() != "default":
            raise AzureError(
                400,
                "InvalidResourceName",
                f"The name '{new.name}' is not valid: the service of an account is called default.",
            )

    def refuse_delete(self, call: Call, resource: Resource) -> None:
        raise AzureError(
            405,
            "MethodNotAllowed",
            f"The HTTP method 'DELETE' is not supported on '{self.name}'.",
        )


class BlobService(Service):
    """What holds for all blobs of an account."""

    name = "Microsoft.Storage/storageAccounts/blobServices"

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        super().shape(call, new, old)
        _refuse_switched_on(new.properties)
        new.properties.setdefault("cors", {"corsRules": []})
        new.properties.setdefault(
            "deleteRetentionPolicy", {"allowPermanentDelete": False, "enabled": False}
        )


def _refuse_switched_on(properties: Body) -> None:
    """Nothing that is deleted or replaced is kept here, and browsers are not let in."""
    wanted = [name for name in _POLICIES if _is_on(properties, name)]
    cors = an_object(properties.get("cors"), "properties.cors")
    if cors.get("corsRules"):
        wanted.append("cors")
    if properties.get("isVersioningEnabled"):
        wanted.append("isVersioningEnabled")
    if wanted:
        raise AzureError(
            400,
            "FeatureNotSupportedForAccount",
            f"{', '.join(wanted)} is not supported for the account.",
        )


def _is_on(properties: Body, name: str) -> bool:
    policy = an_object(properties.get(name), f"properties.{name}")
    return bool(policy.get("enabled") or policy.get("enable"))


class Container(ResourceType):
    """A container."""

    name = CONTAINER_TYPE
    has_location = False
    has_state = False
    has_etag = True

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        if not CONTAINER_NAME.fullmatch(new.name):
            raise AzureError(
                400,
                "InvalidResourceName",
                "The specified resource name contains invalid characters.",
            )
        properties = new.properties
        level: Any = properties.setdefault("publicAccess", "None")
        if level not in LEVELS:
            raise invalid("The value of 'properties.publicAccess' must be None, Blob or Container.")
        if level != "None":
            _require_public(call, new)
        metadata: Any = properties.get("metadata")
        if metadata is not None and not _is_texts(metadata):
            raise invalid("The value of 'properties.metadata' must be an object of strings.")
        new.etag = new_etag()

    def absent(self, id: ArmId) -> AzureError:
        return AzureError(404, "ContainerNotFound", "The specified container does not exist.")

    def removed(self, call: Call, resource: Resource) -> None:
        blobs.of(call.store, resource).remove_all()
        policies.save(call.store, resource.id.names[0].lower(), resource.name, [])

    def show(self, call: Call, resource: Resource, body: Body) -> None:
        body["properties"] |= {
            "lastModifiedTime": moment(resource.changed),
            "leaseStatus": "Unlocked",
            "leaseState": "Available",
            "hasImmutabilityPolicy": False,
            "hasLegalHold": False,
            "defaultEncryptionScope": "$account-encryption-key",
            "denyEncryptionScopeOverride": False,
        }


def _require_public(call: Call, container: Resource) -> None:
    service = container.id.parent
    account = call.store.get(service.parent.key) if service and service.parent else None
    if account is None or not account.properties.get("allowBlobPublicAccess"):
        raise AzureError(
            409,
            "PublicAccessNotPermitted",
            "Public access is not permitted on this storage account.",
        )


def _is_texts(value: object) -> bool:
    return isinstance(value, dict) and all(
        isinstance(one, str)
        for one in value.values()  # pyright: ignore[reportUnknownVariableType]
    )


TYPES = (BlobService, Container)
