"""What the Azure CLI is asked for, and what it has to print: one story for each subject.

A story is a list of steps that run in order; other stories go on at the same time. A step is a
command, a JMESPath query that picks what matters from the answer, and what it must find; or a
command that must be refused, and a part of what `az` then says. `{s}` is the subscription, `{t}`
the tenant, `{client}` who is logged in, `{G}` the resource group `rg`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Step:
    """One command and what comes of it."""

    command: str
    query: str = ""
    found: Any = None
    refused: str = ""


def refused(command: str, because: str) -> Step:
    return Step(command, refused=because)


STORIES: dict[str, list[Step]] = {
    "account": [
        Step("account list", "[].{id: id, state: state}", [{"id": "{s}", "state": "Enabled"}]),
        Step("account list-locations", "[?name=='eastus'].displayName", ["East US"]),
        Step("account get-access-token", "[tokenType, subscription]", ["Bearer", "{s}"]),
    ],
    "resource groups": [
        Step("group exists -n groups", "@", False),
        Step("group create -n groups -l westus --tags a=1", "[location, tags.a]", ["westus", "1"]),
        Step("group exists -n GROUPS", "@", True),
        Step("group update -n groups --set tags.b=2", "tags", {"a": "1", "b": "2"}),
        Step("group list --tag b=2", "[].name", ["groups"]),
        Step("group show -n groups", "properties.provisioningState", "Succeeded"),
        Step("group delete -n groups --yes"),
        refused("group show -n groups", "(ResourceGroupNotFound)"),
        refused("group delete -n groups --yes", "(ResourceGroupNotFound)"),
    ],
    "managed identities": [
        Step(
            "identity create -g rg -n id1 --tags k=v",
            "[name, location, tags.k]",
            ["id1", "eastus", "v"],
        ),
        Step("identity show -g rg -n ID1", "name", "id1"),
        Step("identity list", "[?name=='id1'].resourceGroup", ["rg"]),
        Step(
            "identity federated-credential create -g rg --identity-name id1 -n f"
            " --issuer https://issuer.example/ --subject a:b --audiences openshift",
            "[issuer, subject, audiences]",
            ["https://issuer.example/", "a:b", ["openshift"]],
        ),
        refused(
            "identity federated-credential create -g rg --identity-name id1 -n g"
            " --issuer https://issuer.example/ --subject a:b --audiences openshift",
            "already exist",
        ),
        Step("identity federated-credential delete -g rg --identity-name id1 -n f --yes"),
        Step("identity federated-credential list -g rg --identity-name id1", "length(@)", 0),
        Step("identity delete -g rg -n id1"),
        refused("identity show -g rg -n id1", "(ResourceNotFound)"),
    ],
    "service principals and roles": [
        Step(
            "ad sp create-for-rbac --name app1 --role Reader --scopes {G}",
            "[displayName, tenant]",
            ["app1", "{t}"],
        ),
        Step("ad sp list --display-name app1", "[].servicePrincipalType", ["Application"]),
        Step("ad app list --display-name app1", "length([0].passwordCredentials)", 1),
        Step("role definition list --name Reader", "[].roleName", ["Reader"]),
        Step(
            "role assignment list --scope {G}",
            "[?roleDefinitionName=='Reader'].principalType",
            ["ServicePrincipal"],
        ),
        refused(
            "role assignment create --role Reader --scope {G} --assignee-principal-type"
            " ServicePrincipal --assignee-object-id 11111111-1111-1111-1111-111111111111"
            " --role Nonsense",
            "Nonsense",
        ),
        Step("role assignment delete --role Reader --scope {G}"),
        Step("role assignment list --scope {G}", "length(@)", 0),
        refused("ad sp show --id 11111111-1111-1111-1111-111111111111", "does not exist"),
    ],
    "networks": [
        Step(
            "network nsg create -g rg -n nsg1",
            "NewNSG.defaultSecurityRules[].priority | length(@)",
            6,
        ),
        Step(
            "network nsg rule create -g rg --nsg-name nsg1 -n ssh --priority 100"
            " --destination-port-ranges 22 --access Allow --protocol Tcp",
            "[priority, destinationPortRange, direction]",
            [100, "22", "Inbound"],
        ),
        refused(
            "network nsg rule create -g rg --nsg-name nsg1 -n ssh2 --priority 100"
            " --destination-port-ranges 23 --access Allow --protocol Tcp",
            "(SecurityRuleConflict)",
        ),
        Step(
            "network vnet create -g rg -n vnet1 --address-prefixes 10.1.0.0/16 --subnet-name s1"
            " --subnet-prefixes 10.1.0.0/24 --nsg nsg1",
            "newVNet.subnets[].[name, addressPrefix]",
            [["s1", "10.1.0.0/24"]],
        ),
        refused(
            "network vnet subnet create -g rg --vnet-name vnet1 -n s2 --address-prefixes"
            " 10.2.0.0/24",
            "(NetcfgSubnetRangeOutsideVnet)",
        ),
        Step(
            "network vnet subnet create -g rg --vnet-name vnet1 -n s2 --address-prefixes"
            " 10.1.1.0/24",
            "addressPrefix",
            "10.1.1.0/24",
        ),
        Step("network vnet subnet update -g rg --vnet-name vnet1 -n s2 --nsg nsg1", "name", "s2"),
        refused("network nsg delete -g rg -n nsg1", "(InUseNetworkSecurityGroupCannotBeDeleted)"),
        Step(
            "network nic create -g rg -n nic1 --vnet-name vnet1 --subnet s1",
            "NewNIC.ipConfigurations[0].privateIPAddress",
            "10.1.0.4",
        ),
        refused("network vnet delete -g rg -n vnet1", "(InUseSubnetCannotBeDeleted)"),
        Step("network nic list -g rg", "[].name", ["nic1"]),
        Step("network nic delete -g rg -n nic1"),
        Step("network vnet delete -g rg -n vnet1"),
        Step("network nsg delete -g rg -n nsg1"),
    ],
    "route tables": [
        Step("network route-table create -g rg -n rt1", "name", "rt1"),
        Step(
            "network route-table route create -g rg --route-table-name rt1 -n r1 --address-prefix"
            " 10.9.0.0/24 --next-hop-type VirtualAppliance --next-hop-ip-address 10.0.0.5",
            "[addressPrefix, nextHopIpAddress]",
            ["10.9.0.0/24", "10.0.0.5"],
        ),
        Step("network route-table show -g rg -n rt1", "routes[].name", ["r1"]),
        Step("network route-table delete -g rg -n rt1"),
    ],
    "load balancers": [
        Step(
            "network public-ip create -g rg -n pip1",
            "publicIp.[sku.name, publicIPAllocationMethod]",
            ["Standard", "Static"],
        ),
        Step(
            "network lb create -g rg -n lb1 --sku Standard --public-ip-address pip1"
            " --frontend-ip-name front --backend-pool-name back",
            "loadBalancer.frontendIPConfigurations[].name",
            ["front"],
        ),
        Step(
            "network lb probe create -g rg --lb-name lb1 -n probe --protocol Tcp --port 6443",
            "[protocol, port]",
            ["Tcp", 6443],
        ),
        Step(
            "network lb rule create -g rg --lb-name lb1 -n rule --protocol Tcp --frontend-port 6443"
            " --backend-port 6443 --frontend-ip-name front --backend-pool-name back"
            " --probe-name probe",
            "[frontendPort, backendPort]",
            [6443, 6443],
        ),
        Step("network lb show -g rg -n lb1", "loadBalancingRules[].name", ["rule"]),
        refused("network public-ip delete -g rg -n pip1", "(PublicIPAddressCannotBeDeleted)"),
        Step("network lb delete -g rg -n lb1"),
        Step("network public-ip delete -g rg -n pip1"),
    ],
    "public dns": [
        Step("network dns zone create -g rg -n one.example", "length(nameServers)", 4),
        Step(
            "network dns record-set a add-record -g rg -z one.example -n www -a 192.0.2.1",
            "ARecords",
            [{"ipv4Address": "192.0.2.1"}],
        ),
        Step(
            "network dns record-set a add-record -g rg -z one.example -n www -a 192.0.2.2",
            "length(ARecords)",
            2,
        ),
        Step(
            "network dns record-set list -g rg -z one.example", "sort([].name)", ["@", "@", "www"]
        ),
        Step("network dns record-set a delete -g rg -z one.example -n www --yes"),
        Step("network dns zone delete -g rg -n one.example --yes"),
        Step("network dns zone list -g rg", "length(@)", 0),
    ],
    "private dns": [
        Step("network vnet create -g rg -n vnet2", "newVNet.name", "vnet2"),
        Step("network private-dns zone create -g rg -n two.example", "name", "two.example"),
        refused("network private-dns zone create -g rg -n two.example", "(PreconditionFailed)"),
        Step(
            "network private-dns link vnet create -g rg -z two.example -n link -v vnet2 -e false",
            "[registrationEnabled, provisioningState]",
            [False, "Succeeded"],
        ),
        Step(
            "network private-dns record-set a add-record -g rg -z two.example -n api -a 10.0.0.7",
            "aRecords",
            [{"ipv4Address": "10.0.0.7"}],
        ),
        refused(
            "network private-dns zone delete -g rg -n two.example --yes", "(CannotDeleteResource)"
        ),
        Step("network private-dns link vnet delete -g rg -z two.example -n link --yes"),
        Step("network private-dns zone delete -g rg -n two.example --yes"),
    ],
    "storage": [
        Step("storage account check-name --name storyaccount", "nameAvailable", True),
        Step(
            "storage account create -g rg -n storyaccount --sku Standard_LRS"
            " --allow-blob-public-access true",
            "[kind, sku.name, primaryEndpoints.blob]",
            ["StorageV2", "Standard_LRS", "https://storyaccount.blob.core.windows.net/"],
        ),
        Step("storage account keys list -g rg -n storyaccount", "[].keyName", ["key1", "key2"]),
        Step("storage container create --account-name storyaccount -n box", "created", True),
        Step(
            "storage blob upload --account-name storyaccount -c box -n a/b --data hello"
            " --no-progress",
            "type(etag)",
            "string",
        ),
        refused(
            "storage blob upload --account-name storyaccount -c box -n a/b --data again"
            " --no-progress",
            "BlobAlreadyExists",
        ),
        Step("storage blob list --account-name storyaccount -c box", "[].name", ["a/b"]),
        Step(
            "storage blob show --account-name storyaccount -c box -n a/b",
            "properties.contentLength",
            5,
        ),
        refused(
            "storage blob list --account-name storyaccount -c box --auth-mode login",
            "You do not have the required permissions",
        ),
        Step("storage blob delete --account-name storyaccount -c box -n a/b"),
        Step("storage container delete --account-name storyaccount -n box", "deleted", True),
        Step("storage account delete -g rg -n storyaccount --yes"),
    ],
    "key vault": [
        Step(
            "keyvault create -g rg -n storyvault -l eastus --enable-rbac-authorization true",
            "[name, properties.enableRbacAuthorization, properties.vaultUri]",
            ["storyvault", True, "https://storyvault.vault.azure.net/"],
        ),
        refused("keyvault secret set --vault-name storyvault -n s1 --value v1", "Forbidden"),
        Step(
            "role assignment create --role 'Key Vault Administrator' --assignee {client} --scope"
            " {G}/providers/Microsoft.KeyVault/vaults/storyvault",
            "principalType",
            "ServicePrincipal",
        ),
        Step("keyvault secret set --vault-name storyvault -n s1 --value v1", "value", "v1"),
        Step("keyvault secret show --vault-name storyvault -n s1", "value", "v1"),
        Step("keyvault secret list --vault-name storyvault", "[].name", ["s1"]),
        Step("keyvault key create --vault-name storyvault -n k1 --kty RSA", "key.kty", "RSA"),
        Step(
            "keyvault key encrypt --vault-name storyvault -n k1 --algorithm RSA-OAEP-256"
            " --value aGVsbG8= --data-type base64",
            "type(result)",
            "string",
        ),
        Step("keyvault secret delete --vault-name storyvault -n s1", "name", "s1"),
        refused("keyvault secret show --vault-name storyvault -n s1", "(SecretNotFound)"),
        Step("keyvault delete -g rg -n storyvault"),
        Step("keyvault list-deleted --resource-type vault", "[].name", ["storyvault"]),
        Step("keyvault purge -n storyvault"),
        Step("keyvault list-deleted --resource-type vault", "length(@)", 0),
    ],
    "disks and sizes": [
        Step(
            "disk create -g rg -n disk1 --size-gb 8",
            "[diskSizeGB, diskState]",
            [8, "Unattached"],
        ),
        Step("disk list -g rg", "[?name=='disk1'].diskSizeGB", [8]),
        Step("snapshot create -g rg -n snap1 --source disk1", "diskSizeGB", 8),
        Step("snapshot delete -g rg -n snap1"),
        Step("disk delete -g rg -n disk1 --yes"),
        Step(
            "vm list-skus -l eastus --size Standard_D4s_v3 --resource-type virtualMachines",
            "[].name",
            ["Standard_D4s_v3"],
        ),
    ],
    "virtual machines": [
        Step("network vnet create -g rg -n vnet3 --subnet-name s", "newVNet.name", "vnet3"),
        Step(
            "vm create -g rg -n vm1 --image azureopenshift:aro4:aro_419:latest --size"
            " Standard_D4s_v3 --vnet-name vnet3 --subnet s --public-ip-address ''"
            " --admin-username core --admin-password 'Not+a+Secret+1'",
            "[powerState, privateIpAddress]",
            ["VM running", "10.0.0.4"],
        ),
        Step(
            "vm list -d", "[].[name, powerState, privateIps]", [["vm1", "VM running", "10.0.0.4"]]
        ),
        Step(
            "vm get-instance-view -g rg -n vm1",
            "instanceView.statuses[].code",
            ["ProvisioningState/succeeded", "PowerState/running"],
        ),
        refused("network nic delete -g rg -n vm1VMNic", "(NicInUse)"),
        Step("disk create -g rg -n data1 --size-gb 4", "name", "data1"),
        Step("vm disk attach -g rg --vm-name vm1 --name data1"),
        refused("disk delete -g rg -n data1 --yes", "is attached to VM"),
        Step("vm disk detach -g rg --vm-name vm1 --name data1"),
        Step("disk show -g rg -n data1", "diskState", "Unattached"),
        Step("vm deallocate -g rg -n vm1"),
        Step("vm show -d -g rg -n vm1", "powerState", "VM deallocated"),
        Step("vm delete -g rg -n vm1 --yes"),
        refused("vm show -g rg -n vm1", "(ResourceNotFound)"),
    ],
    "inventory": [
        Step("identity create -g rg -n listed", "name", "listed"),
        Step(
            "resource list -g rg --resource-type Microsoft.ManagedIdentity/userAssignedIdentities",
            "[?name=='listed'].[name, type]",
            [["listed", "Microsoft.ManagedIdentity/userAssignedIdentities"]],
        ),
        Step(
            "tag update --resource-id {G}/providers/Microsoft.ManagedIdentity/"
            "userAssignedIdentities/listed --operation Merge --tags team=blue",
            "properties.tags",
            {"team": "blue"},
        ),
        Step("identity show -g rg -n listed", "tags", {"team": "blue"}),
        Step(
            "resource delete -g rg -n listed --resource-type"
            " Microsoft.ManagedIdentity/userAssignedIdentities"
        ),
        Step("provider show -n Microsoft.Compute", "registrationState", "Registered"),
        Step("provider register -n Microsoft.Network --wait"),
    ],
}
