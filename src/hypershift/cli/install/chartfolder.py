"""Writes a chart into a directory, over an earlier chart of ours but over nothing else."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from hypershift.cli.documents import SECRET_MODE
from hypershift.cli.errors import UsageError
from hypershift.cli.install.chart import METADATA, NAME, VALUES

if TYPE_CHECKING:
    from collections.abc import Iterator

FLAG = "--output-dir"
_FOLDERS = ("crds", "templates")


def write(path: str, files: dict[str, str]) -> None:
    """Write all files aside first, so that what can fail fails before anything is changed."""
    target = Path(path).resolve()
    _refuse_others(target, path)
    try:
        _make(target.parent)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}.") as aside:
            written = Path(aside, "chart")
            _write_all(written, files)
            if target.exists():
                _replace(target, written, files)
            else:
                written.rename(target)
    except OSError as error:
        raise UsageError(
            f"{FLAG}: {path} cannot be written ({error.strerror or error}): name a directory that"
            " you may write to"
        ) from error


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        # It stands where a directory should; that it exists is not what is wrong with it.
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)) from error


def _refuse_others(target: Path, path: str) -> None:
    """Demand that a directory is empty, or a chart of ours with nothing added."""
    if not target.exists():
        return
    if not target.is_dir():
        raise UsageError(f"{FLAG}: {path} is no directory: name another one")
    foreign = sorted(str(found) for found in _files(target) if not _may_be_ours(found))
    if foreign:
        raise UsageError(
            f"{FLAG}: {path} holds {foreign[0]}, which is not part of a chart of this program: name"
            " another directory, or move the file away"
        )
    if any(target.iterdir()) and not _is_our_chart(target):
        raise UsageError(
            f"{FLAG}: {path} holds something other than the chart {NAME}: name another directory"
        )


def _files(target: Path) -> Iterator[Path]:
    return (found.relative_to(target) for found in target.rglob("*") if not found.is_dir())


def _may_be_ours(file: Path) -> bool:
    if str(file) in (METADATA, VALUES):
        return True
    return str(file.parent) in _FOLDERS and file.suffix == ".yaml"


def _is_our_chart(target: Path) -> bool:
    try:
        metadata = yaml.safe_load((target / METADATA).read_bytes())
    except (OSError, yaml.YAMLError):
        return False
    return isinstance(metadata, dict) and metadata.get("name") == NAME  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


def _write_all(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        mode = SECRET_MODE if name.startswith("templates/secret-") else 0o666
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with open(descriptor, "w", encoding="utf-8") as stream:
            stream.write(text)


def _replace(target: Path, written: Path, files: dict[str, str]) -> None:
    """Bring the new files in, each of them whole, and take out what is not part of it any more."""
    for folder in _FOLDERS:
        (target / folder).mkdir(exist_ok=True)
    for name in files:
        os.replace(written / name, target / name)
    for file in list(_files(target)):
        if str(file) not in files:
            (target / file).unlink()
