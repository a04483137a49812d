"""The `azurelocal` command.

0    done
1    what was asked for failed
2    what was typed is wrong; nothing was changed
130  interrupted
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from azurelocal.errors import AzureLocalError, UsageError

if TYPE_CHECKING:
    from azurelocal.cloud import Cloud

_STATE = "AZURELOCAL_STATE"
_SETTINGS: dict[str, Any] = {"help_option_names": ["-h", "--help"]}


def _state_option(command: Any) -> Any:
    return click.option(
        "--state",
        type=click.Path(path_type=Path, file_okay=False),
        envvar=_STATE,
        default=lambda: Path.home() / ".local" / "state" / "azurelocal",
        help="The folder with the state, certificates and credentials."
        f" Default: ~/.local/state/azurelocal, or ${_STATE}.",
    )(command)


_output_option = click.option(
    "-o",
    "--output",
    type=click.Choice(["table", "json"]),
    default="table",
    help="How to print: a table, or JSON for programs.",
)


@click.group(context_settings=_SETTINGS, no_args_is_help=True)
def azurelocal() -> None:
    """Azure's control planes on one machine, for the real clients."""


@azurelocal.command()
@_state_option
@click.option("--address", default="127.0.0.1", help="The address to listen on.", show_default=True)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="The port; 0 takes a free one."
)
@click.option(
    "--names",
    type=click.Choice(["loopback", "public"]),
    default="loopback",
    help="loopback: clients are told of this port as a cloud of its own. public: clients reach us"
    " under Azure's own host names, in a network where these lead here.",
)
@click.option(
    "--latency",
    type=click.Choice(["none", "azure"]),
    default="none",
    help="azure: operations take as long as Azure's, times --scale.",
)
@click.option(
    "--scale", type=click.FloatRange(min=0), default=1.0, help="A factor for --latency azure."
)
@click.option(
    "--throttle",
    type=click.Choice(["none", "azure"]),
    default="none",
    help="azure: refuse with 429 who sends more than Azure lets through.",
)
@click.option(
    "--faults",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A file with planned faults, a list of rules in JSON; see `azurelocal faults --help`.",
)
def serve(
    state: Path,
    address: str,
    port: int,
    names: str,
    latency: str,
    scale: float,
    throttle: str,
    faults: Path | None,
) -> None:
    """Run until Ctrl-C. The address and the files to log in with are printed when it is ready."""
    import asyncio
    import logging

    from azurelocal.server import Settings
    from azurelocal.server import serve as run
    from azurelocal.weather import Limits, Weather

    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    # Connections that are broken off on purpose are no news.
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
    weather = Weather(
        scale=scale if latency == "azure" else 0.0,
        limits=Limits() if throttle == "azure" else None,
    )
    if faults is not None:
        weather.plan.set(_read_plan(faults))
    settings = Settings(state, address, port, public_names=names == "public")
    asyncio.run(run(settings, weather, lambda cloud: _say_ready(cloud, state)))


def _say_ready(cloud: Cloud, state: Path) -> None:
    click.echo(f"azurelocal is ready at {cloud.endpoints.arm}")
    click.echo(f"  log in with   {state / 'credentials.json'}")
    click.echo(f"  trust         {state / 'ca.crt'}")


@azurelocal.command()
@_state_option
@_output_option
def status(state: Path, output: str) -> None:
    """Show what runs, where, and how much there is in it."""
    from azurelocal.control import ask

    found = ask(state, "status")
    if output == "json":
        _print_json(found)
        return
    for name in ("arm", "login", "graph", "tenant", "pid", "operations", "faults"):
        click.echo(f"{name:<14}{found[name]}")
    for subscription in found["subscriptions"]:
        click.echo(f"{'subscription':<14}{subscription}")
    click.echo(f"{'latency':<14}{found['latency'] or 'none'}")
    click.echo(f"{'throttling':<14}{'azure' if found['throttled'] else 'none'}")
    click.echo(f"{'resources':<14}{sum(found['resources'].values())}")
    for type, count in found["resources"].items():
        click.echo(f"  {count:>5}  {type}")


@azurelocal.command()
@_state_option
@_output_option
@click.option("-g", "--resource-group", default="", help="Only what is in this resource group.")
def resources(state: Path, output: str, resource_group: str) -> None:
    """Show all resources as a tree: subscriptions, resource groups, and what is in them."""
    from azurelocal.tree import lines, listed

    found = listed(state, resource_group)
    if output == "json":
        _print_json(found)
    else:
        click.echo("\n".join(lines(found)) or "no resources")


@azurelocal.command()
@_state_option
@click.option("-f", "--follow", is_flag=True, help="Go on, with each request as it comes.")
@click.option(
    "-n", "--lines", type=click.IntRange(min=0), default=20, help="How many to begin with."
)
@_output_option
def log(state: Path, follow: bool, lines: int, output: str) -> None:
    """Show who did what, and which role allowed it."""
    from azurelocal.logview import entries, show

    for entry in entries(state, lines, follow=follow):
        click.echo(entry.decode() if output == "json" else show(entry))


@azurelocal.group(context_settings=_SETTINGS, no_args_is_help=True)
def faults() -> None:
    """Plan faults: let requests fail, be late, or lose their answers.

    A plan is a list of rules in JSON. A rule names what it is about (service, operation, path; `*`
    stands for any text), when it is due (nth, every, chance, times), and what then happens (delay,
    answer, drop, fail):

    \b
      [{"operation": "Microsoft.Network/networkInterfaces/write", "nth": 3,
        "answer": {"status": 500, "code": "InternalServerError"}},
       {"service": "arm", "chance": 0.2, "answer": {"status": 429, "retry_after": 1}},
       {"operation": "*/roleAssignments/write", "times": 2, "drop": "after"},
       {"path": "*/virtualMachines/vm-3", "fail": {"code": "AllocationFailed"}}]
    """


@faults.command("set")
@_state_option
@click.argument("plan", type=click.Path(path_type=Path, dir_okay=False))
def set_faults(state: Path, plan: Path) -> None:
    """Put a plan in force in place of the one before."""
    import msgspec

    from azurelocal.control import ask

    rules = _read_plan(plan)
    ask(state, "set-faults", rules=msgspec.to_builtins(rules))
    click.echo(f"{len(rules)} rules are in force")


@faults.command("clear")
@_state_option
def clear_faults(state: Path) -> None:
    """Plan no faults any more."""
    from azurelocal.control import ask

    ask(state, "set-faults", rules=[])
    click.echo("no faults are planned")


@faults.command("show")
@_state_option
def show_faults(state: Path) -> None:
    """Show the plan, and how often each rule was met and done."""
    from azurelocal.control import ask

    _print_json(ask(state, "faults")["faults"])


@azurelocal.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a script that completes commands and options in a shell.

    \b
      source <(azurelocal completion bash)
    """
    from click.shell_completion import get_completion_class

    script = get_completion_class(shell)
    assert script is not None
    click.echo(script(azurelocal, {}, "azurelocal", "_AZURELOCAL_COMPLETE").source())


def _read_plan(path: Path) -> list[Any]:
    from azurelocal.faults import parse_plan

    try:
        return list(parse_plan(path.read_bytes()))
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read ({error.strerror}): name a file with a plan of faults"
        ) from error
    except ValueError as error:
        raise UsageError(f"{path} is no plan of faults ({error}): correct it") from error


def _print_json(value: Any) -> None:
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def main(arguments: list[str] | None = None) -> None:
    """Run the command, and exit."""
    try:
        azurelocal.main(arguments, prog_name="azurelocal", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        sys.exit(2)
    except click.ClickException as error:
        click.echo(f"azurelocal: {error.format_message()}", err=True)
        sys.exit(2)
    except AzureLocalError as error:
        click.echo(f"azurelocal: {error}", err=True)
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read us has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    sys.exit(0)
