"""Finds the principals by which identities are given roles."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from hypershift.azure.problems import code_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hypershift.azure.access import Access

_MAY_NOT = {"AuthorizationFailed"}


async def principals_of(azure: Access, client_ids: Iterable[str]) -> dict[str, str]:
    """Find the principals of client IDs.

    Resource Manager knows those of the subscription's identities, all in one list, the moment they
    are made, and whoever makes infrastructure may read it. Only the others are asked for in the
    directory, which learns of new ones late and demands a permission of its own.
    """
    wanted = {client.lower() for client in client_ids}
    known = await _of_the_subscription(azure) if wanted else {}
    others = sorted(wanted - known.keys())
    answers = await asyncio.gather(*(azure.graph.principal_of(client) for client in others))
    return {client: known[client] for client in wanted & known.keys()} | dict(
        zip(others, answers, strict=True)
    )


async def _of_the_subscription(azure: Access) -> dict[str, str]:
    from azure.core.exceptions import HttpResponseError

    identities = azure.identities.user_assigned_identities
    try:
        return {
            str(one.client_id).lower(): str(one.principal_id)
            async for one in identities.list_by_subscription()
        }
    except HttpResponseError as error:
        if code_of(error) not in _MAY_NOT:
            raise
        return {}
