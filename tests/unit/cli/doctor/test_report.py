"""What the doctor prints."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import pytest
import yaml

from hypershift.azure.doctor.checks import Check
from hypershift.azure.doctor.examination import Result
from hypershift.azure.doctor.findings import Finding, fine, unchecked, warning, wrong
from hypershift.cli.doctor import report, waiting

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from tests.unit.cli.conftest import Result as Done


async def no_work(_: object) -> AsyncIterator[Finding]:
    return
    yield


def result(id: str, *found: Finding, missing: tuple[str, ...] = (), cause: str = "") -> Result:
    return Result(Check(id, "", no_work, (), (), False), found, missing, cause)


GOOD, ODD = result("a.good", fine("it is there")), result("b.odd", warning("too wide", "narrow it"))
BAD = result("c.bad", fine("one is there"), wrong("one is gone", "make it"))
LACKING = result("d.lacking", unchecked("give --x"), missing=("--x|--y",))
FOLLOWING = result("e.following", unchecked("see c.bad"), cause="c.bad")
ALL = (GOOD, ODD, BAD, LACKING, FOLLOWING)


@pytest.mark.parametrize(
    ("results", "line"),
    [
        ((GOOD,), "1 check: all right."),
        ((GOOD, GOOD), "2 checks: all right."),
        ((GOOD, LACKING), "1 check: all right; 1 not checked for want of --x."),
        (
            ALL,
            "3 checks: 1 wrong, 1 with a warning; 1 not checked for want of --x; 1 could not be"
            " made (--all tells why).",
        ),
    ],
)
def test_the_last_line_counts(results: tuple[Result, ...], line: str) -> None:
    assert report.summary(results) == line


def test_only_what_is_not_right_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    report.print_report(ALL, "text", everything=False)

    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines[:-1]] == [
        ["warning", "b.odd", "too", "wide"],
        ["mend:", "narrow", "it"],
        ["wrong", "c.bad", "one", "is", "gone"],
        ["mend:", "make", "it"],
    ]


def test_all_of_it_is_shown_on_demand(capsys: pytest.CaptureFixture[str]) -> None:
    report.print_report(ALL, "text", everything=True)

    out = capsys.readouterr().out
    for words in ("ok", "it is there", "not checked", "give --x", "see c.bad"):
        assert words in out


@pytest.mark.parametrize(("form", "read"), [("json", json.loads), ("yaml", yaml.safe_load)])
def test_programs_get_everything(
    capsys: pytest.CaptureFixture[str], form: str, read: Callable[[str], object]
) -> None:
    report.print_report(ALL, form, everything=False)

    assert read(capsys.readouterr().out) == {
        "summary": {"ok": 1, "notChecked": 2, "warning": 1, "wrong": 1},
        "findings": [
            {"check": "a.good", "status": "ok", "message": "it is there"},
            {"check": "b.odd", "status": "warning", "message": "too wide", "cure": "narrow it"},
            {"check": "c.bad", "status": "ok", "message": "one is there"},
            {"check": "c.bad", "status": "wrong", "message": "one is gone", "cure": "make it"},
            {"check": "d.lacking", "status": "notChecked", "message": "give --x"},
            {"check": "e.following", "status": "notChecked", "message": "see c.bad"},
        ],
    }


def test_a_terminal_gets_a_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("TERM", "dumb")

    report.print_report(ALL, "text", everything=False)

    out = capsys.readouterr().out
    assert out.splitlines()[0].split() == ["Status", "┃", "Check", "┃", "What"]
    assert "\n# b.odd\nnarrow it\n\n# c.bad\nmake it\n" in out


def test_what_takes_long_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "_SILENT", 0.0)
    told = asyncio.Event()
    echo = waiting.click.echo

    def heard(line: str, *, err: bool) -> None:
        echo(line, err=err)
        told.set()

    monkeypatch.setattr(waiting.click, "echo", heard)

    async def work() -> None:
        async with waiting.shown(3) as watcher:
            watcher.began(GOOD.check)
            watcher.began(ODD.check)
            watcher.ended(GOOD.check)
            await told.wait()

    asyncio.run(work())

    assert capsys.readouterr().err == "1 of 3 checks done; waiting for b.odd\n"


def test_files_that_are_not_there_were_not_meant(hypershift: Callable[..., Done]) -> None:
    done = hypershift("doctor", "azure", "--azure-creds", "nowhere.json")

    assert done.code == 2
    assert "--azure-creds: nowhere.json cannot be read" in done.err


@pytest.mark.parametrize(
    ("flag", "words"),
    [
        ("--base-domain=not a domain", "--base-domain must be a domain"),
        ("--encryption-key-id=https://example.com/k", "--encryption-key-id: example.com is not"),
        ("--node-pool-replicas=-1", "--node-pool-replicas must not be negative"),
        ("--output=xml", "--output"),
    ],
)
def test_flags_that_cannot_be_are_refused(
    hypershift: Callable[..., Done], flag: str, words: str
) -> None:
    done = hypershift("doctor", "azure", "--azure-creds", "creds.json", flag)

    assert done.code == 2
    assert words in done.err


def test_a_malformed_file_is_a_finding_and_not_the_end(
    hypershift: Callable[..., Done], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "creds.json").write_text('{"tenantId": "t"}')

    done = hypershift("doctor", "azure", "--azure-creds", "creds.json", "-o", "json")

    found = json.loads(done.out)
    assert done.code == 1
    assert found["summary"]["wrong"] == 1
    assert "subscriptionId" in next(
        one["message"] for one in found["findings"] if one["status"] == "wrong"
    )
