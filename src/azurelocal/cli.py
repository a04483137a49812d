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
    from collections.abc import Sequence

    from azurelocal.cloud import Cloud

NAME = "azurelocal"
INTERRUPTED = 130
_STATE = "AZURELOCAL_STATE"
_SETTINGS: dict[str, Any] = {"help_option_names": ["-h", "--help"]}


class _Group(click.Group):
    """A group that says which commands there are."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or say which ones there are."""
        if self.get_command(ctx, args[0]) is None and not ctx.resilient_parsing:
            known = ", ".join(self.list_commands(ctx))
            raise UsageError(f"there is no command '{args[0]}'; there are: {known}")
        return super().resolve_command(ctx, args)


def _state_option(command: Any) -> Any:
    return click.option(
        "--state",
        type=click.Path(path_type=Path, file_okay=False),
        envvar=_STATE,
        default=lambda: Path.home() / ".local" / "state" / "azurelocal",
        help="The folder with the state, certificates and credentials."
        f"  (default: ~/.local/state/azurelocal, or ${_STATE})",
    )(command)


_output_option = click.option(
    "-o",
    "--output",
    type=click.Choice(["text", "json", "yaml"]),
    default="text",
    help="How to print the result.  (default: text)",
)


@click.group(NAME, cls=_Group, context_settings=_SETTINGS)
def azurelocal() -> None:
    """Azure's control planes on one machine, for the real clients."""


@azurelocal.command(short_help="Run until Ctrl-C")
@_state_option
@click.option(
    "--address", default="127.0.0.1", help="The IP address to listen on.  (default: 127.0.0.1)"
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    help="The port; 0 takes a free one.  (default: 0)",
)
@click.option(
    "--names",
    type=click.Choice(["loopback", "public"]),
    default="loopback",
    help="loopback: clients are told of this port as a cloud of its own. public: clients reach us"
    " under Azure's own host names, in a network where these lead here.  (default: loopback)",
)
@click.option(
    "--latency",
    type=click.Choice(["none", "azure"]),
    default="none",
    help="azure: operations take as long as Azure's, times --scale.  (default: none)",
)
@click.option("--scale", type=float, help="A factor for --latency azure.  (default: 1)")
@click.option(
    "--throttle",
    type=click.Choice(["none", "azure"]),
    default="none",
    help="azure: refuse with 429 who sends more than Azure lets through.  (default: none)",
)
@click.option(
    "--faults",
    type=click.Path(path_type=Path),
    help="A file with planned faults, a list of rules in JSON; see `azurelocal faults --help`.",
)
@click.option(
    "--trust",
    type=click.Path(path_type=Path),
    multiple=True,
    help="A file with certificate authorities (PEM) that are trusted when the keys of an issuer of"
    " workload identity tokens are read, besides the system's and our own. May be repeated.",
)
@click.option(
    "--world",
    default="",
    metavar="PREFIX",
    help="Make networks and machines real, in the namespaces of this prefix: `azurelocal up` makes"
    " them, and runs this.",
)
def serve(
    state: Path,
    address: str,
    port: int,
    names: str,
    latency: str,
    scale: float | None,
    throttle: str,
    faults: Path | None,
    trust: tuple[Path, ...],
    world: str,
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
        scale=_scale(latency, scale), limits=Limits() if throttle == "azure" else None
    )
    if faults is not None:
        weather.plan.set(_read_plan("--faults", faults))
    for file in trust:
        _require_authorities(file)
    settings = Settings(
        state, address, port, public_names=names == "public", trust=trust, world=world
    )
    asyncio.run(run(settings, weather, lambda cloud: _say_ready(cloud, state)))


def _scale(latency: str, scale: float | None) -> float:
    if scale is None:
        return 1.0 if latency == "azure" else 0.0
    if latency == "none":
        raise UsageError("--scale does nothing by itself: give --latency azure with it")
    if not 0 < scale <= 1000:
        raise UsageError(
            f"--scale {scale:g} is out of range: give a factor above 0 and up to 1000, or leave out"
            " --latency"
        )
    return scale


def _require_authorities(path: Path) -> None:
    import ssl

    try:
        ssl.create_default_context(cafile=path)
    except ssl.SSLError as error:
        raise UsageError(
            f"--trust: {path} holds no certificates ({error.reason}): name a file in PEM"
        ) from error
    except OSError as error:
        raise UsageError(
            f"--trust: {path} cannot be read ({error.strerror}): name a file with certificates"
        ) from error


def _say_ready(cloud: Cloud, state: Path) -> None:
    # In one go: whoever waits for this may stop reading when it has come, or be gone already.
    try:
        click.echo(
            f"azurelocal is ready at {cloud.endpoints.arm}\n"
            f"  log in with   {state / 'credentials.json'}\n"
            f"  trust         {state / 'ca.crt'}"
        )
    except BrokenPipeError:
        _write_nowhere()


@azurelocal.command(short_help="Show what runs, where, and how much there is in it")
@_state_option
@_output_option
def status(state: Path, output: str) -> None:
    """Show what runs, where, and how much there is in it."""
    from azurelocal.control import ask
    from azurelocal.statusview import lines

    found = ask(state, "status")
    _print(found, output, lines)


@azurelocal.command(short_help="Show all resources as a tree")
@_state_option
@_output_option
@click.option("-g", "--resource-group", default="", help="Only what is in this resource group.")
def resources(state: Path, output: str, resource_group: str) -> None:
    """Show all resources as a tree: subscriptions, resource groups, and what is in them.

    They are read from the state, whether or not the server runs.
    """
    from azurelocal.tree import lines, listed

    _print(listed(state, resource_group), output, lines)


@azurelocal.command(short_help="Show who did what, and which role allowed it")
@_state_option
@click.option("-f", "--follow", is_flag=True, help="Go on, with each request as it comes.")
@click.option(
    "-n",
    "--lines",
    type=click.IntRange(min=0),
    default=20,
    help="How many to begin with.  (default: 20)",
)
@_output_option
def log(state: Path, follow: bool, lines: int, output: str) -> None:
    """Show who did what, and which role allowed it.

    JSON comes as one object a line, YAML as one document for each request.
    """
    from azurelocal.logview import FORMS, entries

    form = FORMS[output]
    for entry in entries(state, lines, follow=follow):
        click.echo(form(entry))


@azurelocal.group(
    cls=_Group, context_settings=_SETTINGS, short_help="Plan faults, and see which were met"
)
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


@faults.command("set", short_help="Put a plan in force in place of the one before")
@_state_option
@click.argument("plan", type=click.Path(path_type=Path))
def set_faults(state: Path, plan: Path) -> None:
    """Put the plan of a file in force in place of the one before."""
    import msgspec

    from azurelocal.control import ask

    rules = _read_plan("PLAN", plan)
    ask(state, "set-faults", rules=msgspec.to_builtins(rules))
    click.echo(f"rules in force: {len(rules)}")


@faults.command("clear", short_help="Plan no faults any more")
@_state_option
def clear_faults(state: Path) -> None:
    """Plan no faults any more."""
    from azurelocal.control import ask

    ask(state, "set-faults", rules=[])
    click.echo("rules in force: 0")


@faults.command("show", short_help="Show the plan, and how often each rule was met and done")
@_state_option
@_output_option
def show_faults(state: Path, output: str) -> None:
    """Show the plan, and how often each rule was met and done."""
    from azurelocal.control import ask
    from azurelocal.faults import lines

    _print(ask(state, "faults")["faults"], output, lines)


_world_option = click.option(
    "--world",
    default="azl",
    metavar="PREFIX",
    help="What the names of the world's namespaces begin with.  (default: azl)",
)


@azurelocal.command(
    short_help="Raise a world in which networks and machines are real",
    context_settings={**_SETTINGS, "ignore_unknown_options": True},
)
@_state_option
@_world_option
@click.argument("options", nargs=-1, type=click.UNPROCESSED, metavar="[-- SERVE FLAGS]")
def up(state: Path, world: str, options: tuple[str, ...]) -> None:
    """Raise a world in which networks and machines are real, from the state that there is.

    Everything is in network namespaces of its own, without a way out of this machine. Flags behind
    `--` are those of `azurelocal serve`, such as --latency azure.
    """
    from azurelocal.world.raising import Site
    from azurelocal.world.raising import up as raise_world

    raise_world(Site(state.resolve(), world), options, lambda line: click.echo(f"{line} ..."))
    click.echo("ready: 'azurelocal shell' is a workstation in it, 'azurelocal down' ends it")


@azurelocal.command(short_help="End a world; what was made in it is kept")
@_state_option
@_world_option
@click.option("--forget", is_flag=True, help="Delete the state and all disks, too.")
def down(state: Path, world: str, forget: bool) -> None:
    """End a world, whatever state it is in: no namespace, mount or process is left."""
    from azurelocal.world.raising import Site
    from azurelocal.world.raising import down as end_world

    site = Site(state.resolve(), world)
    end_world(site, lambda line: click.echo(f"{line} ..."), forget=forget)
    click.echo("down")


@azurelocal.command(
    short_help="Open a workstation inside the world",
    context_settings={**_SETTINGS, "ignore_unknown_options": True},
)
@_state_option
@_world_option
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[-- COMMAND ...]")
def shell(state: Path, world: str, words: tuple[str, ...]) -> None:
    """Open a workstation inside the world, or run one command in it.

    There az, curl, kubectl and dig see this Azure: its names are answered and its certificates are
    trusted.
    """
    from azurelocal.world.raising import Site, enter

    enter(Site(state.resolve(), world), words)


@azurelocal.command(
    "exec",
    short_help="Run a command in a virtual machine",
    context_settings={**_SETTINGS, "ignore_unknown_options": True},
)
@_state_option
@_world_option
@click.argument("vm")
@click.argument("words", nargs=-1, required=True, type=click.UNPROCESSED, metavar="-- COMMAND ...")
def execute(state: Path, world: str, vm: str, words: tuple[str, ...]) -> None:
    """Run a command as root in a virtual machine, given by its name or its ID."""
    from azurelocal.world.raising import Site, run_in

    sys.exit(run_in(Site(state.resolve(), world), vm, words))


@azurelocal.command(short_help="Print a script that completes commands in a shell")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a script that makes a shell complete commands and flags.

    \b
    source <(azurelocal completion bash)
    source <(azurelocal completion zsh)
    azurelocal completion fish | source
    """
    from click.shell_completion import get_completion_class

    script = get_completion_class(shell)
    if script is None:
        raise UsageError(f"there is no completion for {shell}")
    click.echo(script(azurelocal, {}, NAME, "_AZURELOCAL_COMPLETE").source())


def _read_plan(flag: str, path: Path) -> list[Any]:
    from azurelocal.faults import parse_plan

    try:
        return list(parse_plan(path.read_bytes()))
    except OSError as error:
        raise UsageError(
            f"{flag}: {path} cannot be read ({error.strerror}): name a file with a plan of faults"
        ) from error
    except ValueError as error:
        raise UsageError(
            f"{flag}: {path} is no plan of faults ({error}): correct it, see 'azurelocal faults"
            " --help'"
        ) from error


def _print(value: Any, output: str, lines: Any) -> None:
    import msgspec

    match output:
        case "json":
            click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2))
        case "yaml":
            import yaml

            click.echo(yaml.safe_dump(value, sort_keys=False, allow_unicode=True), nl=False)
        case _:
            click.echo("\n".join(lines(value)))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command that the arguments name, and exit."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Run a command and tell its exit code."""
    try:
        azurelocal.main(arguments, prog_name=NAME, standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return error.exit_code
    except click.ClickException as error:
        return _fail(_sentence(error), UsageError.exit_code)
    except AzureLocalError as error:
        return _fail(str(error), error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        _write_nowhere()  # whoever read us has seen enough
    return 0


def _write_nowhere() -> None:
    """Let the interpreter not complain when it flushes what nobody reads."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(sentence: str, code: int) -> int:
    click.echo(f"Error: {sentence}", err=True)
    return code


def _sentence(error: click.ClickException) -> str:
    match error:
        case click.NoSuchOption(option_name=name):
            return f"there is no flag {name}; see --help"
        case click.MissingParameter(param=click.Argument(name=str(name))):
            return f"{name.upper()} is missing; see --help"
        case click.BadParameter(param=click.Argument(name=str(name))):
            return f"{name.upper()}: {error.message.rstrip('.')}; see --help"
        case click.BadParameter(param=click.Option() as option):
            return f"{option.opts[-1]}: {error.message.rstrip('.')}; see --help"
        case _:
            return f"{error.format_message().rstrip('.')}; see --help"
