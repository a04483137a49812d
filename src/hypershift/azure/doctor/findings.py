"""What a check finds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Status(StrEnum):
    """How it is, the best first."""

    OK = "ok"
    NOT_CHECKED = "notChecked"
    WARNING = "warning"
    WRONG = "wrong"


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at."""

    status: Status
    message: str
    cure: str = ""
    """The command that mends it, or what to do where no command can."""


def wrong(message: str, cure: str) -> Finding:
    """Something that keeps the cluster from working."""
    return Finding(Status.WRONG, message, cure)


def warning(message: str, cure: str = "") -> Finding:
    """Something that works, but should not be so, or will not be so for long."""
    return Finding(Status.WARNING, message, cure)


def fine(message: str) -> Finding:
    """Something that is right, and worth a line where everything is shown."""
    return Finding(Status.OK, message)


def unchecked(reason: str) -> Finding:
    """Something that could not be looked at."""
    return Finding(Status.NOT_CHECKED, reason)
