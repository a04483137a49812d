"""What can be typed about the identities of a cluster's components."""

from __future__ import annotations

from hypershift.cli.azure_flags import CloudFlags, ClusterIDFlags, CredentialsFlags, LocationFlags
from hypershift.cli.flags import Flags, path, switch, text
from hypershift.cli.plans import PlanFlags


class WorkloadIdentityFlags(Flags):
    """Identities"""

    resource_group_name: str = text(
        "The resource group of the identities; made if it does not exist.", required=True
    )
    oidc_issuer_url: str = text(
        "The address of the OIDC issuer whose tokens the identities trust.", required=True
    )
    enable_kms: bool = switch("Make an identity for the encryption of Secrets with Key Vault, too.")
    output_file: str = path(
        "The file to write, for --workload-identities-file of other commands.", required=True
    )


class CreateAzureIAMFlags(
    ClusterIDFlags, CredentialsFlags, CloudFlags, LocationFlags, WorkloadIdentityFlags, PlanFlags
):
    """Flags of `create iam azure`."""
