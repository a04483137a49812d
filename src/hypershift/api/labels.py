"""The keys of the labels that the product writes, selects by or obeys.

The text under a key says on which objects it stands and what it means. Taints and tolerations of
nodes use the same keys as the labels of those nodes.
"""

from __future__ import annotations

from typing import Final

# What belongs to a hosted cluster

HOSTED_CONTROL_PLANE: Final = "hypershift.openshift.io/hosted-control-plane"
"""On a namespace, true where it holds a hosted control plane. On the pods of a control plane and on
the Routes that its own router serves, the name of that namespace.
"""

AUTO_CREATED_FOR_INFRA: Final = "hypershift.openshift.io/auto-created-for-infra"
"""On what the command line creates with a hosted cluster: the infrastructure ID of the cluster, so
that the command that destroys the cluster finds it again.
"""

SAFE_TO_DELETE_WITH_CLUSTER: Final = "hypershift.openshift.io/safe-to-delete-with-cluster"
"""On a Secret, true where nobody needs it once the hosted cluster is gone. The operator makes the
HostedCluster its owner.
"""

CLUSTER_NAME: Final = "hypershift.openshift.io/cluster-name"
"""On the Job that recovers etcd, the name of the HostedCluster that it works for."""

CLUSTER_NAMESPACE: Final = "hypershift.openshift.io/cluster-namespace"
"""On the Job that recovers etcd, the namespace of the HostedCluster that it works for."""

OWNER_NAME: Final = "hypershift.openshift.io/owner.name"
"""On ClusterRoles and ClusterRoleBindings, the name of the HostedCluster that they were made for.
An object without a namespace cannot be owned by one that has a namespace, so this label tells which
ones to delete with it.
"""

OWNER_NAMESPACE: Final = "hypershift.openshift.io/owner.namespace"
"""On ClusterRoles and ClusterRoleBindings, the namespace of the HostedCluster that they were made
for.
"""

HOSTED_CLUSTER_SIZE: Final = "hypershift.openshift.io/hosted-cluster-size"
"""On a HostedCluster, the size class that its number of nodes puts it in."""

SILENCE_CLUSTER_ALERTS: Final = "hypershift.openshift.io/silence-cluster-alerts"
"""On a HostedCluster, present where alerts about it are to be silent. A metric reports it."""

LIMITED_SUPPORT: Final = "api.openshift.com/limited-support"
"""On a HostedCluster, true where support for it is limited. A metric reports it."""

MIRRORED_PREFIX: Final = "api.openshift.com/"
"""Labels of a HostedCluster whose keys begin with this are kept the same on its
HostedControlPlane.
"""

# The operator and its namespace

COMPONENT: Final = "hypershift.openshift.io/component"
"""On a namespace of the installation, what runs there, such as operator."""

OPERATOR_COMPONENT: Final = "hypershift.openshift.io/operator-component"
"""On the pods of the installation, which part of it they are, such as operator or external-dns."""

MONITORING: Final = "hypershift.openshift.io/monitoring"
"""On a namespace, true where Prometheus is to collect metrics of the product."""

SUPPORTED_VERSIONS: Final = "hypershift.openshift.io/supported-versions"
"""On the ConfigMap in which the operator publishes the releases that it supports, true. The command
line finds the ConfigMap by it.
"""

# Components of a control plane, and the nodes that they run on

MANAGED_BY: Final = "hypershift.openshift.io/managed-by"
"""On a Deployment, StatefulSet or Job of a control plane, the component that deployed it: the
control plane operator, or a component that deploys further workloads.
"""

CONTROL_PLANE_COMPONENT: Final = "hypershift.openshift.io/control-plane-component"
"""On the pods of a component, its name."""

NEED_MANAGEMENT_KAS_ACCESS: Final = "hypershift.openshift.io/need-management-kas-access"
"""On pods of a control plane, true where they may reach the API server of the management
cluster.
"""

REQUEST_SERVING_COMPONENT: Final = "hypershift.openshift.io/request-serving-component"
"""On the pods that answer requests from outside the control plane, true. On nodes and in their
taints, true where such pods have the nodes to themselves.
"""

CONTROL_PLANE: Final = "hypershift.openshift.io/control-plane"
"""On nodes of the management cluster and in their taints, true where control planes should run."""

CLUSTER: Final = "hypershift.openshift.io/cluster"
"""On nodes of the management cluster and in their taints, the namespace of the one control plane
that they are reserved for.
"""

KUBECONFIG: Final = "hypershift.openshift.io/kubeconfig"
"""On a Secret that holds a kubeconfig, from where its server address can be reached: local,
service, capi, external or bootstrap.
"""

ALLOW_GUEST_WEBHOOKS: Final = "hypershift.openshift.io/allow-guest-webhooks"
"""On a Service of a control plane, present where admission webhooks of the hosted cluster may call
it. Webhooks that call any other Service of the control plane are deleted.
"""

ENCRYPTION_KEY_PREFIX: Final = "encryption-key-"
"""Begins the label on a StorageVersionMigration that names the key which the objects are rewritten
with; the rest is the fingerprint of the key.
"""

# Routes and private connectivity

INTERNAL_ROUTE: Final = "hypershift.openshift.io/internal-route"
"""On a Route, true where only the network of the hosted cluster resolves its host."""

ROUTE_VISIBILITY: Final = "hypershift.openshift.io/route-visibility"
"""On a Route, private where External DNS must not publish its host."""

AZURE_PLS_EXTERNAL_PRIVATE_SERVICE: Final = "hypershift.openshift.io/azure-pls-external-private-svc"
"""On a Service that gives a public DNS name the address of a private endpoint, true."""

# What node pools are made of

NODE_POOL: Final = "hypershift.openshift.io/nodePool"
"""On a node, and on ConfigMaps made for a node pool, the name of the NodePool."""

MANAGED_PREFIX: Final = "managed.hypershift.openshift.io."
"""Begins the labels of a Machine that its node is to carry without this prefix."""

NODE_POOL_GLOBAL_PULL_SECRET: Final = "hypershift.openshift.io/nodepool-globalps-enabled"
"""On a node, true where the merged pull secret of the hosted cluster is kept in place. Nodes that
are updated in place go without.
"""

INTERRUPTIBLE_INSTANCE: Final = "hypershift.openshift.io/interruptible-instance"
"""On a Machine that Azure may take back at any time, present. It has a health check of its own."""

CORE_IGNITION_CONFIG: Final = "hypershift.openshift.io/core-ignition-config"
"""On a ConfigMap in the namespace of a control plane, true where it holds a MachineConfig for every
node pool of the cluster.
"""

NTO_GENERATED_MACHINE_CONFIG: Final = "hypershift.openshift.io/nto-generated-machine-config"
"""On a ConfigMap that the Node Tuning Operator wrote for one node pool, true."""

NTO_GENERATED_PERFORMANCE_PROFILE_STATUS: Final = (
    "hypershift.openshift.io/nto-generated-performance-profile-status"
)
"""On the ConfigMap in which the Node Tuning Operator reports how a PerformanceProfile fares, true.
The conditions of the NodePool repeat it.
"""

TUNED_CONFIG: Final = "hypershift.openshift.io/tuned-config"
"""On the ConfigMap that hands the Tuned manifests of a node pool to the Node Tuning Operator, true.
"""

PERFORMANCE_PROFILE_CONFIG: Final = "hypershift.openshift.io/performanceprofile-config"
"""On the ConfigMap that hands the PerformanceProfile of a node pool to the Node Tuning Operator,
true.
"""

MIRRORED_CONFIG: Final = "hypershift.openshift.io/mirrored-config"
"""On a ConfigMap in the namespace of a control plane, true where it is the copy of one that a
NodePool names.
"""

KUBELET_CONFIG: Final = "hypershift.openshift.io/kubeletconfig-config"
"""On a copied ConfigMap, true where it holds a KubeletConfig."""

CONTAINER_RUNTIME_CONFIG: Final = "hypershift.openshift.io/containerruntimeconfig-config"
"""On a copied ConfigMap, true where it holds a ContainerRuntimeConfig."""

# Inside the hosted cluster

MANAGED: Final = "hypershift.openshift.io/managed"
"""On objects inside the hosted cluster, true where the product keeps them as they are: a change or
deletion by somebody else is undone.
"""

# Backups of etcd

BACKUP_NAME: Final = "hypershift.openshift.io/backup-name"
"""On the Job that takes a backup of etcd, the name of the HCPEtcdBackup."""

BACKUP_HCP: Final = "hypershift.openshift.io/hcp"
"""On the Job that takes a backup of etcd, the name of the HostedControlPlane."""

BACKUP_HCP_NAMESPACE: Final = "hypershift.openshift.io/hcp-namespace"
"""On the Job that takes a backup of etcd, the namespace of the HostedControlPlane."""

# Keys of other projects that the product writes

CLUSTER_MONITORING: Final = "openshift.io/cluster-monitoring"
"""On a namespace, true where the monitoring of OpenShift is to watch it."""

INJECT_TRUSTED_CA_BUNDLE: Final = "config.openshift.io/inject-trusted-cabundle"
"""On an empty ConfigMap, true so that OpenShift fills it with the certificates that it trusts."""

CONSOLE_DASHBOARD: Final = "console.openshift.io/dashboard"
"""On a ConfigMap, true so that the console of OpenShift shows the dashboard in it."""

NETWORK_POLICY_GROUP: Final = "network.openshift.io/policy-group"
"""On a namespace, the group under which network policies let its pods in: ingress or monitoring."""

POD_SECURITY_ENFORCE: Final = "pod-security.kubernetes.io/enforce"
"""On a namespace, the Pod Security level below which pods are refused."""

POD_SECURITY_AUDIT: Final = "pod-security.kubernetes.io/audit"
"""On a namespace, the Pod Security level below which pods are noted in the audit log."""

POD_SECURITY_WARN: Final = "pod-security.kubernetes.io/warn"
"""On a namespace, the Pod Security level below which whoever creates pods is warned."""

POD_SECURITY_LABEL_SYNC: Final = "security.openshift.io/scc.podSecurityLabelSync"
"""On a namespace, false so that OpenShift leaves the Pod Security levels as they are."""

AZURE_WORKLOAD_IDENTITY: Final = "azure.workload.identity/use"
"""On a pod, true so that the Azure workload identity webhook gives it a token."""

CAPI_CLUSTER_NAME: Final = "cluster.x-k8s.io/cluster-name"
"""On objects of Cluster API, the name of the Cluster that they belong to: the infrastructure ID."""

CAPI_CONTRACT: Final = "cluster.x-k8s.io/v1beta1"
"""On a CustomResourceDefinition, its versions that keep the v1beta1 contract of Cluster API."""
