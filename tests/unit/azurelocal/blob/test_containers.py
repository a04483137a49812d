"""Containers, their lists, and the service as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.unit.azurelocal.blob.conftest import code, texts

if TYPE_CHECKING:
    from tests.unit.azurelocal.blob.conftest import Account

LIST = "restype=container&comp=list"


def fill(account: Account, *names: str) -> None:
    for name in names:
        assert account.put(f"things/{name}", name.encode()).status == 201


def test_a_container_is_made_once(account: Account) -> None:
    answer = account.ask("PUT", "things", query="restype=container")

    assert (answer.status, code(answer)) == (409, "ContainerAlreadyExists")


def test_a_container_goes_with_its_blobs(account: Account) -> None:
    fill(account, "x")

    deleted = account.ask("DELETE", "things", query="restype=container")
    account.ask("PUT", "things", query="restype=container")

    assert deleted.status == 202
    assert code(account.get("things/x")) == "BlobNotFound"


def test_a_container_of_the_service_is_one_of_resource_manager(account: Account) -> None:
    account.publish("blob")

    read = account.azure.owner.get(account.container)

    assert read.json["properties"]["publicAccess"] == "Blob"
    account.azure.owner.delete(account.container)
    assert code(account.get("things", query="restype=container")) == "ContainerNotFound"


def test_blobs_are_listed_by_their_names(account: Account) -> None:
    fill(account, "b", "a/2", "a/1", "c")

    answer = account.get("things", query=LIST)

    assert texts(answer, "Blobs/Blob/Name") == ["a/1", "a/2", "b", "c"]
    assert texts(answer, "Blobs/Blob/Properties/Content-Length") == ["3", "3", "1", "1"]
    assert texts(answer, "NextMarker") == [""]


def test_a_delimiter_makes_folders(account: Account) -> None:
    fill(account, "a/1", "a/2", "a0", "b/c/1", "d")

    top = account.get("things", query=f"{LIST}&delimiter=/")
    below = account.get("things", query=f"{LIST}&delimiter=/&prefix=b/")

    assert texts(top, "Blobs/*/Name") == ["a/", "a0", "b/", "d"]
    assert texts(top, "Blobs/BlobPrefix/Name") == ["a/", "b/"]
    assert texts(below, "Blobs/*/Name") == ["b/c/"]


@pytest.mark.parametrize("delimiter", ["", "/"])
def test_pages_have_everything_once(account: Account, delimiter: str) -> None:
    fill(account, "a/1", "a/2", "b", "c/1", "d", "e")
    query = f"{LIST}&maxresults=2" + (f"&delimiter={delimiter}" if delimiter else "")
    found: list[str] = []
    marker = ""

    for _ in range(4):
        page = account.get("things", query=query + (f"&marker={marker}" if marker else ""))
        names = texts(page, "Blobs/*/Name")
        assert len(names) <= 2
        found += names
        marker = texts(page, "NextMarker")[0]
        if not marker:
            break

    every = ["a/", "b", "c/", "d", "e"] if delimiter else ["a/1", "a/2", "b", "c/1", "d", "e"]
    assert found == every


@pytest.mark.parametrize("query", ["maxresults=0", "maxresults=x", "include=nothing", "marker=%21"])
def test_a_list_that_makes_no_sense_is_refused(account: Account, query: str) -> None:
    answer = account.get("things", query=f"{LIST}&{query}")

    assert (answer.status, code(answer)) == (400, "InvalidQueryParameterValue")


def test_a_list_of_what_is_not_there_says_so(account: Account) -> None:
    answer = account.get("nothing", query=LIST)

    assert (answer.status, code(answer)) == (404, "ContainerNotFound")


def test_containers_are_listed_with_what_is_public(account: Account) -> None:
    account.ask("PUT", "more", query="restype=container")
    account.publish("container")

    answer = account.get("", query="comp=list")

    assert texts(answer, "Containers/Container/Name") == ["more", "things"]
    assert texts(answer, "Containers/Container/Properties/PublicAccess") == ["container"]


def test_metadata_of_a_container_is_kept(account: Account) -> None:
    headers = {"x-ms-meta-owner": "me"}
    account.ask("PUT", "things", query="restype=container&comp=metadata", headers=headers)

    read = account.get("things", query="restype=container")

    assert read.headers["x-ms-meta-owner"] == "me"


def test_what_the_service_does_not_do_cannot_be_switched_on(account: Account) -> None:
    wanted = (
        b"<StorageServiceProperties><DeleteRetentionPolicy><Enabled>true</Enabled><Days>7</Days>"
        b"</DeleteRetentionPolicy></StorageServiceProperties>"
    )

    answer = account.ask("PUT", "", wanted, query="restype=service&comp=properties")

    assert (answer.status, code(answer)) == (400, "UnsupportedXmlNode")


def test_a_user_delegation_key_takes_a_token(account: Account) -> None:
    body = b"<KeyInfo><Start></Start><Expiry>2027-01-16T00:00:00Z</Expiry></KeyInfo>"
    query = "restype=service&comp=userdelegationkey"
    reader = account.azure.client(("Storage Blob Data Reader", account.id))

    given = account.ask("POST", "", body, by=reader, query=query)

    assert texts(given, "SignedOid") == [reader.principal.id]
    assert code(account.ask("POST", "", body, query=query)) == "AuthorizationFailure"
    stranger = account.azure.client()
    refused = account.ask("POST", "", body, by=stranger, query=query)
    assert code(refused) == "AuthorizationPermissionMismatch"
