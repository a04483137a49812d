"""Microsoft.Storage: accounts, their keys, and what is in them."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.unit.azurelocal.conftest import Answer, Azure

BODY: dict[str, Any] = {
    "location": "eastus",
    "kind": "StorageV2",
    "sku": {"name": "Standard_LRS"},
    "properties": {"allowBlobPublicAccess": True},
}


def account_id(azure: Azure, name: str = "acct1", group: str = "rg") -> str:
    return f"{azure.group(group)}/providers/Microsoft.Storage/storageAccounts/{name}"


def make(azure: Azure, name: str = "acct1", **changes: Any) -> str:
    id = account_id(azure, name)
    answer = azure.owner.put(id, BODY | changes)
    assert answer.status == 200, answer.content
    return id


def check_name(azure: Azure, name: Any) -> Answer:
    path = f"{azure.subscription}/providers/Microsoft.Storage/checkNameAvailability"
    return azure.owner.post(path, {"name": name, "type": "Microsoft.Storage/storageAccounts"})


def test_a_new_account_says_where_its_services_are(azure: Azure) -> None:
    id = make(azure)

    properties = azure.owner.get(id).json["properties"]

    assert properties["primaryEndpoints"]["blob"] == "https://acct1.blob.core.windows.net/"
    assert properties["provisioningState"] == "Succeeded"
    assert properties["primaryLocation"] == "eastus"
    assert properties["supportsHttpsTrafficOnly"] is True


def test_an_account_has_two_keys_that_can_be_made_anew(azure: Azure) -> None:
    id = make(azure)
    before = azure.owner.post(f"{id}/listKeys", query="$expand=kerb").json["keys"]

    after = azure.owner.post(f"{id}/regenerateKey", {"keyName": "key1"}).json["keys"]

    assert [key["keyName"] for key in before] == ["key1", "key2"]
    assert all(len(base64.b64decode(key["value"])) == 64 for key in before)
    assert [a["value"] == b["value"] for a, b in zip(before, after, strict=True)] == [False, True]
    assert azure.owner.post(f"{id}/regenerateKey", {"keyName": "key3"}).status == 400


def test_keys_are_in_nothing_but_their_list(azure: Azure) -> None:
    id = make(azure)
    key = azure.owner.post(f"{id}/listKeys").json["keys"][0]["value"].encode()

    assert key not in azure.owner.get(id).content
    reader = azure.client(("Reader", id))
    assert reader.post(f"{id}/listKeys").code == "AuthorizationFailed"


def test_a_name_is_given_once(azure: Azure) -> None:
    make(azure)

    other = azure.owner.put(account_id(azure, group="other"), BODY)

    assert (other.status, other.code) == (409, "StorageAccountInAnotherResourceGroup")
    assert check_name(azure, "acct1").json["reason"] == "AlreadyExists"
    assert check_name(azure, "acct2").json == {"nameAvailable": True}
    assert check_name(azure, "Not-A-Name").json["reason"] == "AccountNameInvalid"
    assert check_name(azure, 7).status == 400


def test_a_deleted_account_leaves_its_name_and_nothing_else(azure: Azure) -> None:
    id = make(azure)
    container = f"{id}/blobServices/default/containers/things"
    assert azure.owner.put(container, {}).status == 201

    assert azure.owner.delete(id).status == 200

    assert azure.owner.delete(id).status == 204
    assert azure.owner.get(container).status == 404
    make(azure)
    assert azure.owner.get(container).code == "ContainerNotFound"


def test_a_put_changes_what_it_names(azure: Azure) -> None:
    id = make(azure, tags={"a": "b"})

    azure.owner.put(id, {**BODY, "properties": {"allowSharedKeyAccess": False}, "tags": {"c": "d"}})

    account = azure.owner.get(id).json
    assert account["tags"] == {"c": "d"}
    assert account["properties"]["allowBlobPublicAccess"] is True
    assert account["properties"]["allowSharedKeyAccess"] is False


@pytest.mark.parametrize(
    "changes",
    [
        {"sku": {"name": "Gold"}},
        {"sku": "Standard_LRS"},
        {"kind": "Bucket"},
        {"kind": ["StorageV2"]},
        {"properties": {"allowBlobPublicAccess": "yes"}},
        {"properties": {"networkAcls": "open"}},
        {"properties": {"isHnsEnabled": True}},
        {"location": None},
    ],
)
def test_an_account_that_cannot_be_is_refused(azure: Azure, changes: dict[str, Any]) -> None:
    id = account_id(azure)

    assert azure.owner.put(id, BODY | changes).status == 400
    assert azure.owner.get(id).status == 404


@pytest.mark.parametrize("name", ["ab", "Acct", "a-b-c", "x" * 25])
def test_a_name_that_cannot_be_is_refused(azure: Azure, name: str) -> None:
    answer = azure.owner.put(account_id(azure, name), BODY)

    assert (answer.status, answer.code) == (400, "AccountNameInvalid")


def test_every_account_has_its_services(azure: Azure) -> None:
    id = make(azure)

    for service in ("blobServices", "fileServices"):
        assert azure.owner.get(f"{id}/{service}/default").status == 200
        assert azure.owner.delete(f"{id}/{service}/default").status == 405
        assert azure.owner.put(f"{id}/{service}/other", {}).status == 400


@pytest.mark.parametrize(
    "properties",
    [
        {"deleteRetentionPolicy": {"enabled": True, "days": 7}},
        {"containerDeleteRetentionPolicy": {"enabled": True, "days": 7}},
        {"isVersioningEnabled": True},
        {"cors": {"corsRules": [{"allowedOrigins": ["*"]}]}},
        {"deleteRetentionPolicy": "on"},
    ],
)
def test_what_the_blob_service_does_not_do_cannot_be_switched_on(
    azure: Azure, properties: dict[str, Any]
) -> None:
    id = make(azure)

    answer = azure.owner.put(f"{id}/blobServices/default", {"properties": properties})

    assert answer.status == 400


@pytest.mark.parametrize("level", ["None", "Blob", "Container"])
def test_a_container_says_what_of_it_is_public(azure: Azure, level: str) -> None:
    id = make(azure)
    container = f"{id}/blobServices/default/containers/things"

    made = azure.owner.put(container, {"properties": {"publicAccess": level}})

    assert made.status == 201
    assert azure.owner.get(container).json["properties"]["publicAccess"] == level
    azure.owner.put(container, {"properties": {"publicAccess": "None"}})
    assert azure.owner.get(container).json["properties"]["publicAccess"] == "None"


def test_nothing_is_public_where_the_account_forbids_it(azure: Azure) -> None:
    id = make(azure, properties={})
    container = f"{id}/blobServices/default/containers/things"

    answer = azure.owner.put(container, {"properties": {"publicAccess": "Blob"}})

    assert (answer.status, answer.code) == (409, "PublicAccessNotPermitted")
    assert azure.owner.get(container).code == "ContainerNotFound"


@pytest.mark.parametrize(
    ("name", "properties"),
    [
        ("Things", {}),
        ("ab", {}),
        ("a--b", {}),
        ("things", {"publicAccess": "All"}),
        ("things", {"publicAccess": ["Blob"]}),
        ("things", {"metadata": {"a": 1}}),
    ],
)
def test_a_container_that_cannot_be_is_refused(
    azure: Azure, name: str, properties: dict[str, Any]
) -> None:
    id = make(azure)

    answer = azure.owner.put(
        f"{id}/blobServices/default/containers/{name}", {"properties": properties}
    )

    assert answer.status == 400


def test_a_share_has_a_size(azure: Azure) -> None:
    share = f"{make(azure)}/fileServices/default/shares/pvc-1"

    assert azure.owner.get(share).code == "ShareNotFound"
    assert azure.owner.put(share, {"properties": {"shareQuota": 100}}).status == 201
    assert azure.owner.get(share).json["properties"]["shareQuota"] == 100
    assert azure.owner.put(share, {"properties": {"shareQuota": 0}}).status == 400
    assert azure.owner.delete(share).status == 200
    assert azure.owner.get(share).code == "ShareNotFound"
