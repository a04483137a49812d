"""Carries out plans in Azure for commands: shows how it goes, and says what came of it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, TypeVar

import click

from hypershift.cli.errors import CommandError
from hypershift.cli.flags import Flags, choice, switch

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from hypershift.azure.access import Access
    from hypershift.azure.credentials import Credentials
    from hypershift.azure.plan.carrying_out import Report
    from hypershift.azure.plan.steps import Step

T = TypeVar("T")

FORMATS = ("text", "json", "yaml")


class PlanFlags(Flags):
    """Plan"""

    dry_run: bool = switch("Look at Azure and print what would be done, but do nothing.")
    output: str = choice(
        f"How to print what was done: {', '.join(FORMATS)}.", FORMATS, FORMATS[0], short="o"
    )


def with_azure(credentials: Credentials, cloud: str, work: Callable[[Access], Awaitable[T]]) -> T:
    """Do work that needs Azure. What Azure refuses outside of a plan ends the command."""
    import asyncio

    from hypershift.azure.access import Access
    from hypershift.azure.clouds import CLOUDS
    from hypershift.azure.problems import Problem, azure_errors, explain

    async def whole() -> T:
        async with Access(credentials, CLOUDS[cloud]) as azure:
            return await work(azure)

    try:
        return asyncio.run(whole())
    except (Problem, *azure_errors()) as error:
        raise CommandError(explain(error)) from error
    except KeyboardInterrupt:
        click.echo("What is done stays; the same command goes on from there.", err=True)
        raise


async def carry_out(
    steps: Sequence[Step],
    flags: PlanFlags,
    finish: Callable[[], dict[str, Any]] = dict,
    answer: str = "",
) -> None:
    """Carry out a plan, or print it.

    Once all steps are done, `finish` may do what is left; what it gives is in the JSON and YAML.
    An `answer` is what scripts want to know: it is alone on standard output then.
    """
    from hypershift.azure.plan.carrying_out import carry_out
    from hypershift.cli.progress import shown

    with shown(len(steps), dry_run=flags.dry_run) as watcher:
        report = await carry_out(steps, watcher, dry_run=flags.dry_run)
    facts = {} if flags.dry_run or report.failed else finish()
    has_answer = answer and not (flags.dry_run or report.failed) and flags.output == "text"
    _print(steps, report, flags, facts, to_errors=bool(has_answer))
    if has_answer:
        click.echo(answer)
    if report.failed:
        raise CommandError(_failure(report))


def _print(
    steps: Sequence[Step],
    report: Report,
    flags: PlanFlags,
    facts: dict[str, Any],
    *,
    to_errors: bool,
) -> None:
    if flags.output == "text":
        if flags.dry_run:
            for step in report.done:
                click.echo(f"{_planned(step):<12} {step}{f' ({step.why})' if step.why else ''}")
        click.echo(_summary(report, dry_run=flags.dry_run), err=to_errors)
        return
    document = {
        "dryRun": flags.dry_run,
        "steps": [_entry(step, report) for step in steps],
        **facts,
    }
    if flags.output == "json":
        import json

        click.echo(json.dumps(document, indent=2))
    else:
        from hypershift.cli.documents import to_yaml

        click.echo(to_yaml(document), nl=False)


def _entry(step: Step, report: Report) -> dict[str, str]:
    outcome = str(step.outcome or ("failed" if step in report.failed else "heldUp"))
    why = report.failed.get(step) or step.why
    return {"kind": step.kind, "name": step.name, "outcome": outcome} | (
        {"why": why} if why else {}
    )


_PLANS = {"created": "create", "changed": "change", "deleted": "delete", "kept": "keep"}


def _planned(step: Step) -> str:
    return _PLANS.get(str(step.outcome), str(step.outcome))


def _summary(report: Report, *, dry_run: bool) -> str:
    counts = Counter(str(step.outcome) for step in report.done)
    idle = counts.pop("unchanged", 0) + counts.pop("absent", 0)
    parts = [
        f"{count} to {_PLANS[name]}" if dry_run else f"{count} {name}"
        for name, count in sorted(counts.items())
    ]
    if report.failed:
        parts += [f"{len(report.failed)} failed", f"{len(report.held_up)} not begun"]
    if not parts:
        return f"Nothing to do: {_all(idle)} as it should be."
    rest = f"; {idle} {'was as it' if idle == 1 else 'were as they'} should be" if idle else ""
    return f"{', '.join(parts)}{rest}."


def _all(count: int) -> str:
    return "everything is" if count != 1 else "it is"


def _failure(report: Report) -> str:
    first, sentence = next(iter(report.failed.items()))
    more = len(report.failed) - 1
    others = f" (and {more} more, see above)" if more else ""
    return f"{first}: {sentence}{others}; the same command goes on from where it stopped"
