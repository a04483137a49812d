"""Requests and responses as every service here sees them, whatever server carries them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, unquote

import msgspec

from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from collections.abc import Iterator

JSON = "application/json; charset=utf-8"
_MANY_DIGITS = re.compile(rb"[0-9]{19}")


@dataclass(frozen=True)
class Request:
    """One request. `path` is as the client encoded it; header and query names are lower case."""

    method: str
    host: str
    path: str
    query: dict[str, str] = field(default_factory=dict[str, str])
    headers: dict[str, str] = field(default_factory=dict[str, str])
    body: bytes = b""
    raw_query: str = ""
    client: str = ""
    """The address that the request comes from, where it is known."""

    @property
    def segments(self) -> list[str]:
        """The decoded parts of the path. Empty ones, of a double or a last slash, are left out."""
        return [unquote(part) for part in self.path.split("/") if part]

    def json(self) -> Any:
        """Read the body, which must be one JSON value."""
        if not self.body.strip():
            raise AzureError(400, "InvalidRequestContent", "The request content is missing.")
        try:
            value = msgspec.json.decode(self.body)
            if _MANY_DIGITS.search(self.body):
                # What is no 64-bit number is not kept by every store that it may get into.
                msgspec.msgpack.encode(value)
            return value
        except (OverflowError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise AzureError(
                400,
                "InvalidRequestContent",
                f"The request content was invalid and could not be deserialized: '{error}'.",
            ) from error

    def json_object(self) -> dict[str, Any]:
        """Read the body, which must be one JSON object."""
        value = self.json()
        if not isinstance(value, dict):
            raise AzureError(
                400, "InvalidRequestContent", "The request content must be a JSON object."
            )
        return value  # pyright: ignore[reportUnknownVariableType]


def read_query(raw: str) -> dict[str, str]:
    """Read a query string. Azure takes the names of its parameters in any case."""
    try:
        pairs = parse_qsl(raw, keep_blank_values=True)
    except ValueError:
        return {}
    return {name.lower(): value for name, value in pairs}


@dataclass(frozen=True)
class Stream:
    """A body that is too large to be held: it is read piece by piece while it is sent."""

    size: int
    pieces: Iterator[bytes]


@dataclass
class Response:
    """One response. A body that is neither bytes nor a stream is sent as JSON."""

    status: int = 200
    body: Any = b""
    headers: dict[str, str] = field(default_factory=dict[str, str])

    def content(self) -> bytes:
        """The body as it is sent; says what it is in the headers."""
        if isinstance(self.body, bytes):
            return self.body
        if isinstance(self.body, Stream):
            return b"".join(self.body.pieces)
        self.headers.setdefault("content-type", JSON)
        return msgspec.json.encode(self.body)
