"""Whoever runs the commands: are the credentials good?"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from hypershift.azure.doctor import reading
from hypershift.azure.doctor.case import shared
from hypershift.azure.doctor.checks import check
from hypershift.azure.doctor.cures import az
from hypershift.azure.doctor.findings import unchecked, warning, wrong
from hypershift.azure.problems import code_of, explain

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from hypershift.azure.doctor.case import Case
    from hypershift.azure.doctor.findings import Finding
    from hypershift.azure.doctor.given import FileOf

_SOON = timedelta(days=30)
_OTHERS = 0o077  # the bits of a file's mode that are for others than its owner


def open_to_others(file: FileOf[Any]) -> str:
    """The command that keeps others from reading a file; empty if they cannot."""
    return f"chmod 600 {file.path}" if file.mode & _OTHERS else ""


@check("credentials.file", "The credentials file has the fields that it must have", local=True)
async def form(case: Case) -> AsyncIterator[Finding]:
    """Look at the file."""
    if case.given.credentials.fault:
        yield wrong(case.given.credentials.fault, f"correct {case.given.credentials.path}")


@check("credentials.mode", "Nobody else can read the credentials file", local=True)
async def mode(case: Case) -> AsyncIterator[Finding]:
    """Look at who may read a file with a secret."""
    file = case.given.credentials
    secret = file.content is not None and file.content.client_secret
    if secret and (cure := open_to_others(file)):
        yield warning(f"{file.path} can be read by others (mode {file.mode:04o})", cure)


@check("credentials.accepted", "Entra ID accepts the credentials", after=("credentials.file",))
async def accepted(case: Case) -> AsyncIterator[Finding]:
    """Ask for a token."""
    from azure.core.exceptions import ClientAuthenticationError

    try:
        await reading.claims(case, case.azure.cloud.scope)
    except ClientAuthenticationError as error:
        client = case.given.client_id
        yield wrong(refusal(str(error.message)), login_cure(str(error.message), client))


def refusal(message: str) -> str:
    """Entra's reason, with the code that people look up."""
    said = re.search(r"AADSTS\d+:[^\r\n]*", message)
    text = said[0] if said else message.strip().partition("\n")[0]
    return re.sub(r"\s+(Trace ID|Correlation ID|Timestamp):.*", "", text).rstrip(". ")


def login_cure(message: str, client: str) -> str:
    """What to do about a login that is refused, by Entra's code."""
    code = re.search(r"AADSTS(\d+)", message)
    cures = {
        "7000215": az("ad app credential reset --append --id", client),
        "7000222": az("ad app credential reset --append --id", client),
        "7000229": az("ad sp create --id", client),
        "7000112": az("ad sp update --set accountEnabled=true --id", client),
        "700016": "correct clientId or tenantId: the tenant does not know this client",
        "90002": "correct tenantId: there is no such tenant",
        "900023": "correct tenantId: it is no tenant's name",
    }
    return cures.get(code[1] if code else "", "correct the credentials, or log in with 'az login'")


@check(
    "credentials.subscription", "The caller sees the subscription", after=("credentials.accepted",)
)
async def subscription(case: Case) -> AsyncIterator[Finding]:
    """Ask for what every member of a subscription may read."""
    from azure.core.exceptions import HttpResponseError

    try:
        await providers(case)
    except HttpResponseError as error:
        if error.status_code not in (400, 401, 403, 404):
            raise
        given = case.given
        cure = az("account list --output table")
        if code_of(error) == "AuthorizationFailed":
            scope = given.subscription_scope
            cure = az("role assignment create --role Contributor --assignee", given.client_id)
            cure += f" --scope {scope}"
        yield wrong(f"{given.subscription}: {explain(error)}", cure)


@shared
async def providers(case: Case) -> dict[str, str]:
    """The resource providers of the subscription, and whether they are registered."""
    api: Any = case.azure.resources.providers
    return {
        str(one.namespace).lower(): reading.text(one.registration_state)
        for one in await reading.collected(api.list())
    }


@check("credentials.expiry", "The secret of the caller is good for more than a month")
async def expiry(case: Case) -> AsyncIterator[Finding]:
    """Look up when the secret ends."""
    content = case.given.credentials.content
    if content is None or not content.client_secret:
        yield unchecked("the credentials have no secret")
        return
    cure = az("ad app credential reset --append --id", content.client_id)
    async for finding in secret_ends(case, content.client_id, content.client_secret, cure):
        yield finding


async def secret_ends(case: Case, client: str, secret: str, cure: str) -> AsyncIterator[Finding]:
    """Tell if a secret ends soon. The directory shows the first letters of each."""
    from azure.core.exceptions import HttpResponseError

    try:
        answer = await case.azure.graph.ask("GET", "/applications", filter=f"appId eq '{client}'")
    except HttpResponseError as error:
        if error.status_code != 403:
            raise
        yield unchecked("the caller may not read applications in the directory")
        return
    ends = [
        _moment(str(one["endDateTime"]))
        for application in answer["value"]
        for one in application.get("passwordCredentials", ())
        if one.get("hint") and secret.startswith(one["hint"])
    ]
    if not ends:
        yield unchecked("the directory does not tell")
    elif max(ends) - datetime.now(UTC) < _SOON:
        yield warning(f"the secret of {client} ends on {max(ends):%Y-%m-%d}", cure)


def _moment(text: str) -> datetime:
    """Read a moment; Graph writes more digits of a second than are read."""
    whole = re.sub(r"\.\d+", "", text).replace("Z", "+00:00")
    return datetime.fromisoformat(whole)


CHECKS = (form, mode, accepted, subscription, expiry)
GATES = (form.id, accepted.id, subscription.id)
"""What must be right before Azure is asked anything else."""
