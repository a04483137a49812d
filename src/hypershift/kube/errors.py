"""What can go wrong between us and an API server, by what the caller can do about it.

    KubeError
    ├── ConfigError           a kubeconfig, or what it names, cannot be used
    ├── UnreachableError      nothing answers, it broke off, or it does not prove who it is
    ├── LeadershipLostError   another process leads, or may by now
    └── StatusError           the server has answered, with a Status
        ├── UnauthorizedError     401: it does not know who we are
        ├── ForbiddenError        403: it knows, and does not let us
        ├── NotFoundError         404
        ├── ConflictError         409: somebody else has changed, or owns, what we write
        ├── AlreadyExistsError    409 at creation
        ├── GoneError             410: the version from which we wanted to go on is forgotten
        ├── InvalidError          400 and 422: the same request will never be taken
        ├── ThrottledError        429, for longer than we wait
        └── ServerFaultError      5xx

No message has a credential in it: they are made of the server's words and of addresses.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import msgspec


class KubeError(Exception):
    """The API server did not do what it was asked for."""


class ConfigError(KubeError):
    """A kubeconfig, or what it names, cannot be used."""


class UnreachableError(KubeError):
    """Nothing answers, the connection broke off, or the server does not prove who it is."""


class LeadershipLostError(KubeError):
    """Another process leads, or may by now."""


class Status(msgspec.Struct):
    """The API server's own words about a failure."""

    code: int = 0
    reason: str = ""
    message: str = ""
    details: dict[str, Any] | None = None


class StatusError(KubeError):
    """The server has answered, with a failure."""

    def __init__(self, status: Status, what: str) -> None:
        """Say what was being done; the rest is in the server's words."""
        super().__init__(f"{what}: {status.message or status.reason or status.code}")
        self.status = status


class UnauthorizedError(StatusError):
    """The server does not know who we are."""


class ForbiddenError(StatusError):
    """The server does not let us."""


class NotFoundError(StatusError):
    """There is no such object, or no such kind."""


class ConflictError(StatusError):
    """Somebody else has changed, or owns, what we write."""


class AlreadyExistsError(StatusError):
    """An object of that name is there already."""


class GoneError(StatusError):
    """The version from which we wanted to go on is forgotten."""


class InvalidError(StatusError):
    """The same request will never be taken."""


class ThrottledError(StatusError):
    """The server has too much to do, for longer than we wait."""


class ServerFaultError(StatusError):
    """The server has a fault of its own, or is not up yet."""


_BY_CODE: dict[int, type[StatusError]] = {
    HTTPStatus.BAD_REQUEST: InvalidError,
    HTTPStatus.UNAUTHORIZED: UnauthorizedError,
    HTTPStatus.FORBIDDEN: ForbiddenError,
    HTTPStatus.NOT_FOUND: NotFoundError,
    HTTPStatus.CONFLICT: ConflictError,
    HTTPStatus.GONE: GoneError,
    HTTPStatus.UNPROCESSABLE_ENTITY: InvalidError,
    HTTPStatus.TOO_MANY_REQUESTS: ThrottledError,
}


def from_status(status: Status, what: str) -> StatusError:
    """Choose the error for a Status."""
    if status.reason == "AlreadyExists":
        return AlreadyExistsError(status, what)
    if status.reason == "Expired":
        return GoneError(status, what)
    if status.code >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return ServerFaultError(status, what)
    return _BY_CODE.get(status.code, StatusError)(status, what)


def from_answer(code: int, body: bytes, what: str) -> StatusError:
    """Choose the error for an answer whose body is a Status, or what a proxy has made of it."""
    try:
        status = msgspec.json.decode(body, type=Status)
    except msgspec.DecodeError:
        status = Status(message=f"it answers with {code}")
    status.code = code
    return from_status(status, what)
