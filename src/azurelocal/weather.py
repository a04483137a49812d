"""How this Azure behaves on a bad day, or a real one: durations, throttling, planned faults.

Everything is at once and nothing fails unless it is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from azurelocal.errors import AzureError


@dataclass
class Weather:
    """What comes on top of what was asked for."""

    durations: dict[str, float] = field(default_factory=dict[str, float])
    scale: float = 0.0

    def delay(self, type: str, verb: str) -> float:
        """How many seconds an operation on a type takes."""
        if not self.scale:
            return 0.0
        return self.durations.get(f"{type}/{verb}", 0.0) * self.scale

    def operation_error(self, kind: str, target: str) -> AzureError | None:
        """What an operation that goes on is planned to fail with."""
        return None
