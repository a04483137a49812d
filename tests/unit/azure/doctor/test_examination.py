"""How checks are run, with checks that ask nobody."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from hypershift.azure.credentials import Credentials
from hypershift.azure.doctor.case import Case, shared
from hypershift.azure.doctor.checks import Check, check
from hypershift.azure.doctor.examination import Result, examine
from hypershift.azure.doctor.findings import Status, fine, unchecked, warning, wrong
from hypershift.azure.doctor.given import FileOf, Given
from hypershift.azure.problems import Problem

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from hypershift.azure.doctor.findings import Finding

SUBSCRIPTION = "11111111-2222-4333-8444-555555555555"


class Nobody:
    def began(self, check: Check) -> None: ...

    def ended(self, check: Check) -> None: ...


def run(*checks: Check, gates: tuple[str, ...] = (), **flags: Any) -> dict[str, Result]:
    who = FileOf("creds.json", 0o600, Credentials(SUBSCRIPTION, "tenant"))
    given = Given(flags={f"--{name}": value for name, value in flags.items()}, credentials=who)

    async def whole() -> list[Result]:
        return await examine(Case(given, None), checks, gates, Nobody())

    return {one.check.id: one for one in asyncio.run(whole())}


def finding(id: str, *found: Finding, needs: tuple[str, ...] = (), **options: object) -> Check:
    async def work(_: Case) -> AsyncIterator[Finding]:
        for one in found:
            yield one

    return check(id, f"{id} is right", *needs, **options)(work)  # pyright: ignore[reportArgumentType]


def failing(id: str, error: Exception) -> Check:
    async def work(_: Case) -> AsyncIterator[Finding]:
        if id:
            raise error
        yield fine("")

    return check(id, "right")(work)


def test_a_check_that_finds_nothing_says_what_is_right() -> None:
    result = run(finding("a"))["a"]

    assert (result.status, result.findings) == (Status.OK, (fine("a is right"),))


def test_the_worst_finding_is_what_a_check_comes_to() -> None:
    found = (fine(""), unchecked(""), warning("w"))

    assert run(finding("a", *found))["a"].status is Status.WARNING
    assert run(finding("a", *found, wrong("x", "y"), fine("")))["a"].status is Status.WRONG


@pytest.mark.parametrize(("flags", "missing"), [({}, ("--a", "--b|--c")), ({"c": "1"}, ("--a",))])
def test_a_check_that_lacks_flags_is_not_made(
    flags: dict[str, Any], missing: tuple[str, ...]
) -> None:
    result = run(finding("a", wrong("x", "y"), needs=("--a", "--b|--c")), **flags)["a"]

    assert (result.status, result.missing) == (Status.NOT_CHECKED, missing)


def test_what_follows_from_something_wrong_names_the_first_cause() -> None:
    results = run(
        finding("c", wrong("never", ""), after=("b",)),
        finding("b", wrong("never", ""), after=("a",)),
        finding("a", wrong("x", "y")),
    )

    assert [results[id].cause for id in "abc"] == ["", "a", "a"]
    assert results["c"].findings == (unchecked("see a"),)


def test_what_was_not_made_for_want_of_a_flag_holds_nothing_up() -> None:
    results = run(finding("a", needs=("--a",)), finding("b", after=("a",)))

    assert results["b"].status is Status.OK


def test_a_gate_holds_up_all_but_what_looks_at_files() -> None:
    results = run(
        finding("gate", wrong("x", "y")), finding("a"), finding("b", local=True), gates=("gate",)
    )

    assert (results["a"].cause, results["b"].status) == ("gate", Status.OK)


def test_an_error_is_a_finding_and_is_told_once() -> None:
    error = Problem("it is broken; mend it")

    results = run(failing("a", error), failing("b", error), finding("c"))

    assert "it is broken" in results["a"].findings[0].message
    assert [results[id].status for id in "abc"] == [
        Status.WRONG,
        Status.NOT_CHECKED,
        Status.OK,
    ]


def test_a_read_is_asked_once_for_the_same_arguments() -> None:
    asked: list[int] = []

    @shared
    async def read(_: Case, number: int) -> int:
        await asyncio.sleep(0)
        asked.append(number)
        return 2 * number

    @check("a", "right")
    async def both(case: Case) -> AsyncIterator[Finding]:
        values = await asyncio.gather(read(case, 1), read(case, 2), read(case, 1))
        yield fine(str(values))

    assert run(both)["a"].findings == (fine("[2, 4, 2]"),)
    assert sorted(asked) == [1, 2]
