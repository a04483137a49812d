"""Key vaults."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from azurelocal.arm.providers.keyvault.policies import checked_policies
from azurelocal.arm.types import Body, ResourceType, an_object, merge_patch
from azurelocal.errors import AzureError
from azurelocal.vault import vaults

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.store import Resource

_NAME = re.compile(r"(?=.{3,24}$)[a-zA-Z][a-zA-Z0-9]*(-[a-zA-Z0-9]+)*")
_FIRST_WITH_ROLES = "2026-02-01"
"""From this version of the API on, a vault that does not say so goes by role assignments."""
_SWITCHES = (
    "enabledForDeployment",
    "enabledForDiskEncryption",
    "enabledForTemplateDeployment",
    "enableRbacAuthorization",
    "enableSoftDelete",
    "enablePurgeProtection",
)


class Vault(ResourceType):
    """A vault. When it is deleted, it can be recovered until it is purged."""

    name = "Microsoft.KeyVault/vaults"
    created = 200

    def combine(self, old: Resource, body: Body) -> Body:
        """A PUT changes what it names; the rest of the vault stays as it is."""
        return merge_patch(old.body, body)

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        properties = new.properties
        mode = properties.pop("createMode", "default")
        if old is None:
            _require_free(call, new, mode)
        for switch in _SWITCHES:
            if properties.get(switch) is None:
                properties.pop(switch, None)
            elif not isinstance(properties[switch], bool):
                raise bad_request(f"The value of 'properties.{switch}' must be true or false.")
        _check_sku(properties)
        _check_deleting(properties, old)
        _check_tenant(call, properties)
        properties.setdefault("enableRbacAuthorization", call.api_version >= _FIRST_WITH_ROLES)
        properties["accessPolicies"] = checked_policies(properties.get("accessPolicies"))
        properties.setdefault("publicNetworkAccess", "Enabled")
        _check_network(properties)
        properties["vaultUri"] = f"{call.cloud.endpoints.vault(new.name.lower())}/"

    def written(self, call: Call, new: Resource, old: Resource | None) -> None:
        if old is None:
            vaults.add(call.store, new.name, str(new.id))

    def removed(self, call: Call, resource: Resource) -> None:
        vaults.delete(call.store, resource, call.now)

    def show(self, call: Call, resource: Resource, body: Body) -> None:
        body["systemData"] = {}


def _require_free(call: Call, new: Resource, mode: Any) -> None:
    """Refuse a name that is somebody's; with createMode recover, a deleted vault comes back."""
    if not _NAME.fullmatch(new.name):
        raise AzureError(
            400,
            "VaultNameNotValid",
            f"The vault name '{new.name}' is invalid. A vault's name must be between 3-24"
            " alphanumeric characters. The name must begin with a letter, end with a letter or"
            " digit, and not contain consecutive hyphens.",
        )
    if vaults.find(call.store, new.name):
        raise AzureError(
            409,
            "VaultAlreadyExists",
            f"The vault name '{new.name}' is already in use. Vault names are globally unique so it"
            " is possible that the name is already taken.",
        )
    deleted = vaults.find_deleted(call.store, new.name, call.now)
    if mode == "recover":
        if deleted is None or deleted.id.lower() != new.key:
            raise AzureError(
                404, "DeletedVaultNotFound", f"There is no deleted vault '{new.name}' to recover."
            )
        kept: Body = {**deleted.body["properties"]}
        kept.pop("provisioningState", None)
        new.body = {**new.body, **deleted.body, "properties": new.properties | kept}
    elif mode != "default":
        raise bad_request("The value of 'properties.createMode' must be default or recover.")
    elif deleted is not None:
        raise AzureError(
            409,
            "ConflictError",
            "A vault with the same name already exists in deleted state. You need to either recover"
            " or purge existing key vault. Follow this link"
            " https://go.microsoft.com/fwlink/?linkid=2149745 for more information on soft delete.",
        )


def _check_sku(properties: Body) -> None:
    sku = an_object(properties.get("sku"), "properties.sku")
    if str(sku.get("name")).lower() not in ("standard", "premium"):
        raise bad_request("The value of 'properties.sku.name' must be standard or premium.")
    sku.setdefault("family", "A")


def _check_deleting(properties: Body, old: Resource | None) -> None:
    """Check what is said of deletion: a deleted vault is always kept for a while."""
    if properties.setdefault("enableSoftDelete", True) is False:
        raise bad_request(
            'The property "enableSoftDelete" can no longer be set to false: it is always on.'
        )
    days: Any = properties.setdefault("softDeleteRetentionInDays", 90)
    if isinstance(days, bool) or not isinstance(days, int) or not 7 <= days <= 90:
        raise bad_request('The property "softDeleteRetentionInDays" must be from 7 to 90.')
    if old is None:
        return
    if days != old.properties["softDeleteRetentionInDays"]:
        raise bad_request(
            'The property "softDeleteRetentionInDays" has been set already and it can\'t be'
            " modified."
        )
    if old.properties.get("enablePurgeProtection") and not properties.get("enablePurgeProtection"):
        raise bad_request(
            'The property "enablePurgeProtection" cannot be set to false. Enabling the purge'
            " protection for a vault is an irreversible action."
        )


def _check_tenant(call: Call, properties: Body) -> None:
    tenant = str(properties.get("tenantId") or "")
    if tenant.lower() != call.cloud.tenancy.tenant.id:
        raise bad_request(f"The value of 'properties.tenantId' is no known tenant: '{tenant}'.")


def _check_network(properties: Body) -> None:
    """Refuse rules that nobody would keep."""
    rules = an_object(properties.get("networkAcls"), "properties.networkAcls")
    closed = str(properties["publicNetworkAccess"]).lower() != "enabled"
    if closed or str(rules.get("defaultAction", "Allow")).lower() != "allow":
        raise bad_request(
            "Vaults are always open here: 'publicNetworkAccess' must be Enabled, and the default"
            " action of 'networkAcls' must be Allow."
        )


def bad_request(message: str) -> AzureError:
    """What the provider says of a body that makes no sense."""
    return AzureError(400, "BadRequest", message)


TYPES = (Vault,)
