"""What can be typed about the end of a hosted cluster."""

from __future__ import annotations

from datetime import timedelta

from hypershift.cli.azure_flags import CredentialsFlags, DestroyGroupFlags
from hypershift.cli.flags import Flags, duration, path, switch, text


class DestroyClusterFlags(Flags):
    """Cluster"""

    name: str = text("The name of the cluster.", required=True)
    namespace: str = text("The namespace of the HostedCluster.", "clusters")
    infra_id: str = text(
        "The ID that marks the cluster's resources; needed only if its HostedCluster is gone."
    )
    kubeconfig: str = path("The kubeconfig of the management cluster. Default: as kubectl does.")
    cluster_grace_period: timedelta = duration(
        "How long the cluster may take to end; a private cluster gets twice the default.",
        timedelta(minutes=10),
    )
    destroy_cloud_resources: bool = switch(
        "Have the cluster destroy the load balancers and volumes that it made, first.", True
    )
    force: bool = switch("After the grace period, go on and leave nothing of the cluster behind.")


class DestroyPlaceFlags(Flags):
    """Azure"""

    location: str = text("The region; needed only if the HostedCluster is gone.", "eastus")
    dns_zone_rg_name: str = text(
        "The resource group of the public DNS zone, where roles of the identities are removed."
    )


class DestroyAzureClusterFlags(
    DestroyClusterFlags, CredentialsFlags, DestroyGroupFlags, DestroyPlaceFlags
):
    """Flags of `destroy cluster azure`."""
