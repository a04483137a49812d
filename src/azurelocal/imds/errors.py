"""What the metadata service answers when it refuses."""

from __future__ import annotations

from typing import Any


class MetadataError(Exception):
    """A refusal: a status, a code and, of tokens, a description."""

    def __init__(
        self, status: int, error: str, description: str = "", more: dict[str, Any] | None = None
    ) -> None:
        """Give `more`, what else stands in the answer."""
        super().__init__(description or error)
        self.status = status
        self.body: dict[str, Any] = {"error": error}
        if description:
            self.body["error_description"] = description
        self.body |= more or {}
