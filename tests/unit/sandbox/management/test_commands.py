"""What the commands refuse, and what they say where there is no sandbox."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from azurelocal.world import raising
from sandbox import cli

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may be anybody."""
    monkeypatch.setattr(raising, "require_root", lambda: None)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["up", "--world", "mine"], "--world 'mine' is no prefix for a world"),
        (["status", "--world", "az/x"], "--world 'az/x' is no prefix for a world"),
        (["logs", "nobody"], "there is no part 'nobody'; there are: azurelocal, registry"),
        (["logs", "--follow"], "--follow needs a part: azurelocal, registry"),
        (["down", "now"], "Got unexpected extra argument (now)"),
    ],
)
def test_bad_input_changes_nothing(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = tmp_path / "state"

    assert cli.run([words[0], "--state", str(state), *words[1:]]) == 2

    assert sentence in capsys.readouterr().err
    assert not state.exists()


def test_status_says_that_there_is_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = tmp_path / "state"

    assert cli.run(["status", "--state", str(state), "--world", "aztest", "-o", "json"]) == 1

    parts = json.loads(capsys.readouterr().out)
    assert [(one["part"], one["state"], one["detail"]) for one in parts] == [
        ("azurelocal", "wrong", "does not run"),
        ("registry", "wrong", "does not run"),
    ]
    assert not state.exists()


@pytest.mark.parametrize("words", [["shell"], ["logs", "etcd"]])
def test_what_needs_a_sandbox_says_how_to_get_one(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run([words[0], "--state", str(tmp_path / "state"), *words[1:]]) == 1

    said = capsys.readouterr().err
    assert said == "Error: there is no sandbox: 'sandbox up' raises one\n"
