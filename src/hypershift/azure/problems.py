"""What Azure refuses, in a sentence that says what to do about it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable

T = TypeVar("T")


class Problem(Exception):
    """Something in Azure is not as it must be: one sentence with the cause and the next step."""


_CURES = {
    "AuthorizationFailed": "give whoever runs this command the role that allows it; new roles may"
    " take some minutes to count",
    "LinkedAuthorizationFailed": "give whoever runs this command a role on the resource that is"
    " referred to",
    "SubscriptionNotFound": "correct subscriptionId in the credentials",
    "InvalidAuthenticationTokenTenant": "correct tenantId in the credentials",
    "QuotaExceeded": "ask Azure for more, or use another region",
    "PublicIPCountLimitReached": "delete public addresses, or ask Azure for more",
    "LocationNotAvailableForResourceType": "use another region",
    "MissingSubscriptionRegistration": "register the resource provider with"
    " 'az provider register --namespace'",
    "TooManyRequests": "wait some minutes, then run the same command again",
    "StorageAccountAlreadyTaken": "choose another name: those of storage accounts are unique in"
    " all of Azure",
    "StorageAccountInAnotherResourceGroup": "name the resource group that it is in, or choose"
    " another name",
    "Authorization_RequestDenied": "give whoever runs this command Application.ReadWrite.OwnedBy in"
    " Microsoft Graph",
    "AnotherOperationInProgress": "wait until the other operation has ended, then run the same"
    " command again",
    "ScopeLocked": "remove the lock, or leave the resource alone",
}

_CORRECT = "correct the credentials"
_TOKEN_CURES = {
    "AADSTS7000215": "correct clientSecret in the credentials",
    "AADSTS7000222": "make a new clientSecret and write it into the credentials",
    "AADSTS700016": "correct clientId in the credentials",
    "AADSTS90002": "correct tenantId in the credentials",
    "AADSTS900023": "correct tenantId in the credentials",
}
"""By what Entra ID calls its refusals."""


def azure_errors() -> tuple[type[Exception], ...]:
    """What Microsoft's libraries raise when Azure refuses or cannot be reached."""
    from azure.core.exceptions import AzureError

    return (AzureError,)


def explain(error: Exception) -> str:
    """Tell in one sentence what went wrong and what to do next."""
    from azure.core.exceptions import ClientAuthenticationError, HttpResponseError

    if isinstance(error, ClientAuthenticationError):
        said = str(error.message)
        if refusal := re.search(r"(AADSTS\d+): .*", said):
            cure = _TOKEN_CURES.get(refusal[1], _CORRECT)
            return _sentence(f"Azure gives no token, {_first_line(refusal[0])}", cure)
        if error.response is None:
            return _sentence(f"Azure gives no token: {_first_line(said)}", _CORRECT)
    if isinstance(error, HttpResponseError) and error.response is not None:
        code = code_of(error)
        said = _first_line(str(error.error.message if error.error else error.message))
        return _sentence(f"{code}: {said}" if code else said, _CURES.get(code, ""))
    if isinstance(error, Problem):
        return str(error)
    return _sentence(
        f"Azure cannot be reached: {_first_line(str(error))}", "run the same command again"
    )


def code_of(error: Any) -> str:
    """The code by which Azure names a refusal; empty if it names none."""
    details = getattr(error, "error", None)
    code = getattr(details, "code", None) or getattr(error, "error_code", None) or ""
    return str(getattr(code, "value", code))


async def found(answer: Awaitable[T]) -> T | None:
    """Await what reads or deletes something, and give None if it is not there."""
    from azure.core.exceptions import ResourceNotFoundError

    try:
        return await answer
    except ResourceNotFoundError:
        return None


def _first_line(text: str) -> str:
    """Keep the sentence, and none of what libraries print below it."""
    line = text.strip().split("\n", 1)[0]
    return re.sub(r"\s+(Trace ID|Correlation ID|Timestamp):.*", "", line).rstrip(". ")


def _sentence(what: str, cure: str) -> str:
    return f"{what}; {cure}" if cure else what
