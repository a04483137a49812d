"""Errors that end a command. Whoever reads one knows what went wrong and what to do next.

SandboxError          the work failed: exit 1
└── UsageError        the command was typed wrong: exit 2
"""


class SandboxError(Exception):
    """One sentence with cause and next step; `detail` is what another program said about it."""

    exit_code = 1

    def __init__(self, message: str, detail: str = "") -> None:
        super().__init__(message)
        self.detail = detail


class UsageError(SandboxError):
    """The command was typed wrong."""

    exit_code = 2
