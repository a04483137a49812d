"""Where in Azure a cluster is, and how private it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from hypershift.api.azure import AzurePlatformSpec, AzurePrivateLinkSpec, AzurePrivateSpec
from hypershift.cli.create.cluster.exposure import PUBLIC, access

if TYPE_CHECKING:
    from hypershift.cli.create.cluster.plan import Plan


def azure_platform(plan: Plan) -> AzurePlatformSpec:
    """Write the platform down."""
    reached_from = access(plan.flags)
    is_public = reached_from == PUBLIC
    # The managed service leaves the public case unsaid.
    is_said = not is_public or plan.identities.are_workload_identities
    return AzurePlatformSpec(
        subscriptionID=plan.credentials.subscription_id,
        tenantID=plan.credentials.tenant_id,
        location=plan.infra.region,
        resourceGroup=plan.infra.resourceGroupName,
        vnetID=plan.infra.vnetID,
        subnetID=plan.infra.subnetID,
        securityGroupID=plan.infra.securityGroupID,
        azureAuthenticationConfig=plan.identities.configuration,
        topology=cast("Any", reached_from) if is_said else None,
        private=None if is_public else _private_link(plan),
    )


def _private_link(plan: Plan) -> AzurePrivateSpec:
    """The API wants something said about the link, so that by default it says what holds anyway:
    that the cluster's own subscription may connect.
    """
    flags = plan.flags
    allowed = [
        subscription.lower()
        for subscription in flags.endpoint_access_private_additional_allowed_subscriptions
    ]
    subnet = plan.infra.natSubnetID
    if not (allowed or subnet):
        allowed = [plan.credentials.subscription_id.lower()]
    return AzurePrivateSpec(
        type="PrivateLink",
        privateLink=AzurePrivateLinkSpec(
            natSubnetID=subnet or None,
            additionalAllowedSubscriptions=list(dict.fromkeys(allowed)) or None,
        ),
    )
