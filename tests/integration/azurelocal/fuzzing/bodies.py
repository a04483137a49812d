"""Realistic bodies, for resources that all lie in one group, and what can be done to them."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence

NETWORK, COMPUTE = "Microsoft.Network", "Microsoft.Compute"
WRONG: list[Any] = [
    *(None, True, False, 0, -1, 1.5, 2**70, 1e308, "", " ", "x", "\0", "é\U0001f600", "x" * 5000),
    *([], [None], [[]], [{}], [1, "a"], {}, {"id": 5}, {"id": "/"}, {"id": "x"}, {"name": []}),
    *({"a": {"b": {"c": []}}}, [{"name": "a"}, {"name": "A"}], [{"name": None, "properties": []}]),
    *("10.0.0.0/99", "10.0.0.1", "::1", "::/0", "0.0.0.0/0", "2026-13-99T99:99:99Z", "P1D"),
    *([{"properties": 1}], [{"name": "a/b"}], [{"id": "/subscriptions"}], "٣", "²", "--1", "1e9"),
]
"""What no property, or hardly any, may be."""


def bodies(group: str) -> dict[str, dict[str, Any]]:
    """One body for each type that has a peculiar one, by the type's name in lower case."""

    def ref(kind: str, name: str = "a", below: str = "") -> dict[str, str]:
        return {"id": f"{group}/providers/{kind}/{name}{below}"}

    lb = f"{NETWORK}/loadBalancers"
    subnet = ref(f"{NETWORK}/virtualNetworks", below="/subnets/default")
    written: dict[str, dict[str, Any]] = {
        f"{NETWORK}/virtualNetworks": {
            "addressSpace": {"addressPrefixes": ["10.0.0.0/16"]},
            "dhcpOptions": {"dnsServers": ["10.0.0.4"]},
            "subnets": [
                {
                    "name": "default",
                    "properties": {
                        "addressPrefix": "10.0.0.0/24",
                        "networkSecurityGroup": ref(f"{NETWORK}/networkSecurityGroups"),
                        "routeTable": ref(f"{NETWORK}/routeTables"),
                        "natGateway": ref(f"{NETWORK}/natGateways"),
                        "serviceEndpoints": [{"service": "Microsoft.Storage"}],
                        "delegations": [],
                        "privateLinkServiceNetworkPolicies": "Disabled",
                    },
                }
            ],
            "virtualNetworkPeerings": [],
        },
        f"{NETWORK}/networkSecurityGroups": {
            "securityRules": [
                {
                    "name": "https",
                    "properties": {
                        "priority": 100,
                        "direction": "Inbound",
                        "access": "Allow",
                        "protocol": "Tcp",
                        "sourceAddressPrefix": "*",
                        "sourcePortRange": "*",
                        "destinationAddressPrefixes": ["10.0.0.0/24"],
                        "destinationPortRanges": ["443", "6443-6444"],
                    },
                }
            ]
        },
        f"{NETWORK}/routeTables": {
            "disableBgpRoutePropagation": False,
            "routes": [
                {
                    "name": "out",
                    "properties": {
                        "addressPrefix": "0.0.0.0/0",
                        "nextHopType": "VirtualAppliance",
                        "nextHopIpAddress": "10.0.0.9",
                    },
                }
            ],
        },
        f"{NETWORK}/publicIPAddresses": {
            "publicIPAllocationMethod": "Static",
            "publicIPAddressVersion": "IPv4",
            "idleTimeoutInMinutes": 4,
            "dnsSettings": {"domainNameLabel": "fuzz"},
        },
        f"{NETWORK}/publicIPPrefixes": {"prefixLength": 30, "publicIPAddressVersion": "IPv4"},
        f"{NETWORK}/natGateways": {
            "idleTimeoutInMinutes": 4,
            "publicIpPrefixes": [ref(f"{NETWORK}/publicIPPrefixes")],
        },
        f"{NETWORK}/networkInterfaces": {
            "enableIPForwarding": True,
            "dnsSettings": {"dnsServers": ["10.0.0.4"]},
            "networkSecurityGroup": ref(f"{NETWORK}/networkSecurityGroups"),
            "ipConfigurations": [
                {
                    "name": "ip",
                    "properties": {
                        "subnet": subnet,
                        "primary": True,
                        "privateIPAllocationMethod": "Static",
                        "privateIPAddress": "10.0.0.50",
                        "publicIPAddress": ref(f"{NETWORK}/publicIPAddresses"),
                        "loadBalancerBackendAddressPools": [
                            ref(lb, below="/backendAddressPools/back")
                        ],
                        "applicationSecurityGroups": [ref(f"{NETWORK}/applicationSecurityGroups")],
                    },
                }
            ],
        },
        lb: {
            "frontendIPConfigurations": [
                {"name": "front", "properties": {"subnet": subnet}, "zones": ["1"]}
            ],
            "backendAddressPools": [{"name": "back", "properties": {}}],
            "probes": [
                {
                    "name": "probe",
                    "properties": {
                        "protocol": "Https",
                        "port": 6443,
                        "requestPath": "/readyz",
                        "intervalInSeconds": 5,
                        "numberOfProbes": 2,
                        "probeThreshold": 1,
                    },
                }
            ],
            "loadBalancingRules": [
                {
                    "name": "rule",
                    "properties": {
                        "frontendIPConfiguration": ref(lb, below="/frontendIPConfigurations/front"),
                        "backendAddressPool": ref(lb, below="/backendAddressPools/back"),
                        "backendAddressPools": [ref(lb, below="/backendAddressPools/back")],
                        "probe": ref(lb, below="/probes/probe"),
                        "protocol": "Tcp",
                        "frontendPort": 443,
                        "backendPort": 6443,
                        "idleTimeoutInMinutes": 4,
                        "enableFloatingIP": True,
                        "disableOutboundSnat": True,
                        "loadDistribution": "Default",
                    },
                }
            ],
            "inboundNatRules": [
                {
                    "name": "ssh",
                    "properties": {
                        "frontendIPConfiguration": ref(lb, below="/frontendIPConfigurations/front"),
                        "protocol": "Tcp",
                        "frontendPort": 2201,
                        "backendPort": 22,
                    },
                }
            ],
            "outboundRules": [
                {
                    "name": "out",
                    "properties": {
                        "frontendIPConfigurations": [
                            ref(lb, below="/frontendIPConfigurations/front")
                        ],
                        "backendAddressPool": ref(lb, below="/backendAddressPools/back"),
                        "protocol": "All",
                        "allocatedOutboundPorts": 1024,
                    },
                }
            ],
        },
        f"{NETWORK}/privateLinkServices": {
            "visibility": {"subscriptions": ["*"]},
            "autoApproval": {"subscriptions": ["*"]},
            "fqdns": ["a.test"],
            "loadBalancerFrontendIpConfigurations": [
                ref(lb, below="/frontendIPConfigurations/front")
            ],
            "ipConfigurations": [
                {
                    "name": "nat",
                    "properties": {
                        "subnet": subnet,
                        "primary": True,
                        "privateIPAllocationMethod": "Dynamic",
                    },
                }
            ],
        },
        f"{NETWORK}/privateEndpoints": {
            "subnet": subnet,
            "privateLinkServiceConnections": [
                {
                    "name": "link",
                    "properties": {
                        "privateLinkServiceId": ref(f"{NETWORK}/privateLinkServices")["id"],
                        "groupIds": [],
                        "requestMessage": "please",
                    },
                }
            ],
        },
        f"{NETWORK}/privateEndpoints/privateDnsZoneGroups": {
            "privateDnsZoneConfigs": [
                {
                    "name": "zone",
                    "properties": {
                        "privateDnsZoneId": ref(f"{NETWORK}/privateDnsZones", "a.test")["id"]
                    },
                }
            ]
        },
        f"{NETWORK}/privateDnsZones/virtualNetworkLinks": {
            "virtualNetwork": ref(f"{NETWORK}/virtualNetworks"),
            "registrationEnabled": True,
        },
        f"{COMPUTE}/virtualMachines": {
            "hardwareProfile": {"vmSize": "Standard_D4s_v3"},
            "storageProfile": {
                "imageReference": {
                    "publisher": "azureopenshift",
                    "offer": "aro4",
                    "sku": "419-v2",
                    "version": "latest",
                },
                "osDisk": {
                    "name": "os",
                    "createOption": "FromImage",
                    "diskSizeGB": 128,
                    "caching": "ReadWrite",
                    "deleteOption": "Delete",
                    "managedDisk": {"storageAccountType": "Premium_LRS"},
                },
                "dataDisks": [
                    {
                        "lun": 0,
                        "name": "data",
                        "createOption": "Attach",
                        "managedDisk": ref(f"{COMPUTE}/disks"),
                        "toBeDetached": False,
                    }
                ],
            },
            "osProfile": {
                "computerName": "vm",
                "adminUsername": "core",
                "customData": "e30=",
                "linuxConfiguration": {
                    "disablePasswordAuthentication": True,
                    "ssh": {
                        "publicKeys": [
                            {"path": "/home/core/.ssh/authorized_keys", "keyData": "ssh-rsa AAAA"}
                        ]
                    },
                },
            },
            "networkProfile": {
                "networkInterfaces": [
                    {**ref(f"{NETWORK}/networkInterfaces"), "properties": {"primary": True}}
                ]
            },
            "diagnosticsProfile": {"bootDiagnostics": {"enabled": True}},
            "securityProfile": {"encryptionAtHost": True},
        },
        f"{COMPUTE}/virtualMachines/extensions": {
            "publisher": "Microsoft.Azure.Extensions",
            "type": "CustomScript",
            "typeHandlerVersion": "2.1",
            "settings": {"commandToExecute": "true"},
        },
        f"{COMPUTE}/disks": {
            "creationData": {"createOption": "Empty"},
            "diskSizeGB": 32,
            "networkAccessPolicy": "AllowAll",
            "encryption": {"type": "EncryptionAtRestWithPlatformKey"},
        },
        f"{COMPUTE}/snapshots": {
            "creationData": {
                "createOption": "Copy",
                "sourceResourceId": ref(f"{COMPUTE}/disks")["id"],
            },
            "incremental": True,
        },
        f"{COMPUTE}/images": {
            "hyperVGeneration": "V2",
            "storageProfile": {
                "osDisk": {
                    "osType": "Linux",
                    "osState": "Generalized",
                    "blobUri": "https://fuzzaccount.blob.core.windows.net/c/a.vhd",
                    "storageAccountType": "Standard_LRS",
                }
            },
        },
        f"{COMPUTE}/galleries": {"description": "images"},
        f"{COMPUTE}/galleries/images": {
            "osType": "Linux",
            "osState": "Generalized",
            "hyperVGeneration": "V2",
            "identifier": {"publisher": "p", "offer": "o", "sku": "s"},
        },
        f"{COMPUTE}/galleries/images/versions": {
            "publishingProfile": {"targetRegions": [{"name": "eastus"}]},
            "storageProfile": {"source": ref(f"{COMPUTE}/images")},
        },
        f"{COMPUTE}/availabilitySets": {
            "platformFaultDomainCount": 2,
            "platformUpdateDomainCount": 5,
        },
        "Microsoft.ManagedIdentity/userAssignedIdentities/federatedIdentityCredentials": {
            "issuer": "https://issuer.test",
            "subject": "system:serviceaccount:a:b",
            "audiences": ["openshift"],
        },
        "Microsoft.Storage/storageAccounts": {
            "allowBlobPublicAccess": True,
            "minimumTlsVersion": "TLS1_2",
            "supportsHttpsTrafficOnly": True,
            "networkAcls": {"defaultAction": "Allow", "ipRules": [], "virtualNetworkRules": []},
        },
        "Microsoft.Storage/storageAccounts/blobServices/containers": {
            "publicAccess": "Blob",
            "metadata": {"a": "b"},
        },
        "Microsoft.Authorization/roleDefinitions": {
            "roleName": "Fuzzed",
            "description": "",
            "type": "CustomRole",
            "assignableScopes": [group],
            "permissions": [
                {
                    "actions": [f"{NETWORK}/*/read"],
                    "notActions": [],
                    "dataActions": [],
                    "notDataActions": [],
                }
            ],
        },
        "Microsoft.Authorization/roleAssignments": {
            "roleDefinitionId": f"{group}/providers/Microsoft.Authorization/roleDefinitions/"
            "acdd72a7-3385-48ef-bd42-f606fba81ae7",
            "principalId": "11111111-1111-1111-1111-111111111111",
            "principalType": "ServicePrincipal",
            "scope": group,
        },
        "Microsoft.KeyVault/vaults": {
            "tenantId": "{tenant}",
            "sku": {"family": "A", "name": "standard"},
            "enableRbacAuthorization": True,
            "accessPolicies": [
                {
                    "tenantId": "{tenant}",
                    "objectId": "11111111-1111-1111-1111-111111111111",
                    "permissions": {"secrets": ["get"], "keys": ["all"], "certificates": []},
                }
            ],
            "enableSoftDelete": True,
            "softDeleteRetentionInDays": 7,
            "networkAcls": {"bypass": "AzureServices", "defaultAction": "Allow"},
        },
        **{f"{NETWORK}/{zones}/{kind}": _RECORDS[kind] for zones in _ZONES for kind in _RECORDS},
    }
    return {
        type.lower(): {
            "location": "global" if "nszones" in type.lower() else "eastus",
            "tags": {"a": "b"},
            **_AROUND.get(type, {}),
            "properties": properties,
        }
        for type, properties in written.items()
    }


_IDENTITY = "{group}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/a"
_AROUND: dict[str, dict[str, Any]] = {
    f"{NETWORK}/publicIPAddresses": {"sku": {"name": "Standard", "tier": "Regional"}},
    f"{NETWORK}/publicIPPrefixes": {"sku": {"name": "Standard"}},
    f"{NETWORK}/natGateways": {"sku": {"name": "Standard"}},
    f"{NETWORK}/loadBalancers": {"sku": {"name": "Standard", "tier": "Regional"}},
    f"{COMPUTE}/virtualMachines": {
        "zones": ["1"],
        "identity": {"type": "UserAssigned", "userAssignedIdentities": {_IDENTITY: {}}},
        "plan": {"name": "a", "publisher": "b", "product": "c"},
    },
    f"{COMPUTE}/disks": {"sku": {"name": "Premium_LRS"}},
    f"{COMPUTE}/snapshots": {"sku": {"name": "Standard_LRS"}},
    f"{COMPUTE}/availabilitySets": {"sku": {"name": "Aligned"}},
    "Microsoft.Storage/storageAccounts": {
        "sku": {"name": "Standard_LRS"},
        "kind": "StorageV2",
    },
}
"""What stands beside the properties."""

_ZONES = ("dnszones", "privateDnsZones")
_RECORDS: dict[str, dict[str, Any]] = {
    "A": {"TTL": 300, "ARecords": [{"ipv4Address": "10.0.0.1"}], "metadata": {"a": "b"}},
    "AAAA": {"TTL": 300, "AAAARecords": [{"ipv6Address": "::1"}]},
    "CNAME": {"TTL": 300, "CNAMERecord": {"cname": "a.test"}},
    "MX": {"TTL": 300, "MXRecords": [{"preference": 1, "exchange": "a.test"}]},
    "NS": {"TTL": 300, "NSRecords": [{"nsdname": "a.test"}]},
    "PTR": {"TTL": 300, "PTRRecords": [{"ptrdname": "a.test"}]},
    "SRV": {
        "TTL": 300,
        "SRVRecords": [{"priority": 1, "weight": 1, "port": 1, "target": "a.test"}],
    },
    "TXT": {"TTL": 300, "TXTRecords": [{"value": ["a"]}]},
    "CAA": {"TTL": 300, "caaRecords": [{"flags": 0, "tag": "issue", "value": "a"}]},
    "SOA": {
        "TTL": 300,
        "SOARecord": {
            "host": "a",
            "email": "b",
            "serialNumber": 1,
            "refreshTime": 1,
            "retryTime": 1,
            "expireTime": 1,
            "minimumTTL": 1,
        },
    },
}


def places(value: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands in a body: the names and numbers that lead to it."""
    if above:
        yield above
    if isinstance(value, dict):
        for name, one in value.items():
            yield from places(one, (*above, name))
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from places(one, (*above, number))


def put_at(body: Any, place: tuple[Any, ...], value: Any) -> None:
    """Replace what stands somewhere."""
    for step in place[:-1]:
        body = body[step]
    body[place[-1]] = value


def random_body(dice: random.Random, words: Sequence[str], depth: int = 0) -> dict[str, Any]:
    """A body of names that are looked for, and values of every kind."""
    found: dict[str, Any] = {}
    for _ in range(dice.randrange(6)):
        name = dice.choice(words)
        roll = dice.random()
        if roll < 0.25 and depth < 4:
            found[name] = random_body(dice, words, depth + 1)
        elif roll < 0.45 and depth < 4:
            found[name] = [random_body(dice, words, depth + 1) for _ in range(dice.randrange(3))]
        elif roll < 0.7:
            found[name] = dice.choice(words)
        else:
            found[name] = copy.deepcopy(dice.choice(WRONG))
    return found
