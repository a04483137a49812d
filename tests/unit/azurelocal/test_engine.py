"""What all resource types have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.unit.azurelocal.conftest import Azure


def test_a_resource_group_takes_everything_in_it_along(azure: Azure) -> None:
    group = azure.group()
    identity = f"{group}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/one"
    azure.owner.put(identity, {"location": "eastus"})

    deleted = azure.owner.delete(group)
    result = azure.owner.get(
        deleted.headers["location"].removeprefix("https://management.azure.com").partition("?")[0]
    )

    assert (deleted.status, result.status) == (202, 200)
    assert azure.owner.get(group).code == "ResourceGroupNotFound"
    assert azure.owner.get(identity).code == "ResourceGroupNotFound"
    assert [one.display_name for one in azure.cloud.directory.principals()] == ["azurelocal-owner"]
