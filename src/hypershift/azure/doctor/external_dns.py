"""The credentials of External DNS: do they work, and for their zone alone?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.azure.doctor import reading
from hypershift.azure.doctor.actions import Permission, is_within, missing
from hypershift.azure.doctor.case import Case, shared
from hypershift.azure.doctor.checks import check
from hypershift.azure.doctor.credentials import open_to_others, refusal, secret_ends
from hypershift.azure.doctor.cures import assign_role, az, create_external_dns_credentials
from hypershift.azure.doctor.findings import fine, warning, wrong
from hypershift.azure.doctor.holdings import holdings, permissions_at
from hypershift.azure.uuids import is_tenant

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from hypershift.azure.doctor.findings import Finding
    from hypershift.azure.external_dns import CredentialsFile

_FILE = "--external-dns-credentials"
_DOMAIN = "--external-dns-domain"
_RECORDS = Permission(
    (
        "Microsoft.Network/dnsZones/read",
        "Microsoft.Network/dnsZones/recordsets/read",
        "Microsoft.Network/dnsZones/A/write",
        "Microsoft.Network/dnsZones/A/delete",
        "Microsoft.Network/dnsZones/CNAME/write",
        "Microsoft.Network/dnsZones/TXT/write",
        "Microsoft.Network/dnsZones/TXT/delete",
    )
)


def _content(case: Case) -> CredentialsFile:
    file = case.given.external_dns
    if file is None or file.content is None:
        raise RuntimeError("the file is read before anything else is asked of it")
    return file.content


@check(
    "external-dns.file",
    "The credentials of External DNS have the fields that they must have",
    _FILE,
    local=True,
)
async def form(case: Case) -> AsyncIterator[Finding]:
    """Look at the file."""
    file = case.given.external_dns
    if file is None:
        return
    if file.content is None:
        yield wrong(file.fault, create_external_dns_credentials(case.given))
        return
    fields = file.content.__struct_fields__
    if empty := [one for one in fields if not getattr(file.content, one)]:
        yield wrong(
            f"{file.path}: {', '.join(empty)} must not be empty",
            create_external_dns_credentials(case.given),
        )
    elif not is_tenant(file.content.tenantId):
        yield wrong(
            f"{file.path}: tenantId must be a UUID or a domain",
            create_external_dns_credentials(case.given),
        )


@check(
    "external-dns.mode", "Nobody else can read the credentials of External DNS", _FILE, local=True
)
async def mode(case: Case) -> AsyncIterator[Finding]:
    """Look at who may read a file with a secret."""
    file = case.given.external_dns
    if file and (cure := open_to_others(file)):
        yield wrong(f"{file.path} can be read by others (mode {file.mode:04o})", cure)


@shared
async def _principal(case: Case) -> str:
    """Log in as External DNS does: the ID by which it is given roles."""
    from azure.identity.aio import ClientSecretCredential

    mine, azure = _content(case), case.azure
    credential = ClientSecretCredential(
        mine.tenantId,
        mine.aadClientId,
        mine.aadClientSecret,
        authority=azure.cloud.authority,
        transport=azure.transport(),
    )
    async with credential:
        token = await credential.get_token(azure.cloud.scope)
    return str(reading.payload(token.token).get("oid", ""))


@check(
    "external-dns.login",
    "Entra ID accepts the credentials of External DNS",
    _FILE,
    after=("external-dns.file",),
)
async def login(case: Case) -> AsyncIterator[Finding]:
    """Ask for a token."""
    from azure.core.exceptions import ClientAuthenticationError

    try:
        await _principal(case)
    except ClientAuthenticationError as error:
        yield wrong(refusal(str(error.message)), create_external_dns_credentials(case.given))


_AFTER = ("external-dns.login",)


@check(
    "external-dns.expiry",
    "The secret of External DNS is good for more than a month",
    _FILE,
    after=_AFTER,
)
async def expiry(case: Case) -> AsyncIterator[Finding]:
    """Look up when the secret ends."""
    mine = _content(case)
    cure = create_external_dns_credentials(case.given, renew=True)
    async for finding in secret_ends(case, mine.aadClientId, mine.aadClientSecret, cure):
        yield finding


@check(
    "external-dns.zone",
    "The credentials of External DNS name the resource group of its zone",
    _FILE,
    _DOMAIN,
    after=("external-dns.file", "dns.zone"),
)
async def zone(case: Case) -> AsyncIterator[Finding]:
    """Compare where the file says that the zone is with where it is."""
    mine, domain = _content(case), reading.normal(case.given.external_dns_domain)
    groups = {one.group.lower() for one in await reading.zone_named(case, domain)}
    if mine.subscriptionId.lower() != case.given.subscription.lower():
        yield wrong(
            f"the file is for the subscription {mine.subscriptionId}, and the zone {domain} is in"
            f" {case.given.subscription}",
            create_external_dns_credentials(case.given),
        )
    elif mine.resourceGroup.lower() not in groups:
        yield wrong(
            f"the file names the resource group {mine.resourceGroup}, and the zone {domain} is in"
            f" {', '.join(sorted(groups))}",
            create_external_dns_credentials(case.given, min(groups)),
        )


@check(
    "external-dns.role",
    "External DNS may change the records of its zone",
    _FILE,
    _DOMAIN,
    after=(*_AFTER, "external-dns.zone"),
)
async def role(case: Case) -> AsyncIterator[Finding]:
    """Look at its roles at the zone."""
    principal, domain = await _principal(case), reading.normal(case.given.external_dns_domain)
    for one in await reading.zone_named(case, domain):
        if one.group.lower() != _content(case).resourceGroup.lower():
            continue
        if missing([_RECORDS], await permissions_at(case, principal, one.id)):
            yield wrong(
                f"External DNS may not change the records of the zone {domain}",
                assign_role(principal, "DNS Zone Contributor", one.id),
            )
        else:
            yield fine(f"External DNS may change the records of {one.id}")


@check(
    "external-dns.too-wide",
    "External DNS has roles on its zone alone",
    _FILE,
    _DOMAIN,
    after=(*_AFTER, "external-dns.zone"),
)
async def too_wide(case: Case) -> AsyncIterator[Finding]:
    """Look for roles that are not on the zone. It may look at its resource group."""
    domain = reading.normal(case.given.external_dns_domain)
    places = [one.id for one in await reading.zone_named(case, domain)]
    for one in await holdings(case, await _principal(case)):
        on_zone = any(is_within(one.scope, place) for place in places)
        writes = any(
            not action.lower().endswith("read")
            for permission in one.role.permissions
            for action in permission.actions
        )
        if writes and not on_zone:
            yield warning(
                f"External DNS has the role {one.role.name} at {one.scope}, beyond its zone",
                az("role assignment delete --ids", one.assignment),
            )


CHECKS = (form, mode, login, expiry, zone, role, too_wide)
