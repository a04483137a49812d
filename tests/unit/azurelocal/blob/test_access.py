"""Who may do what with blobs: keys, signed addresses, tokens, and nobody in particular."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.unit.azurelocal.blob.conftest import NOBODY, code

if TYPE_CHECKING:
    from tests.unit.azurelocal.blob.conftest import Account

READER = "Storage Blob Data Reader"
CONTRIBUTOR = "Storage Blob Data Contributor"


# Keys


def test_a_name_that_was_sent_encoded_is_signed_as_it_was_sent(account: Account) -> None:
    written = account.put("things/.well-known%2Fopenid-configuration", b"{}")

    assert written.status == 201
    assert account.get("things/.well-known/openid-configuration").content == b"{}"


def test_a_signature_of_another_request_is_refused(account: Account) -> None:
    headers = {"authorization": "SharedKey acct1:c2lnbmF0dXJl", "x-ms-date": "now"}

    answer = account.ask("GET", "things/x", by=NOBODY, headers=headers)

    assert (answer.status, code(answer)) == (403, "AuthenticationFailed")


def test_an_old_request_is_not_taken_again(account: Account) -> None:
    headers = {"x-ms-date": "Mon, 01 Jan 2024 00:00:00 GMT"}
    headers["authorization"] = account._signature("GET", "/things/x", "", headers)

    answer = account.ask("GET", "things/x", by=NOBODY, headers=headers)

    assert (answer.status, code(answer)) == (403, "AuthenticationFailed")
    assert b"too old" in answer.content


def test_an_account_can_refuse_its_keys(account: Account) -> None:
    account.change(allowSharedKeyAccess=False)

    answer = account.get("things/x")

    assert (answer.status, code(answer)) == (403, "KeyBasedAuthenticationNotPermitted")


# Tokens


def test_being_the_owner_is_no_right_to_data(account: Account) -> None:
    account.put("things/x")

    answer = account.get("things/x", by=account.azure.owner)

    assert (answer.status, code(answer)) == (403, "AuthorizationPermissionMismatch")


def test_a_reader_reads_and_does_not_write(account: Account) -> None:
    account.put("things/x")
    reader = account.azure.client((READER, account.container))

    assert account.get("things/x", by=reader).content == b"content"
    assert account.get("things", by=reader, query="restype=container&comp=list").status == 200
    assert code(account.put("things/x", by=reader)) == "AuthorizationPermissionMismatch"
    assert code(account.ask("DELETE", "things/x", by=reader)) == "AuthorizationPermissionMismatch"


def test_a_role_is_good_in_its_scope_only(account: Account) -> None:
    writer = account.azure.client((CONTRIBUTOR, account.container))
    account.ask("PUT", "others", query="restype=container")

    assert account.put("things/x", by=writer).status == 201
    assert code(account.put("others/x", by=writer)) == "AuthorizationPermissionMismatch"


def test_who_may_not_is_refused_before_being_told_what_is_there(account: Account) -> None:
    stranger = account.azure.client()

    answer = account.get("nowhere/x", by=stranger)

    assert (answer.status, code(answer)) == (403, "AuthorizationPermissionMismatch")


def test_a_role_that_is_taken_away_is_gone_at_once(account: Account) -> None:
    account.put("things/x")
    client = account.azure.client()
    assignment = account.azure.assign(client.principal, READER, account.id)
    assert account.get("things/x", by=client).status == 200

    account.azure.owner.delete(assignment)

    assert code(account.get("things/x", by=client)) == "AuthorizationPermissionMismatch"


def test_a_token_for_something_else_is_refused_with_a_challenge(account: Account) -> None:
    headers = {"authorization": f"Bearer {account.azure.owner.token}"}

    answer = account.ask("GET", "things/x", by=NOBODY, headers=headers)

    assert (answer.status, code(answer)) == (401, "InvalidAuthenticationInfo")
    assert "resource_id=https://storage.azure.com" in answer.headers["www-authenticate"]


def test_tokens_need_a_version_that_knows_them(account: Account) -> None:
    headers = {"x-ms-version": "2015-04-05"}

    answer = account.ask("GET", "things/x", by=account.azure.owner, headers=headers)

    assert (answer.status, code(answer)) == (403, "AuthenticationFailed")


# Nobody in particular


@pytest.mark.parametrize(
    ("level", "reads", "lists"),
    [("container", 200, 200), ("blob", 200, 404), ("", 404, 404)],
)
def test_strangers_see_what_is_public(account: Account, level: str, reads: int, lists: int) -> None:
    account.put("things/x")

    account.publish(level)

    assert account.get("things/x", by=NOBODY).status == reads
    query = "restype=container&comp=list"
    assert account.get("things", by=NOBODY, query=query).status == lists


def test_strangers_write_nothing(account: Account) -> None:
    account.publish("container")

    answer = account.put("things/x", by=NOBODY)

    assert (answer.status, code(answer)) == (401, "NoAuthenticationInformation")


def test_an_account_can_forbid_that_anything_is_public(account: Account) -> None:
    account.put("things/x")
    account.publish("container")

    account.change(allowBlobPublicAccess=False)

    answer = account.get("things/x", by=NOBODY)
    assert (answer.status, code(answer)) == (409, "PublicAccessNotPermitted")


def test_an_account_that_is_not_there_has_nothing(account: Account) -> None:
    account.azure.owner.delete(account.id)

    answer = account.get("things/x", by=NOBODY)

    assert (answer.status, code(answer)) == (404, "ResourceNotFound")


# Signed addresses


def test_a_signed_address_is_good_for_what_it_says(account: Account) -> None:
    account.put("things/x")
    query = account.signed("x", "r")

    assert account.get("things/x", by=NOBODY, query=query).content == b"content"
    assert account.get("things/y", by=NOBODY, query=query).status == 403
    refused = account.put("things/x", by=NOBODY, query=query)
    assert code(refused) == "AuthorizationPermissionMismatch"


def test_a_signed_address_that_may_create_replaces_nothing(account: Account) -> None:
    query = account.signed("x", "c")

    assert account.put("things/x", by=NOBODY, query=query).status == 201
    second = account.put("things/x", by=NOBODY, query=query)
    assert code(second) == "AuthorizationPermissionMismatch"


def test_a_signed_address_ends(account: Account) -> None:
    account.put("things/x")
    query = account.signed("x", "r", seconds=60)

    account.azure.clock.now += 61

    answer = account.get("things/x", by=NOBODY, query=query)
    assert (answer.status, code(answer)) == (403, "AuthenticationFailed")


@pytest.mark.parametrize(("client", "status"), [("10.0.0.5", 200), ("10.0.0.9", 403), ("", 403)])
def test_a_signed_address_is_good_where_it_says(account: Account, client: str, status: int) -> None:
    account.put("things/x")
    query = account.signed("x", "r", ip="10.0.0.4-10.0.0.8")

    assert account.get("things/x", by=NOBODY, query=query, client=client).status == status


def test_a_changed_address_is_refused(account: Account) -> None:
    account.put("things/x")
    query = account.signed("x", "r").replace("sp=r", "sp=rw")

    answer = account.get("things/x", by=NOBODY, query=query)

    assert (answer.status, code(answer)) == (403, "AuthenticationFailed")


# The network


def test_a_closed_account_is_reached_from_where_its_rules_say(account: Account) -> None:
    account.put("things/x")
    rules = {"defaultAction": "Deny", "ipRules": [{"value": "10.1.0.0/16"}]}

    account.change(networkAcls=rules)

    assert account.get("things/x", client="10.1.2.3").status == 200
    refused = account.get("things/x", client="10.2.2.3")
    assert (refused.status, code(refused)) == (403, "AuthorizationFailure")
