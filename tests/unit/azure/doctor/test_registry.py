"""The list of checks is whole."""

from __future__ import annotations

import re

from hypershift.azure.doctor.registry import CHECKS, GATES
from hypershift.cli.doctor.flags import DoctorAzureFlags
from hypershift.cli.flags import flags_of


def test_each_check_has_an_id_of_its_own() -> None:
    ids = [one.id for one in CHECKS]

    assert len(set(ids)) == len(ids)
    assert [one for one in ids if not re.fullmatch(r"[a-z-]+\.[a-z0-9-]+", one)] == []


def test_each_check_needs_flags_that_there_are() -> None:
    flags = {flag.spelling for flag in flags_of(DoctorAzureFlags).values()}

    assert {flag for one in CHECKS for need in one.needs for flag in need.split("|")} <= flags


def test_checks_come_after_others_that_there_are_and_not_in_a_circle() -> None:
    after = {one.id: set(one.after) for one in CHECKS}
    for one in CHECKS:
        if not one.local and one.id not in GATES:
            after[one.id] |= set(GATES)

    while ready := [id for id, others in after.items() if not others]:
        after = {id: others - {*ready} for id, others in after.items() if id not in ready}

    assert after == {}


def test_what_looks_at_files_alone_waits_for_nothing_that_asks_azure() -> None:
    local = {one.id for one in CHECKS if one.local}

    assert {id for one in CHECKS if one.local for id in one.after} <= local
