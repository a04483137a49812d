"""Who may do what in the directory: permissions of Graph, which are granted to service principals.

Roles of ARM count for nothing here. The first owner holds what it takes to manage applications; it
grants permissions to others as app role assignments on Graph's own service principal. A token
carries the permissions that its bearer held when it was written.

Reading takes any of READERS. Creating takes one of CREATORS. Changing and deleting takes one of
WRITERS, or Application.ReadWrite.OwnedBy for what the caller has created. Anybody reads itself.
"""

from __future__ import annotations

import uuid

from azurelocal.entra.directory import ServicePrincipal

APPLICATION_ID = "00000003-0000-0000-c000-000000000000"
PERMISSIONS = {
    "Application.Read.All": "9a5d68dd-52b0-4cc2-bd40-abcf44ac3a30",
    "Application.ReadWrite.All": "1bfefb4e-e0b5-418b-a88f-73c46d2cc8e9",
    "Application.ReadWrite.OwnedBy": "18a4783c-866b-4cc7-a460-3d5e5662c884",
    "AppRoleAssignment.ReadWrite.All": "06b708a9-e830-4db3-a914-8e69da51d44f",
    "Directory.Read.All": "7ab1d382-f21e-4acd-a863-ba3e13f7da61",
    "Directory.ReadWrite.All": "19dbc75e-c2e2-444c-a770-ec69d8559fc7",
}
"""The permissions that mean something here, with the IDs that Graph gives them everywhere."""

OWNED = "Application.ReadWrite.OwnedBy"
WRITERS = ("Application.ReadWrite.All", "Directory.ReadWrite.All")
CREATORS = (*WRITERS, OWNED)
READERS = (*CREATORS, "Application.Read.All", "Directory.Read.All")
GRANTERS = ("AppRoleAssignment.ReadWrite.All",)
OF_OWNER = ["Application.ReadWrite.All", "AppRoleAssignment.ReadWrite.All", "Directory.Read.All"]


def graph_principal() -> ServicePrincipal:
    """Graph's own service principal, which every tenant has."""
    return ServicePrincipal(
        id=str(uuid.uuid5(uuid.UUID(APPLICATION_ID), "azurelocal")),
        app_id=APPLICATION_ID,
        display_name="Microsoft Graph",
    )


def name_of(id: str) -> str | None:
    """Find a permission by its ID."""
    return next((name for name, one in PERMISSIONS.items() if one == id.lower()), None)
