"""`install` itself checks everything, and says what to do instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.unit.cli.install.rendered import EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.cli.conftest import Result

    Run = Callable[..., Result]

INSTEAD = (
    "Error: 'install' is not available in this version yet; nothing was changed: pipe `hypershift"
    " install render --render-sensitive`, with the same flags, into `kubectl apply --server-side"
    " -f -`\n"
)


@pytest.mark.parametrize(
    "flags",
    [
        (),
        EVERYTHING,
        ("--wait-until-available", "--install-scope=resources"),
        ("--wait-until-crds-established", "--install-scope=crds"),
    ],
)
@pytest.mark.usefixtures("install_files")
def test_a_command_line_that_is_right_says_what_works_instead(
    hypershift: Run, flags: tuple[str, ...]
) -> None:
    result = hypershift("install", *flags)

    assert (result.code, result.out, result.err) == (1, "", INSTEAD)


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (["--install-scope=none"], "--install-scope must be all, crds or resources, not 'none'"),
        (
            ["--install-scope=crds", "--wait-until-available"],
            "--wait-until-available needs an operator to wait for, which --install-scope crds"
            " leaves out",
        ),
        (["--outputs=all"], "there is no flag --outputs; see --help"),
    ],
)
def test_what_cannot_be_is_refused_first(hypershift: Run, flags: list[str], sentence: str) -> None:
    result = hypershift("install", *flags)

    assert (result.code, result.out) == (2, "")
    assert result.err == f"Error: {sentence}\n"


def test_flags_may_stand_before_the_word_that_says_how_to_install(hypershift: Run) -> None:
    behind = hypershift("install", "render", "--namespace", "elsewhere", "--development")

    before = hypershift("install", "--namespace", "elsewhere", "--development", "render")

    assert before == behind
    assert before.code == 0
