"""The file service of an account, and its shares. Nothing serves their files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from azurelocal.arm.providers.storage.accounts import moment
from azurelocal.arm.providers.storage.containers import Service
from azurelocal.arm.types import Body, ResourceType, invalid
from azurelocal.blob.blobs import new_etag
from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.ids import ArmId
    from azurelocal.store import Resource

_NAME = re.compile(r"(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*")
_QUOTA = 5120  # GiB
_LARGEST_QUOTA = 102400


class FileService(Service):
    """What holds for all shares of an account."""

    name = "Microsoft.Storage/storageAccounts/fileServices"

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        super().shape(call, new, old)
        new.properties.setdefault("cors", {"corsRules": []})
        new.properties.setdefault("shareDeleteRetentionPolicy", {"enabled": False})


class Share(ResourceType):
    """A file share."""

    name = "Microsoft.Storage/storageAccounts/fileServices/shares"
    has_location = False
    has_state = False
    has_etag = True

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        if not _NAME.fullmatch(new.name):
            raise AzureError(
                400,
                "InvalidResourceName",
                "The specified resource name contains invalid characters.",
            )
        quota: Any = new.properties.setdefault("shareQuota", _QUOTA)
        if type(quota) is not int or not 1 <= quota <= _LARGEST_QUOTA:
            raise invalid(
                f"The value of 'properties.shareQuota' must be from 1 to {_LARGEST_QUOTA}.",
                "InvalidRequestPropertyValue",
            )
        new.properties.setdefault("enabledProtocols", "SMB")
        new.properties.setdefault("accessTier", "TransactionOptimized")
        new.etag = new_etag()

    def absent(self, id: ArmId) -> AzureError:
        return AzureError(404, "ShareNotFound", "The specified share does not exist.")

    def show(self, call: Call, resource: Resource, body: Body) -> None:
        body["properties"] |= {
            "lastModifiedTime": moment(resource.changed),
            "leaseStatus": "unlocked",
            "leaseState": "available",
        }


TYPES = (FileService, Share)
