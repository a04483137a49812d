"""A machine cannot do what was asked: one sentence with its cause and the next step."""

from __future__ import annotations

from azurelocal.errors import AzureLocalError


class MachineError(AzureLocalError):
    """What was asked of a machine failed; `log` is what the machine said last, where it spoke."""

    def __init__(self, message: str, log: str = "") -> None:
        super().__init__(message)
        self.log = log
