"""Can the nodes be reached, and reach what they need?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypershift.azure.doctor.checks import check
from hypershift.azure.doctor.cures import az, place_of
from hypershift.azure.doctor.findings import wrong
from hypershift.azure.doctor.network import INFRA, described, security_group, subnet
from hypershift.azure.doctor.reading import text
from hypershift.azure.doctor.rules import (
    INTERNET,
    NETWORK,
    PROBES,
    Flow,
    Rule,
    deciding,
    hides_allow,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    from hypershift.azure.doctor.case import Case
    from hypershift.azure.doctor.findings import Finding

API, MACHINES, INGRESS, HEALTH = 6443, 22623, 443, 30595
_AFTER = ("infra.subnet", "infra.security-group")


@check(f"ports.{API}", f"The API server's port {API} is open", INFRA, after=_AFTER)
async def api(case: Case) -> AsyncIterator[Finding]:
    """Nodes and what runs on them ask the API server."""
    async for finding in _closed(case, API):
        yield finding


@check(
    f"ports.{MACHINES}",
    f"The port {MACHINES} of machine configuration is open",
    INFRA,
    after=_AFTER,
)
async def machines(case: Case) -> AsyncIterator[Finding]:
    """New nodes fetch what they are to be."""
    async for finding in _closed(case, MACHINES):
        yield finding


@check(f"ports.{INGRESS}", f"The port {INGRESS} of applications is open", INFRA, after=_AFTER)
async def ingress(case: Case) -> AsyncIterator[Finding]:
    """Users come in here, and nodes fetch images and configuration."""
    async for finding in _closed(case, INGRESS, also_from_outside=True):
        yield finding


@check("ports.probes", "Azure's load balancers may probe the nodes", INFRA, after=_AFTER)
async def probes(case: Case) -> AsyncIterator[Finding]:
    """A node that cannot be probed gets nothing to do."""
    rules, flow = await _rules(case), Flow("Inbound", PROBES, HEALTH, await _nodes(case))
    if finding := _finding(case, rules, flow, deciding(rules, flow)):
        yield finding


async def _closed(
    case: Case, port: int, *, also_from_outside: bool = False
) -> AsyncIterator[Finding]:
    rules, nodes = await _rules(case), await _nodes(case)
    told: set[str] = set()
    for flow in (
        Flow("Inbound", NETWORK, port, nodes),
        Flow("Outbound", NETWORK, port, nodes),
        Flow("Outbound", INTERNET, port, nodes),
        Flow("Inbound", INTERNET, port, nodes),
    ):
        rule = deciding(rules, flow)
        finding = _finding(case, rules, flow, rule)
        if (flow.direction, flow.peer) == ("Inbound", INTERNET):
            # The cloud controller lets users in when a service wants it, and with a rule that any
            # denial of the group's own may come before. Till then Azure's own rule denies it.
            hidden = hides_allow(rules, flow, rule)
            if rule.is_default or not (also_from_outside or hidden):
                continue
        if finding and rule.name not in told:
            told.add(rule.name)
            yield finding


def _finding(case: Case, rules: Iterable[Rule], flow: Flow, rule: Rule) -> Finding | None:
    """Tell of a flow that a rule denies."""
    if rule.allows:
        return None
    hidden = hides_allow(rules, flow, rule)
    before = f", before {hidden.name} could allow it" if hidden else ""
    group, name = place_of(described(case).securityGroupID)
    where = ("--resource-group", group, "--nsg-name", name, "--name", rule.name)
    return wrong(
        f"the rule {rule.name} of {name} denies {flow} (priority {rule.priority}){before}",
        az("network nsg rule delete", *where),
    )


async def _nodes(case: Case) -> str:
    """The addresses of the nodes."""
    there = await subnet(case)
    prefixes = [there.address_prefix, *(there.address_prefixes or ())] if there else []
    return next((str(one) for one in prefixes if one), "10.0.0.0/24")


async def _rules(case: Case) -> list[Rule]:
    group = await security_group(case)
    return [_rule(one) for one in (group.security_rules if group else None) or ()]


def _rule(model: Any) -> Rule:
    def values(one: str, many: str) -> tuple[str, ...]:
        single: Any = getattr(model, one)
        several: list[Any] = getattr(model, many) or []
        return tuple(str(value) for value in (single, *several) if value)

    return Rule(
        str(model.name),
        int(model.priority),
        text(model.direction),
        text(model.access).lower() == "allow",
        text(model.protocol),
        values("source_address_prefix", "source_address_prefixes"),
        values("destination_address_prefix", "destination_address_prefixes"),
        values("destination_port_range", "destination_port_ranges"),
        values("source_port_range", "source_port_ranges") or ("*",),
    )


CHECKS = (api, machines, ingress, probes)
