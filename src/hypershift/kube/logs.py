"""Logs: lines of JSON in a pod, sentences on a terminal.

What is being reconciled is bound once, and then in every line that is written meanwhile. Values
that are bound or given as `extra` are names and numbers, never objects: those may hold secrets.
"""

from __future__ import annotations

import json
import logging
import sys
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator

_bound: ContextVar[dict[str, str]] = ContextVar("bound")


@contextmanager
def bound(**values: str) -> Generator[None]:
    """Put values into every line that is logged within the block."""
    token = _bound.set({**_bound.get({}), **values})
    try:
        yield
    finally:
        _bound.reset(token)


class JsonLines(logging.Formatter):
    """One JSON object for each line."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        line = {
            "ts": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "msg": record.getMessage(),
            **_bound.get({}),
        }
        if record.exc_info:
            line["error"] = str(record.exc_info[1])
            line["stacktrace"] = self.formatException(record.exc_info)
        return json.dumps(line)


class Sentences(logging.Formatter):
    """Lines for people."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        time = datetime.fromtimestamp(record.created).astimezone().strftime("%H:%M:%S")
        values = "".join(f" {name}={value}" for name, value in _bound.get({}).items())
        line = f"{time} {record.levelname:<7} {record.getMessage()}{values}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def configure(level: str = "INFO", *, people: bool | None = None) -> None:
    """Write logs to standard error, for people if that is a terminal."""
    handler = logging.StreamHandler(sys.stderr)
    people = sys.stderr.isatty() if people is None else people
    handler.setFormatter(Sentences() if people else JsonLines())
    logging.basicConfig(level=level, handlers=[handler], force=True)
