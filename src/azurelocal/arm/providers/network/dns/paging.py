"""Lists of record sets and zones in pages, as large as the client wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from azurelocal.arm.providers.network.dns.recordtypes import bad_request

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.arm.types import Body


def record_sets(call: Call, found: list[Body]) -> Body:
    """One page of record sets, of those whose names end as the client wants."""
    suffix = call.request.query.get("$recordsetnamesuffix", "").lower()
    if suffix:
        found = [one for one in found if f".{one['name']}".lower().endswith(f".{suffix}")]
    return page(call, found)


def page(call: Call, found: list[Body]) -> Body:
    """One page; all is on one where the client does not say how much it takes."""
    query = call.request.query
    ordered = sorted(found, key=_place)
    if behind := query.get("$skiptoken", ""):
        ordered = [one for one in ordered if _place(one) > behind.lower()]
    top = query.get("$top", "")
    if not top:
        return {"value": ordered}
    if not top.isascii() or not top.isdigit() or not 1 <= int(top) <= 1_000_000:
        raise bad_request(f"The value '{top[:20]}' of '$top' must be a whole number from 1.")
    shown = ordered[: int(top)]
    answer: Body = {"value": shown}
    if len(shown) < len(ordered):
        rest = {name: value for name, value in query.items() if name != "$skiptoken"}
        rest["$skiptoken"] = _place(shown[-1])
        answer["nextLink"] = (
            f"{call.cloud.endpoints.arm}{call.request.path}?{urlencode(rest, safe='$')}"
        )
    return answer


def _place(one: Body) -> str:
    """Where something stands in a list: this outlives what is made and deleted in between."""
    return str(one["id"]).lower()
