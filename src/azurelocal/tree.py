"""All resources as a tree, read from the state, whether or not the server runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azurelocal.errors import AzureLocalError
from azurelocal.folder import STATE
from azurelocal.ids import GROUP_TYPE
from azurelocal.store import Resource, Store

if TYPE_CHECKING:
    from pathlib import Path


def listed(folder: Path, group: str = "") -> list[dict[str, Any]]:
    """All resource groups with the resources in them."""
    path = folder / STATE
    if not path.is_file():
        raise AzureLocalError(
            f"there is no state in {folder}: name another folder with --state, or start 'azurelocal"
            f" serve --state {folder}' first"
        )
    store = Store(path)
    try:
        groups = [
            one
            for one in store.resources(type=GROUP_TYPE)
            if not group or one.name.lower() == group.lower()
        ]
        if group and not groups:
            raise AzureLocalError(
                f"there is no resource group '{group}': run 'azurelocal resources' without"
                " --resource-group to see which there are"
            )
        return [
            {
                "subscription": one.id.subscription,
                "resourceGroup": one.name,
                "location": one.location,
                "tags": one.body.get("tags") or {},
                "state": one.state,
                "resources": [_row(resource) for resource in store.resources(group=one.key)],
            }
            for one in groups
        ]
    finally:
        store.close()


def _row(resource: Resource) -> dict[str, Any]:
    return {
        "id": str(resource.id),
        "type": resource.id.type,
        "name": "/".join(resource.id.names),
        "state": resource.state,
    }


def lines(groups: list[dict[str, Any]]) -> list[str]:
    """Draw the tree."""
    drawn: list[str] = []
    subscription = ""
    for group in groups:
        if group["subscription"] != subscription:
            subscription = group["subscription"]
            drawn.append(f"subscription {subscription}")
        state = "" if group["state"] == "Succeeded" else f"  {group['state']}"
        drawn.append(f"  {group['resourceGroup']} ({group['location']}){state}")
        rows = group["resources"]
        width = max((len(row["type"]) for row in rows), default=0)
        for row in rows:
            state = "" if row["state"] == "Succeeded" else f"  {row['state']}"
            last = "└─" if row is rows[-1] else "├─"
            drawn.append(f"    {last} {row['type']:<{width}}  {row['name']}{state}")
    return drawn or ["no resources"]
