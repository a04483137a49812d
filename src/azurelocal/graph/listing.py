"""Lists: filtered, in pages, each with a link to the next one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from azurelocal.graph import errors
from azurelocal.graph.filters import Filter
from azurelocal.http import Response

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from azurelocal.graph.call import Call

_PAGE, _LARGEST_PAGE = 100, 999
_SERVED = {"$filter", "$top", "$select", "$count", "$skiptoken", "$format", "api-version"}


def context(call: Call, what: str) -> str:
    """Tell what an answer is, as OData wants it."""
    return f"{call.cloud.endpoints.graph}/v1.0/$metadata#{what}"


def check_query(call: Call) -> None:
    """Refuse what would change the answer and is not served."""
    for name in call.request.query:
        if name.startswith("$") and name not in _SERVED:
            raise errors.AzureError(
                400, "Request_UnsupportedQuery", f"The query option '{name[:40]}' is not supported."
            )


def one(call: Call, what: str, document: dict[str, Any], status: int = 200) -> Response:
    """Answer with one object."""
    check_query(call)
    body = {"@odata.context": context(call, f"{what}/$entity"), **_selected(call, document)}
    return Response(status, body)


def page(call: Call, what: str, documents: Iterable[dict[str, Any]]) -> Response:
    """Answer with a part of a list, in the order of the IDs."""
    check_query(call)
    query = call.request.query
    wanted = Filter(query.get("$filter", ""))
    found = [document for document in documents if wanted.takes(document)]
    found.sort(key=lambda document: document["id"])
    size = _size(query.get("$top", ""))
    start = query.get("$skiptoken", "")
    rest = [document for document in found if document["id"] > start]
    body: dict[str, Any] = {"@odata.context": context(call, what)}
    if query.get("$count", "").lower() == "true":
        body["@odata.count"] = len(found)
    if len(rest) > size:
        body["@odata.nextLink"] = _next(call, rest[size - 1]["id"])
    body["value"] = [_selected(call, document) for document in rest[:size]]
    return Response(200, body)


def plain(call: Call, what: str, documents: Sequence[dict[str, Any]]) -> Response:
    """Answer with a list that has no pages."""
    return Response(200, {"@odata.context": context(call, what), "value": list(documents)})


def _size(text: str) -> int:
    if not text:
        return _PAGE
    if not text.isdecimal() or not 1 <= int(text[:9]) <= _LARGEST_PAGE:
        raise errors.bad_request(
            f"Invalid page size specified: '{text[:20]}'. Must be between 1 and {_LARGEST_PAGE}"
            " inclusive."
        )
    return int(text)


def _next(call: Call, last: str) -> str:
    path = "/".join(quote(part) for part in call.request.segments if part.lower() != "graph")
    kept = {name: value for name, value in call.request.query.items() if name != "$skiptoken"}
    options = "&".join(
        f"{name}={quote(value, safe='')}" for name, value in {**kept, "$skiptoken": last}.items()
    )
    return f"{call.cloud.endpoints.graph}/{path}?{options}"


def _selected(call: Call, document: dict[str, Any]) -> dict[str, Any]:
    names = [name.strip() for name in call.request.query.get("$select", "").split(",")]
    wanted = {name.lower() for name in names if name}
    if not wanted:
        return document
    return {name: value for name, value in document.items() if name.lower() in wanted}
