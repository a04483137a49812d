"""The kinds of values that flags take, named and read as users of Kubernetes tools know them."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any

import click

from hypershift.api.durations import parse_duration

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


TRUTH = {"1": True, "t": True, "true": True, "0": False, "f": False, "false": False}


class Kind(click.ParamType[Any]):
    """How the text after a flag becomes its value.

    A kind that `repeats` may be given several times, and `combine` joins what was read.
    """

    repeats = False

    def __init__(self, name: str = "string") -> None:
        """Name the kind as help texts show it."""
        self.name = name

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read one text; click calls this, also for values that are read already."""
        if not isinstance(value, str):
            return value
        try:
            return self.read(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)

    def read(self, text: str) -> Any:
        """Read one text, or raise a ValueError that says what would be right."""
        return text

    def combine(self, parts: Sequence[Any]) -> Any:
        """Join the values of a repeated flag."""
        raise NotImplementedError


class Text(Kind):
    """Any text."""


class Path(Kind):
    """The path of a file, or of a directory."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[Any]:
        """Let the shell complete file names."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="file")]


class Choice(Kind):
    """One of a few words, in any case unless `exact`; the value has the spelling listed."""

    def __init__(self, name: str, values: Sequence[str], *, exact: bool = False) -> None:
        """List the words."""
        super().__init__(name)
        self.values, self.exact = tuple(values), exact

    def read(self, text: str) -> str:
        """Find the word."""
        for value in self.values:
            if text == value or (not self.exact and text.lower() == value.lower()):
                return value
        raise ValueError(f"{text!r} is not one of {', '.join(self.values)}")

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[Any]:
        """Offer the words."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(value) for value in self.values if value.startswith(incomplete)]


class Switch(Kind):
    """True or false; the flag alone means true."""

    def read(self, text: str) -> bool:
        """Read true or false."""
        try:
            return TRUTH[text.lower()]
        except KeyError:
            raise ValueError(f"{text!r} is neither true nor false") from None


class Integer(Kind):
    """A whole number that fits the API's 32 bits."""

    def read(self, text: str) -> int:
        """Read a number."""
        try:
            number = int(text)
        except ValueError:
            raise ValueError(f"{text!r} is not a whole number") from None
        if not -(2**31) <= number < 2**31:
            raise ValueError(f"{text} is beyond the 32 bits of such numbers")
        return number


class Duration(Kind):
    """A length of time."""

    def read(self, text: str) -> Any:
        """Read a duration such as 10m."""
        return parse_duration(text)


class Texts(Kind):
    """A list that grows by one item each time the flag is given."""

    repeats = True

    def combine(self, parts: Sequence[str]) -> tuple[str, ...]:
        """Take the items as they came."""
        return tuple(parts)


class Words(Kind):
    """A list that is separated by commas, and grows each time the flag is given."""

    repeats = True

    def read(self, text: str) -> tuple[str, ...]:
        """Split at commas; quotes keep one that belongs to an item."""
        return tuple(_split(text))

    def combine(self, parts: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
        """Append the lists."""
        return tuple(word for words in parts for word in words)


class Pairs(Kind):
    """Keys and values, as in a=1,b=2; a later value replaces an earlier one of the same key."""

    repeats = True

    def read(self, text: str) -> dict[str, str]:
        """Read the pairs."""
        pairs: dict[str, str] = {}
        for part in _split(text):
            key, equals, value = part.partition("=")
            if not equals:
                raise ValueError(f"{part!r} is not of the form key=value")
            pairs[key] = value
        return pairs

    def combine(self, parts: Iterable[dict[str, str]]) -> dict[str, str]:
        """Merge the pairs."""
        return {key: value for pairs in parts for key, value in pairs.items()}


def _split(text: str) -> list[str]:
    none: list[str] = []
    return next(csv.reader([text]), none)
