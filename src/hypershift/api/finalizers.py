"""The finalizers that the product sets: who has to do what before an object may go."""

from __future__ import annotations

from typing import Final

HYPERSHIFT: Final = "hypershift.openshift.io/finalizer"
"""On a HostedCluster, HostedControlPlane or NodePool: the operator removes all that belongs to
it.
"""

COMPONENT: Final = "hypershift.openshift.io/component-finalizer"
"""On the Deployments of Cluster API and of its provider: they have to stay until every machine is
gone.
"""

DESTROY_CLUSTER: Final = "openshift.io/destroy-cluster"
"""On a HostedCluster: the command that destroys it waits, and removes the infrastructure
afterwards.
"""

AZURE_PRIVATE_LINK_SERVICE: Final = "hypershift.openshift.io/azure-pls-cleanup"
"""On an AzurePrivateLinkService: the operator deletes the private link service."""

AZURE_PRIVATE_ENDPOINT: Final = "hypershift.openshift.io/azure-private-link-service"
"""On an AzurePrivateLinkService: the control plane operator deletes the private endpoint and its
DNS records.
"""

AZURE_PRIVATE_ENDPOINT_OF_CONTROL_PLANE: Final = (
    "hypershift.openshift.io/azure-pls-endpoint-cleanup"
)
"""On a HostedControlPlane: its operator removes every private endpoint while it still can."""

AZURE_MACHINE: Final = "azuremachine.infrastructure.cluster.x-k8s.io"
"""On an AzureMachine, of Cluster API: its provider deletes the virtual machine. The operator takes
it off machines that can never be deleted.
"""
