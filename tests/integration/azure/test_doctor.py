"""`doctor azure` against an Azure in which all is right but for one thing at a time."""

from __future__ import annotations

import shlex
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.integration.azure.mistakes import MISTAKES, Mistake
from tests.integration.azure.practice import ZONES, Practice, Visit, practice
from tests.integration.azurelocal.names import installed_az

if TYPE_CHECKING:
    from collections.abc import Generator

ROUNDS = 3  # what was made anew may lack something in turn, as a new identity lacks its role


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Generator[Practice]:
    """The practice: what a test changes it changes back."""
    with practice(tmp_path_factory.mktemp("practice"), installed_az()) as made:
        yield made


def test_a_good_set_up_is_told_in_one_line(there: Practice) -> None:
    words = [f"{flag}={value}" for flag, value in there.flags.items()]

    said = there.desk.hypershift("doctor azure", *words)

    assert said.count("\n") == 1
    assert ": all right" in said


def test_a_good_set_up_is_right_in_every_check_that_could_be_made(there: Practice) -> None:
    visit = there.visit()

    made = {one["check"] for one in visit.findings if one["status"] == "ok"}
    not_made = {one["check"] for one in visit.findings if one["status"] == "notChecked"}
    assert (visit.code, visit.of("wrong"), visit.of("warning")) == (0, {}, {})
    assert len(made) == visit.document["summary"]["ok"] > 55
    # There is no resolver where the tests run.
    assert not_made == {
        "names.storage-account",
        "identities.principals",
        "roles.key-vault",
        "dns.answers",
    }


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_found_and_nothing_else(there: Practice, name: str) -> None:
    mistake = MISTAKES[name]
    with mistake.make(there) as flags:
        visit = there.visit(**flags)

        found = visit.of(mistake.status)
        assert set(found) == {mistake.check}, (found, visit.errors)
        finding = found[mistake.check][0]
        assert mistake.says in finding["message"]
        assert mistake.cure in finding["cure"]
        assert visit.code == (1 if mistake.status == "wrong" else 0)
        assert mistake.status == "wrong" or not visit.of("wrong")
        if mistake.mends:
            _mend(there, visit, mistake, flags)


def _mend(there: Practice, visit: Visit, mistake: Mistake, flags: dict[str, str]) -> None:
    """Do what the doctor says until nothing is left."""
    for _ in range(ROUNDS):
        bad = [*visit.of("wrong").values(), *visit.of(mistake.status).values()]
        for cure in dict.fromkeys(one["cure"] for findings in bad for one in findings):
            _follow(there, cure)
        visit = there.visit(**flags)
        if not visit.of("wrong") and not visit.of(mistake.status):
            return
    raise AssertionError(visit.of("wrong") or visit.of(mistake.status))


def _follow(there: Practice, cure: str) -> None:
    program, *words = shlex.split(cure)
    match program:
        case "hypershift":
            done = there.run(" ".join(words[:3]), *words[3:])
        case "az":
            done = there.desk.az.run(*words)
        case _:
            done = subprocess.run(
                [program, *words],
                cwd=there.desk.folder,
                capture_output=True,
                text=True,
                check=False,
            )
    assert done.returncode == 0, (cure, done.stdout, done.stderr)


def test_no_secret_is_ever_printed(there: Practice) -> None:
    secret = there.desk.azure.server.credentials["clientSecret"]
    wrong = "a~secret~that~is~wrong"
    there.write("wrong.json", there.external_dns | {"aadClientSecret": wrong})
    words = [f"{flag}={value}" for flag, value in there.flags.items()]

    said = there.run("doctor azure --all", *words, "--external-dns-credentials=wrong.json")

    assert "AADSTS7000215" in said.stdout
    for one in (secret, wrong, there.external_dns["aadClientSecret"]):
        assert one not in said.stdout + said.stderr


def test_without_a_login_one_thing_is_wrong_and_the_rest_is_not_asked(there: Practice) -> None:
    with MISTAKES["secret wrong"].make(there) as flags:
        visit = there.visit(**flags)

    asked = {one["check"] for one in visit.findings if one["status"] == "ok"}
    assert not {one for one in asked if one.startswith(("roles.", "federation.", "dns."))}
    assert {one["message"] for one in visit.of("notChecked")["roles.assigned"]} == {
        "see credentials.accepted"
    }


def test_flags_that_are_missing_are_named(there: Practice) -> None:
    done = there.run(f"doctor azure --azure-creds {there.desk.credentials}")

    assert done.returncode == 0
    assert "not checked for want of --" in done.stdout
    for flag in ("--infra-json", "--oidc-issuer-url", "--workload-identities-file"):
        assert flag in done.stdout


def test_what_may_not_be_read_names_the_permission_and_stops_nothing_else(
    there: Practice,
) -> None:
    """A role for DNS alone: what it may look at is looked at."""
    dns_zone_contributor = "befefa01-2a29-4197-83a8-272ff33ce314"
    client, secret, principal = there.service_principal("of-dns")
    there.assign(principal, dns_zone_contributor, there.subscription)
    owner = there.desk.azure.server.credentials
    file = there.write("of-dns.json", owner | {"clientId": client, "clientSecret": secret})

    visit = there.visit(azure_creds=file)

    wrong = visit.of("wrong")
    assert visit.code == 1
    assert "userAssignedIdentities/read" in str(wrong["identities.exist"])
    assert "--role Reader" in wrong["identities.exist"][0]["cure"]
    assert "virtualNetworks/read" in str(wrong["infra.network"])
    assert set(visit.of("ok")) >= {"dns.zone", "dns.delegation", "external-dns.role"}


def test_the_key_encryption_needs_a_role_on_its_vault(there: Practice) -> None:
    group = f"{there.subscription}/resourceGroups/{ZONES}"
    vault = f"{group}/providers/Microsoft.KeyVault/vaults/demovault"
    properties = {
        "tenantId": there.desk.azure.server.credentials["tenantId"],
        "sku": {"family": "A", "name": "standard"},
        "enableRbacAuthorization": True,
    }
    there.courier.arm("PUT", vault, {"location": "eastus", "properties": properties})
    key = "https://demovault.vault.azure.net/keys/etcd/0123456789abcdef"

    before = there.visit(encryption_key_id=key)
    _follow(there, before.of("wrong")["roles.key-vault"][0]["cure"])
    after = there.visit(encryption_key_id=key)
    elsewhere = there.visit(encryption_key_id=key.replace("demovault", "nobodys"))

    assert set(before.of("wrong")) == {"roles.key-vault"}
    assert "Key Vault Crypto User" in before.of("wrong")["roles.key-vault"][0]["message"]
    assert (after.of("wrong"), after.code) == ({}, 0)
    assert "roles.key-vault" in elsewhere.of("notChecked")


def test_managed_identities_are_looked_for_in_directory_and_subscription(there: Practice) -> None:
    ids = there.read("ids.json")
    components = [name for name in ids if name != "kmsClientID"]
    there.write(
        "managed.json",
        {
            "managedIdentitiesKeyVault": {"name": "vault", "tenantID": "tenant"},
            **{name: ids[name] | {"credentialsSecretName": "secret"} for name in components},
        },
    )
    nobody = "11111111-2222-4333-8444-555555555555"
    nodes = {
        "imageRegistryMSIClientID": nobody,
        "diskMSIClientID": ids["disk"]["clientID"],
        "fileMSIClientID": ids["file"]["clientID"],
    }
    there.write("nodes.json", nodes)
    flags = {
        "workload_identities_file": "",
        "infra_json": "",
        "managed_identities_file": "managed.json",
        "data_plane_identities_file": "nodes.json",
    }

    good = there.visit(**flags)
    there.write(
        "managed.json",
        there.read("managed.json")
        | {"disk": {"clientID": nobody, "credentialsSecretName": "secret"}},
    )
    bad = there.visit(**flags)

    assert set(good.of("wrong")) == {"identities.exist"}
    assert "imageRegistry" in good.of("wrong")["identities.exist"][0]["message"]
    assert {"identities.principals", "federation.issuer", "roles.assigned"} <= set(good.of("ok"))
    assert set(bad.of("wrong")) == {"identities.exist", "identities.principals"}
    assert nobody in bad.of("wrong")["identities.principals"][0]["message"]
