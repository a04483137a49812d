"""Lists: filters, pages, and what is not served."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from azurelocal.http import Request, read_query

if TYPE_CHECKING:
    from tests.unit.azurelocal.graph.conftest import Graph


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("displayName eq 'it''s'", ["it's"]),
        ("displayName eq 'ALPHA'", ["alpha"]),
        ("displayName in ('alpha', 'it''s', 'none')", ["alpha", "it's"]),
        ("startswith(displayName,'al')", ["alpha", "alpine"]),
        ("startsWith(displayName, 'al') and displayName eq 'alpha'", ["alpha"]),
        ("displayName eq 'alpha' or displayName eq 'alpine'", ["alpha", "alpine"]),
        ("identifierUris/any(x:x eq 'api://a')", ["alpha"]),
        ("displayName eq 'nobody'", []),
        ("deletedDateTime eq null and startswith(displayName,'alpi')", ["alpine"]),
    ],
)
def test_a_filter_takes_what_it_says(graph: Graph, text: str, names: list[str]) -> None:
    graph.register("alpha", identifierUris=["api://a"])
    graph.register("alpine")
    graph.register("it's")

    assert sorted(graph.names("applications", filter=text)) == names


@pytest.mark.parametrize("text", ["accountEnabled eq true", "accountEnabled eq false"])
def test_yes_and_no_can_be_asked_for(graph: Graph, text: str) -> None:
    found = graph.names("servicePrincipals", filter=text)

    assert bool(found) == text.endswith("true")


@pytest.mark.parametrize(
    "text",
    [
        "displayName ne 'x'",
        "not(displayName eq 'x')",
        "(displayName eq 'x')",
        "endswith(displayName,'x')",
        "displayName eq 'x' and appId eq 'y' or id eq 'z'",
        "displayName eq 'x' displayName eq 'y'",
        "displayName eq 'x' and",
        "displayName eq x",
        "tags/any(a:b eq 'x')",
    ],
)
def test_a_filter_that_is_not_served_is_refused(graph: Graph, text: str) -> None:
    answer = graph("GET", "/applications", filter=text)

    assert (answer.status, answer.code) == (400, "Request_UnsupportedQuery")


@pytest.mark.parametrize("option", ["search", "expand", "orderby", "skip"])
def test_an_option_that_is_not_served_is_refused(graph: Graph, option: str) -> None:
    options: dict[str, Any] = {option: "x"}

    answer = graph("GET", "/applications", **options)

    assert (answer.status, answer.code) == (400, "Request_UnsupportedQuery")


def test_pages_lead_from_one_to_the_next_and_leave_nothing_out(graph: Graph) -> None:
    wanted = sorted(f"app {number}" for number in range(5))
    for name in wanted:
        graph.register(name)

    found: list[str] = []
    answer = graph("GET", "/applications", top="2", filter="startswith(displayName,'app ')")
    pages = 1
    while True:
        found += [one["displayName"] for one in answer.json["value"]]
        link = answer.json.get("@odata.nextLink")
        if link is None:
            break
        place, _, raw = link.partition("?")
        assert place == "https://graph.microsoft.com/v1.0/applications"
        pages += 1
        token = graph.azure.cloud.tokens.issue(
            graph.principal, graph.azure.cloud.tenancy.tenant.id, graph.audience, proof="1"
        )
        answer = graph.azure.send(
            Request(
                "GET",
                "graph.microsoft.com",
                "/v1.0/applications",
                query=read_query(raw),
                headers={"authorization": f"Bearer {token}"},
            )
        )

    assert (sorted(found), pages) == (wanted, 3)


@pytest.mark.parametrize("size", ["0", "1000", "x", "-1", "9" * 5000])
def test_the_size_of_a_page_has_bounds(graph: Graph, size: str) -> None:
    answer = graph("GET", "/applications", top=size)

    assert (answer.status, answer.code) == (400, "Request_BadRequest")


def test_only_what_is_selected_is_shown(graph: Graph) -> None:
    graph.register("one")

    answer = graph(
        "GET", "/applications", select="displayName,appId", filter="displayName eq 'one'",
        count="true",
    )  # fmt: skip

    assert answer.json["@odata.count"] == 1
    assert [set(one) for one in answer.json["value"]] == [{"displayName", "appId"}]


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/devices", 400, "BadRequest"),
        ("POST", "/users", 405, "Request_BadRequest"),
        ("PUT", "/applications", 405, "Request_BadRequest"),
        ("GET", "/applications/a/b/c/d", 400, "BadRequest"),
    ],
)
def test_what_is_not_served_is_refused(
    graph: Graph, method: str, path: str, status: int, code: str
) -> None:
    answer = graph(method, path)

    assert (answer.status, answer.code) == (status, code)


def test_another_version_is_refused(graph: Graph) -> None:
    answer = graph.azure.owner.ask(
        "GET", "/beta/applications", host="graph.microsoft.com", version=None,
        headers={"authorization": f"Bearer {_token(graph)}"},
    )  # fmt: skip

    assert (answer.status, answer.code) == (404, "BadRequest")


def _token(graph: Graph) -> str:
    tenant = graph.azure.cloud.tenancy.tenant.id
    return graph.azure.cloud.tokens.issue(graph.principal, tenant, graph.audience, proof="1")
