"""Every command line that the guides print is taken as they print it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.unit.cli.azure_world import NETWORK, write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.unit.cli.conftest import Result

    Run = Callable[..., Result]

RELEASE_IMAGE = "quay.io/openshift-release-dev/ocp-release:4.21.0-x86_64"
VALUES = {
    "AZURE_CREDS": "azure-credentials.json",
    "CLUSTER_NAME": "myprefix-hc",
    "CLUSTER_NAMESPACE": "clusters",
    "DNS_ZONE_NAME": "myprefix.example.com",
    "EXTERNAL_DNS_CREDS_FILE": "azure_mgmt.json",
    "LOCATION": "eastus",
    "MANAGED_RG_NAME": "myprefix-managed-rg",
    "NSG_ID": f"{NETWORK}/networkSecurityGroups/myprefix-nsg",
    "OIDC_ISSUER_URL": "https://myprefixwi.blob.core.windows.net/myprefixwi",
    "PARENT_DNS_ZONE": "example.com",
    "PERSISTENT_RG_NAME": "os4-common",
    "PULL_SECRET": "pull-secret.json",
    "RELEASE_IMAGE": RELEASE_IMAGE,
    "SA_TOKEN_ISSUER_PRIVATE_KEY_PATH": "serviceaccount-signer.private",
    "SUBNET_ID": f"{NETWORK}/virtualNetworks/myprefix-vnet/subnets/default",
    "VNET_ID": f"{NETWORK}/virtualNetworks/myprefix-vnet",
}

WITHOUT_EXTERNAL_DNS = """
create cluster azure
    --name $CLUSTER_NAME --namespace $CLUSTER_NAMESPACE --azure-creds $AZURE_CREDS
    --location $LOCATION --node-pool-replicas 2 --base-domain $PARENT_DNS_ZONE
    --pull-secret $PULL_SECRET --generate-ssh --release-image $RELEASE_IMAGE
    --resource-group-name $MANAGED_RG_NAME --vnet-id $VNET_ID --subnet-id $SUBNET_ID
    --network-security-group-id $NSG_ID
    --sa-token-issuer-private-key-path $SA_TOKEN_ISSUER_PRIVATE_KEY_PATH
    --oidc-issuer-url $OIDC_ISSUER_URL --assign-service-principal-roles
    --workload-identities-file ./workload-identities.json
    --diagnostics-storage-account-type Managed
"""
WITH_EXTERNAL_DNS = f"""
{WITHOUT_EXTERNAL_DNS}
    --external-dns-domain $DNS_ZONE_NAME --dns-zone-rg-name $PERSISTENT_RG_NAME
"""
MARKETPLACE = """
    --marketplace-publisher azureopenshift --marketplace-offer aro4 --marketplace-sku aro_419
    --marketplace-version 419.6.20250523
"""
NODE_POOL = "create nodepool azure --cluster-name $CLUSTER_NAME"
# Where a guide leaves "other flags" out, they are those of the line before.
GUIDES = [
    "install --pull-secret $PULL_SECRET --limit-crd-install Azure",
    """
    install --external-dns-provider=azure --external-dns-credentials $EXTERNAL_DNS_CREDS_FILE
        --pull-secret $PULL_SECRET --external-dns-domain-filter $DNS_ZONE_NAME
        --limit-crd-install Azure
    """,
    """
    install --pull-secret $PULL_SECRET --limit-crd-install Azure
        --hypershift-image quay.io/hypershift/hypershift:TAG
    """,
    """
    install --external-dns-provider=azure --external-dns-credentials $EXTERNAL_DNS_CREDS_FILE
        --external-dns-domain-filter myprefix.example.com
    """,
    "install",
    WITHOUT_EXTERNAL_DNS,
    WITH_EXTERNAL_DNS,
    f"{WITH_EXTERNAL_DNS} --control-plane-operator-image=quay.io/hypershift/hypershift:tag",
    f"{WITH_EXTERNAL_DNS} --image-generation Gen2",
    f"{WITH_EXTERNAL_DNS} {MARKETPLACE} --image-generation Gen2",
    f"{WITH_EXTERNAL_DNS} --enable-ephemeral-disk true",
    "create kubeconfig --name $CLUSTER_NAME",
    f"""
    {NODE_POOL} --namespace $CLUSTER_NAMESPACE --name $CLUSTER_NAME-workers --node-count 3
        --azure-instance-type Standard_D4s_v3 --azure-creds $AZURE_CREDS
    """,
    NODE_POOL,
    f"{NODE_POOL} --image-generation Gen1",
    f"{NODE_POOL} {MARKETPLACE}",
    f"{NODE_POOL} --resource-group-name $MANAGED_RG_NAME",
    """
    destroy cluster azure --name $CLUSTER_NAME --azure-creds $AZURE_CREDS
        --resource-group-name $MANAGED_RG_NAME
    """,
]


@pytest.fixture(scope="module")
def signing_key() -> bytes:
    from cryptography.hazmat.primitives.asymmetric import rsa
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = rsa.generate_private_key(65537, 2048)
    return key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())


@pytest.fixture
def guide_files(azure_files: Path, signing_key: bytes) -> None:
    (azure_files / VALUES["SA_TOKEN_ISSUER_PRIVATE_KEY_PATH"]).write_bytes(signing_key)
    write(azure_files / VALUES["PULL_SECRET"], {"auths": {"quay.io": {"auth": "dTpw"}}})
    write(azure_files / VALUES["EXTERNAL_DNS_CREDS_FILE"], {"resourceGroup": "os4-common"})


def words_of(line: str) -> list[str]:
    # Longer names first: one name may begin with another.
    for name in sorted(VALUES, key=len, reverse=True):
        line = line.replace(f"${name}", VALUES[name])
    return line.split()


@pytest.mark.usefixtures("guide_files")
@pytest.mark.parametrize("line", [" ".join(line.split()) for line in GUIDES])
def test_a_command_line_of_the_guides_is_taken(hypershift: Run, line: str) -> None:
    words = words_of(line)
    command = line.partition(" --")[0]

    result = hypershift(*words)

    assert (result.code, result.out) == (1, "")
    assert result.err.startswith(
        f"Error: '{command}' is not available in this version yet; nothing was changed"
    )
