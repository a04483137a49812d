"""The page about manifests shows files and commands that work as they stand there."""

from __future__ import annotations

import re
import shlex
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.cli.conftest import Result

PAGE = (Path(__file__).resolve().parents[3] / "docs/manifests.md").read_text()
FILES = re.findall(r'=== "(\S+)"\n.*?```json\n(.*?)```', PAGE, re.DOTALL)
SUBNET = re.search(r"^SUBNET_ID=(\S+)$", PAGE, re.MULTILINE)
# An ellipsis stands for flags that were shown before.
COMMANDS = [
    command
    for block in re.findall(r"^```shell\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE)
    for command in re.findall(
        r"^hypershift (.*?)(?:\||\n(?!    )|\Z)", block, re.DOTALL | re.MULTILINE
    )
    if "…" not in command
]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_page_renders(
    hypershift: Callable[..., Result],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in FILES:
        (tmp_path / name).write_text(textwrap.dedent(content))
    (tmp_path / "external-dns.json").write_text('{"resourceGroup": "dns"}')
    assert SUBNET
    words = shlex.split(command.replace("\\\n", " ").replace("$SUBNET_ID", SUBNET[1]))

    result = hypershift(*words)

    assert (result.code, "Error" in result.err) == (0, False), result.err
    assert all(document["kind"] for document in yaml.safe_load_all(result.out) if document)


def test_the_page_has_the_files_and_commands_that_it_speaks_of() -> None:
    assert [name for name, _ in FILES] == [
        "azure-credentials.json",
        "pull-secret.json",
        "infra.json",
    ]
    assert [shlex.split(command)[:3] for command in COMMANDS] == [
        ["create", "cluster", "azure"],
        ["create", "nodepool", "azure"],
        ["install", "render", "--limit-crd-install"],
        ["install", "render", "--external-dns-provider"],
    ]
