"""What all resource types have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.unit.azurelocal.conftest import Azure

NETWORK = "providers/Microsoft.Network"
CREDENTIALS = "federatedIdentityCredentials"
IDENTITIES = "providers/Microsoft.ManagedIdentity/userAssignedIdentities"


def network(azure: Azure, group: str, name: str = "net") -> str:
    """Make a virtual network with one subnet, and give the ID of the subnet."""
    id = f"{group}/{NETWORK}/virtualNetworks/{name}"
    body = {
        "location": "eastus",
        "properties": {
            "addressSpace": {"addressPrefixes": ["10.0.0.0/16"]},
            "subnets": [{"name": "default", "properties": {"addressPrefix": "10.0.0.0/24"}}],
        },
    }
    assert azure.owner.put(id, body).status == 201
    return f"{id}/subnets/default"


def interface(subnet: str) -> dict[str, Any]:
    return {
        "location": "eastus",
        "properties": {
            "ipConfigurations": [{"name": "one", "properties": {"subnet": {"id": subnet}}}]
        },
    }


def test_a_put_creates_and_then_replaces(azure: Azure) -> None:
    id = f"{azure.group()}/{IDENTITIES}/one"

    created = azure.owner.put(id, {"location": "East US", "tags": {"a": "1"}})
    replaced = azure.owner.put(id, {"location": "eastus", "tags": {"b": "2"}})

    assert (created.status, replaced.status) == (201, 200)
    assert created.json["location"] == "eastus"
    assert replaced.json["tags"] == {"b": "2"}
    assert replaced.json["properties"] == created.json["properties"]


def test_ids_are_the_same_in_any_case_and_keep_the_case_of_their_maker(azure: Azure) -> None:
    id = f"{azure.group('MyGroup')}/{IDENTITIES}/MyName"
    azure.owner.put(id, {"location": "eastus"})

    found = azure.owner.get(id.upper().replace("/SUBSCRIPTIONS/", "/Subscriptions/"))

    assert found.json["id"] == id
    assert found.json["name"] == "MyName"
    assert found.json["type"] == "Microsoft.ManagedIdentity/userAssignedIdentities"


def test_a_patch_changes_what_it_names_and_null_removes(azure: Azure) -> None:
    id = f"{azure.group()}/{IDENTITIES}/one"
    azure.owner.put(id, {"location": "eastus", "tags": {"a": "1", "b": "2"}})

    patched = azure.owner.patch(id, {"tags": {"a": None, "c": "3"}})

    assert patched.status == 200
    assert patched.json["tags"] == {"b": "2", "c": "3"}


def test_a_patch_of_nothing_is_refused(azure: Azure) -> None:
    answer = azure.owner.patch(f"{azure.group()}/{IDENTITIES}/one", {"tags": {}})

    assert (answer.status, answer.code) == (404, "ResourceNotFound")


def test_what_is_deleted_is_gone_and_deleting_it_again_does_nothing(azure: Azure) -> None:
    id = f"{azure.group()}/{IDENTITIES}/one"
    azure.owner.put(id, {"location": "eastus"})

    first, second = azure.owner.delete(id), azure.owner.delete(id)

    assert (first.status, second.status) == (200, 204)
    assert azure.owner.get(id).code == "ResourceNotFound"


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        (f"{{group}}-not/{IDENTITIES}/one", 404, "ResourceGroupNotFound"),
        (f"/subscriptions/none/resourceGroups/rg/{IDENTITIES}/one", 404, "SubscriptionNotFound"),
        (f"{{group}}/{IDENTITIES}/no/{CREDENTIALS}/f", 404, "ParentResourceNotFound"),
        ("{group}/providers/Microsoft.Nothing/things/one", 404, "InvalidResourceType"),
        (f"{{group}}/{NETWORK}/virtualNetworks/v/things/one", 404, "InvalidResourceType"),
        (f"{{group}}/{NETWORK}/virtualNetworks/no/subnets/one", 404, "ParentResourceNotFound"),
    ],
)  # fmt: skip
def test_what_lies_nowhere_cannot_be_written(
    azure: Azure, path: str, status: int, code: str
) -> None:
    answer = azure.owner.put(path.format(group=azure.group()), {"location": "eastus"})

    assert (answer.status, answer.code) == (status, code)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "LocationRequired"),
        ({"location": 3}, "LocationRequired"),
        ({"location": "eastus", "tags": ["a"]}, "InvalidTagValue"),
        ({"location": "eastus", "tags": {"a": 1}}, "InvalidTagValue"),
        ({"location": "eastus", "properties": "none"}, "InvalidRequestFormat"),
        (b"[1, 2]", "InvalidRequestContent"),
        (b"{", "InvalidRequestContent"),
        (b"\xff\xfe", "InvalidRequestContent"),
        (b"", "InvalidRequestContent"),
        (b"[" * 100_000, "InvalidRequestContent"),
    ],
)
def test_a_body_that_is_none_is_refused(azure: Azure, body: Any, code: str) -> None:
    answer = azure.owner.put(f"{azure.group()}/{IDENTITIES}/one", body)

    assert (answer.status, answer.code) == (400, code)


@pytest.mark.parametrize(
    ("version", "code"),
    [
        (None, "MissingApiVersionParameter"),
        ("latest", "InvalidApiVersionParameter"),
        ("2023-13", "InvalidApiVersionParameter"),
        ("2023-11-01-preview", ""),
        ("1999-01-01", ""),
    ],
)
def test_every_request_names_a_version_of_the_api(
    azure: Azure, version: str | None, code: str
) -> None:
    answer = azure.owner.get(azure.group(), version=version)

    assert answer.code == code


def test_a_resource_cannot_move(azure: Azure) -> None:
    id = f"{azure.group()}/{IDENTITIES}/one"
    azure.owner.put(id, {"location": "eastus"})

    answer = azure.owner.put(id, {"location": "westeurope"})

    assert (answer.status, answer.code) == (409, "InvalidResourceLocation")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"if-match": "{etag}"}, 200),
        ({"if-match": "*"}, 200),
        ({"if-match": 'W/"another"'}, 412),
        ({"if-none-match": "*"}, 412),
        ({}, 200),
    ],
)
def test_a_write_can_depend_on_the_version_that_is_there(
    azure: Azure, headers: dict[str, str], status: int
) -> None:
    id = f"{azure.group()}/{NETWORK}/networkSecurityGroups/one"
    etag = azure.owner.put(id, {"location": "eastus"}).json["etag"]

    filled = {name: value.format(etag=etag) for name, value in headers.items()}
    answer = azure.owner.put(id, {"location": "eastus"}, headers=filled)

    assert answer.status == status
    assert answer.code == ("PreconditionFailed" if status == 412 else "")


def test_a_write_can_depend_on_nothing_being_there(azure: Azure) -> None:
    id = f"{azure.group()}/{NETWORK}/networkSecurityGroups/one"

    missing = azure.owner.put(id, {"location": "eastus"}, headers={"if-match": "*"})
    created = azure.owner.put(id, {"location": "eastus"}, headers={"if-none-match": "*"})

    assert (missing.status, created.status) == (412, 201)


def test_who_refers_to_a_resource_is_shown_on_it_and_changes_its_etag(azure: Azure) -> None:
    group = azure.group()
    subnet = network(azure, group)
    before = azure.owner.get(subnet).json
    nic = f"{group}/{NETWORK}/networkInterfaces/one"

    azure.owner.put(nic, interface(subnet))
    after = azure.owner.get(subnet).json

    assert "ipConfigurations" not in before["properties"]
    assert after["properties"]["ipConfigurations"] == [{"id": f"{nic}/ipConfigurations/one"}]
    assert after["etag"] != before["etag"] or after != before


def test_a_reference_to_nothing_is_refused(azure: Azure) -> None:
    group = azure.group()
    subnet = network(azure, group)

    body = interface(subnet)
    body["properties"]["networkSecurityGroup"] = {
        "id": f"{group}/{NETWORK}/networkSecurityGroups/no"
    }
    answer = azure.owner.put(f"{group}/{NETWORK}/networkInterfaces/one", body)

    assert (answer.status, answer.code) == (400, "InvalidResourceReference")
    assert azure.owner.get(f"{group}/{NETWORK}/networkInterfaces/one").status == 404


def test_a_part_is_written_into_its_resource(azure: Azure) -> None:
    group = azure.group()
    subnet = network(azure, group).replace("/default", "/second")

    created = azure.owner.put(subnet, {"properties": {"addressPrefix": "10.0.1.0/24"}})
    replaced = azure.owner.put(subnet, {"properties": {"addressPrefix": "10.0.2.0/24"}})
    listed = azure.owner.get(subnet.rpartition("/")[0]).json["value"]

    assert (created.status, replaced.status) == (201, 200)
    assert [one["properties"]["addressPrefix"] for one in listed] == ["10.0.0.0/24", "10.0.2.0/24"]
    assert azure.owner.delete(subnet).status == 200
    assert azure.owner.delete(subnet).status == 204


def test_deleting_a_resource_takes_its_children_and_its_role_assignments_along(
    azure: Azure,
) -> None:
    id = f"{azure.group()}/{IDENTITIES}/one"
    azure.owner.put(id, {"location": "eastus"})
    credential = {"issuer": "https://i", "subject": "s", "audiences": ["a"]}
    child = f"{id}/federatedIdentityCredentials/f"
    azure.owner.put(child, {"properties": credential})
    assignment = azure.assign(azure.client().principal, "Reader", id)

    azure.owner.delete(id)
    azure.owner.put(id, {"location": "eastus"})

    assert azure.owner.get(child).status == 404
    assert azure.owner.get(assignment).status == 404


def test_unknown_fields_come_back_as_they_were_sent(azure: Azure) -> None:
    id = f"{azure.group()}/{IDENTITIES}/one"
    odd = {"someDay": [{"Mixed": "Case", "empty": []}]}

    answer = azure.owner.put(id, {"location": "eastus", "properties": odd})

    assert answer.json["properties"]["someDay"] == odd["someDay"]


def test_what_is_null_is_as_good_as_not_there(azure: Azure) -> None:
    id = f"{azure.group()}/{IDENTITIES}/one"
    nothing = {"properties": {"a": None, "b": [{"c": None}]}, "tags": None}

    answer = azure.owner.put(id, {"location": "eastus", **nothing})

    assert answer.status == 201, answer.content
    assert answer.json["properties"]["b"] == [{}]
    assert "a" not in answer.json["properties"]
    assert "tags" not in answer.json


def test_a_method_that_no_resource_has_is_refused(azure: Azure) -> None:
    answer = azure.owner.ask("PURGE", f"{azure.group()}/{IDENTITIES}/one")

    assert (answer.status, answer.code) == (405, "MethodNotAllowed")


@pytest.mark.parametrize("name", ["..", "%2e%2e", "a%2Fb", "a%00b", "x" * 300, "a%3Cb", "a%5Cb"])
def test_names_that_play_tricks_with_paths_are_refused(azure: Azure, name: str) -> None:
    answer = azure.owner.put(f"{azure.group()}/{IDENTITIES}/{name}", {"location": "eastus"})

    assert answer.status in (400, 404)
    assert azure.owner.get(f"{azure.group()}/{IDENTITIES}").json == {"value": []}


@pytest.mark.parametrize("location", [5, {}, {"a": "b"}, [], True])
def test_a_location_is_a_text_even_where_none_is_needed(azure: Azure, location: object) -> None:
    group = azure.group()
    identity = f"{group}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/one"
    azure.owner.put(identity, {"location": "eastus"})
    properties = {"issuer": "https://issuer.test", "subject": "s", "audiences": ["a"]}

    answer = azure.owner.put(
        f"{identity}/federatedIdentityCredentials/one",
        {"location": location, "properties": properties},
    )

    assert (answer.status, answer.code) == (400, "InvalidRequestFormat")


@pytest.mark.parametrize("number", [2**64, -(2**63) - 1])
def test_a_number_of_more_than_64_bits_is_refused(azure: Azure, number: int) -> None:
    body = f'{{"location": "eastus", "properties": {{"anything": [{number}]}}}}'.encode()

    answer = azure.owner.put(f"{azure.group()}/providers/Microsoft.Network/routeTables/one", body)

    assert (answer.status, answer.code) == (400, "InvalidRequestContent")
