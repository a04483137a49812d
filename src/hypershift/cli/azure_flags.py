"""Flags that several commands about Azure share."""

from __future__ import annotations

from hypershift.azure.clouds import CLOUDS
from hypershift.cli.flags import Flags, choice, path, switch, text

CLOUD_NAMES = tuple(CLOUDS)


class ClusterIDFlags(Flags):
    """Cluster"""

    name: str = text("The name of the cluster.", required=True)
    infra_id: str = text("The ID that marks the cluster's resources.", required=True)


class CredentialsFlags(Flags):
    """Azure"""

    azure_creds: str = path(
        "The file with subscriptionId, tenantId, clientId and clientSecret, as JSON or YAML.",
        required=True,
    )


class CloudFlags(Flags):
    """Azure"""

    cloud: str = choice(
        f"The cloud that the subscription belongs to: {', '.join(CLOUD_NAMES)}.",
        CLOUD_NAMES,
        CLOUD_NAMES[0],
        exact=True,
    )


class LocationFlags(Flags):
    """Azure"""

    location: str = text("The region.", "eastus")


class DestroyGroupFlags(Flags):
    """Azure"""

    resource_group_name: str = text(
        "The resource group that the resources were made in. Default: the one named NAME-INFRA_ID."
    )
    preserve_resource_group: bool = switch(
        "Keep the resource group itself, and what is not the cluster's in it."
    )
