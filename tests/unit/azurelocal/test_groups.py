"""Subscriptions and resource groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.azurelocal.conftest import Azure

IDENTITIES = "providers/Microsoft.ManagedIdentity/userAssignedIdentities"


def test_a_group_is_created_shown_listed_and_replaced(azure: Azure) -> None:
    id = f"{azure.subscription}/resourceGroups/one"

    created = azure.owner.put(id, {"location": "West Europe", "tags": {"a": "1"}})
    replaced = azure.owner.put(id, {"location": "westeurope"})
    listed = azure.owner.get(f"{azure.subscription}/resourcegroups")

    assert (created.status, replaced.status) == (201, 200)
    assert created.json == {
        "id": id,
        "name": "one",
        "type": "Microsoft.Resources/resourceGroups",
        "location": "westeurope",
        "tags": {"a": "1"},
        "properties": {"provisioningState": "Succeeded"},
    }
    assert listed.json["value"] == [replaced.json]


def test_head_says_whether_there_is_a_group(azure: Azure) -> None:
    id = azure.group("one")

    assert azure.owner.ask("HEAD", id).status == 204
    assert azure.owner.ask("HEAD", f"{id}-not").status == 404


def test_a_group_stays_where_it_is(azure: Azure) -> None:
    answer = azure.owner.put(azure.group(), {"location": "westus"})

    assert (answer.status, answer.code) == (409, "InvalidResourceGroupLocation")


@pytest.mark.parametrize("name", ["ends.", "has space", "has!mark", "x" * 91])
def test_a_bad_name_is_refused(azure: Azure, name: str) -> None:
    id = f"{azure.subscription}/resourceGroups/{name.replace(' ', '%20')}"

    answer = azure.owner.put(id, {"location": "eastus"})

    assert (answer.status, answer.code) == (400, "InvalidResourceGroup")


def test_groups_are_found_by_their_tags(azure: Azure) -> None:
    for name, tags in {"one": {"who": "me"}, "two": {"who": "you"}, "three": {}}.items():
        azure.owner.put(
            f"{azure.subscription}/resourceGroups/{name}", {"location": "eastus", "tags": tags}
        )

    found = azure.owner.get(
        f"{azure.subscription}/resourcegroups",
        query="$filter=tagName%20eq%20'who'%20and%20tagValue%20eq%20'me'",
    )

    assert [one["name"] for one in found.json["value"]] == ["one"]


def test_deleting_a_group_goes_on_after_the_answer_and_takes_everything_along(
    azure: Azure,
) -> None:
    group = azure.group()
    identity = f"{group}/{IDENTITIES}/one"
    azure.owner.put(identity, {"location": "eastus"})

    deleted = azure.owner.delete(group)
    place = deleted.headers["location"].removeprefix("https://management.azure.com")
    result = azure.owner.get(place.partition("?")[0])

    assert (deleted.status, result.status) == (202, 200)
    assert azure.owner.get(group).code == "ResourceGroupNotFound"
    assert azure.owner.get(identity).code == "ResourceGroupNotFound"
    assert [one.display_name for one in azure.cloud.directory.principals()] == ["azurelocal-owner"]


def test_a_group_that_is_not_there_cannot_be_deleted(azure: Azure) -> None:
    answer = azure.owner.delete(f"{azure.subscription}/resourceGroups/no")

    assert (answer.status, answer.code) == (404, "ResourceGroupNotFound")


def test_a_group_stays_while_another_one_uses_what_is_in_it(azure: Azure) -> None:
    inner, outer = azure.group("inner"), azure.group("outer")
    nsg = f"{inner}/providers/Microsoft.Network/networkSecurityGroups/one"
    azure.owner.put(nsg, {"location": "eastus"})
    subnet = {
        "name": "default",
        "properties": {"addressPrefix": "10.0.0.0/24", "networkSecurityGroup": {"id": nsg}},
    }
    space = {"addressSpace": {"addressPrefixes": ["10.0.0.0/16"]}, "subnets": [subnet]}
    azure.owner.put(
        f"{outer}/providers/Microsoft.Network/virtualNetworks/net",
        {"location": "eastus", "properties": space},
    )

    answer = azure.owner.delete(inner)

    assert (answer.status, answer.code) == (409, "ResourceGroupDeletionBlocked")
    assert answer.json["error"]["details"][0]["code"] == "ResourceInUse"
    assert azure.owner.get(nsg).status == 200


def test_only_subscriptions_in_which_one_has_a_role_are_listed(azure: Azure) -> None:
    stranger = azure.client()

    assert stranger.get("/subscriptions").json == {"value": []}
    found = azure.owner.get("/subscriptions").json["value"]
    assert [one["id"] for one in found] == [azure.subscription]


def test_providers_and_regions_are_there_from_the_start(azure: Azure) -> None:
    provider = azure.owner.get(f"{azure.subscription}/providers/microsoft.network").json
    regions = azure.owner.get(f"{azure.subscription}/locations").json["value"]

    assert provider["namespace"] == "Microsoft.Network"
    assert provider["registrationState"] == "Registered"
    assert {"name": "eastus", "displayName": "East US"}.items() <= regions[0].items()


def test_a_provider_is_unregistered_until_it_is_registered_again(azure: Azure) -> None:
    id = f"{azure.subscription}/providers/Microsoft.Compute"

    done_with = azure.owner.post(f"{id}/unregister").json["registrationState"]
    seen = azure.owner.get(id).json["registrationState"]
    again = azure.owner.post(f"{id}/register").json["registrationState"]

    assert (done_with, seen, again) == ("Unregistered", "Unregistered", "Registered")
    assert azure.client().post(f"{id}/unregister").code == "AuthorizationFailed"
    assert azure.owner.post(f"{azure.subscription}/providers/No.Such/unregister").status == 404


def test_resources_of_all_types_are_listed_and_filtered(azure: Azure) -> None:
    group = azure.group()
    azure.owner.put(f"{group}/{IDENTITIES}/one", {"location": "eastus", "tags": {"a": "b"}})
    nsg = f"{group}/providers/Microsoft.Network/networkSecurityGroups/two"
    azure.owner.put(nsg, {"location": "eastus"})

    def names(filter: str) -> list[str]:
        query = f"$filter={filter.replace(' ', '%20')}"
        rows = azure.owner.get(f"{azure.subscription}/resources", query=query).json["value"]
        return [row["name"] for row in rows]

    assert names("resourceGroup eq 'RG'") == ["one", "two"]
    assert names("resourceGroup eq 'other'") == []
    assert names("resourceType eq 'Microsoft.Network/networkSecurityGroups' and name eq 'two'") == [
        "two"
    ]
    assert names("tagName eq 'a' and tagValue eq 'b'") == ["one"]
    assert names("substringof('w', name)") == ["two"]
    assert [row["id"] for row in azure.owner.get(f"{group}/resources").json["value"]] == [
        f"{group}/{IDENTITIES}/one",
        nsg,
    ]


@pytest.mark.parametrize("filter", ["nonsense", "name eq one", "secret eq 'x'", "name eq 'a' or x"])
def test_a_filter_that_is_none_is_refused(azure: Azure, filter: str) -> None:
    azure.owner.put(f"{azure.group()}/{IDENTITIES}/one", {"location": "eastus"})

    query = f"$filter={filter.replace(' ', '%20')}"
    answer = azure.owner.get(f"{azure.subscription}/resources", query=query)

    assert (answer.status, answer.code) == (400, "InvalidFilterInQueryString")


def test_tags_are_read_and_written_by_themselves(azure: Azure) -> None:
    id = f"{azure.group()}/{IDENTITIES}/one"
    azure.owner.put(id, {"location": "eastus", "tags": {"a": "1"}})
    tags = f"{id}/providers/Microsoft.Resources/tags/default"

    def change(operation: str, values: dict[str, str]) -> dict[str, str]:
        body = {"operation": operation, "properties": {"tags": values}}
        return azure.owner.patch(tags, body).json["properties"]["tags"]

    assert change("Merge", {"b": "2"}) == {"a": "1", "b": "2"}
    assert change("Delete", {"a": "1", "b": "other"}) == {"b": "2"}
    assert change("Replace", {"c": "3"}) == {"c": "3"}
    assert azure.owner.get(id).json["tags"] == {"c": "3"}
    assert azure.owner.get(tags).json["properties"] == {"tags": {"c": "3"}}
    assert azure.owner.patch(tags, {"operation": "Wipe"}).code == "InvalidTagPatchOperation"
