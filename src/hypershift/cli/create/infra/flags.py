"""What can be typed about a cluster's infrastructure."""

from __future__ import annotations

from hypershift.cli.azure_flags import CloudFlags, ClusterIDFlags, CredentialsFlags, LocationFlags
from hypershift.cli.flags import Flags, pairs, path, switch, text, words
from hypershift.cli.plans import PlanFlags


class GroupFlags(Flags):
    """Azure"""

    resource_group_name: str = text(
        "An existing resource group for all resources. Default: new ones."
    )
    resource_group_tags: dict[str, str] = pairs("Tags of new resource groups.", short="t")


class NetworkFlags(Flags):
    """Network and names"""

    base_domain: str = text(
        "The public DNS zone of the subscription below which the applications' names are.",
        required=True,
    )
    vnet_id: str = text("The resource ID of an existing virtual network. Default: a new one.")
    subnet_id: str = text(
        "The resource ID of an existing subnet. Default: that of --vnet-id, or a new one."
    )
    network_security_group_id: str = text(
        "The resource ID of an existing network security group. Default: a new one."
    )


class IdentityFlags(Flags):
    """Identities and roles"""

    workload_identities_file: str = path("The file that `create iam azure` wrote.")
    managed_identities_file: str = path(
        "The file with the control plane's managed identities; for managed Azure."
    )
    data_plane_identities_file: str = path(
        "The file with the nodes' managed identities; for managed Azure."
    )
    assign_identity_roles: bool = switch("Give the identities the roles that they need.")
    assign_custom_hcp_roles: bool = switch("The same, with custom roles where there are some.")
    dns_zone_rg_name: str = text(
        "The resource group of the public DNS zone; needed when roles are assigned."
    )
    disable_cluster_capabilities: tuple[str, ...] = words(
        "Capabilities that the cluster does without; for ImageRegistry no role is assigned then."
    )


class OutputFlags(Flags):
    """Output"""

    output_file: str = path("The file to write, for --infra-json of `create cluster azure`.")


class CreateAzureInfraFlags(
    ClusterIDFlags,
    CredentialsFlags,
    CloudFlags,
    LocationFlags,
    GroupFlags,
    NetworkFlags,
    IdentityFlags,
    OutputFlags,
    PlanFlags,
):
    """Flags of `create infra azure`."""
