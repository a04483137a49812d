"""Prints what the doctor has found."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from hypershift.azure.doctor.findings import Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypershift.azure.doctor.examination import Result
    from hypershift.azure.doctor.findings import Finding

_WORDS = {
    Status.OK: "ok",
    Status.WARNING: "warning",
    Status.WRONG: "wrong",
    Status.NOT_CHECKED: "not checked",
}
_STYLES = {
    Status.OK: "green",
    Status.WARNING: "yellow",
    Status.WRONG: "red",
    Status.NOT_CHECKED: "dim",
}
_WIDTH = 11


def print_report(results: Sequence[Result], output: str, *, everything: bool) -> None:
    """Print a table and a summary, or a document."""
    if output == "json":
        import json

        click.echo(json.dumps(document(results), indent=2))
    elif output == "yaml":
        from hypershift.cli.documents import to_yaml

        click.echo(to_yaml(document(results)), nl=False)
    else:
        rows = list(_shown(results, everything=everything))
        if sys.stdout.isatty():
            _print_table(rows)
        else:
            _print_lines(rows)
        click.echo(summary(results))


def document(results: Sequence[Result]) -> dict[str, Any]:
    """Everything that was found, for programs."""
    counts = Counter(one.status for one in results)
    return {
        "summary": {str(status): counts[status] for status in Status},
        "findings": [
            {"check": result.check.id, "status": str(one.status), "message": one.message}
            | ({"cure": one.cure} if one.cure else {})
            for result in results
            for one in result.findings
        ],
    }


def _shown(results: Sequence[Result], *, everything: bool) -> list[tuple[str, Finding]]:
    """What is worth a line: what is not right, but for what nobody has asked for."""
    return [
        (result.check.id, finding)
        for result in results
        for finding in result.findings
        if everything or finding.status in (Status.WRONG, Status.WARNING)
    ]


def _print_lines(rows: Sequence[tuple[str, Finding]]) -> None:
    width = max((len(check) for check, _ in rows), default=0)
    for check, finding in rows:
        click.echo(f"{_WORDS[finding.status]:<{_WIDTH}}  {check:<{width}}  {finding.message}")
        if finding.cure:
            click.echo(f"{'':<{_WIDTH}}  {'':<{width}}  mend: {finding.cure}")


def _print_table(rows: Sequence[tuple[str, Finding]]) -> None:
    """Print a table, and below it the commands, each as one line that can be copied."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    if not rows:
        return
    console = Console()
    table = Table("Status", "Check", "What", show_edge=False, pad_edge=False)
    for check, finding in rows:
        status = Text(_WORDS[finding.status], _STYLES[finding.status])
        table.add_row(status, check, Text(finding.message))
    console.print(table)
    cures = dict.fromkeys(finding.cure for _, finding in rows if finding.cure)
    for cure in cures:
        checks = dict.fromkeys(check for check, finding in rows if finding.cure == cure)
        console.print(Text(f"\n# {', '.join(checks)}", "dim"), soft_wrap=True)
        console.print(Text(cure, "bold"), soft_wrap=True)
    if cures:
        console.print()


def summary(results: Sequence[Result]) -> str:
    """One line about all checks."""
    counts = Counter(one.status for one in results)
    made = len(results) - counts[Status.NOT_CHECKED]
    bad, odd = counts[Status.WRONG], counts[Status.WARNING]
    parts = [
        f"{count} {word}" for count, word in ((bad, "wrong"), (odd, "with a warning")) if count
    ]
    right = "all right" if not parts else ", ".join(parts)
    return f"{made} {'check' if made == 1 else 'checks'}: {right}{_left_out(results)}."


def _left_out(results: Sequence[Result]) -> str:
    """How many checks were not made, and what they lack."""
    left_out = [one for one in results if one.status is Status.NOT_CHECKED]
    wanting = [one for one in left_out if one.missing]
    flags = dict.fromkeys(need.partition("|")[0] for one in wanting for need in one.missing)
    parts: list[str] = []
    if wanting:
        parts.append(f"{len(wanting)} not checked for want of {', '.join(flags)}")
    if others := len(left_out) - len(wanting):
        parts.append(f"{others} could not be made (--all tells why)")
    return "".join(f"; {part}" for part in parts)
