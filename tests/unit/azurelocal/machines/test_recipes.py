"""What images there are, and what decides over their contents."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from azurelocal.machines.errors import MachineError
from azurelocal.machines.images import build, recipes

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Recipes of the test's own."""
    copy = tmp_path / "recipes"
    shutil.copytree(recipes.FOLDER / "debian-12", copy / "debian-12")
    monkeypatch.setattr(recipes, "FOLDER", copy)
    return copy / "debian-12"


def test_an_image_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(MachineError, match="there is no image windows; there are: debian-12"):
        recipes.load("windows")


def test_the_same_recipe_gives_the_same_image(folder: Path) -> None:
    assert folder.is_dir()
    assert recipes.load("debian-12").digest == recipes.load("debian-12").digest


def test_every_change_of_a_recipe_gives_another_image(folder: Path) -> None:
    kernel = folder / "root/usr/lib/azure/kernel"
    digests = {recipes.load("debian-12").digest}

    (folder / "recipe.toml").write_text('suite = "bookworm"\npackages = ["systemd"]\n')
    digests.add(recipes.load("debian-12").digest)
    kernel.write_text("#!/bin/sh\n")
    digests.add(recipes.load("debian-12").digest)
    kernel.chmod(0o644)
    digests.add(recipes.load("debian-12").digest)
    kernel.rename(kernel.with_name("other"))
    digests.add(recipes.load("debian-12").digest)

    assert len(digests) == 5


def test_an_image_that_is_not_built_is_not_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HYPERSHIFT_CACHE", str(tmp_path))

    assert build.find("debian-12") is None
