"""What the internet says of a domain, without asking it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, cast

import dns.resolver

from hypershift.azure.doctor import dns as checks
from hypershift.azure.doctor.findings import Finding, Status
from hypershift.azure.doctor.reading import Zone

if TYPE_CHECKING:
    import pytest

    from hypershift.azure.doctor.case import Case

SERVERS = frozenset({"ns1.azure-dns.com", "ns2.azure-dns.net"})
ZONE = Zone("example.com", "/id", "rg", SERVERS)


def asked(monkeypatch: pytest.MonkeyPatch, answer: object) -> Finding:
    class Resolver:
        def resolve(self, *_: object, **__: object) -> object:
            if isinstance(answer, Exception):
                raise answer
            return [type("Record", (), {"target": name})() for name in cast("list[str]", answer)]

    monkeypatch.setattr(dns.resolver, "Resolver", Resolver)
    monkeypatch.setattr(checks, "create_dns_zone", lambda *_: "mend")

    async def no_parent(*_: Any) -> None:
        return None

    monkeypatch.setattr(checks, "_parent", no_parent)
    case = cast("Case", type("Case", (), {"given": None})())
    return asyncio.run(checks._asked(case, "example.com", [ZONE]))


def test_a_zone_that_the_internet_finds_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    found = asked(monkeypatch, ["NS2.azure-dns.net.", "ns1.azure-dns.com."])

    assert found.status is Status.OK


def test_other_name_servers_are_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    found = asked(monkeypatch, ["ns1.azure-dns.com.", "ns.example.net."])

    assert (found.status, found.cure) == (Status.WRONG, "mend")
    assert "ns.example.net" in found.message


def test_a_name_that_nobody_knows_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    found = asked(monkeypatch, dns.resolver.NXDOMAIN())

    assert found.status is Status.WRONG
    assert "not delegated" in found.message


def test_without_an_answer_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked(monkeypatch, dns.resolver.NoNameservers()).status is Status.NOT_CHECKED
    assert asked(monkeypatch, dns.resolver.LifetimeTimeout()).status is Status.NOT_CHECKED
