"""The public DNS zones: are they there, and does the internet know of them?"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from hypershift.azure.doctor import reading
from hypershift.azure.doctor.case import Case, shared
from hypershift.azure.doctor.checks import check
from hypershift.azure.doctor.cures import create_dns_zone
from hypershift.azure.doctor.findings import fine, unchecked, wrong

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from hypershift.azure.doctor.findings import Finding
    from hypershift.azure.doctor.reading import Zone

_FILE = ("infra.file",)
_DOMAIN = "--base-domain|--external-dns-domain|--infra-json"
_PATIENCE = 5.0  # seconds that the internet's answer may take


@check("dns.zone", "Each domain has a public DNS zone in the subscription", _DOMAIN, after=_FILE)
async def zone(case: Case) -> AsyncIterator[Finding]:
    """Look for zones of these names."""
    for domain in case.given.domains:
        found = await reading.zone_named(case, domain)
        if found:
            yield fine(f"{domain} is in the resource group {found[0].group}")
        else:
            yield wrong(
                f"the subscription has no public DNS zone {domain}",
                create_dns_zone(case.given, domain, await _parent(case, domain)),
            )


async def _parent(case: Case, domain: str) -> Zone | None:
    """The zone of the subscription in which a zone must be delegated, if it is there."""
    above = [one for one in await reading.zones(case) if domain.endswith(f".{one.name}")]
    return max(above, key=lambda one: len(one.name), default=None)


@shared
async def _delegation(case: Case, parent: Zone, record: str) -> frozenset[str]:
    """The name servers that a zone's parent names."""
    api: Any = case.azure.dns.record_sets
    found = await reading.or_none(api.get(parent.group, parent.name, record, "NS"))
    records: list[Any] = (found.ns_records if found else None) or []
    return frozenset(reading.normal(str(one.nsdname)) for one in records)


@check(
    "dns.delegation", "The parent zones delegate to the zones' name servers", _DOMAIN, after=_FILE
)
async def delegation(case: Case) -> AsyncIterator[Finding]:
    """Compare the name servers, where the parent is in the subscription, too."""
    for domain in case.given.domains:
        found, parent = await reading.zone_named(case, domain), await _parent(case, domain)
        if not found:
            continue
        if parent is None:
            yield unchecked(f"{domain}: the subscription does not have its parent zone")
            continue
        record = domain.removesuffix(f".{parent.name}")
        named = await _delegation(case, parent, record)
        cure = create_dns_zone(case.given, domain, parent)
        if not named:
            yield wrong(f"the zone {parent.name} does not delegate {domain}", cure)
        elif not any(named == one.servers for one in found):
            yield wrong(
                f"the zone {parent.name} delegates {domain} to {_listed(named)}, and its name"
                f" servers are {_listed(found[0].servers)}",
                cure,
            )


def _listed(names: frozenset[str]) -> str:
    return ", ".join(sorted(names))


@check(
    "dns.answers",
    "The internet finds the zones' name servers",
    _DOMAIN,
    after=("dns.delegation",),
)
async def answers(case: Case) -> AsyncIterator[Finding]:
    """Ask the resolver of this machine."""
    for domain in case.given.domains:
        found = await reading.zone_named(case, domain)
        if found:
            yield await _asked(case, domain, found)


async def _asked(case: Case, domain: str, found: list[Zone]) -> Finding:
    try:
        servers = await asyncio.to_thread(name_servers, domain)
    except OSError as error:
        return unchecked(f"{domain}: no resolver answers here ({error})")
    if any(servers == one.servers for one in found):
        return fine(f"{domain} is found at {_listed(servers)}")
    cure = create_dns_zone(case.given, domain, await _parent(case, domain))
    if not servers:
        return wrong(f"nobody on the internet finds {domain}: it is not delegated", cure)
    return wrong(
        f"the internet finds {domain} at {_listed(servers)}, and its name servers are"
        f" {_listed(found[0].servers)}",
        cure,
    )


def name_servers(domain: str) -> frozenset[str]:
    """Ask for the name servers of a domain; none if there is no such domain. OSError: no answer."""
    import dns.exception
    import dns.resolver

    try:
        answer: Any = dns.resolver.Resolver().resolve(domain, "NS", lifetime=_PATIENCE)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return frozenset()
    except dns.exception.DNSException as error:
        raise OSError(type(error).__name__) from error
    return frozenset(reading.normal(str(one.target)) for one in answer)


CHECKS = (zone, delegation, answers)
