"""Templates, as the command line tool sends them for a load balancer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from azurelocal.arm.operations import Operation
    from azurelocal.store import Resource
    from tests.unit.azurelocal.conftest import Azure

NETWORK = "Microsoft.Network"


def template(*resources: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "properties": {"mode": "Incremental", "template": {"resources": list(resources), **more}}
    }


def resource(kind: str, name: str, *needs: str, **properties: Any) -> dict[str, Any]:
    return {
        "type": f"{NETWORK}/{kind}",
        "name": name,
        "apiVersion": "2023-04-01",
        "location": "eastus",
        "dependsOn": list(needs),
        "properties": properties,
    }


def test_resources_are_written_in_the_order_of_their_needs(azure: Azure) -> None:
    group = azure.group()
    subnet = {
        "name": "default",
        "properties": {
            "addressPrefix": "10.0.0.0/24",
            "networkSecurityGroup": {
                "id": "[resourceId('Microsoft.Network/networkSecurityGroups', variables('nsg'))]"
            },
        },
    }
    body = template(
        resource(
            "virtualNetworks",
            "net",
            "[concat('Microsoft.Network/networkSecurityGroups/', variables('nsg'))]",
            addressSpace={"addressPrefixes": ["[parameters('space')]"]},
            subnets=[subnet],
        ),
        resource("networkSecurityGroups", "[variables('nsg')]"),
        variables={"nsg": "rules"},
        parameters={"space": {"type": "string", "defaultValue": "10.0.0.0/16"}},
        outputs={"net": {"type": "object", "value": "[reference('net')]"}},
    )

    answer = azure.owner.put(f"{group}/providers/Microsoft.Resources/deployments/d", body)

    assert answer.status == 201
    assert answer.json["properties"]["provisioningState"] == "Succeeded"
    network = azure.owner.get(f"{group}/providers/{NETWORK}/virtualNetworks/net").json
    assert answer.json["properties"]["outputs"]["net"]["value"] == network["properties"]
    assert network["properties"]["subnets"][0]["properties"]["networkSecurityGroup"]["id"] == (
        f"{group}/providers/{NETWORK}/networkSecurityGroups/rules"
    )


def test_a_template_that_fails_leaves_nothing_behind(azure: Azure) -> None:
    group = azure.group()
    body = template(
        resource("networkSecurityGroups", "rules"),
        resource("virtualNetworks", "net", "rules", addressSpace={"addressPrefixes": ["nonsense"]}),
    )

    answer = azure.owner.put(f"{group}/providers/Microsoft.Resources/deployments/d", body)

    assert (answer.status, answer.code) == (400, "InvalidAddressPrefixFormat")
    assert azure.owner.get(f"{group}/resources").json == {"value": []}


def test_whoever_deploys_needs_the_right_to_every_resource(azure: Azure) -> None:
    group = azure.group()
    client = azure.client(("Managed Identity Contributor", group))

    answer = client.put(
        f"{group}/providers/Microsoft.Resources/deployments/d",
        template(resource("networkSecurityGroups", "rules")),
    )

    assert (answer.status, answer.code) == (403, "AuthorizationFailed")
    assert "Microsoft.Network/networkSecurityGroups/write" in answer.message


@pytest.mark.parametrize(
    "name",
    [
        "[variables('none')]",
        "[parameters('none')]",
        "[concat('a']",
        "[concat('a'))]",
        "[nothing('a')]",
        "[resourceId('A/b')]",
        "[reference('none')]",
        "['a' 'b']",
        "[@]",
        "[]",
        "[resourceGroup().nothing]",
        "[variables('loop')]",
        3,
        None,
    ],
)
def test_an_expression_that_is_none_is_refused(azure: Azure, name: Any) -> None:
    body = template(
        resource("networkSecurityGroups", "x") | {"name": name},
        variables={"loop": "[variables('loop')]"},
    )

    answer = azure.owner.put(f"{azure.group()}/providers/Microsoft.Resources/deployments/d", body)

    assert (answer.status, answer.code) == (400, "InvalidTemplate")


def test_resources_that_need_each_other_are_refused(azure: Azure) -> None:
    body = template(
        resource("networkSecurityGroups", "a", "b"), resource("networkSecurityGroups", "b", "a")
    )

    answer = azure.owner.put(f"{azure.group()}/providers/Microsoft.Resources/deployments/d", body)

    assert answer.message == "Circular dependency detected on resources: a, b."


def test_what_is_declared_a_secret_is_not_shown_again(azure: Azure) -> None:
    deployment = f"{azure.group()}/providers/Microsoft.Resources/deployments/secret"
    body = template(
        resource("networkSecurityGroups", "rules"),
        parameters={"word": {"type": "secureString"}, "place": {"type": "string"}},
    )
    body["properties"]["parameters"] = {"word": {"value": "hush"}, "place": {"value": "here"}}

    answers = [azure.owner.put(deployment, body), azure.owner.get(deployment)]

    assert [answer.json["properties"]["parameters"] for answer in answers] == [
        {"word": {"type": "secureString"}, "place": {"value": "here"}}
    ] * 2


def test_a_deployment_waits_for_what_its_resources_are_made_of(azure: Azure) -> None:
    group = azure.group()
    azure.cloud.weather.scale = 1e-3
    group_id = "[resourceId('Microsoft.Network/networkSecurityGroups', 'rules')]"
    subnet = {
        "name": "default",
        "properties": {"addressPrefix": "10.0.0.0/24", "networkSecurityGroup": {"id": group_id}},
    }
    body = template(
        resource("networkSecurityGroups", "rules"),
        resource(
            "virtualNetworks",
            "net",
            "Microsoft.Network/networkSecurityGroups/rules",
            addressSpace={"addressPrefixes": ["10.0.0.0/16"]},
            subnets=[subnet],
        ),
        outputs={"net": {"type": "object", "value": "[reference('net')]"}},
    )
    path = f"{group}/providers/Microsoft.Resources/deployments/d"

    begun = azure.owner.put(path, body)
    azure.loop.run_until_complete(azure.cloud.operations.over(path.lower()))
    ended = azure.owner.get(path)

    assert (begun.status, begun.json["properties"]["provisioningState"]) == (201, "Running")
    assert "azure-asyncoperation" in begun.headers
    assert ended.json["properties"]["provisioningState"] == "Succeeded"
    space = ended.json["properties"]["outputs"]["net"]["value"]["addressSpace"]
    assert space == {"addressPrefixes": ["10.0.0.0/16"]}


async def no_room(resource: Resource, operation: Operation) -> None:
    raise AzureError(409, "NoRoom", "Full.")


def test_a_deployment_fails_with_what_it_made(azure: Azure) -> None:
    group = azure.group()
    path = f"{group}/providers/Microsoft.Resources/deployments/d"
    body = template(resource("networkSecurityGroups", "rules"), resource("routeTables", "routes"))

    azure.cloud.realisers["microsoft.network/networksecuritygroups"] = no_room
    azure.owner.put(path, body)
    azure.loop.run_until_complete(azure.cloud.operations.over(path.lower()))
    ended = azure.owner.get(path).json["properties"]

    assert ended["provisioningState"] == "Failed"
    assert "NoRoom: Full." in ended["error"]["details"][0]["message"]


def test_a_deployment_is_in_no_list_of_resources(azure: Azure) -> None:
    group = azure.group()
    body = template(resource("networkSecurityGroups", "rules"))
    azure.owner.put(f"{group}/providers/Microsoft.Resources/deployments/d", body)

    listed = azure.owner.get(f"{group}/resources").json["value"]

    assert [one["name"] for one in listed] == ["rules"]
