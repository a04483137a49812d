"""What a command may end with.

    CommandError        what was asked for failed: exit code 1
      UsageError        what was typed is wrong, and the message says what to type: exit code 2

Everything else that is raised is a fault of ours and keeps its traceback.
"""

from __future__ import annotations


class CommandError(Exception):
    """A failure that the user understands: one sentence with its cause and the next step."""

    exit_code = 1


class UsageError(CommandError):
    """What was typed cannot be done: names the flag and the way out. Nothing has been changed."""

    exit_code = 2


NOT_AVAILABLE = "This version takes and checks the flags, but cannot do the work yet."
"""For the help of a command that ends with NotAvailableError."""


class NotAvailableError(CommandError):
    """The command is known and its flags are right, but this version cannot do the work."""

    def __init__(self, command: str, instead: str = "") -> None:
        """Say what works today instead of `command`, if anything does."""
        sentence = f"'{command}' is not available in this version yet; nothing was changed"
        super().__init__(f"{sentence}: {instead}" if instead else sentence)
