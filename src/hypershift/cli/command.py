"""Makes commands out of flag classes, and a tree out of commands that are loaded when they run."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, cast

import click

from hypershift.cli.errors import UsageError
from hypershift.cli.flags import F, Flag, Flags, flags_of
from hypershift.cli.kinds import TRUTH, Switch

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

HELP_NAMES = ["-h", "--help"]


@dataclass(frozen=True)
class Command(Generic[F]):
    """What one command takes, does and says about itself.

    The module that a leaf of the tree names has one, called COMMAND.
    """

    flags: type[F]
    run: Callable[[F], None]
    help: str
    example: str = ""


class LeafCommand(click.Command):
    """A command of click's that reads its flags into a flag class and runs."""

    def __init__(self, name: str, command: Command[Any], branches: Sequence[str] = ()) -> None:
        """Give `branches`, the lines of help about commands below this one, where there are any."""
        self.command, self.branches = command, branches
        self.flags = flags_of(command.flags)
        super().__init__(
            name,
            params=[_Option(field, flag) for field, flag in self.flags.items()],
            callback=self._run,
            help=command.help,
            context_settings={"help_option_names": HELP_NAMES, "allow_extra_args": True},
        )

    def _run(self, **values: Any) -> None:
        context = click.get_current_context()
        if context.args:
            raise UsageError(f"{context.args[0]!r} belongs to no flag; see --help")
        given: set[str] = set()
        for field, flag in self.flags.items():
            if context.get_parameter_source(field) is click.core.ParameterSource.COMMANDLINE:
                given.add(field)
                if flag.kind.repeats:
                    values[field] = flag.kind.combine(values[field])
            else:
                values[field] = dict(flag.default) if flag.default == {} else flag.default
        _require(self.flags, values)
        self.command.run(self.command.flags(given=frozenset(given), **values))

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the usage line."""
        formatter.write_usage(
            ctx.command_path.strip(), "[COMMAND] [flags]" if self.branches else "[flags]"
        )

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the flags under the headings of the classes that they come from."""
        headings: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is None:
                continue
            heading = param.flag.heading if isinstance(param, _Option) else "Other"
            headings.setdefault(heading, []).append(record)
        for heading, records in headings.items():
            with formatter.section(heading):
                formatter.write_dl(records, col_max=34)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the example, and the commands below this one."""
        if self.command.example:
            with formatter.section("Example"):
                for line in self.command.example.strip("\n").splitlines():
                    formatter.write(f"  {line}\n")
        if self.branches:
            with formatter.section("Commands"):
                formatter.write("".join(f"  {line}\n" for line in self.branches))


class _Option(click.Option):
    """A flag as click knows it."""

    def __init__(self, field: str, flag: Flag) -> None:
        self.flag = flag
        names = [flag.spelling, *(f"--{alias}" for alias in flag.aliases)]
        # A switch may stand alone, or say =true or =false; every other flag needs its value.
        switch: dict[str, Any] = {"is_flag": False, "flag_value": "true"}
        super().__init__(
            [field, *names, *([f"-{flag.short}"] if flag.short else [])],
            type=flag.kind,
            help=flag.help,
            hidden=flag.hidden,
            multiple=flag.kind.repeats,
            **(switch if isinstance(flag.kind, Switch) else {}),
        )

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Show the spelling, what it takes, and the default."""
        if self.hidden:
            return None
        flag = self.flag
        short = f"-{flag.short}, " if flag.short else ""
        takes = "" if isinstance(flag.kind, Switch) else f" {flag.kind.name}"
        notes = "  (required)" if flag.required else _default_note(flag)
        return f"{short}{flag.spelling}{takes}", f"{flag.help}{notes}"


def _default_note(flag: Flag) -> str:
    from datetime import timedelta

    from hypershift.api.durations import format_duration

    value: Any = flag.default
    if isinstance(value, timedelta):
        value = format_duration(value) if value else None
    if not value:
        return ""
    if isinstance(value, tuple):
        value = ",".join(cast("tuple[str, ...]", value))
    return f"  (default: {str(value).lower() if value is True else value})"


def _require(flags: dict[str, Flag], values: dict[str, Any]) -> None:
    """Refuse a required flag that was left out, or that an unset variable of a shell left empty."""
    missing = [flag.spelling for name, flag in flags.items() if flag.required and not values[name]]
    if missing:
        verb = "are" if len(missing) > 1 else "is"
        raise UsageError(f"{', '.join(sorted(missing))} {verb} required")


@dataclass(frozen=True)
class Leaf:
    """A command of the tree: where it is, and its line in the help of its branch.

    `module` is the module that holds COMMAND, or module:NAME.
    """

    module: str
    summary: str
    hidden: bool = False

    def load(self) -> Command[Any]:
        """Import the module, which only the command that runs may cost."""
        module, _, name = self.module.partition(":")
        return getattr(import_module(module), name or "COMMAND")


@dataclass(frozen=True)
class Branch:
    """Commands that share a first word.

    A branch whose word is a command itself has a `trunk`. Flags of `shared`, a flag class given as
    module:name, may stand before the word of the command as well as behind it. `absent` gives the
    reasons for which commands that one could expect here are not part of this program.
    """

    summary: str
    children: dict[str, Branch | Leaf]
    trunk: Leaf | None = None
    shared: str = ""
    absent: Mapping[str, str] = dataclasses.field(default_factory=dict[str, str])
    hidden: bool = False


class BranchCommand(click.Group):
    """A branch of the tree as click knows it."""

    _TRUNK = ""

    def __init__(self, name: str, branch: Branch) -> None:
        """Make the group without loading anything below it."""
        self.branch = branch
        super().__init__(
            name,
            help=branch.summary,
            no_args_is_help=branch.trunk is None,
            context_settings={"help_option_names": HELP_NAMES},
        )

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands."""
        return [name for name, child in self.branch.children.items() if not child.hidden]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load one command."""
        if cmd_name == self._TRUNK and self.branch.trunk:
            return LeafCommand(self.name or "", self.branch.trunk.load(), self._lines())
        child = self.branch.children.get(cmd_name)
        if child is None:
            return None
        if isinstance(child, Branch):
            return BranchCommand(cmd_name, child)
        return LeafCommand(cmd_name, child.load())

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or say which ones there are."""
        name, *rest = args
        command = self.get_command(ctx, name)
        if command is None:
            raise UsageError(self._no_command(ctx, name))
        return name, command, rest

    def _no_command(self, ctx: click.Context, name: str) -> str:
        from difflib import get_close_matches

        if reason := self.branch.absent.get(name):
            return f"this program has no '{ctx.command_path} {name}': {reason}"
        known = self.list_commands(ctx)
        similar = get_close_matches(name, known)
        hint = f"did you mean {' or '.join(similar)}?" if similar else f"it has: {', '.join(known)}"
        return f"'{ctx.command_path}' has no command '{name}'; {hint}"

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Bring the word of the command to the front, past flags that may stand before it."""
        if self.branch.trunk or self.branch.shared:
            args = self._word_first(args)
        return super().parse_args(ctx, args)

    def _word_first(self, args: list[str]) -> list[str]:
        position = self._position_of_word(args)
        if position is not None:
            return [args[position], *args[:position], *args[position + 1 :]]
        return [self._TRUNK, *args] if self.branch.trunk else args

    def _position_of_word(self, args: list[str]) -> int | None:
        if args and not args[0].startswith("-"):
            return 0
        if not args:
            return None
        alone = self._flags_that_stand_alone()
        open_flag = ""
        for position, argument in enumerate(args):
            if open_flag and (open_flag not in alone or argument.lower() in TRUTH):
                open_flag = ""
            elif argument.startswith("-"):
                open_flag = "" if "=" in argument else argument
            else:
                return position
        return None

    def _flags_that_stand_alone(self) -> set[str]:
        if self.branch.shared:
            module, _, name = self.branch.shared.partition(":")
            flags = flags_of(getattr(import_module(module), name))
        elif self.branch.trunk:
            flags = flags_of(self.branch.trunk.load().flags)
        else:
            flags = {}
        switches = {flag.spelling for flag in flags.values() if isinstance(flag.kind, Switch)}
        return switches | set(HELP_NAMES)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the usage line."""
        formatter.write_usage(ctx.command_path, "COMMAND [flags]")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without loading them."""
        with formatter.section("Commands"):
            formatter.write("".join(f"  {line}\n" for line in self._lines()))

    def _lines(self) -> list[str]:
        children = {name: child for name, child in self.branch.children.items() if not child.hidden}
        width = max((len(name) for name in children), default=0)
        return [f"{name:<{width}}  {child.summary}" for name, child in children.items()]


def leaf_class(command: click.Command) -> type[Flags] | None:
    """The flag class of a command, or None for a branch."""
    return command.command.flags if isinstance(command, LeafCommand) else None
