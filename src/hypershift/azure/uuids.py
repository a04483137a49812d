"""The IDs of subscriptions, tenants and identities."""

from __future__ import annotations

import re


def is_uuid(text: str) -> bool:
    """Tell whether a text is a UUID in the form that Azure writes."""
    return bool(re.fullmatch(r"[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}", text))


def is_tenant(text: str) -> bool:
    """Tell whether a text may name a tenant: by its ID, or by a domain of its own."""
    return bool(re.fullmatch(r"[0-9a-zA-Z]([-.0-9a-zA-Z]*[0-9a-zA-Z])?", text))
