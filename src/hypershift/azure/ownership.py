"""The tags that say who made what, and for which cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_CLUSTER = "kubernetes.io_cluster."
_MAKER = "hypershift.openshift.io_made-by"


def tags(infra_id: str, command: str) -> dict[str, str]:
    """Give what a command makes for a cluster."""
    return {f"{_CLUSTER}{infra_id}": "owned", **made_by(command)}


def made_by(command: str) -> dict[str, str]:
    """Give what a command makes for all clusters."""
    return {_MAKER: command}


def was_made_by(found: Mapping[str, str] | None, command: str) -> bool:
    """Tell whether the tags say that something was made by a command."""
    return (found or {}).get(_MAKER) == command


def somebody_elses(found: Mapping[str, str] | None, infra_id: str) -> str:
    """Tell whose something is, if its tags say that it is another cluster's."""
    owners = [
        key.removeprefix(_CLUSTER)
        for key, value in (found or {}).items()
        if key.startswith(_CLUSTER) and value == "owned"
    ]
    return "" if infra_id in owners else ", ".join(sorted(owners))


def reason_to_keep(found: Mapping[str, str] | None, infra_id: str) -> str:
    """Tell why a cluster must not take something away with it, if its tags give a reason."""
    owner = somebody_elses(found, infra_id)
    return f"its tags say that it belongs to {owner}" if owner else ""


def is_owned(found: Mapping[str, str] | None, infra_id: str) -> bool:
    """Tell whether the tags say that something was made for a cluster."""
    return (found or {}).get(f"{_CLUSTER}{infra_id}") == "owned"
