"""The guide for self-managed Azure, run as it is printed, with the real `az` at a terminal.

The credentials file of the prerequisites, Phase 1, Phase 3 Step 1 and Cleanup run block by block in
one shell. Nothing of a block is changed, but for the placeholders that the guide tells its reader
to replace. The rule for everything that is not `az`:

* what comes with Debian (jq, curl, cat …) runs;
* `ccoctl` is `hypershift ccoctl`, which acts as whoever is logged in with `az` (standins/ccoctl);
* `hypershift` itself, `kubectl` and `oc` work on Kubernetes and do nothing (standins/left-out).

Every `az` in those sections must have been run, word for word and in order.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from tests.integration.azurelocal.guide import GUIDE, Block, below, blocks, commands, first_not_run
from tests.integration.azurelocal.session import Call, Session
from tests.integration.azurelocal.tokens import sign

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from tests.integration.azurelocal.names import Az, SecludedAzure

BLOCKS = blocks(GUIDE.read_text())
CREDENTIALS = below(BLOCKS, "Prerequisites", "For HyperShift Administrators")
PHASE_1 = below(BLOCKS, "Phase 1: Azure Setup")
PHASE_3 = below(
    BLOCKS,
    "Phase 3: Create Your First Hosted Cluster",
    "Step 1: Prepare Cluster-Specific Azure Infrastructure",
)
CLEANUP = below(BLOCKS, "Cleanup")
# What the guide leaves to its reader, as a comment at the very end.
LAST = CLEANUP[-1].text.splitlines()[-1].removeprefix("# ")
FOLLOWED = CREDENTIALS + PHASE_1 + PHASE_3 + CLEANUP

ID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
# The key of workload-identities.json for each identity that Phase 1 makes.
WORKLOAD_IDENTITIES = {
    "myprefix-hc-image-registry": "imageRegistry",
    "myprefix-hc-ingress": "ingress",
    "myprefix-hc-file-csi": "file",
    "myprefix-hc-disk-csi": "disk",
    "myprefix-hc-nodepool-mgmt": "nodePoolManagement",
    "myprefix-hc-cloud-provider": "cloudProvider",
    "myprefix-hc-network": "network",
}
SERVICE_ACCOUNTS = {
    "myprefix-hc-image-registry": [
        "openshift-image-registry:cluster-image-registry-operator",
        "openshift-image-registry:registry",
    ],
    "myprefix-hc-ingress": ["openshift-ingress-operator:ingress-operator"],
    "myprefix-hc-file-csi": [
        "openshift-cluster-csi-drivers:azure-file-csi-driver-controller-sa",
        "openshift-cluster-csi-drivers:azure-file-csi-driver-node-sa",
        "openshift-cluster-csi-drivers:azure-file-csi-driver-operator",
    ],
    "myprefix-hc-disk-csi": [
        "openshift-cluster-csi-drivers:azure-disk-csi-driver-controller-sa",
        "openshift-cluster-csi-drivers:azure-disk-csi-driver-node-sa",
        "openshift-cluster-csi-drivers:azure-disk-csi-driver-operator",
    ],
    "myprefix-hc-nodepool-mgmt": ["kube-system:capi-provider"],
    "myprefix-hc-cloud-provider": ["kube-system:azure-cloud-provider"],
    "myprefix-hc-network": [
        "openshift-cloud-network-config-controller:cloud-network-config-controller"
    ],
}


OIDC = "Step 3: Configure OIDC Issuer"
DISK_CSI = "myprefix-hc-disk-csi"
NETWORK = "providers/Microsoft.Network"


@dataclass
class Reading:
    """What the guide has printed, and what was there when it had."""

    printed: dict[str, str]
    """By the heading of the block; the blocks of the guide's last part come last."""
    files: dict[str, Any]
    calls: list[Call]
    errors: str
    seen: dict[str, Any]
    """What the owner found: after Phase 1, after Phase 3, after Cleanup."""


@pytest.fixture(scope="module")
def reading(secluded_azure: SecludedAzure, az: Az) -> Iterator[Reading]:
    """Follow the guide once, from an Azure that has only what the guide takes for granted."""
    az("group create -n myparent-dns-rg -l eastus")
    az("network dns zone create -g myparent-dns-rg -n example.com")
    desk = secluded_azure.folder / "desk"
    desk.mkdir()
    session = Session(desk, az)
    try:
        yield _follow(session, secluded_azure, az)
    finally:
        session.close()


def _follow(session: Session, azure: SecludedAzure, owner: Az) -> Reading:
    printed = _run(session, CREDENTIALS + PHASE_1)
    assert "ERROR" not in session.errors, session.errors
    issuer = printed[OIDC].rpartition("OIDC Issuer URL: ")[2].strip()
    account = issuer.rpartition("/")[2]
    files = {
        name: json.loads((session.folder / name).read_text())
        for name in ("azure-credentials.json", "workload-identities.json", "azure_mgmt.json")
    }
    seen: dict[str, Any] = {"issuer": issuer, "tenant": azure.server.tenant}
    seen |= _after_phase_1(owner, files)
    seen["disk_csi"] = _log_in_as_disk_csi(azure, session.folder, issuer, files)
    seen["external_dns"] = _log_in_as_external_dns(azure, files["azure_mgmt.json"])
    seen["operator"] = _log_in_as_operator(azure, files["azure-credentials.json"])
    printed |= _run(session, PHASE_3, {"<paste-from-phase-1>": account})
    seen["subnet"] = json.loads(session.run('"$AZ_REAL" resource show --ids "$GetSubnetID"'))
    seen["ids"] = session.run('echo "$GetNsgID $GetVnetID $GetSubnetID"').split()
    printed |= _run(session, CLEANUP)
    for group in ("managed", "customer-vnet", "customer-nsg"):
        owner(f"group wait --deleted --interval 1 -n myprefix-{group}-rg")
    seen["resources_left"] = [one["name"] for one in owner("resource list -g os4-common")]
    session.run(LAST)
    seen["groups_left"] = sorted(one["name"] for one in owner("group list"))
    seen["principals_left"] = owner("ad sp list --display-name ExternalDnsServicePrincipal")
    return Reading(printed, files, session.calls(), session.errors, seen)


def _run(
    session: Session, chosen: list[Block], placeholders: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Run blocks, with values for what the guide tells its reader to replace."""
    printed: dict[str, str] = {}
    for block in chosen:
        text = block.text
        for placeholder, value in (placeholders or {}).items():
            assert placeholder in text
            text = text.replace(placeholder, value)
        printed[block.sections[-1]] = session.run(text)
    return printed


def _after_phase_1(owner: Az, files: dict[str, Any]) -> dict[str, Any]:
    app = files["azure_mgmt.json"]["aadClientId"]
    return {
        "identities": owner("identity list -g os4-common"),
        "credentials": {
            name: owner("identity federated-credential list -g os4-common --identity-name", name)
            for name in SERVICE_ACCOUNTS
        },
        "zone": owner("network dns zone show -g os4-common -n myprefix.example.com"),
        "delegation": owner(
            "network dns record-set ns show -g myparent-dns-rg -z example.com -n myprefix"
        ),
        "roles": owner("role assignment list --all --assignee", app),
    }


def _log_in_as_disk_csi(
    azure: SecludedAzure, desk: Path, issuer: str, files: dict[str, Any]
) -> Any:
    """Prove to be the controller of Azure Disk, as in a cluster that the guide prepares."""
    key = (desk / "serviceaccount-signer.private").read_bytes()
    token = sign(key, issuer, f"system:serviceaccount:{SERVICE_ACCOUNTS[DISK_CSI][0]}", "openshift")
    client = files["workload-identities.json"]["disk"]["clientID"]
    proof = ("--federated-token", token, "--allow-no-subscriptions")
    return azure.az().login(client, *proof, tenant=azure.server.tenant)


def _log_in_as_operator(azure: SecludedAzure, credentials: dict[str, str]) -> Any:
    """Log in with the file that clusters are made with."""
    client, secret = credentials["clientId"], credentials["clientSecret"]
    return azure.az().login(client, "-p", secret, tenant=credentials["tenantId"])


def _log_in_as_external_dns(azure: SecludedAzure, credentials: dict[str, str]) -> Any:
    """Log in with the file of Phase 1, and look at the zone that it is for."""
    az = azure.az()
    client, secret = credentials["aadClientId"], credentials["aadClientSecret"]
    az.login(client, "-p", secret, tenant=credentials["tenantId"])
    return az("network dns zone show -n myprefix.example.com -g", credentials["resourceGroup"])


def test_the_reader_of_the_guide_overlooks_no_az_command() -> None:
    text = "".join(block.text for block in FOLLOWED)
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]

    found = sum(len(commands(block.text)) for block in FOLLOWED)

    assert found == sum(len(re.findall(r"\baz [a-z]", line)) for line in lines)


@pytest.mark.parametrize("left_out", range(len(commands(PHASE_3[0].text))))
def test_an_az_command_that_is_not_run_is_missed(left_out: int) -> None:
    printed = commands(PHASE_3[0].text)
    run = [list(one.words) for one in printed]

    del run[left_out]

    assert first_not_run(printed, run) != ""


def test_every_az_command_runs_word_for_word_and_in_order(reading: Reading) -> None:
    printed = [one for block in FOLLOWED for one in commands(block.text)] + commands(LAST)

    assert LAST.startswith("az group delete ")
    assert first_not_run(printed, [call.words for call in reading.calls]) == ""


def test_no_az_command_fails_but_those_that_the_guide_lets_fail(reading: Reading) -> None:
    failed = [call.words for call in reading.calls if call.code != 0]

    assert failed == [
        ["group", "delete", "-n", f"myprefix-customer-{kind}-rg", "--yes", "--no-wait"]
        for kind in ("vnet", "nsg")
    ]
    assert reading.errors.count("ERROR: ") == reading.errors.count("(ResourceGroupNotFound)") == 2


def test_the_credentials_file_of_the_prerequisites_logs_in(reading: Reading) -> None:
    written = reading.files["azure-credentials.json"]

    assert written.keys() == {"subscriptionId", "tenantId", "clientId", "clientSecret"}
    assert [one["id"] for one in reading.seen["operator"]] == [written["subscriptionId"]]


def test_step_1_tells_the_client_id_of_each_identity(reading: Reading) -> None:
    found = dict(
        re.findall(
            rf"^Created identity (\S+) with client ID: ({ID})$",
            reading.printed["Step 1: Create Azure Workload Identities"],
            re.MULTILINE,
        )
    )

    assert found == {one["name"]: one["clientId"] for one in reading.seen["identities"]}
    assert found.keys() == WORKLOAD_IDENTITIES.keys()


def test_step_2_writes_the_client_ids_down(reading: Reading) -> None:
    clients = {one["name"]: one["clientId"] for one in reading.seen["identities"]}

    assert reading.files["workload-identities.json"] == {
        key: {"clientID": clients[name]} for name, key in WORKLOAD_IDENTITIES.items()
    }


def test_step_3_tells_the_url_of_the_issuer(reading: Reading) -> None:
    host, _, container = reading.seen["issuer"].removeprefix("https://").partition("/")

    assert host == f"{container}.blob.core.windows.net"
    assert re.fullmatch(r"myprefixoidc\d{10}", container)


def test_step_4_lets_each_identity_trust_its_service_accounts(reading: Reading) -> None:
    found = {
        name: sorted(one["subject"] for one in credentials)
        for name, credentials in reading.seen["credentials"].items()
    }

    assert found == {
        name: [f"system:serviceaccount:{account}" for account in accounts]
        for name, accounts in SERVICE_ACCOUNTS.items()
    }


def test_a_service_account_of_the_cluster_can_log_in_as_its_identity(reading: Reading) -> None:
    [account] = reading.seen["disk_csi"]

    assert account["tenantId"] == reading.seen["tenant"]
    assert account["user"] == {
        "name": reading.files["workload-identities.json"]["disk"]["clientID"],
        "type": "servicePrincipal",
    }


def test_step_5_delegates_the_zone_to_its_name_servers(reading: Reading) -> None:
    servers = reading.seen["zone"]["nameServers"]
    delegated = [one["nsdname"] for one in reading.seen["delegation"]["NSRecords"]]

    assert len(set(servers)) == 4
    assert delegated == servers


def test_step_6_writes_the_credentials_of_external_dns(reading: Reading) -> None:
    written = reading.files["azure_mgmt.json"]

    assert reading.seen["external_dns"]["name"] == "myprefix.example.com"
    assert written.keys() == {
        "tenantId",
        "subscriptionId",
        "resourceGroup",
        "aadClientId",
        "aadClientSecret",
    }
    assert written["resourceGroup"] == "os4-common"


def test_step_6_gives_external_dns_two_roles_at_the_zone_alone(reading: Reading) -> None:
    roles = {(one["roleDefinitionName"], one["scope"]) for one in reading.seen["roles"]}

    assert roles == {(role, reading.seen["zone"]["id"]) for role in ("Reader", "Contributor")}


def test_the_verification_lists_identities_credentials_and_the_issuer(reading: Reading) -> None:
    printed = reading.printed["Phase 1 Verification"]
    table, _, rest = printed.partition("[")
    decoder = json.JSONDecoder()
    credentials, end = decoder.raw_decode("[" + rest)
    configuration = json.loads(("[" + rest)[end:])

    assert re.findall(r"myprefix-hc-\S+", table) == sorted(WORKLOAD_IDENTITIES)
    assert sorted(one["name"] for one in credentials) == [
        f"{DISK_CSI}-fed-id-{kind}" for kind in ("controller", "node", "operator")
    ]
    assert {one["issuer"] for one in credentials} == {configuration["issuer"]}
    assert configuration["issuer"] == reading.seen["issuer"]


def test_the_summary_tells_the_values_for_phase_3(reading: Reading) -> None:
    issuer = reading.seen["issuer"]

    lines = reading.printed["Phase 1 Summary"].splitlines()

    assert {
        "PREFIX=myprefix",
        "CLUSTER_NAME=myprefix-hc",
        "PERSISTENT_RG_NAME=os4-common",
        "LOCATION=eastus",
        f"OIDC_STORAGE_ACCOUNT_NAME={issuer.rpartition('/')[2]}",
        f"OIDC_ISSUER_URL={issuer}",
        "SA_TOKEN_ISSUER_PRIVATE_KEY_PATH=serviceaccount-signer.private",
        "  ✓ azure_mgmt.json",
        "EXTRN_DNS_ZONE_NAME=myprefix.example.com",
    } <= set(lines)


def test_phase_3_finds_the_ids_that_the_cluster_is_made_with(reading: Reading) -> None:
    nsg, vnet, subnet = reading.seen["ids"]

    assert nsg.endswith(
        f"/myprefix-customer-nsg-rg/{NETWORK}/networkSecurityGroups/myprefix-customer-nsg"
    )
    assert vnet.endswith(
        f"/myprefix-customer-vnet-rg/{NETWORK}/virtualNetworks/myprefix-customer-vnet"
    )
    assert subnet == f"{vnet}/subnets/myprefix-customer-subnet-1"


def test_phase_3_puts_the_subnet_under_the_security_group(reading: Reading) -> None:
    properties = reading.seen["subnet"]["properties"]

    assert properties["addressPrefix"] == "10.0.0.0/24"
    assert properties["networkSecurityGroup"]["id"] == reading.seen["ids"][0]


def test_the_cleanup_leaves_nothing_of_the_cluster(reading: Reading) -> None:
    assert reading.seen["groups_left"] == ["myparent-dns-rg"]
    assert reading.seen["resources_left"] == []
    assert reading.seen["principals_left"] == []


def test_what_works_on_kubernetes_is_left_out(reading: Reading) -> None:
    left_out = re.findall(
        r"^left out: (\S+ \S+ \S+)", "".join(reading.printed.values()), re.MULTILINE
    )

    assert left_out == ["hypershift destroy cluster"]
