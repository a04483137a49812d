"""`hypershift completion`: scripts that complete commands, flags and values in a shell.

A script calls this program again at each press of the key, with what is typed in its environment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hypershift.cli.command import Command
from hypershift.cli.flags import Flags

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.shell_completion import ShellComplete


def complete(request: str) -> None:
    """Answer a script: print what may come next, in the form that its shell reads."""
    from click.shell_completion import CompletionItem

    from hypershift.cli.candidates import candidates
    from hypershift.cli.tree import TREE

    shell = _shell(request.removesuffix("_complete"))
    words, incomplete = shell.get_completion_args()
    for candidate in candidates(TREE, words, incomplete):
        kind = "file" if candidate.files else "plain"
        item = CompletionItem[str](candidate.word, type=kind, help=candidate.help or None)
        click.echo(shell.format_completion(item))


def _shell(name: str) -> ShellComplete:
    from click.shell_completion import get_completion_class

    shell = get_completion_class(name)
    if shell is None:
        raise click.UsageError(f"there is no completion for {name}")
    from hypershift.cli.main import COMPLETION_REQUEST

    return shell(click.Command("hypershift"), {}, "hypershift", COMPLETION_REQUEST)


def _printer(shell: str) -> Callable[[Flags], None]:
    return lambda _flags: click.echo(_shell(shell).source())


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
