"""What a machine is told about itself."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import jwt
import pytest

from azurelocal.answering import Trace
from azurelocal.http import Request, read_query
from azurelocal.imds.front import Metadata

if TYPE_CHECKING:
    from azurelocal.http import Response
    from tests.unit.azurelocal.conftest import Azure

ARM_RESOURCE = "https%3A%2F%2Fmanagement.azure.com%2F"
IDENTITIES = "providers/Microsoft.ManagedIdentity/userAssignedIdentities"
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGr1K3mD0e5o2z1VbV3s0y9m1J9p4wQ2xk5T7c8l6n0h me"


@dataclass
class Machine:
    """One machine in a network of its own, at 10.0.0.4."""

    azure: Azure
    group: str

    def make(self, **more: Any) -> str:
        """Make the machine and tell its ID."""
        owner, network = self.azure.owner, f"{self.group}/providers/Microsoft.Network"
        subnet = {"name": "default", "properties": {"addressPrefix": "10.0.0.0/24"}}
        space = {"addressSpace": {"addressPrefixes": ["10.0.0.0/16"]}, "subnets": [subnet]}
        owner.put(f"{network}/virtualNetworks/net", {"location": "eastus", "properties": space})
        subnet_id = f"{network}/virtualNetworks/net/subnets/default"
        configuration = {"name": "main", "properties": {"subnet": {"id": subnet_id}}}
        nic = f"{network}/networkInterfaces/nic"
        owner.put(nic, {"location": "eastus", "properties": {"ipConfigurations": [configuration]}})
        id = f"{self.group}/providers/Microsoft.Compute/virtualMachines/vm"
        body = {
            "location": "eastus",
            "tags": {"role": "node", "Name": "vm"},
            "properties": {
                "hardwareProfile": {"vmSize": "Standard_D2s_v5"},
                "storageProfile": {
                    "imageReference": {
                        "publisher": "Debian",
                        "offer": "debian-12",
                        "sku": "12-gen2",
                        "version": "latest",
                    },
                    "osDisk": {"createOption": "FromImage"},
                },
                "osProfile": {
                    "computerName": "worker",
                    "adminUsername": "core",
                    "linuxConfiguration": {
                        "disablePasswordAuthentication": True,
                        "ssh": {"publicKeys": [{"keyData": KEY}]},
                    },
                    **more.pop("profile", {}),
                },
                "networkProfile": {"networkInterfaces": [{"id": nic}]},
                **more.pop("properties", {}),
            },
            **more,
        }
        made = owner.put(id, body)
        assert made.status == 201, made.content
        return id

    def ask(
        self,
        path: str,
        query: str = "api-version=2021-10-01",
        *,
        address: str = "10.0.0.4",
        **headers: str,
    ) -> Response:
        network = f"{self.group}/providers/Microsoft.Network/virtualNetworks/net".lower()
        request = Request(
            method="GET",
            host="169.254.169.254",
            path=f"/metadata/{path}",
            query=read_query(query),
            headers={"metadata": "true", **headers},
            client=address,
        )
        metadata = Metadata(self.azure.cloud, network)
        return self.azure.loop.run_until_complete(metadata(request, Trace()))

    def json(self, path: str, query: str = "api-version=2021-10-01", **options: str) -> Any:
        response = self.ask(path, query, **options)
        assert response.status == 200, response.body
        return json.loads(response.content())


@pytest.fixture
def machine(azure: Azure) -> Machine:
    return Machine(azure, azure.group())


def test_a_machine_reads_what_it_is(machine: Machine) -> None:
    id = machine.make(zones=["2"])

    document = machine.json("instance")

    compute = document["compute"]
    assert {
        name: compute[name] for name in ("name", "vmSize", "location", "zone", "resourceId")
    } == {
        "name": "vm",
        "vmSize": "Standard_D2s_v5",
        "location": "eastus",
        "zone": "2",
        "resourceId": id,
    }
    assert compute["azEnvironment"] == "AzurePublicCloud"
    assert compute["osProfile"]["computerName"] == "worker"
    assert compute["tagsList"] == [
        {"name": "role", "value": "node"},
        {"name": "Name", "value": "vm"},
    ]
    assert compute["tags"] == "role:node;Name:vm"
    assert compute["publicKeys"][0]["keyData"] == KEY
    interface = document["network"]["interface"][0]
    assert interface["ipv4"] == {
        "ipAddress": [{"privateIpAddress": "10.0.0.4", "publicIpAddress": ""}],
        "subnet": [{"address": "10.0.0.0", "prefix": "24"}],
    }
    assert interface["macAddress"].startswith("000D3A")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("instance/compute/name", "vm"),
        ("instance/compute/osProfile/adminUsername", "core"),
        ("instance/COMPUTE/vmsize", "Standard_D2s_v5"),
        ("instance/network/interface/0/ipv4/ipAddress/0/privateIpAddress", "10.0.0.4"),
        ("instance", "compute/\nnetwork/"),
        ("instance/network/interface", "0/"),
        ("instance/compute/userData", ""),
    ],
)
def test_a_leaf_or_a_branch_is_read_as_text(machine: Machine, path: str, text: str) -> None:
    machine.make()

    response = machine.ask(path, "api-version=2021-10-01&format=text")

    assert (response.status, response.content().decode()) == (200, text)
    assert response.headers["content-type"] == "text/plain; charset=utf-8"


def test_user_data_is_given_and_custom_data_is_not(machine: Machine) -> None:
    machine.make(profile={"customData": "c2VjcmV0"}, properties={"userData": "cHVibGlj"})

    assert (
        machine.ask("instance/compute/userData", "api-version=2021-01-01").content() == b"cHVibGlj"
    )
    assert "c2VjcmV0" not in json.dumps(machine.json("instance"))


@pytest.mark.parametrize(
    ("path", "query", "headers", "status", "says"),
    [
        ("instance", "api-version=2021-10-01", {"metadata": ""}, 400, "metadata header"),
        ("instance", "", {}, 400, "newest-versions"),
        ("instance", "api-version=tomorrow", {}, 400, "newest-versions"),
        ("instance", "api-version=2021-10-01", {"x-forwarded-for": "10.0.0.9"}, 400, "Forwarded"),
        ("instance/compute/name", "api-version=2021-10-01", {}, 400, "format=text"),
        ("instance/nothing", "api-version=2021-10-01", {}, 404, "Not found"),
        ("nothing", "api-version=2021-10-01", {}, 404, "Not found"),
        ("loadbalancer", "api-version=2020-10-01", {}, 404, "load balancer"),
        ("identity/oauth2/token", "api-version=2018-02-01", {}, 400, "'resource' is missing"),
        (
            "identity/oauth2/token",
            "api-version=2018-02-01&resource=https%3A%2F%2Fnobody.example",
            {},
            400,
            "invalid_resource",
        ),
    ],
)
def test_what_cannot_be_answered_is_refused(
    machine: Machine, path: str, query: str, headers: dict[str, str], status: int, says: str
) -> None:
    machine.make()

    response = machine.ask(path, query, **headers)

    assert response.status == status
    assert says in response.content().decode()


def test_nobody_else_is_told_anything(machine: Machine) -> None:
    machine.make()

    assert machine.ask("instance", address="10.0.0.5").status == 404


def test_a_machine_gets_a_token_for_its_own_identity(machine: Machine) -> None:
    machine.make(identity={"type": "SystemAssigned"})

    answer = machine.json(
        "identity/oauth2/token", f"api-version=2018-02-01&resource={ARM_RESOURCE}"
    )

    claims = jwt.decode(answer["access_token"], options={"verify_signature": False})
    group = machine.azure.owner.get(
        machine.group, headers={"authorization": f"Bearer {answer['access_token']}"}
    )
    assert claims["xms_mirid"].endswith("/virtualMachines/vm")
    assert (answer["token_type"], answer["expires_in"]) == (
        "Bearer",
        str(int(answer["expires_in"])),
    )
    assert (group.status, group.code) == (403, "AuthorizationFailed")


def identity(machine: Machine, name: str) -> dict[str, str]:
    made = machine.azure.owner.put(f"{machine.group}/{IDENTITIES}/{name}", {"location": "eastus"})
    return {"id": made.json["id"], **made.json["properties"]}


@pytest.mark.parametrize("selector", ["client_id", "object_id", "msi_res_id"])
def test_one_of_several_identities_is_chosen(machine: Machine, selector: str) -> None:
    one, two = identity(machine, "one"), identity(machine, "two")
    assigned = {one["id"]: {}, two["id"]: {}}
    machine.make(identity={"type": "UserAssigned", "userAssignedIdentities": assigned})
    names = {"client_id": "clientId", "object_id": "principalId", "msi_res_id": "id"}

    answer = machine.json(
        "identity/oauth2/token",
        f"api-version=2018-02-01&resource={ARM_RESOURCE}&{selector}={two[names[selector]]}",
    )

    assert answer["client_id"] == two["clientId"]


def test_several_identities_and_no_choice_are_refused(machine: Machine) -> None:
    assigned = {identity(machine, name)["id"]: {} for name in ("one", "two")}
    machine.make(identity={"type": "UserAssigned", "userAssignedIdentities": assigned})

    response = machine.ask(
        "identity/oauth2/token", f"api-version=2018-02-01&resource={ARM_RESOURCE}"
    )

    assert response.status == 400
    assert "Multiple user assigned identities exist" in response.body["error_description"]


def test_an_identity_that_is_not_assigned_is_not_found(machine: Machine) -> None:
    stranger = identity(machine, "stranger")
    machine.make(identity={"type": "SystemAssigned"})

    response = machine.ask(
        "identity/oauth2/token",
        f"api-version=2018-02-01&resource={ARM_RESOURCE}&client_id={stranger['clientId']}",
    )

    assert (response.status, response.body["error_description"]) == (400, "Identity not found")
