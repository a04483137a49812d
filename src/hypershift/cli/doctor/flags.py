"""What the doctor can be given. Whatever it is given it checks."""

from __future__ import annotations

from hypershift.cli.azure_flags import CloudFlags, CredentialsFlags
from hypershift.cli.flags import Flags, choice, integer, path, switch, text, words
from hypershift.cli.plans import FORMATS


class ClusterFlags(Flags):
    """Cluster"""

    name: str = text("The name of the cluster.")
    infra_id: str = text("The ID that marks the cluster's resources.")
    infra_json: str = path("The file that `create infra azure` wrote.")
    base_domain: str = text("The public DNS zone below which the applications' names are.")
    disable_cluster_capabilities: tuple[str, ...] = words(
        "Capabilities that the cluster does without; for ImageRegistry no role is needed then."
    )


class IssuerFlags(Flags):
    """Issuer"""

    oidc_issuer_url: str = text("The address of the OIDC issuer.")
    sa_token_issuer_private_key_path: str = path(
        "The private key that signs the tokens of service accounts."
    )
    public_key_file: str = path("The public half of that key.")
    storage_account_name: str = text("The name that the issuer's storage account is to get.")


class IdentityFlags(Flags):
    """Identities"""

    workload_identities_file: str = path("The file that `create iam azure` wrote.")
    managed_identities_file: str = path(
        "The file with the control plane's managed identities; for managed Azure."
    )
    data_plane_identities_file: str = path(
        "The file with the nodes' managed identities; for managed Azure."
    )
    resource_group_name: str = text("The resource group of the identities.")
    encryption_key_id: str = text("The address of the key that encrypts Secrets.")


class DNSFlags(Flags):
    """DNS"""

    dns_zone_rg_name: str = text("The resource group of the public DNS zone.")
    external_dns_domain: str = text("The domain of External DNS.")
    external_dns_credentials: str = path(
        "The file with the credentials of External DNS, azure_mgmt.json."
    )


class RegionFlags(Flags):
    """Room"""

    location: str = text("The region whose room is looked at. Default: that of --infra-json.")
    instance_type: str = text("The size of the nodes.", "Standard_D4s_v5")
    node_pool_replicas: int = integer("How many nodes there must be room for.", 2)


class ReportFlags(Flags):
    """Report"""

    all: bool = switch("Show what is right, too.")
    output: str = choice(f"How to print it: {', '.join(FORMATS)}.", FORMATS, FORMATS[0], short="o")


class DoctorAzureFlags(
    CredentialsFlags,
    CloudFlags,
    ClusterFlags,
    IssuerFlags,
    IdentityFlags,
    DNSFlags,
    RegionFlags,
    ReportFlags,
):
    """Flags of `doctor azure`."""
