"""Pressing the tab key in a real bash."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.descriptors import readable

BIN = Path(sys.executable).parent
DEADLINE_SECONDS = 60
# The candidates for the last of the words, as bash would list them.
LIST = """
source <(hypershift completion bash)
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
function=$(complete -p hypershift | sed 's/.*-F \\([^ ]*\\).*/\\1/')
"$function" hypershift
printf '%s\\n' "${COMPREPLY[@]}"
"""
# The function shows what was run in the end; completing looks the program up past it.
INTERACTIVE = """
PS1= ; bind 'set enable-bracketed-paste off'; bind 'set bell-style none'
source <(hypershift completion bash)
hypershift() { printf 'ran:%s.\\n' "$*"; }
"""


def environment() -> dict[str, str]:
    return {"PATH": f"{BIN}:{os.environ['PATH']}", "HOME": "/nonexistent", "TERM": "dumb"}


def listed(*words: str) -> list[str]:
    result = subprocess.run(
        ["bash", "--norc", "-c", LIST, "bash", *words],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=DEADLINE_SECONDS,
        check=True,
    )
    assert result.stderr == ""
    return result.stdout.split()


def typed(directory: Path, keys: str) -> str:
    """Type keys and the enter key in an interactive bash, and tell the arguments of the command."""
    ours, theirs = pty.openpty()
    (directory / "rc").write_text(INTERACTIVE)
    with subprocess.Popen(
        ["bash", "--rcfile", "rc", "-i"],
        cwd=directory,
        env=environment(),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    ) as bash:
        os.close(theirs)
        try:
            os.write(ours, f"{keys}\n".encode())
            return read_between(ours, b"ran:", b".\r\n").decode()
        finally:
            bash.kill()
            os.close(ours)


def read_between(terminal: int, start: bytes, end: bytes) -> bytes:
    """Read until both marks have come, and tell what stands between them."""
    seen = b""
    deadline = time.monotonic() + DEADLINE_SECONDS
    while not (start in seen and end in seen.partition(start)[2]):
        if not readable(terminal, deadline - time.monotonic()):
            pytest.fail(f"bash did not run the command; it showed {seen.decode()!r}")
        seen += os.read(terminal, 4096)
    return seen.partition(start)[2].partition(end)[0]


@pytest.mark.parametrize(
    ("line", "candidates"),
    [
        ("hypershift cr", ["create"]),
        ("hypershift help cr", ["create"]),
        ("hypershift d", ["destroy", "doctor", "dump"]),
        ("hypershift install ", ["helm", "render"]),
        (
            "hypershift create cluster azure --end",
            [
                "--endpoint-access",
                "--endpoint-access-private-nat-subnet-id",
                "--endpoint-access-private-additional-allowed-subscriptions",
            ],
        ),
        ("hypershift create cluster --kas", ["--kas-dns-name"]),
        ("hypershift create cluster --name demo az", ["azure"]),
        ("hypershift create cluster --labels a = b az", ["azure"]),
        ("hypershift install --external-dns-p", ["--external-dns-provider"]),
        ("hypershift create nodepool azure --node-upgrade-type ", ["Replace", "InPlace"]),
        ("hypershift create nodepool azure --node-upgrade-type = I", ["InPlace"]),
        ("hypershift create nodepool azure --node-upgrade-type =", ["Replace", "InPlace"]),
        ("hypershift create nodepool azure --render = f", ["false"]),
        ("hypershift create nodepool azure --render --rel", ["--release-image"]),
        ("hypershift create nodepool azure --name --rel", ["--release-image"]),
        ("hypershift create nodepool azure --name ", []),
        # A flag is offered once, unless it may be given again.
        ("hypershift destroy nodepool --name x --na", ["--namespace"]),
        ("hypershift create infra azure -t a=b --resource-group-t", ["--resource-group-tags"]),
        ("hypershift destroy infra azure --cloud AzureG", ["AzureGermanCloud"]),
        ("hypershift --v", ["--version"]),
        ("hypershift nothing ", []),
    ],
)
def test_bash_lists_what_may_come_next(line: str, candidates: list[str]) -> None:
    assert listed(*line.split(" ")) == candidates


@pytest.mark.parametrize(
    ("keys", "arguments"),
    [
        ("hypershift destr\tnodep\t--nam\t", "destroy nodepool --name"),
        (
            "hypershift dump cluster --artifact-dir f\t",
            "dump cluster --artifact-dir file.json",
        ),
        (
            "hypershift dump cluster --artifact-dir=f\t",
            "dump cluster --artifact-dir=file.json",
        ),
        (
            "hypershift create nodepool azure --node-upgrade-type=I\t",
            "create nodepool azure --node-upgrade-type=InPlace",
        ),
    ],
)
def test_the_tab_key_completes_commands_flags_values_and_files(
    tmp_path: Path, keys: str, arguments: str
) -> None:
    (tmp_path / "file.json").touch()

    assert typed(tmp_path, keys) == arguments
