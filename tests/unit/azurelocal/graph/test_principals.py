"""Service principals, of applications and of managed identities."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.azurelocal.graph.conftest import Graph

IDENTITIES = "providers/Microsoft.ManagedIdentity/userAssignedIdentities"
READER = "acdd72a7-3385-48ef-bd42-f606fba81ae7"
CONTRIBUTOR = "b24988ac-6180-42a0-ab88-20f7382dd24c"
NOBODY = "11111111-1111-1111-1111-111111111111"


def test_an_application_gets_one_service_principal(graph: Graph) -> None:
    application = graph.register("app")

    made = graph("POST", "/servicePrincipals", {"appId": application["appId"]})
    again = graph("POST", "/servicePrincipals", {"appId": application["appId"]})

    assert made.status == 201
    names = ("appId", "displayName", "servicePrincipalType", "servicePrincipalNames")
    assert {name: made.json[name] for name in (*names, "accountEnabled")} == {
        "appId": application["appId"],
        "displayName": "app",
        "servicePrincipalType": "Application",
        "servicePrincipalNames": [application["appId"]],
        "accountEnabled": True,
    }
    assert (again.status, again.code) == (409, "Request_MultipleObjectsWithSameKeyValue")


def test_without_an_application_there_is_none(graph: Graph) -> None:
    answer = graph("POST", "/servicePrincipals", {"appId": NOBODY})

    assert (answer.status, answer.code) == (400, "Request_BadRequest")


def test_a_managed_identity_has_one_which_is_found_by_its_client_id(graph: Graph) -> None:
    id = f"{graph.azure.group()}/{IDENTITIES}/workload"
    identity = graph.azure.owner.put(id, {"location": "eastus"}).json["properties"]

    answer = graph("GET", "/servicePrincipals", filter=f"appId eq '{identity['clientId']}'")

    (found,) = answer.json["value"]
    assert found["id"] == identity["principalId"]
    assert found["servicePrincipalType"] == "ManagedIdentity"
    assert found["alternativeNames"] == ["isExplicit=True", id]


def test_that_of_a_managed_identity_goes_with_the_identity_alone(graph: Graph) -> None:
    id = f"{graph.azure.group()}/{IDENTITIES}/workload"
    principal = graph.azure.owner.put(id, {"location": "eastus"}).json["properties"]["principalId"]

    refused = graph("DELETE", f"/servicePrincipals/{principal}")
    secret = graph("POST", f"/servicePrincipals/{principal}/addPassword", {"x": 1})
    graph.azure.owner.delete(id)
    gone = graph("GET", f"/servicePrincipals/{principal}")

    assert (refused.status, refused.code) == (400, "Request_BadRequest")
    assert (secret.status, secret.code) == (400, "Request_BadRequest")
    assert gone.status == 404


def test_removing_it_leaves_the_application(graph: Graph) -> None:
    application = graph.register()
    made = graph.principal_for(application)

    removed = graph("DELETE", f"/servicePrincipals/{made['id']}")

    assert removed.status == 204
    assert graph("GET", f"/applications/{application['id']}").status == 200
    assert graph("GET", f"/servicePrincipals(appId='{application['appId']}')").status == 404


def test_one_that_is_disabled_cannot_log_in(graph: Graph) -> None:
    application = graph.register()
    made = graph.principal_for(application)
    place = f"/servicePrincipals/{made['id']}"
    secret = graph("POST", f"{place}/addPassword", {"passwordCredential": {}}).json["secretText"]
    before = graph.log_in(application["appId"], secret)

    answer = graph("PATCH", place, {"accountEnabled": False})

    after = graph.log_in(application["appId"], secret)
    assert (before.status, answer.status) == (200, 204)
    assert after.json["error_codes"] == [7000112]


def test_objects_are_found_by_their_ids(graph: Graph) -> None:
    application = graph.register()
    principal = graph.principal_for(application)
    ids = [principal["id"], application["id"], NOBODY]

    everything = graph("POST", "/directoryObjects/getByIds", {"ids": ids})
    principals = graph(
        "POST", "/directoryObjects/getByIds", {"ids": ids, "types": ["user", "servicePrincipal"]}
    )

    kinds = [(one["@odata.type"], one["id"]) for one in everything.json["value"]]
    assert kinds == [
        ("#microsoft.graph.servicePrincipal", principal["id"]),
        ("#microsoft.graph.application", application["id"]),
    ]
    assert [one["id"] for one in principals.json["value"]] == [principal["id"]]


@pytest.mark.parametrize("what", ["users", "groups"])
def test_there_are_no_users_and_no_groups(graph: Graph, what: str) -> None:
    listed = graph("GET", f"/{what}", filter="displayName eq 'x'")
    one = graph("GET", f"/{what}/{NOBODY}")

    assert (listed.status, listed.json["value"]) == (200, [])
    assert (one.status, one.code) == (404, "Request_ResourceNotFound")


def test_an_application_is_nobody_in_person(graph: Graph) -> None:
    answer = graph("GET", "/me")

    assert (answer.status, answer.code) == (400, "BadRequest")
    assert answer.message == "/me request is only valid with delegated authentication flow."


def test_the_organization_is_the_tenant(graph: Graph) -> None:
    (tenant,) = graph("GET", "/organization").json["value"]

    assert tenant["id"] == graph.azure.cloud.tenancy.tenant.id


def test_roles_of_somebody_new_need_a_word_where_latency_is_wanted(graph: Graph) -> None:
    group = graph.azure.group()
    identity = graph.azure.owner.put(f"{group}/{IDENTITIES}/new", {"location": "eastus"})
    principal = {"principalId": identity.json["properties"]["principalId"]}
    graph.azure.cloud.weather.scale = 0.001

    def assign(role: str, **more: str) -> tuple[int, str]:
        place = f"{graph.azure.subscription}/providers/Microsoft.Authorization/roleDefinitions"
        id = f"{group}/providers/Microsoft.Authorization/roleAssignments/{uuid.uuid4()}"
        properties = {"roleDefinitionId": f"{place}/{role}", **principal, **more}
        answer = graph.azure.owner.put(id, {"properties": properties})
        return answer.status, answer.code

    at_once = assign(READER)
    with_a_word = assign(READER, principalType="ServicePrincipal")
    graph.azure.clock.now += 1
    later = assign(CONTRIBUTOR)

    assert at_once == (400, "PrincipalNotFound")
    assert (with_a_word, later) == ((201, ""), (201, ""))
