"""`create external-dns-credentials azure` and its opposite, against an Azure.

The credentials are used as External DNS uses them: they log in, list zones and write records.
"""

from __future__ import annotations

import json
import stat
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.integration.azure.office import Desk
    from tests.integration.azurelocal.names import Az

ZONE = "dns.example.com"
APPLICATION = f"external-dns-{ZONE}"


@pytest.fixture(scope="module", autouse=True)
def _zones(desk: Desk) -> None:
    desk.az("group create -n zones -l eastus")
    for zone in ("example.com", ZONE, "other.example.com"):
        desk.az(f"network dns zone create -g zones -n {zone}")


def command(desk: Desk, file: str, verb: str = "create") -> str:
    output = f" --output-file {file}" if file else ""
    return (
        f"{verb} external-dns-credentials azure --dns-zone-name {ZONE} --dns-zone-rg-name zones"
        f" --azure-creds {desk.credentials}{output}"
    )


def read(desk: Desk, file: str) -> dict[str, str]:
    return json.loads((desk.folder / file).read_text())


def logged_in(desk: Desk, credentials: dict[str, str]) -> Az:
    az = desk.azure.az()
    client, secret = credentials["aadClientId"], credentials["aadClientSecret"]
    az.login(client, "-p", secret, tenant=credentials["tenantId"])
    return az


def outcomes(printed: str) -> list[str]:
    return [one["outcome"] for one in json.loads(printed)["steps"]]


def applications(desk: Desk) -> list[Any]:
    return desk.az("ad app list --display-name", APPLICATION)


def test_the_file_lets_external_dns_write_its_zone_and_no_other(desk: Desk) -> None:
    desk.hypershift(command(desk, "first.json"))

    path, file = desk.folder / "first.json", read(desk, "first.json")
    owner = desk.azure.server.credentials
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.read_text() == (
        "{\n"
        f'  "tenantId": "{owner["tenantId"]}",\n'
        f'  "subscriptionId": "{owner["subscriptionId"]}",\n'
        '  "resourceGroup": "zones",\n'
        f'  "aadClientId": "{file["aadClientId"]}",\n'
        f'  "aadClientSecret": "{file["aadClientSecret"]}"\n'
        "}\n"
    )
    az = logged_in(desk, file)
    assert [one["name"] for one in az("network dns zone list -g zones")] == [ZONE]
    az(f"network dns record-set a add-record -g zones -z {ZONE} -n api -a 192.0.2.1")
    az(f"network dns record-set txt add-record -g zones -z {ZONE} -n api-external-dns -v owner")
    shown = desk.az(f"network dns record-set a show -g zones -z {ZONE} -n api")
    assert shown["ARecords"] == [{"ipv4Address": "192.0.2.1"}]
    for zone in ("other.example.com", "example.com"):
        said = az.refused(
            f"network dns record-set a add-record -g zones -z {zone} -n api -a 192.0.2.1"
        )
        assert "AuthorizationFailed" in said
    assert "AuthorizationFailed" in az.refused("group create -n mine -l eastus")


def test_it_has_one_role_at_the_zone(desk: Desk) -> None:
    desk.hypershift(command(desk, "roles.json"))

    [zone] = desk.az("network dns zone list --query", f"[?name=='{ZONE}']")
    client = read(desk, "roles.json")["aadClientId"]
    roles = desk.az("role assignment list --all --assignee", client)
    assert [(one["roleDefinitionName"], one["scope"]) for one in roles] == [
        ("DNS Zone Contributor", zone["id"])
    ]


def test_a_second_run_makes_neither_an_application_nor_a_secret(desk: Desk) -> None:
    desk.hypershift(command(desk, "again.json"))
    before = (desk.folder / "again.json").read_bytes()

    said = desk.hypershift(command(desk, "again.json"))

    assert said == "Nothing to do: everything is as it should be.\n"
    assert (desk.folder / "again.json").read_bytes() == before
    assert len(applications(desk)) == 1


@pytest.mark.parametrize(
    "content", [None, "no JSON", '{"aadClientId": "somebody"}'], ids=["gone", "text", "partial"]
)
def test_a_file_that_is_gone_or_broken_gets_a_new_secret(desk: Desk, content: str | None) -> None:
    desk.hypershift(command(desk, "broken.json"))
    former = read(desk, "broken.json")
    path = desk.folder / "broken.json"
    path.unlink() if content is None else path.write_text(content)

    done = desk.hypershift(command(desk, "broken.json"), "-o", "json")

    assert outcomes(done) == ["unchanged"] * 4 + ["created"]
    assert read(desk, "broken.json")["aadClientId"] == former["aadClientId"]
    assert logged_in(desk, read(desk, "broken.json"))("account show")


def test_a_secret_that_azure_does_not_know_is_replaced(desk: Desk) -> None:
    desk.hypershift(command(desk, "revoked.json"))
    client = read(desk, "revoked.json")["aadClientId"]
    for one in desk.az("ad app credential list --id", client):
        desk.az("ad app credential delete --id", client, "--key-id", one["keyId"])

    desk.hypershift(command(desk, "revoked.json"))

    assert logged_in(desk, read(desk, "revoked.json"))("account show")


def test_renew_makes_a_new_secret_and_the_former_stays_good(desk: Desk) -> None:
    desk.hypershift(command(desk, "renewed.json"))
    former = read(desk, "renewed.json")

    desk.hypershift(command(desk, "renewed.json"), "--renew")

    assert read(desk, "renewed.json")["aadClientSecret"] != former["aadClientSecret"]
    for file in (former, read(desk, "renewed.json")):
        assert logged_in(desk, file)("account show")


def test_what_is_printed_has_no_secret(desk: Desk) -> None:
    done = desk.run(command(desk, "printed.json"), "-o", "yaml", "--renew")

    assert done.returncode == 0
    assert read(desk, "printed.json")["aadClientSecret"] not in done.stdout + done.stderr


def test_a_dry_run_makes_nothing(desk: Desk) -> None:
    said = desk.hypershift(command(desk, "planned.json"), "--dry-run", "--name", "planned-dns")

    assert "4 to create" in said
    assert desk.az("ad app list --display-name planned-dns") == []
    assert not (desk.folder / "planned.json").exists()


def test_a_zone_that_is_not_there_is_said(desk: Desk) -> None:
    said = desk.refused(command(desk, "absent.json").replace(ZONE, "absent.example.com"))

    assert "there is no DNS zone absent.example.com in the resource group zones" in said
    assert "hypershift create dns-zone azure" in said
    assert desk.az("ad app list --display-name external-dns-absent.example.com") == []


def test_two_applications_of_one_name_are_not_guessed_between(desk: Desk) -> None:
    for _ in range(2):
        desk.az(
            "rest -m post -u https://graph.microsoft.com/v1.0/applications -b",
            '{"displayName": "twin"}',
        )

    said = desk.refused(command(desk, "twin.json"), "--name", "twin")

    assert "there are several applications twin in the directory" in said


def test_destroy_takes_the_role_and_the_application(desk: Desk) -> None:
    desk.hypershift(command(desk, "ended.json"))
    client = read(desk, "ended.json")["aadClientId"]

    done = desk.hypershift(command(desk, "", "destroy"), "-o", "json")

    assert outcomes(done) == ["deleted", "deleted"]
    assert applications(desk) == []
    [zone] = desk.az("network dns zone list --query", f"[?name=='{ZONE}']")
    assert desk.az("role assignment list --scope", zone["id"]) == []
    assert desk.az("ad sp list --filter", f"appId eq '{client}'") == []
    again = desk.hypershift(command(desk, "", "destroy"))
    assert again == "Nothing to do: everything is as it should be.\n"
    desk.hypershift(command(desk, "ended.json"))
    assert logged_in(desk, read(desk, "ended.json"))("account show")


def test_an_application_of_somebody_else_stays(desk: Desk) -> None:
    desk.az("ad app create --display-name foreign-dns")

    done = desk.hypershift(command(desk, "", "destroy"), "--name", "foreign-dns", "-o", "json")

    assert outcomes(done) == ["absent", "kept"]
    assert len(desk.az("ad app list --display-name foreign-dns")) == 1
