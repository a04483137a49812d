"""Reads a guide: its shell blocks with the sections they stand in, and the `az` commands."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

GUIDE = Path(__file__).parents[2] / "reference" / "guides" / "self-managed-azure.txt"

_HEADING = re.compile(r"(#+) (.+)")
_FENCE = re.compile(r"\s*```(\w*)$")
# Where a command may begin: on a line of its own, or inside $( ).
_AZ = re.compile(r"(?:^[ \t]*|\$\()az (?P<rest>.*)", re.MULTILINE)
_ENDS = {")", ";", "|", "&", "&&"}
_VARIABLE = "$"


@dataclass(frozen=True)
class Block:
    """One shell block."""

    sections: tuple[str, ...]
    """The headings above it, outermost first."""
    text: str


@dataclass(frozen=True)
class Command:
    """One `az` command as the guide prints it."""

    words: tuple[str, ...]
    may_fail: bool

    def is_run_by(self, words: list[str]) -> bool:
        """Whether this was run: word for word, except that variables have got values."""
        return len(words) == len(self.words) and all(
            _VARIABLE in printed or printed == word
            for printed, word in zip(self.words, words, strict=True)
        )


def blocks(guide: str) -> list[Block]:
    """Find every shell block of a guide."""
    found: list[Block] = []
    headings: dict[int, str] = {}
    language, lines = None, list[str]()
    for line in guide.splitlines():
        fence = _FENCE.match(line)
        if fence and language is None:
            language, lines = fence[1], []
        elif fence:
            if language == "bash":
                sections = tuple(headings[level] for level in sorted(headings))
                found.append(Block(sections, dedent("\n".join(lines)) + "\n"))
            language = None
        elif language is not None:
            lines.append(line)
        elif heading := _HEADING.match(line):
            level = len(heading[1])
            headings = {one: text for one, text in headings.items() if one < level}
            headings[level] = heading[2]
    return found


def below(found: list[Block], *headings: str) -> list[Block]:
    """Choose the blocks that stand under headings, given from the outermost one that matters."""
    chosen = [block for block in found if _is_below(block.sections, headings)]
    assert chosen, f"the guide has no shell block under {' / '.join(headings)}"
    return chosen


def commands(text: str) -> list[Command]:
    """Find every `az` command of a block, in the order in which a shell runs them."""
    joined = re.sub(r"\\\n\s*", "", text)
    code = "\n".join(line for line in joined.splitlines() if not line.lstrip().startswith("#"))
    found: list[Command] = []
    for match in _AZ.finditer(code):
        command = _command(match["rest"])
        found += [inner for word in command.words for inner in commands(word)]
        found.append(command)
    return found


def _command(rest: str) -> Command:
    lexer = shlex.shlex(rest, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words: list[str] = []
    for word in lexer:
        if word == "||":
            return Command(tuple(words), may_fail=True)
        if word[0] in _ENDS:
            break
        words.append(word)
    return Command(tuple(words), may_fail=False)


def _is_below(sections: tuple[str, ...], headings: tuple[str, ...]) -> bool:
    wanted = iter(headings)
    heading = next(wanted)
    for section in sections:
        if section == heading:
            heading = next(wanted, "")
            if not heading:
                return True
    return False


def first_not_run(printed: list[Command], run: list[list[str]]) -> str:
    """Compare what was run with what is printed; give the first difference, or nothing.

    All that is printed has to be run in its order, and nothing else. A command may come again
    right after itself: it stands in a loop.
    """
    position = -1
    for words in run:
        if position + 1 < len(printed) and printed[position + 1].is_run_by(words):
            position += 1
        elif position < 0 or not printed[position].is_run_by(words):
            return f"az {' '.join(words)} was run, which the guide does not print there"
    rest = printed[position + 1 :]
    return f"az {' '.join(rest[0].words)} was not run" if rest else ""
