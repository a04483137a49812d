"""The rules of a load balancer and its probes: what they must say, and what two of them may not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.arm.links import bad_reference
from azurelocal.arm.providers.network.common import choice, number, references, within
from azurelocal.arm.types import Body, invalid, objects, reference
from azurelocal.errors import AzureError
from azurelocal.store import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azurelocal.store import Resource

_ONE = ("frontendIPConfiguration", "backendAddressPool", "probe")
_SEVERAL = ("frontendIPConfigurations", "backendAddressPools")
_PROTOCOLS = ("Tcp", "Udp", "All")


def targets(rule: Body) -> Iterable[str]:
    """The parts of the load balancer that a rule refers to."""
    properties = rule["properties"]
    for name in _ONE:
        target = reference(properties.get(name), f"{rule['name']}.{name}")
        if target:
            yield target
    for name in _SEVERAL:
        yield from references(properties.get(name), f"{rule['name']}.{name}")


def check(balancer: Resource) -> None:
    """Check the probes and rules of a load balancer, and fill in what they leave open."""
    properties = balancer.properties
    for probe in properties["probes"]:
        _check_probe(probe)
    for rule in properties["loadBalancingRules"]:
        _check_balancing(rule)
    for rule in properties["outboundRules"]:
        _check_outbound(balancer, rule)
    for rule in properties["inboundNatRules"]:
        _check_nat(rule)
    for list in ("loadBalancingRules", "outboundRules", "inboundNatRules"):
        for rule in properties[list]:
            _refuse_foreign(balancer, rule)
    _refuse_same_frontend_port(properties)
    _refuse_double_translation(properties)


def _check_probe(probe: Body) -> None:
    properties = probe["properties"]
    choice(probe, "protocol", ("Tcp", "Http", "Https"))
    number(probe, "port", 1, 65535)
    number(probe, "intervalInSeconds", 5, 2_147_483_646, 15)
    if properties.get("probeThreshold") is not None:
        number(probe, "probeThreshold", 1, 100)
    number(probe, "numberOfProbes", 1, 100, 1)
    if properties["protocol"].lower() == "tcp":
        if properties.get("requestPath"):
            raise invalid(
                f"Probe {probe['id']} of protocol Tcp must not have a requestPath.",
                "ProbeRequestPathMustBeEmpty",
            )
    elif not str(properties.get("requestPath") or ""):
        raise invalid(
            f"Probe {probe['id']} of protocol {properties['protocol']} must have a requestPath.",
            "ProbeRequestPathMustBeSpecified",
        )


def _check_balancing(rule: Body) -> None:
    _require(rule, "frontendIPConfiguration")
    choice(rule, "protocol", _PROTOCOLS)
    every = rule["properties"]["protocol"].lower() == "all"
    number(rule, "frontendPort", 0, 65534, 0 if every else None)
    number(rule, "backendPort", 0, 65535, 0 if every else None)
    choice(rule, "loadDistribution", ("Default", "SourceIP", "SourceIPProtocol"), "Default")
    number(rule, "idleTimeoutInMinutes", 4, 100, 4)
    for name in ("enableFloatingIP", "enableTcpReset", "disableOutboundSnat"):
        _flag(rule, name)


def _check_outbound(balancer: Resource, rule: Body) -> None:
    if str(balancer.body["sku"]["name"]).lower() != "standard":
        raise invalid(
            f"Outbound rule {rule['id']} needs a load balancer of the sku Standard.",
            "OutboundRuleNotSupportedForBasicLoadBalancer",
        )
    properties = rule["properties"]
    if not objects(properties.get("frontendIPConfigurations"), "frontendIPConfigurations"):
        raise _missing(rule, "frontendIPConfigurations")
    _require(rule, "backendAddressPool")
    choice(rule, "protocol", _PROTOCOLS)
    number(rule, "allocatedOutboundPorts", 0, 64000, 0)
    if properties["allocatedOutboundPorts"] % 8:
        raise invalid(
            f"The value '{properties['allocatedOutboundPorts']}' of 'allocatedOutboundPorts' in"
            f" '{rule['name']}' must be a multiple of 8."
        )
    number(rule, "idleTimeoutInMinutes", 4, 100, 4)
    _flag(rule, "enableTcpReset")


def _check_nat(rule: Body) -> None:
    _require(rule, "frontendIPConfiguration")
    choice(rule, "protocol", _PROTOCOLS)
    if rule["properties"].get("frontendPortRangeStart") is None:
        number(rule, "frontendPort", 1, 65534)
    else:
        _require(rule, "backendAddressPool")
        number(rule, "frontendPortRangeStart", 1, 65534)
        number(rule, "frontendPortRangeEnd", rule["properties"]["frontendPortRangeStart"], 65534)
    number(rule, "backendPort", 1, 65535)
    number(rule, "idleTimeoutInMinutes", 4, 100, 4)
    for name in ("enableFloatingIP", "enableTcpReset"):
        _flag(rule, name)


def _flag(rule: Body, name: str) -> None:
    value = rule["properties"].get(name)
    if value is None:
        rule["properties"][name] = False
    elif not isinstance(value, bool):
        raise invalid(f"The value '{value}' of '{name}' in '{rule['name']}' must be true or false.")


def _require(rule: Body, name: str) -> None:
    if not reference(rule["properties"].get(name), f"{rule['name']}.{name}"):
        raise _missing(rule, name)


def _missing(rule: Body, name: str) -> AzureError:
    return invalid(f"The rule {rule['id']} must have '{name}'.")


def _refuse_foreign(balancer: Resource, rule: Body) -> None:
    for target in targets(rule):
        if not within(target, balancer):
            raise bad_reference(Link(str(rule["id"]), "rule", target))


def _refuse_same_frontend_port(properties: Body) -> None:
    """Two rules must not wait for the same thing at the same place."""
    seen: dict[tuple[str, str, int], str] = {}
    for rule in (*properties["loadBalancingRules"], *properties["inboundNatRules"]):
        own = rule["properties"]
        if own.get("frontendPort") is None:
            continue
        frontend = reference(own["frontendIPConfiguration"], "frontendIPConfiguration").lower()
        place = (frontend, own["protocol"].lower(), own["frontendPort"])
        if place in seen:
            raise AzureError(
                400,
                "RulesUseSameFrontendPortProtocolAndIPConfig",
                f"Load balancing rules {seen[place]} and {rule['id']} use the same frontend IP"
                f" configuration, frontend port {own['frontendPort']} and protocol"
                f" {own['protocol']}.",
            )
        seen[place] = rule["id"]


def _refuse_double_translation(properties: Body) -> None:
    """Where an outbound rule translates addresses, the other rules of the frontend must not."""
    outbound = {
        frontend.lower()
        for rule in properties["outboundRules"]
        for frontend in references(rule["properties"]["frontendIPConfigurations"], "outboundRules")
    }
    for rule in properties["loadBalancingRules"]:
        own = rule["properties"]
        frontend = reference(own["frontendIPConfiguration"], "frontendIPConfiguration")
        if frontend.lower() in outbound and not own["disableOutboundSnat"]:
            raise AzureError(
                400,
                "LoadBalancingRuleMustDisableSNATSinceSameFrontendIPConfigurationIsReferencedBy"
                "OutboundRule",
                f"Load Balancing rule {rule['id']} must disable SNAT since same frontend IP"
                f" configuration {frontend} is referenced by outbound rule.",
            )
