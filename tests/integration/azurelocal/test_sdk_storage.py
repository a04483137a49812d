"""Microsoft's libraries for storage: azure-mgmt-storage and azure-storage-blob."""

from __future__ import annotations

import base64
import datetime
import itertools
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from azure.core import MatchConditions
from azure.core.exceptions import (
    ClientAuthenticationError,
    HttpResponseError,
    ResourceExistsError,
    ResourceModifiedError,
    ResourceNotFoundError,
)
from azure.mgmt.authorization import AuthorizationManagementClient
from azure.mgmt.storage import StorageManagementClient
from azure.storage.blob import (
    AccessPolicy,
    AccountSasPermissions,
    BlobBlock,
    BlobClient,
    BlobSasPermissions,
    BlobServiceClient,
    ContainerClient,
    ContainerSasPermissions,
    ContentSettings,
    PublicAccess,
    ResourceTypes,
    generate_account_sas,
    generate_blob_sas,
    generate_container_sas,
)

if TYPE_CHECKING:
    from azure.core.credentials import TokenCredential

    from tests.integration.azurelocal.running import Server

CONTRIBUTOR = "ba92f5b4-2d11-453d-a403-e96b0029c9fe"
DAY = datetime.timedelta(days=1)
ACCOUNT = {
    "location": "eastus",
    "kind": "StorageV2",
    "sku": {"name": "Standard_LRS"},
    "properties": {"allowBlobPublicAccess": True},
}
_numbers = itertools.count(1)


@dataclass
class Storage:
    """A storage account of the test's own."""

    server: Server
    group: str
    name: str
    id: str

    @property
    def management(self) -> Any:
        return self.server.client(StorageManagementClient)

    @property
    def url(self) -> str:
        return self.server.blob_url(self.name)

    @property
    def key(self) -> str:
        keys = self.management.storage_accounts.list_keys(self.group, self.name).keys_property
        return keys[0].value

    def blobs(self, credential: TokenCredential | str | None = None) -> BlobServiceClient:
        """The blobs, as whoever holds a credential sees them; a key of the account if none."""
        return self.server.opened(
            BlobServiceClient(
                self.url,
                credential=credential or self.key,
                **self.server.trust,
                retry_total=0,
            )
        )

    def container(self, name: str = "things") -> ContainerClient:
        return self.blobs().create_container(name)

    def stranger(self, container: str, blob: str) -> BlobClient:
        """A blob as somebody sees it who says nothing about who they are."""
        return self.server.opened(BlobClient(self.url, container, blob, **self.server.trust))

    def with_signature(self, signature: str, container: str, blob: str) -> BlobClient:
        return self.server.opened(
            BlobClient(self.url, container, blob, credential=signature, **self.server.trust)
        )


@pytest.fixture
def storage(server: Server, group: str) -> Storage:
    name = f"storage{next(_numbers)}x{uuid.uuid4().hex[:8]}"
    client = server.client(StorageManagementClient)
    made = client.storage_accounts.begin_create(group, name, ACCOUNT).result()
    return Storage(server, group, name, made.id)


def code_of(refusal: Any) -> str:
    """The code of an error; the libraries for blobs and for management keep it apart."""
    error = refusal.value
    return getattr(error, "error_code", None) or error.error.code


def now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)


def assign(storage: Storage, role: str, scope: str) -> Any:
    """Give the owner a role on data, which being the owner does not bring."""
    client = storage.server.client(AuthorizationManagementClient)
    owner = client.role_assignments.list_for_subscription()
    principal = next(iter(owner)).principal_id
    return client.role_assignments.create(
        scope,
        str(uuid.uuid4()),
        {
            "properties": {
                "roleDefinitionId": f"/subscriptions/{storage.server.subscription}/providers"
                f"/Microsoft.Authorization/roleDefinitions/{role}",
                "principalId": principal,
                "principalType": "ServicePrincipal",
            }
        },
    )


# Resource Manager


def test_an_account_is_made_read_changed_listed_and_deleted(storage: Storage) -> None:
    accounts = storage.management.storage_accounts

    read = accounts.get_properties(storage.group, storage.name)
    assert read.primary_endpoints.blob == f"{storage.url}/"
    assert read.provisioning_state == "Succeeded"
    changed = accounts.update(storage.group, storage.name, {"tags": {"a": "b"}})
    assert changed.tags == {"a": "b"}
    assert changed.allow_blob_public_access is True
    assert [one.name for one in accounts.list_by_resource_group(storage.group)] == [storage.name]
    assert storage.name in [one.name for one in accounts.list()]
    accounts.delete(storage.group, storage.name)
    with pytest.raises(ResourceNotFoundError):
        accounts.get_properties(storage.group, storage.name)


def test_a_name_is_given_only_once(storage: Storage) -> None:
    accounts = storage.management.storage_accounts
    asked = {"name": storage.name, "type": "Microsoft.Storage/storageAccounts"}

    answer = accounts.check_name_availability(asked)

    assert (answer.name_available, answer.reason) == (False, "AlreadyExists")
    free = accounts.check_name_availability(asked | {"name": f"{storage.name}y"})
    assert free.name_available is True


def test_a_key_that_is_made_anew_is_another(storage: Storage) -> None:
    before = storage.key

    storage.management.storage_accounts.regenerate_key(
        storage.group, storage.name, {"keyName": "key1"}
    )

    assert storage.key != before
    with pytest.raises(ClientAuthenticationError) as refusal:
        storage.blobs(before).get_service_properties()
    assert code_of(refusal) == "AuthenticationFailed"


def test_containers_of_both_sides_are_the_same(storage: Storage) -> None:
    containers = storage.management.blob_containers
    with pytest.raises(ResourceNotFoundError) as refusal:
        containers.get(storage.group, storage.name, "things")
    assert code_of(refusal) == "ContainerNotFound"

    containers.create(storage.group, storage.name, "things", {"properties": {}})

    assert [one.name for one in storage.blobs().list_containers()] == ["things"]
    storage.container("more")
    found = {one.name for one in containers.list(storage.group, storage.name)}
    assert found == {"things", "more"}
    containers.delete(storage.group, storage.name, "more")
    assert [one.name for one in storage.blobs().list_containers()] == ["things"]


def test_shares_are_made_listed_and_deleted(storage: Storage) -> None:
    shares = storage.management.file_shares

    made = shares.create(storage.group, storage.name, "pvc-1", {"properties": {"shareQuota": 100}})

    assert made.share_quota == 100
    assert [one.name for one in shares.list(storage.group, storage.name)] == ["pvc-1"]
    shares.delete(storage.group, storage.name, "pvc-1")
    with pytest.raises(ResourceNotFoundError):
        shares.get(storage.group, storage.name, "pvc-1")


# Blobs, with the key


def test_a_blob_is_written_read_listed_and_deleted(storage: Storage) -> None:
    container = storage.container()
    settings = ContentSettings(content_type="application/json", cache_control="max-age=60")

    container.upload_blob(
        "a/b c.json", b'{"x": 1}', content_settings=settings, metadata={"one": "1"}
    )

    assert container.download_blob("a/b c.json").readall() == b'{"x": 1}'
    read = container.get_blob_client("a/b c.json").get_blob_properties()
    assert read.size == 8
    assert read.metadata == {"one": "1"}
    assert read.content_settings.content_type == "application/json"
    assert read.content_settings.cache_control == "max-age=60"
    assert [one.name for one in container.list_blobs()] == ["a/b c.json"]
    container.delete_blob("a/b c.json")
    assert list(container.list_blobs()) == []
    with pytest.raises(ResourceNotFoundError) as refusal:
        container.download_blob("a/b c.json")
    assert code_of(refusal) == "BlobNotFound"


def test_a_large_blob_comes_in_blocks_and_goes_in_ranges(storage: Storage) -> None:
    content = bytes(range(256)) * 65536  # 16 MiB
    container = storage.blobs()
    client = container.create_container("large").get_blob_client("big")
    client._config.max_single_put_size = 1024 * 1024

    client.upload_blob(content, max_concurrency=2)

    assert client.download_blob(max_concurrency=2).readall() == content
    assert client.download_blob(offset=1000, length=10).readall() == content[1000:1010]
    committed, uncommitted = client.get_block_list("all")
    assert (len(committed), uncommitted) == (4, [])


def test_a_large_blob_comes_whole(storage: Storage) -> None:
    content = bytes(range(256)) * 4096 * 20  # 20 MiB
    client = storage.container().get_blob_client("big")

    client.upload_blob(content)

    assert client.download_blob().readall() == content
    assert client.get_block_list()[0] == []


def test_an_empty_blob_is_read_like_any_other(storage: Storage) -> None:
    container = storage.container()

    container.upload_blob("nothing", b"")

    assert container.download_blob("nothing").readall() == b""


def test_blocks_are_not_seen_until_they_are_committed(storage: Storage) -> None:
    client = storage.container().get_blob_client("parts")
    ids = [base64.b64encode(f"block-{number}".encode()).decode() for number in range(3)]
    for number, id in enumerate(ids):
        client.stage_block(id, f"<{number}>".encode())
    assert not client.exists()

    client.commit_block_list([BlobBlock(ids[2]), BlobBlock(ids[0])])

    assert client.download_blob().readall() == b"<2><0>"


def test_lists_have_pages_and_folders(storage: Storage) -> None:
    container = storage.container()
    for name in ("a/1", "a/2", "b", "c/1", "d"):
        container.upload_blob(name, name.encode())

    pages = container.list_blobs(results_per_page=2).by_page()

    assert [[one.name for one in page] for page in pages] == [["a/1", "a/2"], ["b", "c/1"], ["d"]]
    walked = [one.name for one in container.walk_blobs(delimiter="/")]
    assert sorted(walked) == ["a/", "b", "c/", "d"]
    assert [one.name for one in container.list_blobs(name_starts_with="a/")] == ["a/1", "a/2"]
    names = [[one.name for one in p] for p in storage.blobs().list_containers().by_page()]
    assert names == [["things"]]


def test_what_is_there_is_not_written_over_unless_that_is_wanted(storage: Storage) -> None:
    container = storage.container()
    container.upload_blob("x", b"1")

    with pytest.raises(ResourceExistsError) as refusal:
        container.upload_blob("x", b"2")

    assert code_of(refusal) == "BlobAlreadyExists"
    container.upload_blob("x", b"3", overwrite=True)
    assert container.download_blob("x").readall() == b"3"
    with pytest.raises(ResourceExistsError) as refusal:
        storage.container()
    assert code_of(refusal) == "ContainerAlreadyExists"


def test_a_write_on_an_etag_that_is_no_longer_is_refused(storage: Storage) -> None:
    client = storage.container().get_blob_client("x")
    old = client.upload_blob(b"1")["etag"]
    client.upload_blob(b"2", overwrite=True)

    with pytest.raises(ResourceModifiedError) as refusal:
        client.upload_blob(
            b"3", overwrite=True, etag=old, match_condition=MatchConditions.IfNotModified
        )

    assert code_of(refusal) == "ConditionNotMet"


def test_metadata_tags_and_properties_are_changed_by_themselves(storage: Storage) -> None:
    client = storage.container().get_blob_client("x")
    client.upload_blob(b"1", tags={"kind": "first"})

    client.set_blob_metadata({"two_words": "2"})
    client.set_blob_tags({"kind": "second", "more": "yes"})
    client.set_http_headers(ContentSettings(content_type="text/plain"))
    client.set_standard_blob_tier("Cool")

    read = client.get_blob_properties()
    assert read.metadata == {"two_words": "2"}
    assert read.content_settings.content_type == "text/plain"
    assert read.blob_tier == "Cool"
    assert client.get_blob_tags() == {"kind": "second", "more": "yes"}


def test_a_blob_is_copied_within_its_account(storage: Storage) -> None:
    container = storage.container()
    source = container.get_blob_client("x")
    source.upload_blob(b"content", metadata={"a": "b"})
    copy, second = container.get_blob_client("y"), container.get_blob_client("z")

    told = copy.start_copy_from_url(source.url)
    signature = sign_blob(storage, "x", "r")
    second.upload_blob_from_url(f"{source.url}?{signature}")

    assert told["copy_status"] == "success"
    assert copy.download_blob().readall() == second.download_blob().readall() == b"content"
    assert copy.get_blob_properties().metadata == {"a": "b"}


def test_an_append_blob_grows(storage: Storage) -> None:
    client = storage.container().get_blob_client("log")
    client.create_append_blob()

    for line in (b"one\n", b"two\n"):
        client.append_block(line)

    assert client.download_blob().readall() == b"one\ntwo\n"


def test_what_is_uploaded_under_an_encoded_name_has_its_slashes(storage: Storage) -> None:
    """Some clients write the slashes of a name as %2F, and sign the address as they wrote it."""
    container = storage.container()
    body = b"{}"

    answer = storage.blobs()._client._client.send_request(
        _put_request(f"{storage.url}/things/.well-known%2Fopenid-configuration", body)
    )

    assert answer.status_code == 201, answer.text()
    assert [one.name for one in container.list_blobs()] == [".well-known/openid-configuration"]


def _put_request(url: str, body: bytes) -> Any:
    from azure.core.rest import HttpRequest

    headers = {"x-ms-blob-type": "BlockBlob", "x-ms-version": "2024-11-04"}
    return HttpRequest("PUT", url, headers=headers, content=body)


# Signed addresses


def sign_blob(storage: Storage, blob: str, permission: str, **options: Any) -> str:
    return generate_blob_sas(
        storage.name,
        "things",
        blob,
        account_key=storage.key,
        permission=BlobSasPermissions.from_string(permission),
        expiry=options.pop("expiry", now() + DAY),
        **options,
    )


def test_a_signed_address_gives_what_it_says_and_no_more(storage: Storage) -> None:
    storage.container().upload_blob("x", b"content")
    signature = sign_blob(storage, "x", "r", content_type="text/special")

    client = storage.with_signature(signature, "things", "x")

    download = client.download_blob()
    assert download.readall() == b"content"
    assert download.properties.content_settings.content_type == "text/special"
    with pytest.raises(HttpResponseError) as refusal:
        client.delete_blob()
    assert code_of(refusal) == "AuthorizationPermissionMismatch"
    with pytest.raises(ClientAuthenticationError) as refusal:
        storage.with_signature(signature, "things", "y").download_blob()
    assert code_of(refusal) == "AuthenticationFailed"


def test_a_signed_address_is_good_for_its_time(storage: Storage) -> None:
    storage.container().upload_blob("x", b"content")
    signature = sign_blob(storage, "x", "r", expiry=now() - DAY)

    with pytest.raises(ClientAuthenticationError) as refusal:
        storage.with_signature(signature, "things", "x").download_blob()

    assert code_of(refusal) == "AuthenticationFailed"


def test_a_signed_address_of_a_container_lists_it(storage: Storage) -> None:
    storage.container().upload_blob("x", b"content")
    signature = generate_container_sas(
        storage.name,
        "things",
        account_key=storage.key,
        permission=ContainerSasPermissions(list=True, read=True),
        expiry=now() + DAY,
    )
    container = ContainerClient(storage.url, "things", credential=signature, **storage.server.trust)

    with container:
        assert [one.name for one in container.list_blobs()] == ["x"]
        assert container.download_blob("x").readall() == b"content"
        with pytest.raises(HttpResponseError) as refusal:
            container.upload_blob("y", b"")
    assert code_of(refusal) == "AuthorizationPermissionMismatch"


def test_a_signature_of_the_account_is_good_for_all_of_it(storage: Storage) -> None:
    signature = generate_account_sas(
        storage.name,
        storage.key,
        ResourceTypes(service=True, container=True, object=True),
        AccountSasPermissions(read=True, list=True, create=True, write=True),
        now() + DAY,
    )
    blobs = BlobServiceClient(storage.url, credential=signature, **storage.server.trust)

    with blobs:
        container = blobs.create_container("things")
        container.upload_blob("x", b"content")
        assert [one.name for one in blobs.list_containers()] == ["things"]
        with pytest.raises(HttpResponseError) as refusal:
            container.delete_container()
    assert code_of(refusal) == "AuthorizationPermissionMismatch"


def test_a_stored_policy_can_be_taken_back(storage: Storage) -> None:
    container = storage.container()
    container.upload_blob("x", b"content")
    policy = AccessPolicy(permission="r", expiry=now() + DAY, start=now() - DAY)
    container.set_container_access_policy({"readers": policy})
    signature = generate_blob_sas(
        storage.name, "things", "x", account_key=storage.key, policy_id="readers"
    )
    client = storage.with_signature(signature, "things", "x")
    assert client.download_blob().readall() == b"content"

    container.set_container_access_policy({})

    with pytest.raises(ClientAuthenticationError):
        client.download_blob()


def test_a_user_delegates_no_more_than_they_may_do(storage: Storage) -> None:
    storage.container().upload_blob("x", b"content")
    assignment = assign(storage, CONTRIBUTOR, storage.id)
    key = storage.blobs(storage.server.credential).get_user_delegation_key(now(), now() + DAY)
    signature = generate_blob_sas(
        storage.name,
        "things",
        "x",
        user_delegation_key=key,
        permission=BlobSasPermissions(read=True),
        expiry=now() + DAY / 2,
    )
    client = storage.with_signature(signature, "things", "x")
    assert client.download_blob().readall() == b"content"

    storage.server.client(AuthorizationManagementClient).role_assignments.delete_by_id(
        assignment.id
    )

    with pytest.raises(HttpResponseError) as refusal:
        client.download_blob()
    assert code_of(refusal) == "AuthorizationPermissionMismatch"


# Tokens


def test_a_token_needs_a_role_on_data(storage: Storage) -> None:
    storage.container().upload_blob("x", b"content")
    client = storage.blobs(storage.server.credential).get_blob_client("things", "x")
    with pytest.raises(HttpResponseError) as refusal:
        client.download_blob()
    assert (refusal.value.status_code, code_of(refusal)) == (
        403,
        "AuthorizationPermissionMismatch",
    )

    assign(storage, CONTRIBUTOR, f"{storage.id}/blobServices/default/containers/things")

    assert client.download_blob().readall() == b"content"
    client.upload_blob(b"more", overwrite=True)
    client.delete_blob()
    with pytest.raises(HttpResponseError):
        storage.blobs(storage.server.credential).get_blob_client("other", "x").upload_blob(b"")


def test_an_account_may_take_no_keys(storage: Storage) -> None:
    key = storage.key
    storage.management.storage_accounts.update(
        storage.group, storage.name, {"properties": {"allowSharedKeyAccess": False}}
    )

    with pytest.raises(HttpResponseError) as refusal:
        storage.blobs(key).get_service_properties()

    assert code_of(refusal) == "KeyBasedAuthenticationNotPermitted"


# Nobody in particular


def test_strangers_read_what_is_public(storage: Storage) -> None:
    container = storage.container()
    container.upload_blob("x", b"content")
    stranger = storage.stranger("things", "x")
    with pytest.raises(ResourceNotFoundError) as refusal:
        stranger.download_blob()
    assert code_of(refusal) == "ResourceNotFound"

    container.set_container_access_policy({}, public_access=PublicAccess.BLOB)

    assert stranger.download_blob().readall() == b"content"
    with pytest.raises(ClientAuthenticationError) as denial:
        stranger.upload_blob(b"mine", overwrite=True)
    assert code_of(denial) == "NoAuthenticationInformation"
    storage.management.storage_accounts.update(
        storage.group, storage.name, {"properties": {"allowBlobPublicAccess": False}}
    )
    with pytest.raises(HttpResponseError) as forbidden:
        stranger.download_blob()
    assert code_of(forbidden) == "PublicAccessNotPermitted"
    with pytest.raises(HttpResponseError) as forbidden:
        container.set_container_access_policy({}, public_access=PublicAccess.CONTAINER)
    assert code_of(forbidden) == "PublicAccessNotPermitted"


def test_the_service_tells_what_it_is(storage: Storage) -> None:
    blobs = storage.blobs()

    assert blobs.get_account_information()["sku_name"] == "Standard_LRS"
    assert blobs.get_service_properties()["static_website"].enabled is False
