"""Passwords that we make."""

from __future__ import annotations

from azurelocal.entra import passwords


def test_no_password_looks_like_an_option_of_a_command() -> None:
    made = [passwords.generate() for _ in range(500)]

    assert [one for one in made if one.startswith("-")] == []
