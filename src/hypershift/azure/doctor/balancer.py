"""The load balancer by which the nodes reach the internet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypershift.azure.doctor import reading
from hypershift.azure.doctor.case import Case, shared
from hypershift.azure.doctor.checks import check
from hypershift.azure.doctor.cures import create_infra
from hypershift.azure.doctor.findings import wrong
from hypershift.azure.doctor.network import INFRA, described
from hypershift.azure.doctor.ports import HEALTH

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from hypershift.azure.doctor.findings import Finding

_PATH = "/healthz"


@shared
async def _balancer(case: Case) -> Any | None:
    infra = described(case)
    api: Any = case.azure.network.load_balancers
    return await reading.or_none(api.get(infra.resourceGroupName, infra.infraID))


@check("balancer.there", "The load balancer is there", INFRA, after=("infra.file", "infra.groups"))
async def there(case: Case) -> AsyncIterator[Finding]:
    """Look for it, and for its way out."""
    infra, found = described(case), await _balancer(case)
    if found is None:
        yield wrong(f"there is no load balancer {infra.infraID}", create_infra(case.given))
    elif reading.text(found.sku.name) != "Standard":
        yield wrong(
            f"the load balancer {infra.infraID} is not of the SKU Standard",
            create_infra(case.given),
        )


_AFTER = ("balancer.there",)


@check("balancer.address", "The load balancer has a public address", INFRA, after=_AFTER)
async def address(case: Case) -> AsyncIterator[Finding]:
    """Look at its frontends."""
    found = await _balancer(case)
    fronts: list[Any] = (found.frontend_ip_configurations if found else None) or []
    if not any(one.public_ip_address for one in fronts):
        yield wrong(
            f"the load balancer {described(case).infraID} has no frontend with a public address",
            create_infra(case.given),
        )


@check("balancer.probe", "The load balancer probes the health of the nodes", INFRA, after=_AFTER)
async def probe(case: Case) -> AsyncIterator[Finding]:
    """Look at the probe that commands make."""
    name, found = described(case).infraID, await _balancer(case)
    probes: list[Any] = (found.probes if found else None) or []
    mine = next((one for one in probes if one.name == name), None)
    wanted = ("http", HEALTH, _PATH)
    if mine is None:
        yield wrong(f"the load balancer has no probe {name}", create_infra(case.given))
    elif (actual := (reading.text(mine.protocol).lower(), mine.port, mine.request_path)) != wanted:
        yield wrong(
            f"the load balancer's probe {name} asks {_shown(actual)}, and the nodes answer"
            f" {_shown(wanted)}",
            create_infra(case.given),
        )


def _shown(probe: tuple[str, int, str]) -> str:
    protocol, port, path = probe
    return f"{protocol} {port} {path or ''}".rstrip()


@check("balancer.outbound", "The load balancer lets the nodes out", INFRA, after=_AFTER)
async def outbound(case: Case) -> AsyncIterator[Finding]:
    """Nodes without an outbound rule reach nothing outside."""
    name, found = described(case).infraID, await _balancer(case)
    rules: list[Any] = (found.outbound_rules if found else None) or []
    if not any(_lets_out(one) for one in rules):
        yield wrong(f"the load balancer {name} has no outbound rule", create_infra(case.given))


def _lets_out(rule: Any) -> bool:
    return reading.text(rule.protocol) in ("All", "Tcp") and bool(rule.backend_address_pool)


CHECKS = (there, address, probe, outbound)
