"""The entry point: finds the command, runs it, and turns what went wrong into an exit code.

0    done
1    what was asked for failed
2    what was typed is wrong; nothing was changed
130  interrupted
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from hypershift.cli.command import BranchCommand
from hypershift.cli.errors import CommandError
from hypershift.cli.tree import TREE

if TYPE_CHECKING:
    from collections.abc import Sequence

INTERRUPTED = 130
# The scripts that complete command lines set it.
COMPLETION_REQUEST = "_HYPERSHIFT_COMPLETE"


class Root(BranchCommand):
    """`hypershift` itself."""

    def __init__(self) -> None:
        """Add the flag that prints the version."""
        super().__init__("hypershift", TREE)
        self.params.append(
            click.Option(
                ["-v", "--version"],
                is_flag=True,
                is_eager=True,
                expose_value=False,
                help="Print the version of this program.",
                callback=_print_version,
            )
        )


def _print_version(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        from hypershift.cli.version import client_version

        click.echo(client_version())
        context.exit()


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command that the arguments name, and exit."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Run a command and tell its exit code."""
    if request := os.environ.get(COMPLETION_REQUEST):
        from hypershift.cli.completion import complete

        complete(request)
        return 0
    arguments = list(arguments)
    if arguments[:1] == ["help"]:
        arguments = [*arguments[1:], "--help"]
    try:
        result = Root().main(arguments, prog_name="hypershift", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return error.exit_code
    except click.ClickException as error:
        return _fail(_sentence(error), error.exit_code)
    except CommandError as error:
        return _fail(str(error), error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        return _fail("interrupted", INTERRUPTED)
    except BrokenPipeError:
        # The reader has gone; the interpreter must not complain about that when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return result if isinstance(result, int) else 0


def _fail(sentence: str, code: int) -> int:
    click.echo(f"Error: {sentence}", err=True)
    return code


def _sentence(error: click.ClickException) -> str:
    match error:
        case click.NoSuchOption(option_name=name, possibilities=similar):
            hint = f"did you mean {' or '.join(sorted(similar))}?" if similar else "see --help"
            return f"there is no flag {name}; {hint}"
        case click.BadParameter(param=click.Option() as option):
            return f"{option.opts[0]}: {error.message}"
        case click.BadOptionUsage(option_name=name):
            return error.message.replace(f"Option {name!r}", name).rstrip(".")
        case _:
            return error.format_message()
