"""`hypershift completion`: scripts that complete commands, flags and values in a shell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hypershift.cli.command import Command
from hypershift.cli.flags import Flags

if TYPE_CHECKING:
    from collections.abc import Callable

_VARIABLE = "_HYPERSHIFT_COMPLETE"


def _printer(shell: str) -> Callable[[Flags], None]:
    def run(_flags: Flags) -> None:
        from click.shell_completion import get_completion_class

        from hypershift.cli.main import Root

        script = get_completion_class(shell)
        if script is None:
            raise click.UsageError(f"there is no completion for {shell}")
        click.echo(script(Root(), {}, "hypershift", _VARIABLE).source())

    return run


def _command(shell: str, install: str) -> Command[Flags]:
    return Command(
        Flags,
        _printer(shell),
        help=f"Print a script that makes {shell} complete commands, flags and values.",
        example=install,
    )


BASH = _command("bash", "source <(hypershift completion bash)")
ZSH = _command("zsh", "source <(hypershift completion zsh)")
FISH = _command("fish", "hypershift completion fish | source")
