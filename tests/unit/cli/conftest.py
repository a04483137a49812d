"""Runs the command in this process, as a user would in a shell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from hypershift.cli.main import main
from tests.unit.cli.azure_world import make_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from hypershift.azure.credentials import Credentials


@dataclass(frozen=True)
class Result:
    """How a command ended, and what it wrote."""

    code: int
    out: str
    err: str


@pytest.fixture
def hypershift(capsys: pytest.CaptureFixture[str]) -> Callable[..., Result]:
    """`hypershift(*arguments)` runs the command and tells how it ended."""

    def run(*arguments: str) -> Result:
        capsys.readouterr()
        with pytest.raises(SystemExit) as exit:
            main(arguments)
        out, err = capsys.readouterr()
        return Result(int(exit.value.code or 0), out, err)

    return run


@pytest.fixture
def azure_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with the files that commands about Azure read."""
    make_files(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What commands go to Azure for, in place of going there: a subscription and a cloud."""
    noted: list[str] = []

    def note(credentials: Credentials, cloud: str, work: object) -> None:
        noted.append(f"{credentials.subscription_id} {cloud}")

    monkeypatch.setattr("hypershift.cli.plans.with_azure", note)
    return noted
