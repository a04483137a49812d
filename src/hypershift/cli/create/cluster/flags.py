"""What can be typed about a hosted cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.cli.create.nodepool.flags import UPGRADE_TYPES, AzureMachineFlags, MarketplaceFlags
from hypershift.cli.flags import (
    Flags,
    choice,
    duration,
    integer,
    optional_text,
    pairs,
    path,
    switch,
    text,
    texts,
    words,
)

if TYPE_CHECKING:
    from datetime import timedelta

CLUSTER_CIDR = "10.132.0.0/14"
SERVICE_CIDR = "172.31.0.0/16"
OLM_PLACEMENTS = ("management", "guest")


class IdentityFlags(Flags):
    """Cluster"""

    name: str = text(
        "The name of the cluster: lower-case letters, digits and dashes.", required=True
    )
    namespace: str = text("The namespace of the cluster's objects.", "clusters")
    infra_id: str = text(
        "The ID that marks the cluster's resources. Default: the name and five random characters."
    )
    infra_json: str = path(
        "The file that `create infra azure` wrote. Without it that command's work is done first."
        " Flags may repeat what it says, and add what it leaves open."
    )
    pull_secret: str = path(
        "The file with the credentials of the image registries, a dockerconfigjson.", required=True
    )
    annotations: tuple[str, ...] = texts("An annotation of the cluster, key=value. Repeatable.")
    labels: tuple[str, ...] = texts("A label of the cluster, key=value. Repeatable.")
    pausedUntil: str = text(
        "Pause reconciliation until this moment (RFC 3339), or until it is removed: true."
    )
    kubeconfig: str = path("The kubeconfig of the management cluster. Default: as kubectl does.")


class ReleaseFlags(Flags):
    """Release"""

    release_image: str = text("The release that the cluster runs.")
    release_stream: str = text("The release stream whose newest release the cluster runs.")
    arch: str = text("The processor architecture of the nodes: amd64 or arm64.", "amd64")
    feature_set: str = text(
        "A predefined set of features: TechPreviewNoUpgrade or DevPreviewNoUpgrade."
    )
    control_plane_operator_image: str = text(
        "An image of the control plane operator to use instead of the release's."
    )
    version_check: bool = switch(
        "Refuse to go on when this program and the operator are of different revisions."
    )


class NetworkFlags(Flags):
    """Network and names"""

    base_domain: str = text("The domain below which the applications' names are.")
    base_domain_prefix: str | None = optional_text(
        "What stands before the base domain in place of the cluster's name; none for nothing."
    )
    external_dns_domain: str = text(
        "The domain in which External DNS publishes the control plane's names. With it, the API"
        " server is reached by a route instead of a load balancer of its own."
    )
    kas_dns_name: str = text("A further DNS name of the API server, with a kubeconfig of its own.")
    network_type: str = text("The cluster network provider.", "OVNKubernetes")
    cluster_cidr: tuple[str, ...] = texts("The network of the pods. Repeatable.", (CLUSTER_CIDR,))
    service_cidr: tuple[str, ...] = texts(
        "The network of the services. Repeatable.", (SERVICE_CIDR,)
    )
    machine_cidr: tuple[str, ...] = texts("The network of the machines. Repeatable.")
    default_dual: bool = switch(
        "Use the default networks of both IPv4 and IPv6; other platforms have them, Azure does not."
    )
    allocate_node_cidrs: bool = switch(
        "Let the controller manager give each node a part of the pod network; with --network-type"
        " Other."
    )
    disable_multi_network: bool = switch("Do without Multus; with --network-type Other.")
    ovn_kubernetes_mtu: int = integer("The MTU of the OVNKubernetes network, 576 to 9216.")


class NodeFlags(Flags):
    """Nodes"""

    node_pool_replicas: int = integer("How many nodes each pool gets; -1 makes no node pool.")
    node_upgrade_type: str = choice(
        "How nodes come to a new version: Replace makes new machines, InPlace updates them.",
        UPGRADE_TYPES,
        type="UpgradeType",
    )
    auto_repair: bool = switch("Replace machines whose nodes stay unhealthy.")
    node_drain_timeout: timedelta = duration(
        "How long to wait for pods to leave a node; 0 waits without end."
    )
    node_volume_detach_timeout: timedelta = duration(
        "How long to wait for volumes to leave a node; 0 waits without end."
    )
    ssh_key: str = path("The file with the SSH public key that the nodes accept.")
    generate_ssh: bool = switch("Make a new SSH key for the nodes, and keep it in a Secret.")


class ControlPlaneFlags(Flags):
    """Control plane"""

    control_plane_availability_policy: str = text(
        "SingleReplica, or HighlyAvailable: three etcd members and spread pods.", "SingleReplica"
    )
    infra_availability_policy: str = text(
        "The same for what runs on the cluster's own nodes, such as its ingress."
    )
    etcd_storage_class: str = text("The storage class of etcd's volumes.")
    etcd_storage_size: str = text("The size of etcd's volumes. Default: 8Gi.")
    node_selector: dict[str, str] = pairs(
        "Labels that the nodes of the management cluster need to run the control plane, as in"
        " role=cp,disk=fast."
    )
    toleration: tuple[str, ...] = texts(
        "A toleration of the control plane's pods, as in"
        " key=dedicated,operator=Equal,value=cp,effect=NoSchedule. Repeatable."
    )
    pods_labels: dict[str, str] = pairs("Labels of the control plane's pods, as in team=a,tier=b.")
    fips: bool = switch("Run the nodes in FIPS mode.")
    enable_cluster_capabilities: tuple[str, ...] = words("Optional capabilities to turn on.")
    disable_cluster_capabilities: tuple[str, ...] = words(
        "Optional capabilities to turn off, such as ImageRegistry. Ingress needs Console off, too."
    )
    olm_catalog_placement: str = choice(
        "Where the operator catalogs run: management or guest.",
        OLM_PLACEMENTS,
        "management",
        type="OLMCatalogPlacement",
    )
    olm_disable_default_sources: bool = switch("Do without the default operator catalogs.")
    image_content_sources: str = path("The file that lists image mirrors.")
    additional_trust_bundle: str = path("The file with further certificate authorities to trust.")


class OutputFlags(Flags):
    """What to do"""

    render: bool = switch("Print the manifests and create nothing.")
    render_into: str = path("Write the manifests to this file and create nothing.")
    render_sensitive: bool = switch("Render the Secrets, too.")
    wait: bool = switch("Wait until the cluster's first rollout is complete.")
    timeout: timedelta = duration("Give up after this time; 0 never does.")


class ClusterFlags(
    IdentityFlags, ReleaseFlags, NetworkFlags, NodeFlags, ControlPlaneFlags, OutputFlags
):
    """What every platform's `create cluster` takes."""


class AzureInfraFlags(Flags):
    """Azure infrastructure"""

    azure_creds: str = path(
        "The file with subscriptionId, tenantId, clientId and clientSecret, as JSON or YAML.",
        required=True,
    )
    location: str = text("The region.", "eastus")
    resource_group_name: str = text(
        "An existing resource group for the cluster's resources. Default: a new one."
    )
    resource_group_tags: dict[str, str] = pairs("Tags of new resource groups.", short="t")
    vnet_id: str = text("The resource ID of an existing virtual network.")
    subnet_id: str = text("The resource ID of an existing subnet.")
    network_security_group_id: str = text("The resource ID of an existing network security group.")
    dns_zone_rg_name: str = text(
        "The resource group of the public DNS zone; needed when roles are assigned and External DNS"
        " is used."
    )
    availability_zones: tuple[str, ...] = words("Make a node pool in each of these zones.")


class AzureIdentityFlags(Flags):
    """Azure identities and roles"""

    workload_identities_file: str = path(
        "The file with the client IDs of the components' workload identities."
    )
    oidc_issuer_url: str = text("The address of the OIDC issuer that the identities trust.")
    sa_token_issuer_private_key_path: str = path(
        "The file with the private key that signs service account tokens."
    )
    assign_service_principal_roles: bool = switch("Give the identities the roles that they need.")
    assign_custom_hcp_roles: bool = switch("Use custom roles instead of built-in ones.")
    managed_identities_file: str = path(
        "The file with the control plane's managed identities; for managed Azure."
    )
    data_plane_identities_file: str = path(
        "The file with the nodes' managed identities; for managed Azure."
    )


class AzureExposureFlags(Flags):
    """Azure exposure"""

    endpoint_access: str = text(
        "From where the API server is reached: Public, PublicAndPrivate or Private.", "Public"
    )
    endpoint_access_private_nat_subnet_id: str = text(
        "The resource ID of the subnet from which the private link service takes its addresses."
    )
    endpoint_access_private_additional_allowed_subscriptions: tuple[str, ...] = words(
        "Further subscriptions that may connect to the private link service."
    )
    oauth_publishing_strategy: str = text(
        "How the OAuth server is reached: Route or LoadBalancer.", "Route"
    )


class AzureEncryptionFlags(Flags):
    """Azure encryption of Secrets"""

    encryption_key_id: str = text(
        "The Key Vault key that encrypts Secrets in etcd, https://VAULT.vault.azure.net/keys/NAME/"
        "VERSION. Default: a new key, kept in a Secret."
    )
    kms_credentials_secret_name: str = text(
        "The Key Vault secret with the credentials for that key; for managed Azure."
    )


class CreateAzureClusterFlags(
    ClusterFlags,
    AzureInfraFlags,
    AzureIdentityFlags,
    AzureExposureFlags,
    AzureMachineFlags,
    MarketplaceFlags,
    AzureEncryptionFlags,
):
    """Flags of `create cluster azure`."""
