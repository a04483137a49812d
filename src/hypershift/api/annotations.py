"""The keys of the annotations that the product writes or obeys.

The text under a key says on which objects it stands and what it means. An annotation of a
HostedCluster that concerns its control plane is kept the same on the HostedControlPlane.
"""

from __future__ import annotations

from typing import Final

# On objects of every kind

CLUSTER: Final = "hypershift.openshift.io/cluster"
"""On every namespaced object that the operator makes for a HostedCluster, the namespace and name of
the latter with a slash between, so that a change of the object leads back to it.
"""

REFERENCED_RESOURCE_PREFIX: Final = "referenced-resource.hypershift.openshift.io/"
"""Begins the annotation, with the name of a HostedCluster as its rest, of the Secrets and
ConfigMaps that the HostedCluster refers to.
"""

DESIRED_STATE_HASH: Final = "hypershift.openshift.io/desired-state-hash"
"""On applied objects, a hash of what was applied last, so that a field that is no longer wanted is
noticed.
"""

DEFAULT_SECURITY_CONTEXT_UID: Final = "hypershift.openshift.io/default-security-context-uid"
"""On the namespace of a control plane, the user ID that its pods run as where no security context
constraints assign one.
"""

INSTALL_CLI_VERSION: Final = "hypershift.openshift.io/install-cli-version"
"""On the Deployment of the operator, the version of the program that installed it."""

# What users ask of a whole cluster, on a HostedCluster

SKIP_RELEASE_IMAGE_VALIDATION: Final = "hypershift.openshift.io/skip-release-image-validation"
"""On a HostedCluster, present where any release image is accepted, whatever its version."""

FORCE_UPGRADE_TO: Final = "hypershift.openshift.io/force-upgrade-to"
"""On a HostedCluster, the release image to upgrade to although the cluster says that it is not
upgradeable. Must be the release image of the spec.
"""

DISABLE_MACHINE_MANAGEMENT: Final = "hypershift.openshift.io/disable-machine-management"
"""On a HostedCluster, present where the product must not create machines: Cluster API, the
autoscaler and the machine approver stay away.
"""

DISABLE_PKI_RECONCILIATION: Final = "hypershift.openshift.io/disable-pki-reconciliation"
"""On a HostedCluster, present where somebody else supplies every certificate of the control plane.
"""

DISABLE_IGNITION_SERVER: Final = "hypershift.openshift.io/disable-ignition-server"
"""On a HostedCluster, present where no ignition server is to run."""

DISABLE_PROFILING: Final = "hypershift.openshift.io/disable-profiling"
"""On a HostedCluster, the names of components that must not offer profiles, with commas between."""

DISABLE_MONITORING_SERVICES: Final = "hypershift.openshift.io/disable-monitoring-services"
"""On a HostedControlPlane, present where no ServiceMonitor, PodMonitor or metrics proxy is made."""

ENABLE_METRICS_FORWARDING: Final = "hypershift.openshift.io/enable-metrics-forwarding"
"""On a HostedCluster, true so that metrics of the control plane are forwarded into the cluster
where the spec does not say.
"""

CLEANUP_CLOUD_RESOURCES: Final = "hypershift.openshift.io/cleanup-cloud-resources"
"""On a HostedCluster, true where deleting it also removes the load balancers, disks and other
resources that the cluster made in the cloud.
"""

DESTROY_GRACE_PERIOD: Final = "hypershift.openshift.io/destroy-grace-period"
"""On a HostedCluster, a duration for which it stays, with its condition HostedClusterDestroyed,
after all that it consisted of is gone.
"""

SKIP_DELETE_NAMESPACE: Final = "hypershift.openshift.io/skip-delete-hosted-controlplane-namespace"
"""On a HostedCluster, true where the namespace of its control plane outlives it."""

SKIP_KAS_CONFLICT_SAN_VALIDATION: Final = "hypershift.openshift.io/skip-kas-conflict-san-validation"
"""On a HostedCluster, true where named certificates may repeat names that the API server's own
certificates have.
"""

SCOPE: Final = "hypershift.openshift.io/scope"
"""On a HostedCluster, the scope of the one operator that takes care of it. Operators without a
scope take the clusters without one.
"""

POD_SECURITY_OVERRIDE: Final = "hypershift.openshift.io/pod-security-admission-label-override"
"""On a HostedCluster, the Pod Security level of its control plane's namespace."""

CERTIFICATE_VALIDITY: Final = "hypershift.openshift.io/certificate-validity"
"""On a HostedCluster, a duration for which the certificates of its control plane are valid."""

CERTIFICATE_RENEWAL: Final = "hypershift.openshift.io/certificate-renewal"
"""On a HostedCluster, the share of their validity at which certificates are renewed."""

CLUSTER_SIZE_OVERRIDE: Final = "hypershift.openshift.io/cluster-size-override"
"""On a HostedCluster, the size class that it has whatever its number of nodes."""

RESTORED_FROM_BACKUP: Final = "hypershift.openshift.io/restored-from-backup"
"""On a HostedCluster, present from its restoration out of a backup until it has recovered."""

MANAGEMENT_PLATFORM: Final = "hypershift.openshift.io/management-platform"
"""On a HostedCluster, the platform that the management cluster runs on."""

# Which images and resources a control plane gets, on a HostedCluster

CONTROL_PLANE_OPERATOR_IMAGE: Final = "hypershift.openshift.io/control-plane-operator-image"
"""On a HostedCluster, the image of the control plane operator instead of the release's."""

CONTROL_PLANE_OPERATOR_IMAGE_LABELS: Final = (
    "hypershift.openshift.io/control-plane-operator-image-labels"
)
"""On a HostedCluster, the labels of that image, as KEY=VALUE with commas between, where they cannot
be read from it.
"""

IMAGE_OVERRIDES: Final = "hypershift.openshift.io/image-overrides"
"""On a HostedCluster, images to use instead of those of the release, as NAME=IMAGE with commas
between.
"""

CAPI_MANAGER_IMAGE: Final = "hypershift.openshift.io/capi-manager-image"
"""On a HostedCluster, the image of Cluster API instead of the release's."""

CAPI_PROVIDER_AZURE_IMAGE: Final = "hypershift.openshift.io/capi-provider-azure-image"
"""On a HostedCluster, the image of the Azure provider of Cluster API instead of the release's."""

CLUSTER_AUTOSCALER_IMAGE: Final = "hypershift.openshift.io/cluster-autoscaler-image"
"""On a HostedCluster, the image of the cluster autoscaler instead of the release's."""

MACHINE_APPROVER_IMAGE: Final = "hypershift.openshift.io/machine-approver-image"
"""On a HostedCluster, the image of the machine approver instead of the release's."""

KONNECTIVITY_SERVER_IMAGE: Final = "hypershift.openshift.io/konnectivity-server-image"
"""On a HostedCluster, the image of the Konnectivity server instead of the release's."""

KONNECTIVITY_AGENT_IMAGE: Final = "hypershift.openshift.io/konnectivity-agent-image"
"""On a HostedCluster, the image of the Konnectivity agents instead of the release's."""

HAPROXY_IMAGE: Final = "hypershift.openshift.io/haproxy-image"
"""On a HostedControlPlane, the image of its router; on a NodePool, the image of the proxy through
which its nodes reach the API server. Either instead of the release's.
"""

CERTIFIED_OPERATORS_CATALOG_IMAGE: Final = (
    "hypershift.openshift.io/certified-operators-catalog-image"
)
"""On a HostedCluster, the image of the catalog of certified operators."""

COMMUNITY_OPERATORS_CATALOG_IMAGE: Final = (
    "hypershift.openshift.io/community-operators-catalog-image"
)
"""On a HostedCluster, the image of the catalog of community operators."""

REDHAT_OPERATORS_CATALOG_IMAGE: Final = "hypershift.openshift.io/redhat-operators-catalog-image"
"""On a HostedCluster, the image of the catalog of Red Hat operators."""

REDHAT_MARKETPLACE_CATALOG_IMAGE: Final = "hypershift.openshift.io/redhat-marketplace-catalog-image"
"""On a HostedCluster, the image of the catalog of Red Hat Marketplace."""

OLM_CATALOGS_REGISTRY_OVERRIDES: Final = (
    "hypershift.openshift.io/olm-catalogs-is-registry-overrides"
)
"""On a HostedCluster, registries to take catalog images from, as SOURCE=MIRROR with commas between.
"""

RESOURCE_REQUEST_OVERRIDE_PREFIX: Final = "resource-request-override.hypershift.openshift.io"
"""Begins an annotation of a HostedCluster that says what one container requests. A slash and
WORKLOAD.CONTAINER follow; the value is such as cpu=500m,memory=2Gi.
"""

CONTROL_PLANE_PRIORITY_CLASS: Final = "hypershift.openshift.io/control-plane-priority-class"
"""On a HostedCluster, the priority class of most components."""

API_CRITICAL_PRIORITY_CLASS: Final = "hypershift.openshift.io/api-critical-priority-class"
"""On a HostedCluster, the priority class of the components that requests pass through."""

ETCD_PRIORITY_CLASS: Final = "hypershift.openshift.io/etcd-priority-class"
"""On a HostedCluster, the priority class of etcd."""

TOPOLOGY: Final = "hypershift.openshift.io/topology"
"""On a HostedCluster, dedicated-request-serving-components where the components that serve requests
have nodes to themselves.
"""

REQUEST_SERVING_NODE_ADDITIONAL_SELECTOR: Final = (
    "hypershift.openshift.io/request-serving-node-additional-selector"
)
"""On a HostedCluster, labels that such nodes need besides, as KEY=VALUE with commas between."""

DEBUG_DEPLOYMENTS: Final = "hypershift.openshift.io/debug-deployments"
"""On a HostedCluster, the names of components that are scaled to nothing, with commas between, so
that somebody can run them by hand.
"""

ENSURE_EXISTS_PULL_SECRET: Final = "hypershift.openshift.io/ensureexists-pullsecret-reconcile"
"""On a HostedCluster, true where the pull secret inside the cluster is created but never changed.
"""

# How the API server, OAuth and ingress behave, on a HostedCluster

KUBE_APISERVER_VERBOSITY_LEVEL: Final = "hypershift.openshift.io/kube-apiserver-verbosity-level"
"""On a HostedCluster, how much kube-apiserver logs, as a number."""

KUBE_APISERVER_GOGC: Final = "hypershift.openshift.io/kube-apiserver-gogc"
"""On a HostedCluster, the value of GOGC for kube-apiserver."""

KUBE_APISERVER_GOMEMLIMIT: Final = "hypershift.openshift.io/kube-apiserver-gomemlimit"
"""On a HostedCluster, the value of GOMEMLIMIT for kube-apiserver."""

KUBE_APISERVER_GOAWAY_CHANCE: Final = "hypershift.openshift.io/kube-apiserver-goaway-chance"
"""On a HostedCluster, the chance that kube-apiserver asks a client to connect anew."""

KUBE_APISERVER_MAX_REQUESTS_INFLIGHT: Final = (
    "hypershift.openshift.io/kube-apiserver-max-requests-inflight"
)
"""On a HostedCluster, how many reading requests kube-apiserver answers at once."""

KUBE_APISERVER_MAX_MUTATING_REQUESTS_INFLIGHT: Final = (
    "hypershift.openshift.io/kube-apiserver-max-mutating-requests-inflight"
)
"""On a HostedCluster, how many writing requests kube-apiserver answers at once."""

KUBE_APISERVER_TOKEN_MAX_EXPIRATION: Final = (
    "hypershift.openshift.io/kube-apiserver-service-account-token-max-expiration"
)
"""On a HostedCluster, a duration that no service account token is valid beyond."""

LOGIN_URL_OVERRIDE: Final = "oauth.hypershift.openshift.io/login-url-override"
"""On a HostedCluster, the address that the OAuth server sends users to for their login."""

IDP_OVERRIDES_PREFIX: Final = "idpoverrides.hypershift.openshift.io/"
"""Begins the annotations of a HostedCluster that change the settings of one identity provider."""

PRIVATE_INGRESS_CONTROLLER: Final = "hypershift.openshift.io/private-ingress-controller"
"""On a HostedCluster, true where the default ingress controller is not published at all."""

INGRESS_CONTROLLER_LOAD_BALANCER_SCOPE: Final = (
    "hypershift.openshift.io/ingress-controller-load-balancer-scope"
)
"""On a HostedCluster, Internal or External: who reaches the load balancer of its applications."""

AZURE_LOAD_BALANCER_HEALTH_PROBE_MODE: Final = (
    "hypershift.openshift.io/azure-load-balancer-health-probe-mode"
)
"""On a HostedCluster, shared or servicenodeport: what Azure load balancers probe on its nodes."""

SHARED_LOAD_BALANCER_HEALTH_PROBE_PATH: Final = (
    "hypershift.openshift.io/shared-load-balancer-health-probe-path"
)
"""On a HostedCluster, the path of the shared health probe."""

SHARED_LOAD_BALANCER_HEALTH_PROBE_PORT: Final = (
    "hypershift.openshift.io/shared-load-balancer-health-probe-port"
)
"""On a HostedCluster, the port of the shared health probe."""

SWIFT_POD_NETWORK_INSTANCE: Final = "hypershift.openshift.io/swift-pod-network-instance"
"""On a HostedCluster, the pod network instance through which the managed service connects the
control plane with the customer's network.
"""

# What the product notes on clusters and control planes

HAS_BEEN_AVAILABLE: Final = "hypershift.openshift.io/HasBeenAvailable"
"""On a HostedCluster, true from the first time that it was Available."""

RESTART_DATE: Final = "hypershift.openshift.io/restart-date"
"""On a HostedCluster, a text of the user's choice, usually the date; when it changes every
component restarts. The pods of the components carry it as well.
"""

PREVIOUS_RESTART_DATE: Final = "hypershift.openshift.io/previous-restart-date"
"""On a HostedControlPlane, the restart date that was taken over last."""

KAS_SERVING_CERT_HASH: Final = "hypershift.openshift.io/kas-serving-cert-hash"
"""On a HostedControlPlane, a hash of the API server's certificate, so that a new certificate leads
to a restart.
"""

DISABLE_CLUSTER_AUTOSCALER: Final = "hypershift.openshift.io/disable-cluster-autoscaler"
"""On a HostedControlPlane, true while none of its node pools scales by itself."""

DISABLE_AWS_NODE_TERMINATION_HANDLER: Final = (
    "hypershift.openshift.io/disable-aws-node-termination-handler"
)
"""On a HostedControlPlane, always true: the clouds that it concerns are not ours."""

# What the product notes on components of a control plane

RELEASE_IMAGE: Final = "hypershift.openshift.io/release-image"
"""On the pods of a component, the release image that they come from."""

CONFIG_HASH: Final = "component.hypershift.openshift.io/config-hash"
"""On the pods of a component, a hash of the Secrets and ConfigMaps that they mount, so that a
change restarts them.
"""

NEED_METRICS_SERVER_ACCESS: Final = "hypershift.openshift.io/need-metrics-server-access"
"""On the pods of a component, present where they read metrics of the management cluster."""

ENCRYPTION_CONFIG_HASH: Final = "kube-apiserver.hypershift.openshift.io/encryption-config-hash"
"""On the pods of kube-apiserver, a hash of the encryption configuration that they run with."""

KUBEADMIN_SECRET_HASH: Final = "hypershift.openshift.io/kubeadmin-secret-hash"
"""On the pods of the OAuth server and on the Secret kubeadmin, a hash of the password."""

PAYLOAD_VERSION: Final = "hypershift.openshift.io/payload-version"
"""On the ConfigMap of feature gates, the version of the release that it was rendered for."""

ROUTE_STATUS_WRITER: Final = "hypershift.openshift.io/route-status-writer"
"""On a Route that the router of the control plane serves, who admits it: hcp-router."""

CA_HASH: Final = "hypershiftlite.openshift.io/ca-hash"
"""On a Secret that holds a certificate, a hash of the authority that signed it."""

# On node pools and what they are made of

NODE_POOL: Final = "hypershift.openshift.io/nodePool"
"""On everything made for a NodePool, its namespace and name with a slash between."""

NODE_POOL_CURRENT_CONFIG: Final = "hypershift.openshift.io/nodePoolCurrentConfig"
"""On a NodePool, the hash of the configuration that its nodes have, whatever their version."""

NODE_POOL_CURRENT_CONFIG_VERSION: Final = "hypershift.openshift.io/nodePoolCurrentConfigVersion"
"""On a NodePool or its MachineSet, the hash of the configuration and version that its nodes have.
"""

NODE_POOL_TARGET_CONFIG_VERSION: Final = "hypershift.openshift.io/nodePoolTargetConfigVersion"
"""On the MachineSet of a NodePool, the hash of the configuration and version that its nodes are
updated to in place.
"""

NODE_POOL_PLATFORM_MACHINE_TEMPLATE: Final = (
    "hypershift.openshift.io/nodePoolPlatformMachineTemplate"
)
"""On a NodePool, the name of the machine template that its machines were made from."""

NODE_POOL_MAX_UNAVAILABLE: Final = "hypershift.openshift.io/nodePoolMaxUnavailable"
"""On the MachineSet of a NodePool, how many nodes are updated in place at once."""

NODE_POOL_UPGRADE_IN_PROGRESS_TRUE: Final = "hypershift.openshift.io/nodePoolUpgradeInProgressTrue"
"""On the MachineSet of a NodePool, what is going on while its nodes are updated in place."""

NODE_POOL_UPGRADE_IN_PROGRESS_FALSE: Final = (
    "hypershift.openshift.io/nodePoolUpgradeInProgressFalse"
)
"""On the MachineSet of a NodePool, why its nodes cannot be updated in place."""

NODE_POOL_TAINTS: Final = "hypershift.openshift.io/nodePoolTaints"
"""On a Machine, the taints that its node is to have, as JSON."""

RELEASE_VERSION: Final = "hypershift.openshift.io/release-version"
"""On a Machine, the version of the release that its node runs."""

LABELS_SYNCED: Final = "hypershift.openshift.io/labelsSynced"
"""On a node, present once it has the labels and taints of its node pool."""

CANONICAL_DATA_PLANE_IMAGES: Final = "hypershift.openshift.io/canonical-data-plane-images"
"""On a NodePool, true where its nodes name images as the release does and leave mirrors to their
own configuration.
"""

ENABLE_SPOT: Final = "hypershift.openshift.io/enable-spot"
"""On a NodePool, present where its machines may be taken back and need a health check for that."""

MACHINE_HEALTH_CHECK_TIMEOUT: Final = "hypershift.openshift.io/machine-health-check-timeout"
"""On a NodePool, or on its HostedCluster for all, a duration after which an unhealthy node is
replaced.
"""

MACHINE_HEALTH_CHECK_NODE_STARTUP_TIMEOUT: Final = (
    "hypershift.openshift.io/machine-health-check-node-startup-timeout"
)
"""On a NodePool, or on its HostedCluster for all, a duration within which a machine must have
become a node.
"""

MACHINE_HEALTH_CHECK_MAX_UNHEALTHY: Final = (
    "hypershift.openshift.io/machine-health-check-max-unhealthy"
)
"""On a NodePool, or on its HostedCluster for all, the number or share of unhealthy nodes beyond
which none is replaced any more.
"""

# On the Secrets from which nodes are configured

IGNITION_CONFIG: Final = "hypershift.openshift.io/ignition-config"
"""On the Secret of a token, true so that the ignition server generates a payload for it."""

IGNITION_REACHED: Final = "hypershift.openshift.io/ignition-reached"
"""On the Secret of a token, True once a machine has fetched its configuration with it."""

NODE_POOL_UPGRADE_TYPE: Final = "hypershift.openshift.io/node-pool-upgrade-type"
"""On the Secret of a token, the upgrade type of its NodePool: Replace or InPlace."""

LAST_TOKEN_GENERATION_TIME: Final = "hypershift.openshift.io/last-token-generation-time"
"""On the Secret of a token, when the token was generated."""

IGNITION_TOKEN_EXPIRATION: Final = "hypershift.openshift.io/ignition-token-expiration-timestamp"
"""On the Secret of a token that is no longer wanted, when it is deleted."""

# Keys of other projects that the product writes

EXTERNAL_DNS_HOSTNAME: Final = "external-dns.alpha.kubernetes.io/hostname"
"""On a Service, the host name that External DNS publishes for its address."""

AZURE_INTERNAL_LOAD_BALANCER: Final = "service.beta.kubernetes.io/azure-load-balancer-internal"
"""On a Service, true where its load balancer has an address of the virtual network only."""

AZURE_CLIENT_ID: Final = "azure.workload.identity/client-id"
"""On a ServiceAccount, the client ID of the Azure identity that its pods act as."""

AZURE_TENANT_ID: Final = "azure.workload.identity/tenant-id"
"""On a ServiceAccount, the Microsoft Entra tenant of that identity."""

FEATURE_SET: Final = "release.openshift.io/feature-set"
"""On a CustomResourceDefinition, the feature set that it is installed with."""

CAPI_PAUSED: Final = "cluster.x-k8s.io/paused"
"""On an object of Cluster API, present while Cluster API leaves it alone."""

CAPI_MANAGED_BY: Final = "cluster.x-k8s.io/managed-by"
"""On an AzureCluster, external: Cluster API does not make the infrastructure itself."""

AUTOSCALER_MIN_SIZE: Final = "cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size"
"""On a MachineDeployment or MachineSet, how many machines the autoscaler keeps at least."""

AUTOSCALER_MAX_SIZE: Final = "cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size"
"""On a MachineDeployment or MachineSet, how many machines the autoscaler creates at most."""

AUTOSCALER_LABELS: Final = "capacity.cluster-autoscaler.kubernetes.io/labels"
"""On a MachineDeployment or MachineSet, the labels of a node that does not exist yet."""

AUTOSCALER_TAINTS: Final = "capacity.cluster-autoscaler.kubernetes.io/taints"
"""On a MachineDeployment or MachineSet, the taints of a node that does not exist yet."""

AUTOSCALER_VCPU: Final = "machine.openshift.io/vCPU"
"""On a MachineDeployment or MachineSet, how many processors a machine will have."""

AUTOSCALER_MEMORY: Final = "machine.openshift.io/memoryMb"
"""On a MachineDeployment or MachineSet, how many mebibytes of memory a machine will have."""

AUTOSCALER_GPU: Final = "machine.openshift.io/GPU"
"""On a MachineDeployment or MachineSet, how many GPUs a machine will have."""

SAFE_TO_EVICT_LOCAL_VOLUMES: Final = "cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes"
"""On pods, the local volumes that may be lost when the autoscaler moves them."""
