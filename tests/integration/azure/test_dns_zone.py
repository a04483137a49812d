"""`create dns-zone azure` and `destroy dns-zone azure` against an Azure, seen with az."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.integration.azure.office import Desk


@pytest.fixture(scope="module")
def parent(desk: Desk) -> str:
    """A zone that is there already: its name."""
    desk.az("group create -n parents -l eastus")
    desk.az("network dns zone create -g parents -n example.com")
    return "example.com"


def zone_command(desk: Desk, zone: str, verb: str = "create") -> str:
    group = f"{zone.partition('.')[0]}-group"
    return (
        f"{verb} dns-zone azure --name {zone} --resource-group-name {group}"
        f" --azure-creds {desk.credentials}"
    )


def delegated(desk: Desk, record: str, parent: str) -> list[str]:
    """The name servers that the parent zone names, as az shows them."""
    found = desk.az(f"network dns record-set ns list -g parents -z {parent}")
    records = [one for one in found if one["name"] == record]
    return [server["nsdname"] for one in records for server in one["NSRecords"]]


def servers(desk: Desk, zone: str) -> list[str]:
    group = f"{zone.partition('.')[0]}-group"
    return desk.az(f"network dns zone show -g {group} -n {zone}")["nameServers"]


def test_az_shows_a_zone_to_which_its_parent_leads(desk: Desk, parent: str) -> None:
    zone = f"shown.{parent}"

    done = json.loads(desk.hypershift(zone_command(desk, zone), "-o", "json"))

    assert len(servers(desk, zone)) == 4
    assert delegated(desk, "shown", parent) == servers(desk, zone) == done["nameServers"]


def test_a_second_run_has_nothing_to_do(desk: Desk, parent: str) -> None:
    command = zone_command(desk, f"again.{parent}")
    desk.hypershift(command)

    said = desk.hypershift(command)

    assert said == "Nothing to do: everything is as it should be.\n"


def test_a_delegation_that_leads_elsewhere_is_corrected(desk: Desk, parent: str) -> None:
    zone = f"wrong.{parent}"
    records = f"network dns record-set ns add-record -g parents -z {parent} -n wrong -d"
    desk.az(records, "ns1.elsewhere.example.")
    desk.hypershift(zone_command(desk, zone))
    assert delegated(desk, "wrong", parent) == servers(desk, zone)
    desk.az(records, "ns2.elsewhere.example.")

    done = json.loads(desk.hypershift(zone_command(desk, zone), "-o", "json"))

    assert done["steps"][-1]["outcome"] == "changed"
    assert "ns2.elsewhere.example" in done["steps"][-1]["why"]
    assert delegated(desk, "wrong", parent) == servers(desk, zone)


def test_a_dry_run_makes_nothing(desk: Desk, parent: str) -> None:
    said = desk.hypershift(zone_command(desk, f"planned.{parent}"), "--dry-run")

    words = sorted(line.split()[0] for line in said.splitlines())
    assert words == ["3", "create", "create", "create", "unchanged"]
    assert delegated(desk, "planned", parent) == []
    assert desk.az("group exists -n planned-group") is False


def test_a_zone_without_a_parent_is_not_made(desk: Desk) -> None:
    said = desk.refused(zone_command(desk, "lost.example.org"))

    assert "there is no DNS zone example.org in the subscription" in said
    assert desk.az("network dns zone list --query", "[?name=='lost.example.org']") == []


def test_of_two_parents_of_one_name_one_must_be_chosen(desk: Desk) -> None:
    for group in ("twins-a", "twins-b"):
        desk.az(f"group create -n {group} -l eastus")
        desk.az(f"network dns zone create -g {group} -n twins.test")
    command = zone_command(desk, "one.twins.test")

    said = desk.refused(command)

    assert "in several resource groups, twins-a, twins-b; name the one" in said
    desk.hypershift(command, "--parent-resource-group", "twins-b")
    found = desk.az("network dns record-set ns show -g twins-b -z twins.test -n one")
    assert [one["nsdname"] for one in found["NSRecords"]] == servers(desk, "one.twins.test")


def test_a_parent_may_be_further_up(desk: Desk, parent: str) -> None:
    desk.hypershift(zone_command(desk, f"deep.down.{parent}"), "--parent-zone", parent)

    assert delegated(desk, "deep.down", parent) == servers(desk, f"deep.down.{parent}")


def test_destroy_takes_the_delegation_and_the_zone(desk: Desk, parent: str) -> None:
    zone = f"ended.{parent}"
    desk.hypershift(zone_command(desk, zone))

    planned = desk.hypershift(zone_command(desk, zone, "destroy"), "--dry-run")
    assert planned.endswith("2 to delete.\n")
    assert len(delegated(desk, "ended", parent)) == 4
    desk.hypershift(zone_command(desk, zone, "destroy"))

    assert delegated(desk, "ended", parent) == []
    assert desk.az("network dns zone list -g ended-group") == []
    again = desk.hypershift(zone_command(desk, zone, "destroy"))
    assert again == "Nothing to do: everything is as it should be.\n"


def test_a_zone_with_records_goes_only_by_force(desk: Desk, parent: str) -> None:
    zone = f"used.{parent}"
    desk.hypershift(zone_command(desk, zone))
    desk.az(f"network dns record-set a add-record -g used-group -z {zone} -n api -a 192.0.2.1")

    said = desk.refused(zone_command(desk, zone, "destroy"))

    assert f"the zone {zone} has records: api A; destroy the clusters" in said
    assert len(delegated(desk, "used", parent)) == 4
    desk.hypershift(zone_command(desk, zone, "destroy"), "--force")
    assert desk.az("network dns zone list -g used-group") == []


def test_a_zone_of_somebody_else_stays(desk: Desk, parent: str) -> None:
    zone = f"foreign.{parent}"
    desk.az("group create -n foreign-group -l eastus")
    desk.az(f"network dns zone create -g foreign-group -n {zone}")
    records = f"network dns record-set ns add-record -g parents -z {parent} -n foreign -d"
    desk.az(records, servers(desk, zone)[0])
    before = delegated(desk, "foreign", parent)

    done = json.loads(desk.hypershift(zone_command(desk, zone, "destroy"), "-o", "json"))

    assert [one["outcome"] for one in done["steps"]] == ["kept", "kept"]
    assert delegated(desk, "foreign", parent) == before != []
