"""The password of the user kubeadmin."""

from __future__ import annotations

import secrets

# Without letters and digits that are taken for one another.
ALPHABET = "abcdefghijkmnopqrstuvwxyzABCDEFGHIJKLMNPQRSTUVWXYZ23456789"
GROUPS, LETTERS = 4, 5


def make() -> str:
    """Make a password such as xxxxx-xxxxx-xxxxx-xxxxx."""
    groups = ("".join(secrets.choice(ALPHABET) for _ in range(LETTERS)) for _ in range(GROUPS))
    return "-".join(groups)
