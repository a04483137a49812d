"""Storage accounts and their keys."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from azurelocal.arm.providers.storage.names import require_free
from azurelocal.arm.types import Body, ResourceType, an_object, invalid, merge_patch
from azurelocal.blob import accounts
from azurelocal.errors import AzureError
from azurelocal.http import Response

if TYPE_CHECKING:
    from collections.abc import Mapping

    from azurelocal.arm.call import Call
    from azurelocal.arm.types import Action
    from azurelocal.blob.accounts import Account
    from azurelocal.store import Resource

_SKUS = (
    "Standard_LRS",
    "Standard_GRS",
    "Standard_RAGRS",
    "Standard_ZRS",
    "Standard_GZRS",
    "Standard_RAGZRS",
    "Premium_LRS",
    "Premium_ZRS",
    "StandardV2_LRS",
    "StandardV2_GRS",
    "StandardV2_ZRS",
    "StandardV2_GZRS",
    "PremiumV2_LRS",
    "PremiumV2_ZRS",
)
_KINDS = ("Storage", "StorageV2", "BlobStorage", "FileStorage", "BlockBlobStorage")
_SWITCHES = (
    "allowBlobPublicAccess",
    "allowSharedKeyAccess",
    "supportsHttpsTrafficOnly",
    "defaultToOAuthAuthentication",
    "isHnsEnabled",
)
_UNSUPPORTED = ("isHnsEnabled", "isNfsV3Enabled", "isSftpEnabled")
_SERVICES = ("blob", "queue", "table", "file", "dfs", "web")


class StorageAccount(ResourceType):
    """An account. Its blob and file services come with it."""

    name = "Microsoft.Storage/storageAccounts"
    created = 200
    pending_put = 202

    def combine(self, old: Resource, body: Body) -> Body:
        """A PUT changes what it names; the rest of the account stays as it is."""
        merged = merge_patch(old.body, body)
        if body.get("tags") is not None:
            merged["tags"] = body["tags"]
        return merged

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        if old is None:
            require_free(call, new.id)
        _check_kind(new, old)
        properties = new.properties
        for switch in _SWITCHES:
            if properties.get(switch) is None:
                properties.pop(switch, None)
            elif not isinstance(properties[switch], bool):
                raise invalid(f"The value of 'properties.{switch}' must be true or false.")
        for feature in _UNSUPPORTED:
            if properties.get(feature):
                raise AzureError(
                    400,
                    "FeatureNotSupportedForAccount",
                    f"{feature} is not supported for the account.",
                )
        rules = {"bypass": "AzureServices", "defaultAction": "Allow"}
        an_object(properties.setdefault("networkAcls", rules), "properties.networkAcls")
        properties.setdefault("minimumTlsVersion", "TLS1_0")
        properties.setdefault("allowBlobPublicAccess", False)
        properties.setdefault("supportsHttpsTrafficOnly", True)
        properties.setdefault("privateEndpointConnections", [])
        properties.setdefault("encryption", _encryption(call.now))
        if new.body["kind"] != "Storage":
            properties.setdefault("accessTier", "Hot")

    def written(self, call: Call, new: Resource, old: Resource | None) -> None:
        if old is None:
            accounts.create(call.store, new.name, str(new.id), call.now)
            for service in ("blobServices", "fileServices"):
                call.cloud.engine.write(call, new.id.child(service, "default"), {})

    def removed(self, call: Call, resource: Resource) -> None:
        accounts.remove(call.store, resource.name)

    def show(self, call: Call, resource: Resource, body: Body) -> None:
        suffix = call.cloud.endpoints.storage_suffix
        body["properties"] |= {
            "primaryEndpoints": {
                service: f"https://{resource.name}.{service}.{suffix}/" for service in _SERVICES
            },
            "primaryLocation": resource.location,
            "statusOfPrimary": "available",
            "creationTime": moment(resource.created),
        }
        account = accounts.find(call.store, resource.name)
        if account is not None:
            body["properties"]["keyCreationTime"] = {
                key.name: moment(key.created) for key in account.keys
            }

    @property
    def actions(self) -> Mapping[str, Action]:
        """What is done with the keys."""
        return {
            "listkeys": _list_keys,
            "regeneratekey": _regenerate_key,
            "revokeuserdelegationkeys": _revoke_delegations,
        }


def _check_kind(new: Resource, old: Resource | None) -> None:
    sku = an_object(new.body.get("sku"), "sku")
    if sku.get("name") not in _SKUS:
        raise AzureError(
            400,
            "InvalidValuesForRequestParameters",
            "Values for request parameters are invalid: sku. It must be one of"
            f" {', '.join(_SKUS)}.",
        )
    sku["tier"] = "Premium" if sku["name"].startswith("Premium") else "Standard"
    kind: Any = new.body.get("kind")
    if kind not in _KINDS:
        raise AzureError(
            400,
            "InvalidValuesForRequestParameters",
            f"Values for request parameters are invalid: kind. It must be one of"
            f" {', '.join(_KINDS)}.",
        )
    if old is not None and kind != old.body["kind"] and kind != "StorageV2":
        raise AzureError(
            400,
            "AccountPropertyCannotBeUpdated",
            "The property 'kind' was specified in the input, but it cannot be updated.",
        )


def _encryption(now: float) -> Body:
    service = {"enabled": True, "keyType": "Account", "lastEnabledTime": moment(now)}
    return {
        "keySource": "Microsoft.Storage",
        "services": {"blob": service, "file": dict(service)},
    }


def _list_keys(call: Call, resource: Resource) -> Response:
    return _keys(_account(call, resource))


def _regenerate_key(call: Call, resource: Resource) -> Response:
    name: Any = call.request.json_object().get("keyName")
    account = _account(call, resource)
    if not isinstance(name, str) or not accounts.regenerate(call.store, account, name, call.now):
        raise AzureError(
            400,
            "InvalidValuesForRequestParameters",
            "Values for request parameters are invalid: keyName. It must be key1 or key2.",
        )
    return _keys(account)


def _revoke_delegations(call: Call, resource: Resource) -> Response:
    accounts.revoke_delegations(call.store, _account(call, resource))
    return Response(200)


def _account(call: Call, resource: Resource) -> Account:
    account = accounts.find(call.store, resource.name)
    assert account is not None
    return account


def _keys(account: Account) -> Response:
    return Response(
        200,
        {
            "keys": [
                {
                    "keyName": key.name,
                    "value": key.value,
                    "permissions": "FULL",
                    "creationTime": moment(key.created),
                }
                for key in account.keys
            ]
        },
    )


def moment(time: float) -> str:
    """Write a time as this provider does."""
    text = datetime.fromtimestamp(time, UTC).isoformat(timespec="microseconds")
    return text.replace("+00:00", "0Z")


TYPES = (StorageAccount,)
