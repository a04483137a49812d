"""What all tests of `hypershift.kube` rely on."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _no_jitter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Delays are as long as they are meant to be."""
    monkeypatch.setattr("random.random", lambda: 0.0)
