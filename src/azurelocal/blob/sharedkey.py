"""Requests that are signed with a key of the account: the string that is signed, and its check.

Facts from: "Authorize with Shared Key" of the storage services' REST reference.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from azurelocal.blob.errors import authentication_failed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from azurelocal.blob.accounts import Account
    from azurelocal.http import Request

_OLDEST = 15 * 60  # seconds
_SIGNED = (
    "content-encoding",
    "content-language",
    "content-length",
    "content-md5",
    "content-type",
    "date",
    "if-modified-since",
    "if-match",
    "if-none-match",
    "if-unmodified-since",
    "range",
)
_SIGNED_LITE = ("content-md5", "content-type", "date")


def sign(key: str | bytes, text: str) -> str:
    """Sign a text with a key, in base64 unless it is bytes."""
    secret = base64.b64decode(key) if isinstance(key, str) else key
    digest = hmac.new(secret, text.encode(), hashlib.sha256).digest()
    return base64.b64encode(digest).decode()


def signed_with(account: Account, text: str, signature: str) -> str:
    """Tell the name of the account's key that a signature was made with; nothing if with none."""
    for key in account.keys:
        if hmac.compare_digest(sign(key.value, text).encode(), signature.encode()):
            return key.name
    return ""


def check(request: Request, account: Account, now: float) -> str:
    """Tell the name of the key that signed a request, or refuse it."""
    scheme, _, credential = request.headers["authorization"].partition(" ")
    name, _, signature = credential.strip().partition(":")
    if name != account.name or not _is_base64(signature):
        raise authentication_failed("The Authorization header is not in the correct format.")
    _check_date(request, now)
    texts = list(_strings_to_sign(request, account.name, lite=scheme.lower() == "sharedkeylite"))
    for text in texts:
        if key := signed_with(account, text, signature):
            return key
    raise authentication_failed(
        f"The MAC signature found in the HTTP request '{signature}' is not the same as any computed"
        f" signature. Server used following string to sign: '{texts[0]}'."
    )


def _strings_to_sign(request: Request, account: str, *, lite: bool) -> Iterator[str]:
    headers = request.headers
    names = _SIGNED_LITE if lite else _SIGNED
    values = {name: headers.get(name, "") for name in names}
    if values.get("content-length") == "0":
        values["content-length"] = ""
    if "x-ms-date" in headers and not lite:
        values["date"] = ""
    first = "\n".join([request.method, *values.values()])
    resource = f"/{account}{request.path}" + "".join(_signed_query(request, lite=lite))
    ours = [name for name in headers if name.startswith("x-ms-")]
    # Some clients sort as bytes, some as the service does: there a hyphen weighs nothing.
    orders: tuple[Callable[[str], object], ...] = (_weights, str)
    for order in orders:
        lines = [f"{name}:{headers[name].strip()}" for name in sorted(ours, key=order)]
        yield "\n".join([first, *lines, resource])


def _signed_query(request: Request, *, lite: bool) -> Iterator[str]:
    values: dict[str, list[str]] = {}
    for name, value in parse_qsl(request.raw_query, keep_blank_values=True):
        values.setdefault(name.lower(), []).append(value)
    if lite:
        if "comp" in values:
            yield f"?comp={values['comp'][0]}"
        return
    for name in sorted(values):
        yield f"\n{name}:{','.join(sorted(values[name]))}"


def _weights(name: str) -> str:
    return name.replace("-", "").replace("_", "!")


def _check_date(request: Request, now: float) -> None:
    given = request.headers.get("x-ms-date") or request.headers.get("date", "")
    try:
        time = parsedate_to_datetime(given).timestamp()
    except (ValueError, TypeError, OverflowError) as error:
        raise authentication_failed(
            "The request has no x-ms-date header that can be read."
        ) from error
    if abs(now - time) > _OLDEST:
        raise authentication_failed(f"Request date header too old: '{given}'")


def _is_base64(text: str) -> bool:
    try:
        return bool(base64.b64decode(text, validate=True))
    except (binascii.Error, ValueError):
        return False
