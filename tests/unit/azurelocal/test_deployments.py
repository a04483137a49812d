"""Templates, as the command line tool sends them for a load balancer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
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
