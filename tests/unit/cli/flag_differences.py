"""What our command lines and those of the reference have differently, and what the docs say of it.

`tests/reference/cli-flags.json` lists the commands of the reference with their flags. The page
`docs/reference/differences.md` has one table of commands and one of flags.
"""

from __future__ import annotations

import json
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from hypershift.api.durations import format_duration
from hypershift.cli.command import Branch, Leaf
from hypershift.cli.flags import Flag, flags_of
from hypershift.cli.tree import TREE, nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypershift.cli.kinds import Kind

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs/reference/differences.md"
ONLY_HERE, NOT_HERE = "only here", "not here"


class Difference(NamedTuple):
    """One row of a table: a command or one of its flags, and what is different."""

    command: str
    flag: str
    what: str


class Form(NamedTuple):
    """A flag as the reference lists it."""

    type: str
    short: str | None = None
    default: str | None = None


def reference() -> dict[str, dict[str, Any]]:
    """The commands of the reference by their words, without the first."""
    listed = json.loads((ROOT / "tests/reference/cli-flags.json").read_text())
    commands = {words.removeprefix("hypershift").strip(): entry for words, entry in listed.items()}
    # It does not have this command: what it printed is the help of the branch.
    del commands["destroy nodepool"]
    return commands


def reference_names() -> set[str]:
    """The words of every command that the reference names, with or without its flags."""
    commands = reference()
    below = {
        f"{words} {name}".strip()
        for words, entry in commands.items()
        for name in entry.get("subcommands", [])
    }
    # Its library makes these, and they are listed as one.
    shells = {f"completion {shell}" for shell in ("bash", "fish", "powershell", "zsh")}
    return (commands.keys() | below | shells) - {"help"}


def our_names() -> set[str]:
    """The words of every command here."""
    return {" ".join(words) for words, _ in nodes()}


def absent_names() -> set[str]:
    """The words of every command of which the tree says why it is not here."""
    return {
        " ".join((*words, name))
        for words, node in nodes()
        if isinstance(node, Branch)
        for name in node.absent
    }


def command_differences() -> set[Difference]:
    """The commands that one of the two has alone."""
    absent = {Difference(name, "", NOT_HERE) for name in absent_names()}
    return absent | {Difference(name, "", ONLY_HERE) for name in our_names() - reference_names()}


def flag_differences() -> set[Difference]:
    """What is different about the flags of the commands that both have."""
    theirs = reference()
    return {
        Difference(" ".join(words), f"--{flag}", what)
        for words, node in nodes()
        if " ".join(words) in theirs
        for flag, what in _compared(our_flags(node), _forms(theirs[" ".join(words)]["flags"]))
    }


def _compared(ours: dict[str, Form], theirs: dict[str, Form]) -> Iterator[tuple[str, str]]:
    for name in sorted(ours.keys() | theirs.keys()):
        if name not in theirs:
            yield name, ONLY_HERE
        elif name not in ours:
            yield name, NOT_HERE
        else:
            for aspect, here, there in zip(Form._fields, ours[name], theirs[name], strict=True):
                if here != there:
                    yield name, f"{aspect} {here or 'none'} instead of {there or 'none'}"


def our_flags(node: Branch | Leaf) -> dict[str, Form]:
    """The flags that a command or a branch takes, by every spelling."""
    flags = {"help": Form("bool", "h")}
    if node is TREE:
        flags["version"] = Form("bool", "v")
    for flag in _declared(node):
        for name in (flag.name, *flag.aliases):
            flags[name] = Form(flag.kind.name, flag.short, _default(flag.kind, flag.default))
    return flags


def _declared(node: Branch | Leaf) -> list[Flag]:
    leaf = node if isinstance(node, Leaf) else node.trunk
    if leaf:
        return list(flags_of(leaf.load().flags).values())
    if isinstance(node, Branch) and node.shared:
        module, _, name = node.shared.partition(":")
        return list(flags_of(getattr(import_module(module), name)).values())
    return []


def _forms(flags: dict[str, dict[str, str]]) -> dict[str, Form]:
    return {
        name: Form(flag["type"], flag.get("short"), _said(flag.get("default")))
        for name, flag in flags.items()
    }


def _said(default: str | None) -> str | None:
    """A default that is the same as none is listed for some flags and not for others."""
    return None if default in ("false", "[]") else default


def _default(kind: Kind, value: object) -> str | None:
    """A default in the spelling of the reference's help."""
    match value:
        case "" | None | False | () | 0:
            return None
        case timedelta():
            return format_duration(value) if value else None
        case str():
            return json.dumps(value) if kind.name == "string" else value
        case tuple():
            return f"[{','.join(value)}]"
        case dict():
            return ",".join(f"{key}={value}" for key, value in value.items()) or None
        case _:
            return str(value).lower()


def rows(heading: str) -> list[tuple[str, ...]]:
    """The rows of the table under a heading of the page, one for each command of the first cell."""
    section = PAGE.read_text().partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
    return [
        tuple(cell.strip("`") for cell in (command, *rest))
        for commands, *rest in cells
        for command in commands.split(", ")
    ]
