"""What may follow the words that stand on a command line, for shells that complete it.

Only the module of the command at hand is imported: a candidate that is a command is a name.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from hypershift.cli.command import Branch, Leaf
from hypershift.cli.flags import Flag, flags_of
from hypershift.cli.kinds import Choice, Path, Switch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

HELP = ("--help", "Show what the command takes.")
VERSION = ("--version", "Print the version of this program.")


@dataclass(frozen=True)
class Candidate:
    """A word that may come next; `files` leaves it to the shell to find files."""

    word: str
    help: str = ""
    files: bool = False


def candidates(tree: Branch, words: Sequence[str], incomplete: str) -> list[Candidate]:
    """What `incomplete` may become behind `words`."""
    place = _Place(tree, _rejoined(words))
    if incomplete.startswith("-"):
        name, equals, value = incomplete.partition("=")
        if not equals:
            return place.flag_names(incomplete)
        return _values(place.flags.get(name), value, before=f"{name}=")
    if place.open_flag:
        return _values(place.open_flag, incomplete.removeprefix("="))
    return place.commands(incomplete)


def _rejoined(words: Sequence[str]) -> list[str]:
    """Undo what bash does: it makes three words of --flag=value."""
    joined: list[str] = []
    open_end = False
    for word in words:
        if joined and (word == "=" or open_end):
            joined[-1] += word
        else:
            joined.append(word)
        open_end = word == "="
    return joined


class _Place:
    """Where a command line has come to: a node of the tree, its flags, and a flag left open.

    Behind a word that is no command there is no node.
    """

    def __init__(self, tree: Branch, words: Sequence[str]) -> None:
        self.node: Branch | Leaf | None = tree
        self.flags = _flags(tree)
        self.given: set[str] = set()
        self.open_flag: Flag | None = None
        self.always = [HELP, VERSION]
        for word in words[words[:1] == ["help"] :]:
            self._pass(word)

    def _pass(self, word: str) -> None:
        if self.open_flag:
            self.open_flag = None
        elif word.startswith("-"):
            name, equals, value = word.partition("=")
            flag = self.flags.get(name)
            self.given.add(flag.spelling if flag else name)
            needs_value = not value if equals else flag and not isinstance(flag.kind, Switch)
            self.open_flag = flag if needs_value else None
        elif isinstance(self.node, Branch):
            self.node = self.node.children.get(word)
            self.flags = _flags(self.node) if self.node else {}
            self.always = [HELP] if self.node else []

    def flag_names(self, start: str) -> list[Candidate]:
        """The flags that are not given yet, or may be given again."""
        names = {
            flag.spelling: flag.help
            for flag in self.flags.values()
            if not flag.hidden and (flag.kind.repeats or flag.spelling not in self.given)
        }
        return _starting([*names.items(), *self.always], start)

    def commands(self, start: str) -> list[Candidate]:
        """The commands below this place."""
        if not isinstance(self.node, Branch):
            return []
        visible = [
            (name, child.summary) for name, child in self.node.children.items() if not child.hidden
        ]
        return _starting(visible, start)


def _flags(node: Branch | Leaf) -> dict[str, Flag]:
    """The flags that may stand behind a node, by each spelling."""
    leaf = node if isinstance(node, Leaf) else node.trunk
    if leaf:
        cls = leaf.load().flags
    elif isinstance(node, Branch) and node.shared:
        module, _, name = node.shared.partition(":")
        cls = getattr(import_module(module), name)
    else:
        return {}
    return {name: flag for flag in flags_of(cls).values() for name in _names(flag)}


def _names(flag: Flag) -> Iterator[str]:
    yield flag.spelling
    yield from (f"--{alias}" for alias in flag.aliases)
    if flag.short:
        yield f"-{flag.short}"


def _values(flag: Flag | None, start: str, before: str = "") -> list[Candidate]:
    """The values that a flag takes; `before` stands in the same word."""
    match flag.kind if flag else None:
        case Path():
            return [Candidate(before + start, files=True)]
        case Choice(values=values):
            return _starting([(before + value, "") for value in values], before + start)
        case Switch():
            return _starting([(before + value, "") for value in ("true", "false")], before + start)
        case _:
            return []


def _starting(pairs: Sequence[tuple[str, str]], start: str) -> list[Candidate]:
    return [Candidate(word, help) for word, help in pairs if word.startswith(start)]
