"""Who may do what."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

import pytest

from azurelocal.arm.builtinroles import BUILT_IN

if TYPE_CHECKING:
    from tests.unit.azurelocal.conftest import Azure

IDENTITIES = "providers/Microsoft.ManagedIdentity/userAssignedIdentities"
ASSIGNMENTS = "providers/Microsoft.Authorization/roleAssignments"
DEFINITIONS = "providers/Microsoft.Authorization/roleDefinitions"


def role(name: str) -> str:
    return next(guid for guid, one in BUILT_IN.items() if one.name == name)


def test_without_a_token_nothing_is_answered(azure: Azure) -> None:
    answer = azure.owner.ask("GET", azure.group(), headers={"authorization": ""})

    assert (answer.status, answer.code) == (401, "AuthenticationFailed")
    assert answer.headers["www-authenticate"].startswith("Bearer authorization_uri=")


@pytest.mark.parametrize("damage", ["signature", "form", "algorithm"])
def test_a_token_that_is_not_ours_is_refused(azure: Azure, damage: str) -> None:
    token = azure.owner.token
    damaged = {
        "signature": token[:-8] + "AAAAAAAA",
        "form": "rubbish",
        "algorithm": f"eyJhbGciOiJub25lIn0.{token.split('.')[1]}.",
    }[damage]

    answer = azure.owner.ask("GET", azure.group(), headers={"authorization": f"Bearer {damaged}"})

    assert (answer.status, answer.code) == (401, "InvalidAuthenticationToken")


def test_a_token_ends(azure: Azure) -> None:
    headers = {"authorization": f"Bearer {azure.owner.token}"}
    group = azure.group()

    azure.clock.now += 3599 + 301
    answer = azure.owner.ask("GET", group, headers=headers)

    assert (answer.status, answer.code) == (401, "ExpiredAuthenticationToken")


def test_a_token_for_another_service_is_refused(azure: Azure) -> None:
    client = azure.client(("Owner", azure.subscription))
    client.audience = "https://vault.azure.net"

    answer = client.get(azure.group())

    assert (answer.status, answer.code) == (401, "InvalidAuthenticationTokenAudience")


def test_who_has_no_role_is_told_what_is_missing_and_not_whether_it_exists(azure: Azure) -> None:
    group = azure.group()
    stranger = azure.client()

    there, missing = stranger.get(group), stranger.get(f"{group}-not")

    assert (there.status, there.code) == (403, "AuthorizationFailed")
    assert (missing.status, missing.code) == (403, "AuthorizationFailed")
    who = f"The client '{stranger.principal.app_id}' with object id '{stranger.principal.id}'"
    assert there.message == (
        f"{who} does not have authorization to perform action"
        " 'Microsoft.Resources/subscriptions/resourceGroups/read' over scope"
        f" '{group}' or the scope is invalid. If access was recently granted, please refresh your"
        " credentials."
    )


def test_a_role_counts_at_its_scope_and_below_and_nowhere_else(azure: Azure) -> None:
    one, two = azure.group("one"), azure.group("one-and-more")
    reader = azure.client(("Reader", one))

    assert reader.get(one).status == 200
    assert reader.get(f"{one}/{IDENTITIES}").status == 200
    assert reader.get(two).status == 403
    assert reader.put(f"{one}/{IDENTITIES}/x", {"location": "eastus"}).code == "AuthorizationFailed"


def test_a_role_that_is_taken_away_is_gone_at_once(azure: Azure) -> None:
    group = azure.group()
    client = azure.client()

    assert client.get(group).status == 403
    assignment = azure.assign(client.principal, "Reader", group)
    assert client.get(group).status == 200
    azure.owner.delete(assignment)
    assert client.get(group).status == 403


def test_a_contributor_decides_nothing_about_access(azure: Azure) -> None:
    group = azure.group()
    client = azure.client(("Contributor", group))
    body = {
        "properties": {
            "roleDefinitionId": f"{azure.subscription}/{DEFINITIONS}/{role('Owner')}",
            "principalId": client.principal.id,
        }
    }

    answer = client.put(f"{group}/{ASSIGNMENTS}/{uuid.uuid4()}", body)

    assert (answer.status, answer.code) == (403, "AuthorizationFailed")
    assert client.put(f"{group}/{IDENTITIES}/x", {"location": "eastus"}).status == 201


def test_what_one_role_takes_away_another_one_can_give(azure: Azure) -> None:
    group = azure.group()
    client = azure.client(("Contributor", group), ("User Access Administrator", group))
    body = {
        "properties": {
            "roleDefinitionId": f"{azure.subscription}/{DEFINITIONS}/{role('Reader')}",
            "principalId": azure.client().principal.id,
        }
    }

    assert client.put(f"{group}/{ASSIGNMENTS}/{uuid.uuid4()}", body).status == 201


def test_who_may_write_a_resource_may_not_use_every_other_one_for_it(azure: Azure) -> None:
    nets, nics = azure.group("nets"), azure.group("nics")
    network = f"{nets}/providers/Microsoft.Network/virtualNetworks/net"
    space = {
        "addressSpace": {"addressPrefixes": ["10.0.0.0/16"]},
        "subnets": [{"name": "default", "properties": {"addressPrefix": "10.0.0.0/24"}}],
    }
    azure.owner.put(network, {"location": "eastus", "properties": space})
    client = azure.client(("Network Contributor", nics))
    configuration = {"name": "one", "properties": {"subnet": {"id": f"{network}/subnets/default"}}}
    body = {"location": "eastus", "properties": {"ipConfigurations": [configuration]}}
    nic = f"{nics}/providers/Microsoft.Network/networkInterfaces/one"

    refused = client.put(nic, body)
    azure.assign(client.principal, "Network Contributor", network)
    allowed = client.put(nic, body)

    assert (refused.status, refused.code) == (403, "LinkedAuthorizationFailed")
    assert "Microsoft.Network/virtualNetworks/subnets/join/action" in refused.message
    assert allowed.status == 201


def test_an_assignment_is_made_once(azure: Azure) -> None:
    group, who = azure.group(), azure.client().principal
    body = {
        "properties": {
            "roleDefinitionId": f"{azure.subscription}/{DEFINITIONS}/{role('Reader')}",
            "principalId": who.id,
        }
    }
    name = uuid.uuid4()

    first = azure.owner.put(f"{group}/{ASSIGNMENTS}/{name}", body)
    same = azure.owner.put(f"{group}/{ASSIGNMENTS}/{name}", body)
    other_name = azure.owner.put(f"{group}/{ASSIGNMENTS}/{uuid.uuid4()}", body)
    body["properties"]["principalId"] = azure.client().principal.id
    other_content = azure.owner.put(f"{group}/{ASSIGNMENTS}/{name}", body)

    assert (first.status, same.status) == (201, 200)
    assert (other_name.status, other_name.code) == (409, "RoleAssignmentExists")
    assert (other_content.status, other_content.code) == (409, "RoleAssignmentUpdateNotPermitted")


def test_an_assignment_needs_a_role_and_somebody(azure: Azure) -> None:
    group = azure.group()
    reader = f"{azure.subscription}/{DEFINITIONS}/{role('Reader')}"
    nobody = str(uuid.uuid4())

    def code(definition: str, principal: str, **more: str) -> str:
        properties = {"roleDefinitionId": definition, "principalId": principal, **more}
        return azure.owner.put(
            f"{group}/{ASSIGNMENTS}/{uuid.uuid4()}", {"properties": properties}
        ).code

    assert code(reader, nobody) == "PrincipalNotFound"
    assert code(reader, nobody, principalType="ServicePrincipal") == ""
    who = azure.client().principal.id
    assert code(f"{azure.subscription}/{DEFINITIONS}/{uuid.uuid4()}", who) == (
        "RoleDefinitionDoesNotExist"
    )


def test_whoever_deletes_an_assignment_is_shown_what_it_was(azure: Azure) -> None:
    somebody = azure.client()
    id = azure.assign(somebody.principal, "Reader", azure.group())

    answer = azure.owner.delete(id)

    assert answer.status == 200
    assert answer.json["id"] == id
    assert answer.json["properties"]["principalId"] == somebody.principal.id
    assert azure.owner.get(id).status == 404


def test_assignments_are_listed_by_scope_and_principal(azure: Azure) -> None:
    group = azure.group()
    client = azure.client(("Reader", group), ("Contributor", azure.subscription))
    azure.assign(client.principal, "Owner", f"{group}/{IDENTITIES}/not-yet")

    def scopes(filter: str) -> list[str]:
        query = f"$filter={filter.replace(' ', '%20')}" if filter else ""
        rows = azure.owner.get(f"{group}/{ASSIGNMENTS}", query=query).json["value"]
        mine = [row["properties"] for row in rows]
        return sorted(one["scope"] for one in mine if one["principalId"] == client.principal.id)

    here_and_above = [azure.subscription, group]
    assert scopes("atScope()") == here_and_above
    assert scopes("") == [*here_and_above, f"{group}/{IDENTITIES}/not-yet"]
    assert scopes(f"principalId eq '{client.principal.id}'") == scopes("")
    assert scopes(f"principalId eq '{uuid.uuid4()}'") == []


def test_roles_are_found_by_their_names(azure: Azure) -> None:
    found = azure.owner.get(
        f"{azure.subscription}/{DEFINITIONS}", query="$filter=roleName%20eq%20'Contributor'"
    ).json["value"]

    assert [one["name"] for one in found] == ["b24988ac-6180-42a0-ab88-20f7382dd24c"]
    assert found[0] == azure.owner.get(found[0]["id"]).json


def test_users_define_roles_of_their_own(azure: Azure) -> None:
    group = azure.group()
    name = uuid.uuid4()
    definition = f"{azure.subscription}/{DEFINITIONS}/{name}"
    created = azure.owner.put(
        definition,
        {
            "properties": {
                "roleName": "Identity reader",
                "permissions": [{"actions": ["Microsoft.ManagedIdentity/*/read"]}],
                "assignableScopes": [azure.subscription],
            }
        },
    )
    client = azure.client()
    body = {"properties": {"roleDefinitionId": definition, "principalId": client.principal.id}}
    assignment = f"{group}/{ASSIGNMENTS}/{uuid.uuid4()}"

    assert created.status == 201
    assert azure.owner.put(assignment, body).status == 201
    assert client.get(f"{group}/{IDENTITIES}").status == 200
    assert client.get(group).status == 403
    assert azure.owner.delete(definition).code == "RoleDefinitionHasAssignments"


COMPUTE, NETWORK = "Microsoft.Compute", "Microsoft.Network"
ARO = "Azure Red Hat OpenShift"
GET_SECRET = "Microsoft.KeyVault/vaults/secrets/getSecret/action"
IDENTITY = "Microsoft.ManagedIdentity/userAssignedIdentities"


@pytest.mark.parametrize(
    ("name", "action", "data", "allowed"),
    [
        ("Reader", f"{COMPUTE}/disks/read", False, True),
        ("Reader", f"{COMPUTE}/disks/write", False, False),
        ("Contributor", "Microsoft.Authorization/roleAssignments/read", False, True),
        ("Contributor", "microsoft.authorization/ROLEASSIGNMENTS/write", False, False),
        ("Contributor", GET_SECRET, True, False),
        ("Key Vault Secrets User", GET_SECRET, True, True),
        ("Key Vault Secrets User", GET_SECRET, False, False),
        ("Managed Identity Operator", f"{IDENTITY}/assign/action", False, True),
        ("Managed Identity Operator", f"{IDENTITY}/write", False, False),
        ("DNS Zone Contributor", f"{NETWORK}/dnsZones/A/write", False, True),
        ("DNS Zone Contributor", f"{NETWORK}/privateDnsZones/A/write", False, False),
        (f"{ARO} Cloud Controller Manager", f"{NETWORK}/loadBalancers/write", False, True),
        (f"{ARO} Cloud Controller Manager", f"{NETWORK}/loadBalancers/delete", False, False),
        (f"{ARO} Disk Storage Operator", f"{COMPUTE}/disks/delete", False, True),
        (f"{ARO} Disk Storage Operator", f"{NETWORK}/networkInterfaces/read", False, False),
    ],
)
def test_built_in_roles_give_what_azures_give(
    *, name: str, action: str, data: bool, allowed: bool
) -> None:
    assert BUILT_IN[role(name)].allows(action, data=data) is allowed


def test_on_a_day_as_slow_as_azures_a_new_role_counts_only_after_a_while(azure: Azure) -> None:
    group = azure.group()
    client = azure.client(("Reader", group))
    azure.clock.now += 60
    azure.cloud.weather.scale = 1e-3
    later = azure.client(("Reader", group), name="later")

    at_once, others = later.get(group), client.get(group)
    azure.clock.now += 1

    assert (at_once.status, others.status) == (403, 200)
    assert later.get(group).status == 200
