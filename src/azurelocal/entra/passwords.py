"""Passwords of applications. We make them, long and random, so that a plain hash will do."""

from __future__ import annotations

import hashlib
import hmac
import secrets


def generate() -> str:
    """Make a password of the form that Azure's have."""
    text = secrets.token_urlsafe(30).replace("-", "~")
    return f"{text[:3]}8Q~{text[3:37]}"


def digest(password: str) -> str:
    """What is kept of a password."""
    return hashlib.sha256(password.encode()).hexdigest()


def matches(password: str, kept: str) -> bool:
    """Compare in constant time."""
    return hmac.compare_digest(digest(password), kept)
