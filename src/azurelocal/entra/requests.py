"""What a client sends to have a token: who it is, how it proves that, and what the token is for."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, unquote_plus

from azurelocal.entra import refusals
from azurelocal.entra.refusals import shown

if TYPE_CHECKING:
    from azurelocal.http import Request

ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
_DEFAULT = "/.default"
_OPENID = ("openid", "profile", "offline_access", "email")


@dataclass(frozen=True)
class TokenRequest:
    """A request that is well formed. Nothing of it has been checked."""

    client_id: str
    resource: str
    secret: str = field(repr=False)
    assertion: str = field(repr=False)


def read(request: Request, *, version: int) -> TokenRequest:
    """Read a request to the first or the second version of the token endpoint."""
    form = _form(request)
    grant = _required(form, "grant_type")
    if grant != "client_credentials":
        raise refusals.GRANT_UNSUPPORTED(
            f"The app requested an unsupported grant type '{shown(grant)}'."
        )
    basic_id, basic_secret = _basic(request)
    client_id = basic_id or _required(form, "client_id")
    wanted = _required(form, "resource" if version == 1 else "scope")
    return TokenRequest(
        client_id=client_id.strip(),
        resource=wanted if version == 1 else _resource(wanted),
        secret=basic_secret or form.get("client_secret", ""),
        assertion=_assertion(form),
    )


def _form(request: Request) -> dict[str, str]:
    try:
        pairs = parse_qsl(request.body.decode(), keep_blank_values=True)
    except (UnicodeDecodeError, ValueError) as error:
        raise refusals.PARAMETER_WRONG("Invalid input received from the user.") from error
    form: dict[str, str] = {}
    for name, value in pairs:
        if name in form:
            raise refusals.PARAMETER_TWICE(
                f"Request is malformed. The parameter '{shown(name)}' is duplicated."
            )
        form[name] = value
    return form


def _required(form: dict[str, str], name: str) -> str:
    value = form.get(name, "")
    if not value.strip():
        raise refusals.PARAMETER_MISSING(
            f"The request body must contain the following parameter: '{name}'."
        )
    return value


def _basic(request: Request) -> tuple[str, str]:
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return "", ""
    try:
        text = base64.b64decode(value.strip(), validate=True).decode()
    except (binascii.Error, ValueError) as error:
        raise refusals.PARAMETER_WRONG(
            "Invalid input received from the user: the header 'Authorization' cannot be read."
        ) from error
    id, _, secret = text.partition(":")
    return unquote_plus(id), unquote_plus(secret)


def _resource(scope: str) -> str:
    """The one resource that all of it is for; what OpenID Connect adds means nothing here."""
    wanted = [word for word in scope.split() if word.lower() not in _OPENID]
    if not wanted:
        raise refusals.SCOPE_MALFORMED(
            "The provided request must include a 'scope' input parameter. The provided value for"
            f" the input parameter 'scope' is not valid. The scope '{shown(scope)}' is not valid."
        )
    if len(wanted) > 1:
        raise refusals.SCOPE_OF_TWO(
            "Provided value for the input parameter scope is not valid because it contains more"
            f" than one resource. Scope '{shown(scope)}' is not valid."
        )
    if not wanted[0].endswith(_DEFAULT):
        raise refusals.SCOPE_NOT_DEFAULT(
            f"The provided value for scope {shown(wanted[0])} is not valid. Client credential flows"
            " must have a scope value with /.default suffixed to the resource identifier"
            " (application ID URI)."
        )
    resource = wanted[0].removesuffix(_DEFAULT)
    if not resource:
        raise refusals.SCOPE_MALFORMED(
            "The provided value for the input parameter 'scope' is not valid. The scope"
            f" '{shown(scope)}' is not valid."
        )
    return resource


def _assertion(form: dict[str, str]) -> str:
    kind = form.get("client_assertion_type", "")
    if not kind:
        return ""
    if kind != ASSERTION_TYPE:
        raise refusals.PARAMETER_WRONG(
            "Invalid input received from the user: 'client_assertion_type' must be"
            f" '{ASSERTION_TYPE}'."
        )
    assertion = form.get("client_assertion", "")
    if not assertion:
        raise refusals.ASSERTION_MISSING(
            "The request body must contain the following parameter: 'client_assertion' or"
            " 'client_secret'."
        )
    return assertion
