"""The words that the services look for, read from their sources: a new one is found by itself."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from functools import cache
from pathlib import Path

_WORD = re.compile(r"[$@A-Za-z][\w.$@-]{1,60}")


@cache
def words_of(package: str) -> tuple[str, ...]:
    """Every text in a package that could be the name of something, in the order of the alphabet."""
    found: set[str] = set()
    for path in _sources(package):
        for node in ast.walk(ast.parse(path.read_text())):
            value = node.value if isinstance(node, ast.Constant) else None
            if isinstance(value, str) and len(value) < 400:
                parts = re.split(r"[/{}?&=\s,;:'\"()]+", value)
                found.update(part for part in parts if _WORD.fullmatch(part))
    return tuple(sorted(found))


def _sources(package: str) -> list[Path]:
    module = importlib.import_module(package)
    assert module.__file__ is not None
    if not hasattr(module, "__path__"):
        return [Path(module.__file__)]
    below = [one.name for one in pkgutil.iter_modules(module.__path__, package + ".")]
    return [Path(module.__file__), *(path for one in below for path in _sources(one))]
