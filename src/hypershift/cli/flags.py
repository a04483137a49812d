"""How a command declares its flags: a field of a dataclass is a flag.

    class DeleteFlags(Flags):
        '''What is deleted'''

        name: str = text("The name of the cluster.", required=True)
        force: bool = switch("Delete even when Azure resources are left behind.")

The class says under which heading help shows its flags, so that a command's flags are put together
from classes that several commands share. `--node-selector` is the field `node_selector`.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

from hypershift.cli import kinds

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, kw_only=True)
class Flag:
    """One flag: its spelling, what it takes, and what it means."""

    help: str
    kind: kinds.Kind
    default: Any
    name: str = ""
    short: str | None = None
    aliases: tuple[str, ...] = ()
    required: bool = False
    hidden: bool = False
    heading: str = ""

    @property
    def spelling(self) -> str:
        """The flag as users type it."""
        return f"--{self.name}"


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Flags:
    """What was typed. `given` names the fields that the user set, whatever their value.

    Each subclass becomes a dataclass, but without the methods that are written and compiled for
    every dataclass anew: that took as long as a command's own work. Two for all stand here instead.
    """

    given: frozenset[str] = frozenset()

    def __init_subclass__(cls) -> None:
        """Let the class collect its fields."""
        dataclass(init=False, repr=False, eq=False)(cls)

    def __init__(self, *, given: frozenset[str] = frozenset(), **values: Any) -> None:
        """Take what was typed, and the defaults of all else."""
        defaults = {name: flag.default for name, flag in flags_of(type(self)).items()}
        if unknown := values.keys() - defaults.keys():
            raise TypeError(f"{type(self).__name__} has no flags {', '.join(sorted(unknown))}")
        vars(self).update(defaults | values, given=given)

    def __setattr__(self, name: str, value: object) -> None:
        """What was typed cannot change."""
        raise dataclasses.FrozenInstanceError(f"cannot assign to {name!r}")


F = TypeVar("F", bound=Flags)


@cache
def flags_of(cls: type[Flags]) -> dict[str, Flag]:
    """The flags of a class by field name, in the order in which help shows them."""
    found: dict[str, Flag] = {}
    for owner in cls.__mro__:
        heading = (owner.__doc__ or "").partition("\n")[0].rstrip(".")
        for name, value in vars(owner).get("__dataclass_fields__", {}).items():
            flag = value.metadata.get("flag")
            if flag is not None and name in vars(owner).get("__annotations__", {}):
                found[name] = dataclasses.replace(
                    flag, name=flag.name or name.replace("_", "-"), heading=heading
                )
    return found


def text(help: str, default: str = "", kind: kinds.Kind | None = None, **options: Any) -> str:
    """Take a text."""
    return _flag(help, kind or kinds.Text("string"), default, options)


def optional_text(help: str, **options: Any) -> str | None:
    """Take a text that may be empty on purpose: None says that the flag was not given."""
    return _flag(help, kinds.Text("string"), None, options)


def path(help: str, **options: Any) -> str:
    """Take the path of a file."""
    return _flag(help, kinds.Path("string"), "", options)


def choice(
    help: str, values: Sequence[str], default: str = "", type: str = "string", **options: Any
) -> str:
    """Take one of a few words, in any case, which is checked when the flag is read."""
    exact = options.pop("exact", False)
    return _flag(help, kinds.Choice(type, values, exact=exact), default, options)


def switch(help: str, default: bool = False, **options: Any) -> bool:
    """Take true or false; the flag alone says true."""
    return _flag(help, kinds.Switch("bool"), default, options)


def integer(help: str, default: int = 0, **options: Any) -> int:
    """Take a whole number."""
    return _flag(help, kinds.Integer("int32"), default, options)


def duration(help: str, default: timedelta | None = None, **options: Any) -> timedelta:
    """Take a length of time, such as 10m."""
    return _flag(help, kinds.Duration("duration"), default or timedelta(), options)


def texts(help: str, default: tuple[str, ...] = (), **options: Any) -> tuple[str, ...]:
    """Take a text each time the flag is given."""
    return _flag(help, kinds.Texts("stringArray"), default, options)


def words(help: str, default: tuple[str, ...] = (), **options: Any) -> tuple[str, ...]:
    """Take texts that are separated by commas."""
    return _flag(help, kinds.Words("strings"), default, options)


def pairs(help: str, **options: Any) -> dict[str, str]:
    """Take keys and values, as in a=1,b=2."""
    metadata = {"flag": Flag(help=help, kind=kinds.Pairs("stringToString"), default={}, **options)}
    return field(default_factory=dict[str, str], metadata=metadata)


def _flag(help: str, kind: kinds.Kind, default: Any, options: dict[str, Any]) -> Any:
    flag = Flag(help=help, kind=kind, default=default, **options)
    return field(default=default, metadata={"flag": flag})
