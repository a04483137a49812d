"""The cache is in the home, unless it is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox import cache


@pytest.mark.parametrize(
    ("named", "place"),
    [
        ("", "/home/somebody/.cache/hypershift-py"),
        ("/elsewhere", "/elsewhere"),
    ],
)
def test_the_cache_is_where_the_environment_says(
    monkeypatch: pytest.MonkeyPatch, named: str, place: str
) -> None:
    monkeypatch.setenv("HOME", "/home/somebody")
    monkeypatch.setenv("HYPERSHIFT_CACHE", named)

    assert cache.root() == Path(place)
