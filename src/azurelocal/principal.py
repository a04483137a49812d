"""Who makes a request, as the token says that came with it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Principal:
    """A service principal. Role assignments name the object ID; it logs in as the app ID."""

    object_id: str
    app_id: str
    name: str = ""
    roles: frozenset[str] = frozenset()
    """Permissions of the application itself, which Graph goes by."""
