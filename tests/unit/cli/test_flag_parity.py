"""The commands and flags are those of the reference, and each difference is told with a reason."""

from __future__ import annotations

import pytest

from tests.unit.cli.flag_differences import (
    Difference,
    absent_names,
    command_differences,
    flag_differences,
    our_names,
    reference,
    reference_names,
    rows,
)


def test_every_command_of_the_reference_is_here_or_gives_a_reason_why_not() -> None:
    unknown = {
        name
        for name in reference_names() - our_names() - absent_names()
        if not any(name.startswith(f"{absent} ") for absent in absent_names())
    }

    assert unknown == set()


def test_no_command_is_here_and_absent() -> None:
    assert our_names() & absent_names() == set()


def test_each_command_that_only_one_program_has_is_on_the_page() -> None:
    told = {Difference(command, "", what) for command, what, _ in rows("Commands")}

    assert told == command_differences()


def test_each_difference_between_flags_is_on_the_page() -> None:
    told = {Difference(command, flag, what) for command, flag, what, _ in rows("Flags")}

    assert told == flag_differences()


@pytest.mark.parametrize("heading", ["Commands", "Flags"])
def test_each_difference_is_told_once_and_with_a_reason(heading: str) -> None:
    table = rows(heading)

    assert table
    assert [row for row in table if not row[-1]] == []
    assert len({row[:-1] for row in table}) == len(table)


def test_the_reference_has_the_commands_that_the_comparison_is_about() -> None:
    compared = reference().keys() & our_names()

    assert {"create cluster azure", "create infra azure", "destroy cluster azure"} <= compared
    assert sum(len(reference()[name]["flags"]) for name in compared) > 300
