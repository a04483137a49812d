"""The commands `sandbox up | down | status | logs | shell`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.management.place import Place

_STATE = "AZURELOCAL_STATE"


def _placed(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the flags that say which sandbox it is about."""
    state = click.option(
        "--state",
        type=click.Path(path_type=Path, file_okay=False),
        envvar=_STATE,
        default=lambda: Path.home() / ".local" / "state" / "azurelocal",
        help="The folder of azurelocal's state, which ours is in, too."
        f"  (default: ~/.local/state/azurelocal, or ${_STATE})",
    )
    world = click.option(
        "--world",
        default="azl",
        metavar="PREFIX",
        help="What the names of the world's namespaces begin with.  (default: azl)",
    )
    return state(world(command))


def _place(state: Path, world: str) -> Place:
    from sandbox.management.place import Place, told_by_us

    place = Place(state.resolve(), world)
    with told_by_us():
        _ = place.site  # refuses what cannot be the name of a world
    return place


def _flags(place: Place) -> str:
    """What has to be typed for this sandbox besides the command."""
    context = click.get_current_context()
    given = {"state": place.state, "world": place.world}
    typed = click.core.ParameterSource.COMMANDLINE
    return "".join(
        f" --{name} {value}"
        for name, value in given.items()
        if context.get_parameter_source(name) is typed
    )


@click.command(short_help="Raise a management cluster in a world of its own")
@_placed
@click.argument("options", nargs=-1, type=click.UNPROCESSED, metavar="[-- SERVE FLAGS]")
def up(state: Path, world: str, options: tuple[str, ...]) -> None:
    """Raise azurelocal, a registry, and a management cluster on two virtual machines.

    What is there already is kept, and what is missing or was killed is made good. So it may be
    interrupted at any time, and run again. Flags behind `--` are those of `azurelocal serve`, such
    as --latency azure.
    """
    import time

    from sandbox.management.raising import Raising
    from sandbox.progress import duration, reporting

    place, started = _place(state, world), time.monotonic()
    with reporting() as reporter:
        cluster = Raising(place, reporter, options).run()
    flags = _flags(place)
    click.echo(
        f"The management cluster is ready, after {duration(time.monotonic() - started)}.\n"
        f"  API server   https://{cluster.host}:6443 ({cluster.address})\n"
        f"  kubeconfig   {place.kubeconfig}\n"
        f"  authority    {place.authority}\n"
        f"  use it with  sandbox shell{flags} -- kubectl get nodes\n"
        f"  end it with  sandbox down{flags}"
    )


@click.command(short_help="End the management cluster and its world")
@_placed
@click.option("--forget", is_flag=True, help="Delete the state and all disks, too.")
def down(state: Path, world: str, forget: bool) -> None:
    """End everything that `sandbox up` has started; no process, namespace or mount is left.

    What was made is kept, and `sandbox up` goes on with it.
    """
    from sandbox.management import ending
    from sandbox.management.stages import stage
    from sandbox.progress import reporting

    place = _place(state, world)
    with reporting() as reporter, stage("sandbox", reporter) as at:
        ending.down(place, at, forget=forget)
        at.outcome = "down, and forgotten" if forget else "down"


@click.command(short_help="Show what runs, and what is wrong")
@_placed
@click.option(
    "-o",
    "--output",
    type=click.Choice(["text", "json", "yaml"]),
    default="text",
    help="How to print the result.  (default: text)",
)
def status(state: Path, world: str, output: str) -> int:
    """Show every part of the sandbox. The exit code is 1 if one is not as it has to be."""
    import msgspec

    from sandbox.management.status import as_table, look

    parts = look(_place(state, world))
    match output:
        case "json":
            text = msgspec.json.format(msgspec.json.encode(parts), indent=2).decode() + "\n"
        case "yaml":
            import yaml

            text = yaml.safe_dump(msgspec.to_builtins(parts), sort_keys=False)
        case _:
            text = as_table(parts)
    click.echo(text, nl=False)
    return 0 if all(one.well for one in parts) else 1


def _complete_part(
    _context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[str]:
    from sandbox.management.logs import PARTS

    return [part for part in PARTS if part.startswith(incomplete)]


@click.command(short_help="Show what the parts have written")
@_placed
@click.argument("part", default="", shell_complete=_complete_part)
@click.option("-f", "--follow", is_flag=True, help="Go on, with each line as it comes.")
@click.option(
    "-n",
    "--lines",
    type=click.IntRange(min=0),
    default=50,
    help="How many to begin with.  (default: 50)",
)
def logs(state: Path, world: str, part: str, follow: bool, lines: int) -> int:
    """Show what a part has written: azurelocal, registry, a machine, or a program of the cluster.

    Without PART, show the last of each.
    """
    from sandbox.management.logs import show

    return show(_place(state, world), part, lines, follow=follow)


@click.command(short_help="Open a workstation, or run one command there")
@_placed
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[-- COMMAND ...]")
def shell(state: Path, world: str, words: tuple[str, ...]) -> None:
    """Open a workstation inside the world, or run one command there.

    kubectl is the administrator of the management cluster, az the owner of the subscription.
    """
    from sandbox.management.shell import enter

    enter(_place(state, world), words)


COMMANDS = (up, down, status, logs, shell)
