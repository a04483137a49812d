"""The part of `$filter` that is served: comparisons, joined by `and` or by `or`.

    appId eq 'x'   displayName in ('x','y')   startswith(displayName,'x')
    servicePrincipalNames/any(c:c eq 'x')   accountEnabled eq true

Parentheses, `not`, other functions and other comparisons are refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from collections.abc import Callable

_TEXT = r"'(?:[^']|'')*'"
_EQUALS = re.compile(rf"(\w+)\s+eq\s+({_TEXT}|true|false|null)", re.IGNORECASE)
_IN = re.compile(rf"(\w+)\s+in\s*\(\s*({_TEXT}(?:\s*,\s*{_TEXT})*)\s*\)", re.IGNORECASE)
_STARTS = re.compile(rf"startswith\(\s*(\w+)\s*,\s*({_TEXT})\s*\)", re.IGNORECASE)
_ANY = re.compile(rf"(\w+)/any\(\s*(\w+)\s*:\s*(\w+)\s+eq\s+({_TEXT})\s*\)", re.IGNORECASE)
_JOIN = re.compile(r"\s+(and|or)\s+", re.IGNORECASE)
_WORDS = {"true": True, "false": False, "null": None}


@dataclass(frozen=True)
class _Term:
    """One comparison of one property."""

    name: str
    fits: Callable[[Any], bool]


class Filter:
    """What a list is asked for. An empty one takes everything."""

    def __init__(self, text: str) -> None:
        """Read it, or refuse it."""
        self._terms: list[_Term] = []
        joined: set[str] = set()
        position = 0
        while position < len(text.strip()):
            term, position = _term(text.strip(), position)
            self._terms.append(term)
            join = _JOIN.match(text.strip(), position)
            if join is None:
                break
            joined.add(join[1].lower())
            position = join.end()
        if position < len(text.strip()) or len(joined) > 1:
            raise _unsupported(text)
        self._combine = any if "or" in joined else all

    @property
    def names(self) -> set[str]:
        """The properties that it speaks of."""
        return {term.name for term in self._terms}

    def takes(self, document: dict[str, Any]) -> bool:
        """Tell whether an object, as it is shown, is wanted."""
        return not self._terms or self._combine(
            term.fits(document.get(term.name)) for term in self._terms
        )


def _term(text: str, position: int) -> tuple[_Term, int]:
    if match := _ANY.match(text, position):
        if match[2] == match[3]:
            wanted = _text(match[4])
            term = _Term(match[1], lambda value: any(_same(one, wanted) for one in value or ()))
            return term, match.end()
    elif match := _STARTS.match(text, position):
        start = _text(match[2])
        return _Term(match[1], lambda value: _starts(value, start)), match.end()
    elif match := _IN.match(text, position):
        values = [_text(one) for one in re.findall(_TEXT, match[2])]
        term = _Term(match[1], lambda value: any(_same(value, one) for one in values))
        return term, match.end()
    elif match := _EQUALS.match(text, position):
        literal = match[2].lower()
        wanted: Any = _WORDS[literal] if literal in _WORDS else _text(match[2])
        return _Term(match[1], lambda value: _same(value, wanted)), match.end()
    raise _unsupported(text)


def _same(value: Any, wanted: Any) -> bool:
    if isinstance(value, str) and isinstance(wanted, str):
        return value.lower() == wanted.lower()
    return value is wanted


def _starts(value: Any, start: str) -> bool:
    return isinstance(value, str) and value.lower().startswith(start.lower())


def _text(literal: str) -> str:
    return literal[1:-1].replace("''", "'")


def _unsupported(text: str) -> AzureError:
    return AzureError(
        400,
        "Request_UnsupportedQuery",
        f"Unsupported or invalid query filter clause specified: '{text[:200]}'. Served are 'eq',"
        " 'in', 'startswith' and 'any' with 'eq', joined by 'and' or by 'or'.",
    )
