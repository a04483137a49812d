"""`hypershift` with its libraries loaded: tests that run it a hundred times wait for it only once.

    with preloaded(desk) as run:
        done = run("doctor azure", "--azure-creds=…")

Run as a program, this file stands inside a desk's namespaces and becomes a process of its own for
each command line that it reads from its input.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from tests.integration.azure.office import Desk, Done


@contextmanager
def preloaded(desk: Desk) -> Generator[Callable[..., Done]]:
    """Give what runs a command, until the block ends."""
    entry = [*desk.azure.entry[:-2], f"--wd={desk.folder}", "--"]
    process = subprocess.Popen(
        [*entry, sys.executable, __file__],
        env=desk.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )

    def run(command: str, *more: str) -> Done:
        assert process.stdin is not None
        assert process.stdout is not None
        words = [*command.split(), *more]
        print(json.dumps(words), file=process.stdin, flush=True)
        code, out, err = json.loads(process.stdout.readline())
        return subprocess.CompletedProcess(words, code, out, err)

    with process:
        yield run
        assert process.stdin is not None
        process.stdin.close()


def _serve(commands: IO[str], answers: IO[str]) -> None:
    import azure.identity.aio
    import azure.mgmt.authorization.v2022_04_01.aio
    import azure.mgmt.compute.aio
    import azure.mgmt.dns.aio
    import azure.mgmt.msi.v2024_11_30.aio
    import azure.mgmt.network.aio
    import azure.mgmt.network.models
    import azure.mgmt.privatedns.aio
    import azure.mgmt.resource.resources.aio
    import azure.mgmt.storage.aio  # noqa: F401  # imported for what runs after us

    import hypershift.azure.doctor.registry
    import hypershift.cli.main  # noqa: F401  # the same

    for line in commands:
        with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
            child = os.fork()
            if not child:
                _become(json.loads(line), out, err)
            _, status = os.waitpid(child, 0)
            out.seek(0)
            err.seek(0)
            answer = (os.waitstatus_to_exitcode(status), out.read(), err.read())
        answers.write(f"{json.dumps(answer)}\n")
        answers.flush()


def _become(words: list[str], out: IO[str], err: IO[str]) -> None:
    import traceback

    from hypershift.cli.main import run

    for stream, number in ((out, 1), (err, 2)):
        os.dup2(stream.fileno(), number)
    code = 70
    try:
        code = run(words)
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        os.write(2, traceback.format_exc().encode())
        raise
    finally:
        os._exit(code)


if __name__ == "__main__":
    # Commands write to descriptor 1, so that answers need another way out.
    _serve(sys.stdin, os.fdopen(os.dup(1), "w"))
