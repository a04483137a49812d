"""What is done with blobs."""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING

import pytest

from azurelocal.cloud import Cloud
from azurelocal.endpoints import Endpoints
from tests.unit.azurelocal.blob.conftest import code, texts

if TYPE_CHECKING:
    from tests.unit.azurelocal.blob.conftest import Account

MIB = 1024 * 1024


def block_id(number: int) -> str:
    return base64.b64encode(f"block-{number:04}".encode()).decode()


def block_list(*ids: str) -> bytes:
    entries = "".join(f"<Latest>{id}</Latest>" for id in ids)
    return f'<?xml version="1.0"?><BlockList>{entries}</BlockList>'.encode()


def test_a_blob_keeps_its_bytes_its_type_and_its_metadata(account: Account) -> None:
    headers = {"x-ms-blob-content-type": "application/json", "x-ms-meta-kind": "keys"}

    written = account.put("things/a/b", b"{}", headers=headers)

    read = account.get("things/a/b")
    assert (written.status, read.status, read.content) == (201, 200, b"{}")
    assert read.headers["content-type"] == "application/json"
    assert read.headers["x-ms-meta-kind"] == "keys"
    assert read.headers["etag"] == written.headers["etag"]
    assert read.headers["x-ms-blob-type"] == "BlockBlob"
    digest = base64.b64encode(hashlib.md5(b"{}", usedforsecurity=False).digest()).decode()
    assert read.headers["content-md5"] == digest


@pytest.mark.parametrize(
    ("range", "status", "content", "told"),
    [
        ("bytes=0-3", 206, b"cont", "bytes 0-3/7"),
        ("bytes=3-", 206, b"tent", "bytes 3-6/7"),
        ("bytes=5-100", 206, b"nt", "bytes 5-6/7"),
        ("bytes=7-", 416, None, "bytes */7"),
    ],
)
def test_a_part_is_read(
    account: Account, range: str, status: int, content: bytes | None, told: str
) -> None:
    account.put("things/x", b"content")

    answer = account.get("things/x", headers={"x-ms-range": range})

    assert (answer.status, answer.headers["content-range"]) == (status, told)
    assert content is None or answer.content == content


def test_head_tells_everything_but_the_bytes(account: Account) -> None:
    account.put("things/x", b"content")

    answer = account.ask("HEAD", "things/x")
    missing = account.ask("HEAD", "things/y")

    assert (answer.status, answer.content) == (200, b"")
    assert answer.headers["content-length"] == "7"
    assert (missing.status, missing.content, code(missing)) == (404, b"", "BlobNotFound")


def test_a_large_blob_is_read_as_it_was_written(account: Account) -> None:
    content = bytes(range(256)) * 4096 * 21  # more than is written or read at once

    assert account.put("things/big", content).status == 201

    assert account.get("things/big").content == content
    part = account.get("things/big", headers={"range": f"bytes={9 * MIB}-{18 * MIB - 1}"})
    assert part.content == content[9 * MIB : 18 * MIB]


def test_a_large_blob_that_is_refused_leaves_nothing(account: Account) -> None:
    content = bytes(9 * MIB)
    account.put("things/big", b"small")

    refused = account.put("things/big", content, headers={"if-none-match": "*"})

    assert code(refused) == "BlobAlreadyExists"
    assert pieces(account) == 1


def test_what_an_earlier_process_had_not_received_is_swept(account: Account) -> None:
    store = account.azure.cloud.store
    with store.transaction():
        store.write_content("acct1/things/half", b"half of it")
        store.write("blobUploads", "acct1/things/half", True)

    Cloud(store, Endpoints.public())

    assert pieces(account) == 0


def pieces(account: Account) -> int:
    """How many pieces of blobs the state has."""
    database = account.azure.cloud.store._database
    return database.execute("SELECT count(*) FROM pieces").fetchone()[0]


def test_a_body_that_is_not_what_its_digest_says_is_refused(account: Account) -> None:
    answer = account.put("things/x", headers={"content-md5": "AAAAAAAAAAAAAAAAAAAAAA=="})

    assert (answer.status, code(answer)) == (400, "Md5Mismatch")


# Blocks


def test_blocks_become_a_blob_when_they_are_committed(account: Account) -> None:
    for number in (1, 2, 3):
        query = f"comp=block&blockid={block_id(number)}"
        assert account.ask("PUT", "things/x", f"<{number}>".encode(), query=query).status == 201
    assert code(account.get("things/x")) == "BlobNotFound"

    committed = account.ask(
        "PUT", "things/x", block_list(block_id(3), block_id(1)), query="comp=blocklist"
    )

    assert committed.status == 201
    assert account.get("things/x").content == b"<3><1>"
    listed = account.get("things/x", query="comp=blocklist&blocklisttype=all")
    assert texts(listed, "CommittedBlocks/Block/Name") == [block_id(3), block_id(1)]
    assert texts(listed, "UncommittedBlocks/Block/Name") == []
    assert pieces(account) == 2


def test_a_block_that_was_never_put_cannot_be_committed(account: Account) -> None:
    answer = account.ask("PUT", "things/x", block_list(block_id(1)), query="comp=blocklist")

    assert (answer.status, code(answer)) == (400, "InvalidBlockList")


@pytest.mark.parametrize("id", ["", "no base64", "QQ"])
def test_a_block_needs_an_id(account: Account, id: str) -> None:
    answer = account.ask("PUT", "things/x", b"x", query=f"comp=block&blockid={id}")

    assert (answer.status, code(answer)) == (400, "InvalidQueryParameterValue")


def test_an_append_blob_grows_where_the_client_thinks_it_ends(account: Account) -> None:
    account.ask("PUT", "things/log", headers={"x-ms-blob-type": "AppendBlob"})

    first = account.ask("PUT", "things/log", b"one", query="comp=appendblock")
    late = account.ask(
        "PUT",
        "things/log",
        b"two",
        query="comp=appendblock",
        headers={"x-ms-blob-condition-appendpos": "0"},
    )

    assert first.headers["x-ms-blob-append-offset"] == "0"
    assert (late.status, code(late)) == (412, "AppendPositionConditionNotMet")
    assert account.get("things/log").content == b"one"


# Conditions


def test_a_blob_is_created_once(account: Account) -> None:
    headers = {"if-none-match": "*"}

    assert account.put("things/x", b"1", headers=headers).status == 201
    second = account.put("things/x", b"2", headers=headers)

    assert (second.status, code(second)) == (409, "BlobAlreadyExists")
    assert account.get("things/x").content == b"1"


def test_a_write_on_an_old_etag_is_refused(account: Account) -> None:
    old = account.put("things/x", b"1").headers["etag"]
    new = account.put("things/x", b"2").headers["etag"]

    refused = account.put("things/x", b"3", headers={"if-match": old})

    assert (refused.status, code(refused)) == (412, "ConditionNotMet")
    assert account.put("things/x", b"4", headers={"if-match": new}).status == 201


def test_who_has_it_already_is_told_so(account: Account) -> None:
    etag = account.put("things/x").headers["etag"]

    answer = account.get("things/x", headers={"if-none-match": etag})

    assert (answer.status, answer.content) == (304, b"")


def test_a_lease_that_nobody_has_is_no_reason_to_write(account: Account) -> None:
    answer = account.put("things/x", headers={"x-ms-lease-id": "a"})

    assert (answer.status, code(answer)) == (412, "LeaseNotPresentWithBlobOperation")


# What is said of blobs


def test_metadata_properties_and_tags_replace_what_was_there(account: Account) -> None:
    account.put("things/x", headers={"x-ms-meta-a": "1", "x-ms-tags": "k=v"})
    tags = b"<Tags><TagSet><Tag><Key>l</Key><Value>w</Value></Tag></TagSet></Tags>"

    account.ask("PUT", "things/x", query="comp=metadata", headers={"x-ms-meta-b": "2"})
    account.ask(
        "PUT",
        "things/x",
        query="comp=properties",
        headers={"x-ms-blob-content-type": "text/plain"},
    )
    assert account.ask("PUT", "things/x", tags, query="comp=tags").status == 204

    read = account.get("things/x")
    assert read.headers["x-ms-meta-b"] == "2"
    assert "x-ms-meta-a" not in read.headers
    assert read.headers["content-type"] == "text/plain"
    listed = account.get("things/x", query="comp=tags")
    assert texts(listed, "TagSet/Tag/Key") == ["l"]


def test_a_deleted_blob_is_gone_with_its_bytes(account: Account) -> None:
    account.put("things/x")

    answer = account.ask("DELETE", "things/x")

    assert answer.status == 202
    assert code(account.get("things/x")) == "BlobNotFound"
    assert pieces(account) == 0


def test_a_copy_is_a_blob_of_its_own(account: Account) -> None:
    account.put("things/x", b"content", headers={"x-ms-meta-a": "1"})
    source = f"https://{account.host}/things/x"

    copied = account.ask("PUT", "things/y", headers={"x-ms-copy-source": source})
    account.ask("DELETE", "things/x")

    assert (copied.status, copied.headers["x-ms-copy-status"]) == (202, "success")
    read = account.get("things/y")
    assert (read.content, read.headers["x-ms-meta-a"]) == (b"content", "1")


def test_only_blobs_of_this_azure_are_copied(account: Account) -> None:
    headers = {"x-ms-copy-source": "https://example.com/x"}

    answer = account.ask("PUT", "things/y", headers=headers)

    assert (answer.status, code(answer)) == (400, "CannotVerifyCopySource")


def test_a_token_copies_only_what_it_may_read(account: Account) -> None:
    account.put("things/x")
    account.ask("PUT", "others", query="restype=container")
    scope = f"{account.id}/blobServices/default/containers/others"
    writer = account.azure.client(("Storage Blob Data Contributor", scope))
    headers = {"x-ms-copy-source": f"https://{account.host}/things/x"}

    answer = account.ask("PUT", "others/y", by=writer, headers=headers)

    assert (answer.status, code(answer)) == (403, "AuthorizationPermissionMismatch")


# What is not there


@pytest.mark.parametrize(
    ("headers", "query"),
    [
        ({"x-ms-blob-type": "PageBlob"}, ""),
        ({"x-ms-blob-type": "BlockBlob", "x-ms-encryption-key": "a"}, ""),
        ({}, "comp=lease"),
        ({}, "comp=snapshot"),
        ({"x-ms-blob-type": "BlockBlob"}, "versionid=1"),
    ],
)
def test_what_is_not_done_here_is_refused(
    account: Account, headers: dict[str, str], query: str
) -> None:
    assert account.ask("PUT", "things/x", b"x", headers=headers, query=query).status == 400


@pytest.mark.parametrize("path", ["Things/x", "a/x", "a--b/x", "%2e%2e/x", "a%2Fb/x", "things/%ff"])
def test_a_name_that_cannot_be_is_refused(account: Account, path: str) -> None:
    assert account.put(path).status == 400


@pytest.mark.parametrize("body", [b"", b"<BlockList>", b"<!DOCTYPE a []><BlockList/>", b"\xff\xfe"])
def test_xml_that_is_none_is_refused(account: Account, body: bytes) -> None:
    assert account.ask("PUT", "things/x", body, query="comp=blocklist").status == 400
