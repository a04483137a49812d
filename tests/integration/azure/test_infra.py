"""`create infra azure`, with the libraries of Microsoft, against an Azure."""

from __future__ import annotations

import json
import stat
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from tests.integration.azure.clusters import Cluster, base_domain, groups, resources

if TYPE_CHECKING:
    from tests.integration.azure.office import Desk


@pytest.fixture(scope="module")
def office(desk: Desk) -> Desk:
    """A desk whose subscription has a base domain."""
    base_domain(desk)
    return desk


def test_az_shows_what_the_file_names(office: Desk) -> None:
    cluster = Cluster(office, "shown")
    cluster.create_infra("-t", "team=blue,stage=test")
    infra = cluster.infra

    for name in cluster.groups:
        tags = office.az(f"group show -n {name}")["tags"]
        assert tags == {
            "kubernetes.io_cluster.shown-x7k2p": "owned",
            "hypershift.openshift.io_made-by": "create infra azure",
            "team": "blue",
            "stage": "test",
        }
    network = office.az(f"network vnet show --ids {infra['vnetID']}")
    assert network["name"] == "shown-shown-x7k2p"
    assert network["addressSpace"]["addressPrefixes"] == ["10.0.0.0/16"]
    assert network["tags"]["kubernetes.io_cluster.shown-x7k2p"] == "owned"
    (subnet,) = network["subnets"]
    assert (subnet["id"], subnet["name"]) == (infra["subnetID"], "default")
    assert subnet["addressPrefix"] == "10.0.0.0/24"
    assert subnet["networkSecurityGroup"]["id"] == infra["securityGroupID"]
    security = office.az(f"network nsg show --ids {infra['securityGroupID']}")
    assert (security["name"], security["securityRules"]) == ("shown-shown-x7k2p-nsg", [])
    zone = office.az(f"network private-dns zone show --ids {infra['privateZoneID']}")
    assert zone["name"] == "shown.example.com"
    (link,) = office.az(f"network private-dns link vnet list -g {cluster.group} -z {zone['name']}")
    assert (link["name"], link["registrationEnabled"]) == ("shown-shown-x7k2p", False)
    assert link["virtualNetwork"]["id"] == infra["vnetID"]
    assert infra["publicZoneID"] == office.az("network dns zone show -g dns -n example.com")["id"]


def test_machines_reach_the_internet_by_the_load_balancer(office: Desk) -> None:
    cluster = Cluster(office, "out")
    cluster.create_infra()

    address = office.az(f"network public-ip show -g {cluster.group} -n out-x7k2p")
    balancer = office.az(f"network lb show -g {cluster.group} -n out-x7k2p")

    assert (address["sku"]["name"], address["publicIPAllocationMethod"]) == ("Standard", "Static")
    assert balancer["sku"]["name"] == "Standard"
    (frontend,) = balancer["frontendIPConfigurations"]
    (pool,) = balancer["backendAddressPools"]
    (probe,) = balancer["probes"]
    (rule,) = balancer["outboundRules"]
    assert {one["name"] for one in (frontend, pool, probe, rule)} == {"out-x7k2p"}
    assert frontend["publicIPAddress"]["id"] == address["id"]
    assert (probe["protocol"], probe["port"], probe["requestPath"]) == ("Http", 30595, "/healthz")
    assert (probe["intervalInSeconds"], probe["probeThreshold"]) == (5, 2)
    assert (rule["protocol"], rule["allocatedOutboundPorts"]) == ("All", 1024)
    assert (rule["enableTcpReset"], rule["idleTimeoutInMinutes"]) == (True, 4)
    assert [one["id"] for one in rule["frontendIPConfigurations"]] == [frontend["id"]]
    assert rule["backendAddressPool"]["id"] == pool["id"]


def test_a_second_run_has_nothing_to_do_and_says_so(office: Desk) -> None:
    cluster = Cluster(office, "again")
    cluster.create_infra("-t", "team=blue")
    file = office.folder / cluster.infra_file
    first = file.read_bytes()

    said = cluster.create_infra("-t", "team=blue")

    assert said == "Nothing to do: everything is as it should be.\n"
    assert file.read_bytes() == first
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_the_file_has_the_keys_that_its_readers_know(office: Desk) -> None:
    cluster = Cluster(office, "keys")
    cluster.create_infra()
    identities = json.loads((office.folder / cluster.identities_file).read_text())

    assert cluster.infra | {"publicZoneID": "", "privateZoneID": "", "vnetID": ""} | {
        "subnetID": "",
        "securityGroupID": "",
    } == {
        "baseDomain": "example.com",
        "bootImageID": "",
        "controlPlaneMIs": None,
        "dataPlaneIdentities": {
            "imageRegistryMSIClientID": "",
            "diskMSIClientID": "",
            "fileMSIClientID": "",
        },
        "infraID": "keys-x7k2p",
        "privateZoneID": "",
        "publicZoneID": "",
        "region": "eastus",
        "resourceGroupName": cluster.group,
        "securityGroupID": "",
        "subnetID": "",
        "vnetID": "",
        "workloadIdentities": identities,
    }


def test_create_cluster_reads_the_file(office: Desk) -> None:
    cluster = Cluster(office, "read")
    cluster.create_infra()
    (office.folder / "pull-secret.json").write_text('{"auths": {}}')

    rendered = office.hypershift(
        f"create cluster azure --name read --infra-json {cluster.infra_file} --render"
        f" --azure-creds {office.credentials} --pull-secret pull-secret.json"
        " --release-image quay.io/openshift-release-dev/ocp-release:4.21.0-x86_64"
        " --oidc-issuer-url https://issuer.blob.core.windows.net/issuer --node-pool-replicas 1"
    )

    documents = {one["kind"]: one for one in yaml.safe_load_all(rendered) if one}
    hosted = documents["HostedCluster"]["spec"]
    azure, infra = hosted["platform"]["azure"], cluster.infra
    assert hosted["infraID"] == infra["infraID"]
    assert hosted["dns"]["privateZoneID"] == infra["privateZoneID"]
    assert azure["resourceGroup"] == infra["resourceGroupName"]
    assert azure["vnetID"] == infra["vnetID"]
    assert azure["securityGroupID"] == infra["securityGroupID"]
    pool = documents["NodePool"]["spec"]["platform"]["azure"]
    assert pool["subnetID"] == infra["subnetID"]


def test_a_dry_run_prints_the_plan_and_makes_nothing(office: Desk) -> None:
    cluster, before = Cluster(office, "planned"), groups(office)

    planned = cluster.create_infra("--dry-run").splitlines()

    assert planned[-1] == "9 to create."
    assert "create       load balancer planned-x7k2p" in planned
    assert groups(office) == before
    assert not (office.folder / cluster.infra_file).exists()


def test_all_resources_may_be_in_one_existing_group(office: Desk) -> None:
    cluster = Cluster(office, "one")
    office.az("group create -n mine -l westus2 --tags a=b")

    cluster.create_infra("--resource-group-name", "mine", "-t", "c=d")

    assert cluster.groups & groups(office) == set()
    assert office.az("group show -n mine")["tags"] == {"a": "b"}
    assert cluster.infra["resourceGroupName"] == "mine"
    assert resources(office, "mine") == {
        "networkSecurityGroups one-one-x7k2p-nsg",
        "virtualNetworks one-one-x7k2p",
        "privateDnsZones one.example.com",
        "virtualNetworkLinks one.example.com/one-one-x7k2p",
        "publicIPAddresses one-x7k2p",
        "loadBalancers one-x7k2p",
    }


@pytest.mark.parametrize("flags", ["--vnet-id", "--subnet-id", "--vnet-id --subnet-id"])
def test_a_network_of_ones_own_is_used_as_it_is(office: Desk, flags: str) -> None:
    name = f"own{flags.count('-')}{flags.count('vnet')}"
    cluster = Cluster(office, name)
    office.az(f"group create -n {name}-net -l eastus")
    office.az(f"network nsg create -g {name}-net -n rules")
    office.az(
        f"network vnet create -g {name}-net -n net --address-prefix 192.168.0.0/16"
        " --subnet-name machines --subnet-prefixes 192.168.1.0/24 --nsg rules"
    )
    network = without_etags(office.az(f"network vnet show -g {name}-net -n net"))
    security = office.az(f"network nsg show -g {name}-net -n rules")["id"]
    subnet = network["subnets"][0]["id"]
    ids = {"--vnet-id": network["id"], "--subnet-id": subnet}
    words = [word for flag in flags.split() for word in (flag, ids[flag])]

    cluster.create_infra(*words, "--network-security-group-id", security)

    infra = cluster.infra
    assert (infra["vnetID"], infra["subnetID"]) == (network["id"], subnet)
    assert infra["securityGroupID"] == security
    assert cluster.groups & groups(office) == {cluster.group}
    assert without_etags(office.az(f"network vnet show -g {name}-net -n net")) == network
    (link,) = office.az(
        f"network private-dns link vnet list -g {cluster.group} -z {name}.example.com"
    )
    assert link["virtualNetwork"]["id"] == network["id"]


def without_etags(value: Any) -> Any:
    """A resource without what changes when another one refers to it."""
    match value:
        case dict():
            return {key: without_etags(one) for key, one in value.items() if key != "etag"}
        case list():
            return [without_etags(one) for one in value]
        case _:
            return value
