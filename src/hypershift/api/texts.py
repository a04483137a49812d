"""The texts that stand under names in our own source, from which schemas and pages are made.

Runs when something is generated or tested, never in a command or a controller.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from types import ModuleType

from hypershift.api.schema import Struct


@cache
def field_texts(cls: type) -> dict[str, str]:
    """The text under each field of a type and of the types that it derives from."""
    bases = (base for base in reversed(cls.__mro__) if issubclass(base, Struct))
    return {name: text for base in bases for name, text in _texts(_body_of(base))}


@dataclass(frozen=True)
class Constant:
    """A constant of a module, with the comment that begins its section of the module."""

    section: str
    name: str
    value: str
    text: str


def constants(module: ModuleType) -> list[Constant]:
    """The constants of a module of well-known words, in its order."""
    source = inspect.getsource(module)
    lines = source.splitlines()
    sections = {
        number: line.removeprefix("# ")
        for number, line in enumerate(lines, start=1)
        if line.startswith("# ")
    }
    body = ast.parse(source).body
    lines_of = {name: statement.lineno for statement in body if (name := _assigned(statement))}
    texts = dict(_texts(body))
    return [
        Constant(
            section=next((sections[at] for at in range(line, 0, -1) if at in sections), ""),
            name=name,
            value=getattr(module, name),
            text=texts.get(name, ""),
        )
        for name, line in lines_of.items()
    ]


def member_texts(cls: type) -> dict[str, str]:
    """The text under each member of a class of constants, and of the classes below it."""
    bases = (base for base in reversed(cls.__mro__) if base is not object)
    return {name: text for base in bases for name, text in _texts(_body_of(base))}


def paragraphs(text: str | None) -> str:
    """Joins the lines of each paragraph: how wide the source is does not concern the reader."""
    parts = inspect.cleandoc(text or "").split("\n\n")
    return "\n\n".join(" ".join(part.split()) for part in parts)


def _body_of(cls: type) -> list[ast.stmt]:
    match ast.parse(textwrap.dedent(inspect.getsource(cls))).body:
        case [ast.ClassDef(body=statements)]:
            return statements
        case _:
            raise TypeError(f"{cls.__qualname__} is not written as a class statement")


def _texts(statements: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for assignment, statement in pairwise(statements):
        match statement:
            case ast.Expr(value=ast.Constant(value=str(text))) if name := _assigned(assignment):
                yield name, paragraphs(text)
            case _:
                pass


def _assigned(statement: ast.stmt) -> str | None:
    match statement:
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
            return name
        case _:
            return None
