"""How objects that the API server takes or refuses are written down.

    pool = Table(node_pool)
    pool.takes("spec.clusterName", "a", "a" * 253)
    pool.refuses("spec.clusterName", "Too long: may not be more than 253 bytes", "a" * 254)
    pool.keeps("spec.clusterName", "must stay as it is", old="a", new="b")
    pool.lets("spec.replicas", old=0, new=3)

Each line changes one field of an object that is valid otherwise. A path has dots, and numbers for
places in a list. `given` changes other fields for all objects of the line; where the refusal speaks
of another field than the changed one, `at` says of which.
"""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Object = dict[str, Any]
    Changes = Mapping[str, Any]
    Builder = Callable[[], Object]


class _Absent:
    """What stands for a field that is taken away."""

    def __repr__(self) -> str:
        return "absent"


ABSENT = _Absent()
NOTHING: Changes = {}


def changed(base: Object, changes: Changes) -> Object:
    """A copy of an object with some of its fields set, or taken away."""
    result = copy.deepcopy(base)
    for path, value in changes.items():
        _set(result, path.split("."), value)
    return result


def _set(place: Any, path: list[str], value: Any) -> None:
    step, *rest = path
    if isinstance(place, list):
        index = int(step)
        place.extend({} for _ in range(index + 1 - len(place)))
        if rest:
            _set(place[index], rest, value)
        else:
            place[index] = copy.deepcopy(value)
    elif rest:
        _set(place.setdefault(step, [] if rest[0].isdigit() else {}), rest, value)
    elif value is ABSENT:
        place.pop(step, None)
    else:
        place[step] = copy.deepcopy(value)


@dataclass(frozen=True)
class Case:
    """One object, and what the API server has to say to it."""

    builder: Builder
    path: str
    value: Any
    given: Changes
    old: Changes | None = None
    """What the stored object has that this one replaces. None: there is no such object yet."""
    refusal: str = ""
    """A part of the sentence with which it is refused. Empty: it is accepted."""
    at: str = ""
    """The field that the sentence is about."""

    @property
    def object(self) -> Object:
        """The object that is sent."""
        return changed(self.builder(), {**self.given, self.path: self.value})

    @property
    def stored(self) -> Object:
        """The object that is there before."""
        return changed(self.builder(), {**self.given, **(self.old or {})})

    def __str__(self) -> str:
        kind = self.builder.__name__
        given = "".join(
            f" with {path.rpartition('.')[2]} {_short(value, 20)}"
            for path, value in self.given.items()
        )
        before = f"{_short(next(iter(self.old.values())))} to " if self.old else ""
        verdict = f"refused, {_short(self.refusal, 60)}" if self.refusal else "accepted"
        return f"{kind}: {self.path} {before}{_short(self.value)}{given}: {verdict}"


def _short(value: Any, width: int = 40) -> str:
    """The beginning and the end of a value: names in tests have room for no more."""
    text = value if isinstance(value, str) else json.dumps(value, default=repr)
    text = text.encode("ascii", "backslashreplace").decode()
    if len(text) <= width:
        return text
    return f"{text[: width // 2]}...{text[-width // 3 :]} ({len(text)})"


def place(path: str) -> str:
    """A path as the API server writes it, without numbers: spec.taints[].key."""
    return "".join("[]" if step.isdigit() else f".{step}" for step in path.split(".")).lstrip(".")


@dataclass
class Table:
    """Collects the cases of one or several kinds that have the same fields."""

    builders: tuple[Builder, ...]
    cases: list[Case] = field(default_factory=list)

    def __init__(self, *builders: Builder) -> None:
        """Make a table whose lines hold for the objects of each of these builders."""
        self.builders, self.cases = builders, []

    def takes(self, path: str, *values: Any, given: Changes = NOTHING) -> None:
        """New objects with such a value are accepted."""
        for builder in self.builders:
            self.cases += [Case(builder, path, value, given) for value in values]

    def refuses(
        self, path: str, refusal: str, *values: Any, at: str = "", given: Changes = NOTHING
    ) -> None:
        """New objects with such a value are refused with such a sentence."""
        for builder in self.builders:
            self.cases += [
                Case(builder, path, value, given, None, refusal, place(at or path))
                for value in values
            ]

    def lets(self, path: str, *, old: Any, new: Any, given: Changes = NOTHING) -> None:
        """A stored object may have the old value replaced by the new one."""
        for builder in self.builders:
            self.cases.append(Case(builder, path, new, given, {path: old}))

    def keeps(
        self,
        path: str,
        refusal: str,
        *,
        old: Any,
        new: Any,
        at: str = "",
        given: Changes = NOTHING,
    ) -> None:
        """A stored object may not have the old value replaced by the new one."""
        for builder in self.builders:
            self.cases.append(
                Case(builder, path, new, given, {path: old}, refusal, place(at or path))
            )
