"""Files that installations read, and what is rendered as objects."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.unit.cli.install.rendered import CERTIFICATE, FILES, by_name, objects

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.unit.cli.conftest import Result


@pytest.fixture
def install_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a file for each flag that takes one."""
    for name, content in FILES.items():
        (tmp_path / name).write_text(json.dumps(content))
    (tmp_path / "trust.pem").write_text(CERTIFICATE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def render(hypershift: Callable[..., Result]) -> Callable[..., dict[str, Any]]:
    """`render(*flags)` gives the rendered objects in their order, as Kind/name."""

    def run(*flags: str) -> dict[str, Any]:
        result = hypershift("install", "render", "--outputs", "resources", *flags)
        assert (result.code, result.err) == (0, "")
        return by_name(objects(result.out))

    return run
