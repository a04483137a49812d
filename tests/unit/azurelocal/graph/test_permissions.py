"""Who may do what in the directory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import jwt
import pytest

from azurelocal.accesslog import AccessLog, parse
from azurelocal.graph.permissions import PERMISSIONS
from azurelocal.services import Services

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.azurelocal.graph.conftest import Graph

READERS = [
    "Application.Read.All",
    "Application.ReadWrite.All",
    "Application.ReadWrite.OwnedBy",
    "Directory.Read.All",
    "Directory.ReadWrite.All",
]
WRITERS = ["Application.ReadWrite.All", "Directory.ReadWrite.All"]


@pytest.mark.parametrize("permission", [*PERMISSIONS, ""])
def test_reading_takes_a_permission_that_says_so(graph: Graph, permission: str) -> None:
    somebody = graph.somebody(*filter(None, [permission]))

    answer = somebody("GET", "/servicePrincipals")

    expected = (200, "") if permission in READERS else (403, "Authorization_RequestDenied")
    assert (answer.status, answer.code) == expected


@pytest.mark.parametrize("permission", [*PERMISSIONS, ""])
def test_changing_takes_a_permission_that_says_so(graph: Graph, permission: str) -> None:
    made = graph.register("before")
    somebody = graph.somebody(*filter(None, [permission]))

    answer = somebody("PATCH", f"/applications/{made['id']}", {"displayName": "after"})

    allowed = permission in WRITERS
    assert answer.status == (204 if allowed else 403)
    found = graph("GET", f"/applications/{made['id']}").json
    assert found["displayName"] == ("after" if allowed else "before")


def test_who_may_create_its_own_may_change_its_own_alone(graph: Graph) -> None:
    somebody = graph.somebody("Application.ReadWrite.OwnedBy")
    foreign = graph.register("foreign")

    own = somebody.register("own")
    changed = somebody("POST", f"/applications/{own['id']}/addPassword", {"passwordCredential": {}})
    refused = somebody("POST", f"/applications/{foreign['id']}/addPassword", {"x": 1})
    removed = somebody("DELETE", f"/applications/{own['id']}")

    assert (changed.status, removed.status) == (200, 204)
    assert (refused.status, refused.code) == (403, "Authorization_RequestDenied")


def test_anybody_may_read_itself(graph: Graph) -> None:
    somebody = graph.somebody()

    itself = somebody("GET", f"/servicePrincipals/{somebody.principal.id}")
    other = somebody("GET", f"/servicePrincipals/{graph.principal.id}")

    assert (itself.status, itself.json["appId"]) == (200, somebody.principal.app_id)
    assert other.status == 403


def test_roles_of_resource_manager_count_for_nothing(graph: Graph) -> None:
    owner = graph.azure.client(("Owner", graph.azure.subscription))
    owner.audience = graph.audience

    answer = owner.get("/v1.0/applications", host="graph.microsoft.com")

    assert (answer.status, answer.code) == (403, "Authorization_RequestDenied")


def test_a_permission_is_granted_and_is_in_the_next_token(graph: Graph) -> None:
    application = graph.register()
    principal = graph.principal_for(application)
    place = f"/servicePrincipals/{principal['id']}"
    secret = graph("POST", f"{place}/addPassword", {"passwordCredential": {}}).json["secretText"]
    (resource,) = graph(
        "GET", "/servicePrincipals", filter="appId eq '00000003-0000-0000-c000-000000000000'"
    ).json["value"]
    role = next(one for one in resource["appRoles"] if one["value"] == "Application.Read.All")
    grant = {
        "principalId": principal["id"],
        "resourceId": resource["id"],
        "appRoleId": role["id"],
    }

    made = graph("POST", f"{place}/appRoleAssignments", grant)
    again = graph("POST", f"{place}/appRoleAssignments", grant)
    (listed,) = graph("GET", f"{place}/appRoleAssignments").json["value"]
    granted = _roles(graph, application["appId"], secret)
    removed = graph("DELETE", f"{place}/appRoleAssignments/{made.json['id']}")
    taken = _roles(graph, application["appId"], secret)

    assert (made.status, again.status, removed.status) == (201, 400, 204)
    assert listed["id"] == made.json["id"]
    assert (granted, taken) == (["Application.Read.All"], None)


@pytest.mark.parametrize("change", ["principalId", "resourceId", "appRoleId"])
def test_only_permissions_of_graph_itself_can_be_granted(graph: Graph, change: str) -> None:
    principal = graph.principal_for(graph.register())
    graphs = graph("GET", "/servicePrincipals(appId='00000003-0000-0000-c000-000000000000')")
    grant = {
        "principalId": principal["id"],
        "resourceId": graphs.json.get("id", ""),
        "appRoleId": PERMISSIONS["Directory.Read.All"],
        change: "11111111-1111-1111-1111-111111111111",
    }

    answer = graph("POST", f"/servicePrincipals/{principal['id']}/appRoleAssignments", grant)

    assert (answer.status, answer.code) == (400, "Request_BadRequest")


def test_who_manages_applications_cannot_grant_itself_more(graph: Graph) -> None:
    somebody = graph.somebody("Application.ReadWrite.All")
    place = f"/servicePrincipals/{somebody.principal.id}/appRoleAssignments"

    answer = somebody("POST", place, {"principalId": somebody.principal.id})

    assert (answer.status, answer.code) == (403, "Authorization_RequestDenied")


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("", "Access token is empty."),
        ("Bearer rubbish", "Access token validation failure."),
    ],
)
def test_without_a_good_token_nothing_is_answered(graph: Graph, header: str, said: str) -> None:
    answer = graph("GET", "/me", headers={"authorization": header})

    assert (answer.status, answer.code) == (401, "InvalidAuthenticationToken")
    assert answer.message.startswith(said)
    assert answer.headers["www-authenticate"].startswith("Bearer ")


def test_a_token_for_another_service_is_refused(graph: Graph) -> None:
    graph.audience = "https://management.azure.com"

    answer = graph("GET", "/applications")

    assert (answer.status, answer.code) == (401, "InvalidAuthenticationToken")
    assert "Invalid audience" in answer.message


def test_the_access_log_tells_which_permission_allowed_it(graph: Graph, tmp_path: Path) -> None:
    log = AccessLog(tmp_path / "access.jsonl")
    graph.azure.services = Services(graph.azure.cloud, log)
    stranger = graph.somebody()

    graph("GET", "/applications")
    stranger("GET", "/applications")

    allowed, refused = [parse(line) for line in log.path.read_bytes().splitlines()]
    assert (allowed.service, allowed.object_id) == ("graph", graph.principal.id)
    assert [one.role for one in allowed.grants] == ["Application.ReadWrite.All"]
    assert (refused.status, refused.code) == (403, "Authorization_RequestDenied")
    assert [one.role for one in refused.grants] == [""]
    log.close()


def _roles(graph: Graph, client_id: str, secret: str) -> list[str] | None:
    token = graph.log_in(client_id, secret).json["access_token"]
    return jwt.decode(token, options={"verify_signature": False}).get("roles")
