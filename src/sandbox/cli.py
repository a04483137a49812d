"""The `sandbox` command.

0    done
1    what was asked for failed
2    what was typed is wrong; nothing was changed
130  interrupted; ended by another signal: 128 and its number
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from sandbox.errors import SandboxError, UsageError
from sandbox.management.commands import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    import msgspec
    from click.shell_completion import CompletionItem

NAME = "sandbox"
INTERRUPTED = 130
SIGNALED = 128


class Root(click.Group):
    """`sandbox` itself."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or say which ones there are."""
        if self.get_command(ctx, args[0]) is None and not ctx.resilient_parsing:
            known = ", ".join(self.list_commands(ctx))
            raise UsageError(f"there is no command '{args[0]}'; there are: {known}")
        return super().resolve_command(ctx, args)


@click.group(cls=Root, name=NAME, context_settings={"help_option_names": ["-h", "--help"]})
def root() -> None:
    """Build and run what the product needs around it, on this machine."""


for _command in COMMANDS:
    root.add_command(_command)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command that the arguments name, and exit."""
    # However the command is told to end, it ends what it has started.
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def _end(number: int, _frame: object) -> NoReturn:
    sys.exit(SIGNALED + number)


def run(arguments: Sequence[str]) -> int:
    """Run a command and tell its exit code."""
    try:
        result = root.main(arguments, prog_name=NAME, standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return error.exit_code
    except click.ClickException as error:
        return _fail(_sentence(error), error.exit_code)
    except SandboxError as error:
        return _fail(str(error), error.exit_code, error.detail)
    except (KeyboardInterrupt, click.Abort):
        return _fail("interrupted", INTERRUPTED)
    except BrokenPipeError:
        # The reader has gone; the interpreter must not complain about that when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return result if isinstance(result, int) else 0


def _fail(sentence: str, code: int, detail: str = "") -> int:
    if detail:
        click.echo(detail, err=True)
    click.echo(f"Error: {sentence}", err=True)
    return code


def _sentence(error: click.ClickException) -> str:
    match error:
        case click.NoSuchOption(option_name=name):
            return f"there is no flag {name}; see --help"
        case click.MissingParameter(param=click.Argument(name=str(name))):
            return f"{name.upper()} is missing; see --help"
        case click.BadParameter(param=click.Argument(name=str(name))):
            return f"{name.upper()}: {error.message.rstrip('.')}"
        case click.BadParameter(param=click.Option() as option):
            return f"{option.opts[-1]}: {error.message.rstrip('.')}"
        case _:
            return error.format_message()


def _complete_name(
    ctx: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    from sandbox.components import load

    taken = ctx.params.get("names") or ()
    return [
        CompletionItem(name, help=component.version)
        for name, component in load().items()
        if name.startswith(incomplete) and name not in taken
    ]


def _complete_image(
    ctx: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    from sandbox.images.catalog import IMAGES

    taken = ctx.params.get("names") or ()
    return [
        CompletionItem(name, help=image.purpose)
        for name, image in IMAGES.items()
        if name.startswith(incomplete) and name not in taken
    ]


_names = click.argument("names", metavar="[NAME]...", nargs=-1, shell_complete=_complete_name)
_image_names = click.argument(
    "names", metavar="[NAME]...", nargs=-1, shell_complete=_complete_image
)
_payload = click.option(
    "--payload",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIRECTORY",
    help="The folder of the modules and of versions.toml.  (default: the checkout's payload)",
)
_output = click.option(
    "-o",
    "--output",
    type=click.Choice(["text", "json", "yaml"]),
    default="text",
    help="How to print the result.  (default: text)",
)


@root.command("build", short_help="Build components from source")
@_names
@_output
@_payload
def build(names: tuple[str, ...], output: str, payload: Path | None) -> None:
    """Build components from source: those that are named, or all but further releases.

    What is in the cache already takes no time. Print what there is, and where.
    """
    from sandbox import listing
    from sandbox.components import ensure
    from sandbox.progress import reporting

    with reporting() as reporter:
        built = ensure(names, reporter, payload)
    _print(listing.of_components(built), output)


@root.command("components", short_help="List the components, and whether they are built")
@_output
@_payload
def components(output: str, payload: Path | None) -> None:
    """List the components: release, programs, whether they are built, and where."""
    from sandbox import listing
    from sandbox.components import find

    _print(listing.of_components(find((), payload)), output)


@root.group("images", cls=Root, short_help="Build and list container images")
def images() -> None:
    """Container images, made of components, Debian packages and our source, without an engine."""


@images.command("build", short_help="Build images")
@_image_names
@click.option(
    "--release", metavar="VERSION", help="Build the images of this community release instead."
)
@_output
def build_images(names: tuple[str, ...], release: str | None, output: str) -> None:
    """Build images, and the components that they are made of: those that are named, or all.

    Those with further releases of Kubernetes are built only when they are asked for.

    What is in the cache already takes no time. Print what there is, and where: each image is a
    folder in the layout of OCI.
    """
    from sandbox import listing
    from sandbox.images import ensure
    from sandbox.images.release import images as of_release
    from sandbox.progress import reporting

    if names and release:
        raise UsageError("images are named, and a release as well: leave one of them out")
    with reporting() as reporter:
        built = ensure(of_release(release) if release else names, reporter)
    _print(listing.of_images(built), output)


@images.command("list", short_help="List the images, and whether they are built")
@_output
def list_images(output: str) -> None:
    """List the images: whether they are built, compressed size, digest, and where."""
    from sandbox import listing
    from sandbox.images import find

    _print(listing.of_images(find()), output)


@root.command("path", short_help="Print the directory of a component's programs")
@click.argument("name", shell_complete=_complete_name)
@click.option(
    "--files",
    is_flag=True,
    help="Print the directory of the other files instead, such as upstream's definitions.",
)
@_payload
def path(name: str, files: bool, payload: Path | None) -> None:
    """Print the directory that holds a component's programs, for scripts."""
    from sandbox.components import find

    [found] = find([name], payload)
    if files and not found.component.entry.files:
        raise UsageError(f"{name} has no files besides its programs")
    if not found.exists:
        raise SandboxError(f"{name} is not built: run 'sandbox build {name}'")
    click.echo(found.files if files else found.programs)


@root.command("apiserver", short_help="Run an API server until Ctrl-C")
@click.option(
    "--directory",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep certificates, data and logs in this directory, which must be empty or absent.",
)
def apiserver(directory: Path | None) -> None:
    """Run etcd and kube-apiserver on loopback, for as long as this command runs.

    Print the path of the kubeconfig file, which is for your eyes only. Nothing is left behind.
    """
    from contextlib import ExitStack

    from sandbox import apiserver
    from sandbox.progress import reporting

    with ExitStack() as stack:
        with reporting() as reporter:
            server = stack.enter_context(apiserver.run(reporter, directory))
        click.echo("Ctrl-C ends the API server.", err=True)
        # The path comes last: who waits for it may go on, and even end us, at once.
        click.echo(server.kubeconfig)
        sys.stdout.flush()
        server.wait()


@root.command("demo", short_help="Show the product at work")
def demo() -> None:
    """Show the product at work on a management cluster of its own, and clean up."""
    from sandbox.demo import show

    show()


@root.command("version", short_help="Print the version")
def version() -> None:
    """Print the version of this program."""
    from hypershift import __version__
    from hypershift.release.revision import revision

    click.echo(f"{NAME} {__version__}, revision {revision()}")


@root.command("completion", short_help="Print a script that completes commands in a shell")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a script that makes a shell complete commands, flags and component names.

    \b
    source <(sandbox completion bash)
    source <(sandbox completion zsh)
    sandbox completion fish | source
    """
    from click.shell_completion import get_completion_class

    script = get_completion_class(shell)
    if script is None:
        raise UsageError(f"there is no completion for {shell}")
    click.echo(script(root, {}, NAME, "_SANDBOX_COMPLETE").source())


def _print(rows: Sequence[msgspec.Struct], output: str) -> None:
    from sandbox.listing import FORMS

    click.echo(FORMS[output](rows), nl=False)
