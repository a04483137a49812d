"""Who may do what in a vault."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.unit.azurelocal.vault.conftest import inner

if TYPE_CHECKING:
    from tests.unit.azurelocal.vault.conftest import Vault


def test_whoever_comes_without_a_token_is_told_where_to_get_one(vault: Vault) -> None:
    answer = vault.get("secrets/s", headers={})

    tenant = vault.azure.cloud.tenancy.tenant.id
    assert answer.status == 401
    assert answer.headers["www-authenticate"] == (
        f'Bearer authorization="https://login.microsoftonline.com/{tenant}",'
        ' resource="https://vault.azure.net"'
    )


def test_a_token_for_something_else_is_refused(vault: Vault) -> None:
    token = vault.azure.client().token

    answer = vault.get("secrets/s", headers={"authorization": f"Bearer {token}"})

    assert answer.status == 401
    assert "AKV10022" in answer.message


def test_a_vault_that_is_not_there_has_nothing(vault: Vault) -> None:
    vault.azure.owner.audience = "https://management.azure.com/"
    vault.azure.owner.delete(vault.id)

    assert vault.get("secrets/s").status == 404


def test_the_owner_of_the_subscription_sees_nothing(vault: Vault) -> None:
    vault.secret("s")
    owner = vault.azure.client(("Owner", vault.azure.subscription))

    answer = vault.get("secrets/s", by=owner)

    assert (answer.status, answer.code, inner(answer)) == (403, "Forbidden", "ForbiddenByRbac")
    assert "'Microsoft.KeyVault/vaults/secrets/getSecret/action'" in answer.message
    assert f"{vault.id}/secrets/s" in answer.message
    assert owner.principal.id in answer.message


@pytest.mark.parametrize(
    ("role", "allowed"),
    [
        ("Key Vault Secrets User", {"get", "list"}),
        ("Key Vault Secrets Officer", {"get", "list", "set", "delete"}),
        ("Key Vault Crypto User", {"key"}),
        ("Key Vault Reader", {"list", "key"}),
    ],
)
def test_a_role_gives_what_it_says_and_no_more(vault: Vault, role: str, allowed: set[str]) -> None:
    vault.secret("s")
    vault.secret("t")
    vault.key("k")
    client = vault.azure.client((role, vault.id))

    asked = {
        "get": vault.get("secrets/s", by=client),
        "list": vault.get("secrets", by=client),
        "set": vault.put("secrets/s", {"value": "y"}, by=client),
        "delete": vault.delete("secrets/t", by=client),
        "key": vault.get("keys/k", by=client),
    }

    assert {name for name, answer in asked.items() if answer.status == 200} == allowed


def test_a_role_on_one_secret_is_good_for_that_one(vault: Vault) -> None:
    vault.secret("mine")
    vault.secret("yours")
    client = vault.azure.client(("Key Vault Secrets User", f"{vault.id}/secrets/mine"))

    assert vault.get("secrets/mine", by=client).status == 200
    assert vault.get("secrets/yours", by=client).status == 403


def test_an_access_policy_counts_where_roles_do_not(vault: Vault) -> None:
    azure, client = vault.azure, vault.azure.client()
    vault.secret("s")
    policy = {
        "tenantId": azure.cloud.tenancy.tenant.id,
        "objectId": client.principal.id,
        "permissions": {"secrets": ["Get"], "keys": ["all"]},
    }
    azure.owner.audience = "https://management.azure.com/"
    changes = {"enableRbacAuthorization": False, "accessPolicies": [policy]}
    assert azure.owner.patch(vault.id, {"properties": changes}).status == 200

    assert vault.get("secrets/s", by=client).status == 200
    assert vault.post("keys/k/create", {"kty": "EC"}, by=client).status == 200
    refused = vault.get("secrets", by=client)
    assert (refused.status, inner(refused)) == (403, "AccessDenied")
    assert vault.get("secrets/s").status == 403, "the administrator has a role, but no policy"


def test_who_may_not_is_refused_before_being_told_what_is_there(vault: Vault) -> None:
    assert vault.get("secrets/nothing", by=vault.azure.client()).status == 403
