"""Microsoft.KeyVault: vaults, the deleted ones too, and access policies."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.unit.azurelocal.conftest import Answer, Azure

DAY = 86400


def vault_id(azure: Azure, name: str = "vault1", group: str = "rg") -> str:
    return f"{azure.group(group)}/providers/Microsoft.KeyVault/vaults/{name}"


def body(azure: Azure, **properties: Any) -> dict[str, Any]:
    return {
        "location": "eastus",
        "properties": {
            "tenantId": azure.cloud.tenancy.tenant.id,
            "sku": {"family": "A", "name": "standard"},
            "accessPolicies": [],
            **properties,
        },
    }


def make(azure: Azure, **properties: Any) -> str:
    id = vault_id(azure)
    answer = azure.owner.put(id, body(azure, **properties))
    assert answer.status == 200, answer.content
    return id


def deleted(azure: Azure, rest: str = "", method: str = "GET") -> Answer:
    path = f"{azure.subscription}/providers/Microsoft.KeyVault"
    return azure.owner.ask(method, f"{path}/locations/eastus/deletedVaults/vault1{rest}")


def policy(azure: Azure, object_id: str, **permissions: list[str]) -> dict[str, Any]:
    tenant = azure.cloud.tenancy.tenant.id
    return {"tenantId": tenant, "objectId": object_id, "permissions": permissions}


def test_a_new_vault_says_where_it_is(azure: Azure) -> None:
    properties = azure.owner.get(make(azure)).json["properties"]

    assert properties["vaultUri"] == "https://vault1.vault.azure.net/"
    assert properties["provisioningState"] == "Succeeded"
    assert properties["enableSoftDelete"] is True
    assert properties["softDeleteRetentionInDays"] == 90


@pytest.mark.parametrize(("version", "roles"), [("2024-11-01", False), ("2026-02-01", True)])
def test_new_versions_of_the_api_go_by_roles(azure: Azure, version: str, roles: bool) -> None:
    made = azure.owner.put(vault_id(azure), body(azure), version=version)

    assert made.json["properties"]["enableRbacAuthorization"] is roles


def test_a_deleted_vault_keeps_its_name(azure: Azure) -> None:
    id = make(azure)
    azure.owner.delete(id)

    again = azure.owner.put(id, body(azure))

    assert (again.status, again.code) == (409, "ConflictError")
    kept = deleted(azure).json
    assert kept["properties"]["vaultId"] == id
    path = f"{azure.subscription}/providers/Microsoft.KeyVault"
    listed = azure.owner.get(f"{path}/deletedVaults").json["value"]
    assert listed == [kept]
    free = azure.owner.post(f"{path}/checkNameAvailability", {"name": "vault1"}).json
    assert (free["nameAvailable"], free["reason"]) == (False, "AlreadyExists")


def test_a_purged_vault_leaves_its_name(azure: Azure) -> None:
    id = make(azure)
    azure.owner.delete(id)

    assert deleted(azure, "/purge", "POST").status == 200

    assert deleted(azure).code == "DeletedVaultNotFound"
    assert azure.owner.put(id, body(azure)).status == 200


def test_a_recovered_vault_is_what_it_was(azure: Azure) -> None:
    id = make(azure, enableRbacAuthorization=True, softDeleteRetentionInDays=10)
    azure.owner.delete(id)

    recovered = azure.owner.put(id, body(azure, createMode="recover"))

    assert recovered.status == 200
    properties = recovered.json["properties"]
    assert properties["enableRbacAuthorization"] is True
    assert properties["softDeleteRetentionInDays"] == 10
    assert "createMode" not in properties
    assert deleted(azure).status == 404


def test_a_vault_goes_with_its_group_and_can_be_recovered(azure: Azure) -> None:
    id = make(azure)
    azure.owner.delete(f"{azure.subscription}/resourceGroups/rg")
    assert deleted(azure).status == 200

    azure.group()

    assert azure.owner.put(id, body(azure, createMode="recover")).status == 200


def test_a_deleted_vault_is_purged_when_its_time_is_up(azure: Azure) -> None:
    id = make(azure, softDeleteRetentionInDays=7)
    azure.owner.delete(id)

    azure.clock.now += 7 * DAY

    assert deleted(azure).status == 404
    assert azure.owner.put(id, body(azure)).status == 200


def test_a_protected_vault_is_not_purged(azure: Azure) -> None:
    id = make(azure, enablePurgeProtection=True)
    weaker = azure.owner.patch(id, {"properties": {"enablePurgeProtection": False}})
    azure.owner.delete(id)

    purged = deleted(azure, "/purge", "POST")

    assert weaker.status == 400
    assert (purged.status, purged.code) == (405, "MethodNotAllowed")


def test_only_who_may_purges(azure: Azure) -> None:
    id = make(azure)
    azure.owner.delete(id)
    contributor = azure.client(("Key Vault Contributor", azure.subscription))
    path = f"{azure.subscription}/providers/Microsoft.KeyVault/locations/eastus/deletedVaults"

    assert contributor.post(f"{path}/vault1/purge").code == "AuthorizationFailed"


def test_a_name_is_given_once(azure: Azure) -> None:
    make(azure)

    other = azure.owner.put(vault_id(azure, "VAULT1", "other"), body(azure))

    assert (other.status, other.code) == (409, "VaultAlreadyExists")


@pytest.mark.parametrize("name", ["ab", "1vault", "a--b", "vault-", "x" * 25, "va_ult"])
def test_a_name_that_cannot_be_is_refused(azure: Azure, name: str) -> None:
    answer = azure.owner.put(vault_id(azure, name), body(azure))

    assert (answer.status, answer.code) == (400, "VaultNameNotValid")


@pytest.mark.parametrize(
    "properties",
    [
        {"sku": {"name": "gold"}},
        {"sku": None},
        {"tenantId": "00000000-0000-0000-0000-000000000000"},
        {"enableSoftDelete": False},
        {"softDeleteRetentionInDays": 6},
        {"softDeleteRetentionInDays": "90"},
        {"enableRbacAuthorization": "yes"},
        {"accessPolicies": "all"},
        {"accessPolicies": [{"objectId": "x"}]},
        {"accessPolicies": [{"objectId": "x", "tenantId": "y", "permissions": {"keys": "get"}}]},
        {"createMode": "clone"},
        {"publicNetworkAccess": "Disabled"},
        {"networkAcls": {"defaultAction": "Deny"}},
    ],
)
def test_a_vault_that_cannot_be_is_refused(azure: Azure, properties: dict[str, Any]) -> None:
    answer = azure.owner.put(vault_id(azure), body(azure, **properties))

    assert answer.status == 400
    assert azure.owner.get(vault_id(azure)).status == 404


def test_a_vault_that_was_never_deleted_cannot_be_recovered(azure: Azure) -> None:
    answer = azure.owner.put(vault_id(azure), body(azure, createMode="recover"))

    assert (answer.status, answer.code) == (404, "DeletedVaultNotFound")


def test_access_policies_are_added_replaced_and_removed(azure: Azure) -> None:
    one, two = str(uuid.uuid4()), str(uuid.uuid4())
    id = make(azure, accessPolicies=[policy(azure, one, secrets=["get"])])

    def change(operation: str, *policies: dict[str, Any]) -> dict[str, Any]:
        body = {"properties": {"accessPolicies": list(policies)}}
        answer = azure.owner.put(f"{id}/accessPolicies/{operation}", body)
        assert answer.status == 200, answer.content
        kept = azure.owner.get(id).json["properties"]["accessPolicies"]
        return {each["objectId"]: each["permissions"] for each in kept}

    added = change("add", policy(azure, one, secrets=["list"]), policy(azure, two, keys=["get"]))
    replaced = change("replace", policy(azure, one, keys=["all"]), policy(azure, two))
    removed = change("remove", policy(azure, one))

    assert added == {one: {"secrets": ["get", "list"]}, two: {"keys": ["get"]}}
    assert replaced == {one: {"keys": ["all"]}, two: {}}
    assert removed == {two: {}}


def test_access_policies_are_changed_by_who_may_only(azure: Azure) -> None:
    id = make(azure)
    reader = azure.client(("Reader", id))

    answer = reader.put(f"{id}/accessPolicies/add", {"properties": {"accessPolicies": []}})

    assert answer.code == "AuthorizationFailed"
    assert azure.owner.put(f"{id}/accessPolicies/dance", {}).status == 400
