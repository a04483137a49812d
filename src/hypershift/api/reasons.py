"""The reasons that conditions give: one word each, for programs. The text under each says why.

Which condition gives which reason is told by `hypershift.api.conditions`.
"""

from __future__ import annotations

from typing import Final

# Of many conditions

AS_EXPECTED: Final = "AsExpected"
"""All is as it should be."""

STATUS_UNKNOWN: Final = "StatusUnknown"
"""What would tell is not there yet, or cannot be read."""

NOT_FOUND: Final = "NotFound"
"""An object that it depends on does not exist. The message names it."""

WAITING_FOR_AVAILABLE: Final = "WaitingForAvailable"
"""A Deployment that it depends on is not available yet."""

RECONCILE_ERROR: Final = "ReconcileError"
"""The work ended with an error, which the message tells, and is tried again."""

RECONCILIATION_ERROR: Final = "ReconciliationError"
"""The last pass ended with an error, which the message tells, and is tried again."""

RECONCILIATION_SUCCEEDED: Final = "ReconciliatonSucceeded"
"""The last pass ended without an error. The spelling is part of the API."""

RECONCILIATION_ACTIVE: Final = "ReconciliationActive"
"""The node pool is not paused."""

RECONCILIATION_PAUSED: Final = "ReconciliationPaused"
"""spec.pausedUntil keeps the operator from changing anything."""

INVALID_PAUSED_UNTIL_VALUE: Final = "InvalidPausedUntilValue"
"""spec.pausedUntil is neither a moment nor true or false, so that nothing is paused."""

INVALID_CONFIGURATION: Final = "InvalidConfiguration"
"""Settings that the schema lets through contradict one another or what they refer to."""

VALIDATION_FAILED: Final = "ValidationFailed"
"""A setting of the node pool, or what it refers to, was refused."""

EXTERNAL_DNS_HOST_NOT_REACHABLE: Final = "ExternalDNSHostNotReachable"
"""A published host name does not resolve yet."""

# Of clusters

PROGRESSING: Final = "Progressing"
"""The release is being rolled out."""

BLOCKED: Final = "Blocked"
"""Nothing is rolled out before what the message names is put right."""

UNAVAILABLE_REPLICAS: Final = "UnavailableReplicas"
"""Fewer replicas of a component are available than should be."""

UNSUPPORTED_HOSTED_CLUSTER: Final = "UnsupportedHostedCluster"
"""This operator cannot run such a cluster."""

INVALID_IMAGE: Final = "InvalidImage"
"""The release is too old, too new or a step back, or its image cannot be read."""

SECRET_NOT_FOUND: Final = "SecretNotFound"
"""The pull secret does not exist, so that the release image cannot be read."""

PAYLOAD_ARCH_NOT_FOUND: Final = "PayloadArchNotFound"
"""It cannot be told for which processors the release image is."""

PROXY_CA_BUNDLE_INVALID: Final = "ProxyCABundleInvalid"
"""A certificate that the proxy is to be trusted by is not valid yet, not any more, or no
certificate.
"""

PLATFORM_CREDENTIALS_NOT_FOUND: Final = "PlatformCredentialsNotFound"
"""The credentials for the cloud could not be written."""

UNMANAGED_ETCD_AS_EXPECTED: Final = "UnmanagedEtcdAsExpected"
"""The client certificate for the etcd of the user's own is complete."""

UNMANAGED_ETCD_MISCONFIGURED: Final = "UnmanagedEtcdMisconfigured"
"""The client certificate for the etcd of the user's own is missing or incomplete."""

AUTO_NODE_NOT_CONFIGURED: Final = "AutoNodeNotConfigured"
"""Nodes come from node pools, as they always do on Azure."""

ETCD_RECOVERY_JOB_FAILED: Final = "EtcdRecoveryJobFailed"
"""A member of etcd could not be brought back; somebody has to."""

WAITING_FOR_GRACE_PERIOD: Final = "WaitingForGracePeriod"
"""All is removed; the HostedCluster stays for the time that an annotation asks for."""

SHARED_INGRESS_CONFIGURED: Final = "SharedIngressConfigured"
"""The shared ingress of the managed service serves the cluster."""

TOPOLOGY_PRIVATE: Final = "TopologyPrivate"
"""A private cluster has no public endpoint."""

CONVERGENCE_IN_PROGRESS: Final = "ConvergenceInProgress"
"""The shared ingress of the managed service does not serve the cluster yet."""

# Of control planes

INSUFFICIENT_CLUSTER_CAPABILITIES: Final = "InsufficientClusterCapabilities"
"""The management cluster lacks an API that the control plane needs."""

WAITING_ON_INFRASTRUCTURE_READY: Final = "WaitingOnInfrastructureReady"
"""A load balancer or route has no address yet. The message says which."""

INFRA_STATUS_FAILURE: Final = "InfraStatusFailure"
"""The addresses of the control plane could not be read."""

KUBECONFIG_WAITING_FOR_CREATE: Final = "KubeconfigWaitingForCreate"
"""The kubeconfig of the administrator is not written yet."""

KAS_LOAD_BALANCER_NOT_REACHABLE: Final = "KASLoadBalancerNotReachable"
"""kube-apiserver runs but does not answer at its published address."""

COMPONENTS_NOT_AVAILABLE: Final = "ComponentsNotAvailable"
"""Components of the control plane are not available yet. The message names them."""

QUORUM_AVAILABLE: Final = "QuorumAvailable"
"""More than half of the members of etcd are ready."""

ETCD_WAITING_FOR_QUORUM: Final = "EtcdWaitingForQuorum"
"""No more than half of the members of etcd are ready."""

STATEFUL_SET_NOT_FOUND: Final = "StatefulSetNotFound"
"""The StatefulSet of etcd does not exist yet."""

ETCD_RUNNING: Final = "EtcdRunning"
"""etcd is the user's own, and taken to run."""

MISSING_RELEASE_IMAGES: Final = "MissingReleaseImages"
"""The release lacks images of components. The message names them."""

IDP_CONFIGURATION_VALID: Final = "IDPConfigurationValid"
"""Every identity provider could be configured."""

IDP_CONFIGURATION_ERROR: Final = "IDPConfigurationError"
"""An identity provider could not be configured. The message says why."""

INVALID_AZURE_CREDENTIALS: Final = "InvalidAzureCredentials"
"""Azure refuses the identity that is to use the key."""

RE_ENCRYPTION_COMPLETED: Final = "ReEncryptionCompleted"
"""All stored secrets are encrypted with the key of the spec."""

READ_ONLY_ROLLOUT_IN_PROGRESS: Final = "ReadOnlyRolloutInProgress"
"""kube-apiserver is learning to read with the new key."""

WRITE_PROMOTION_IN_PROGRESS: Final = "WritePromotionInProgress"
"""kube-apiserver is changing over to write with the new key."""

RE_ENCRYPTION_IN_PROGRESS: Final = "ReEncryptionInProgress"
"""What was written with the old key is being rewritten with the new one."""

RE_ENCRYPTION_WAITING_FOR_KAS_CONVERGENCE: Final = "ReEncryptionWaitingForKASConvergence"
"""Not every replica of kube-apiserver runs with the wanted encryption yet."""

RE_ENCRYPTION_FAILED: Final = "ReEncryptionFailed"
"""Rewriting with the new key failed. The message says where."""

KONNECTIVITY_AGENT_PODS_NOT_FOUND: Final = "KonnectivityAgentPodsNotFound"
"""No agent runs on the nodes that the control plane could reach them through."""

NO_WORKER_NODES_AVAILABLE: Final = "NoWorkerNodesAvailable"
"""Without nodes there is no connection to judge."""

KAS_ACCESS_FAILED: Final = "KASAccessFailed"
"""The API server of the cluster could not be asked."""

CONNECTION_CHECK_STALE: Final = "ConnectionCheckStale"
"""No node has reached the API server for minutes."""

CONFIG_MAP_NOT_FOUND: Final = "ConfigMapNotFound"
"""No node has reached the API server yet."""

RECOVERY_FINISHED: Final = "RecoveryFinished"
"""Whether the cluster has recovered since it was restored."""

CLOUD_RESOURCES_DESTROYED: Final = "CloudResourcesDestroyed"
"""What the cluster made in the cloud is gone."""

REMAINING_CLOUD_RESOURCES: Final = "RemainingCloudResources"
"""What the message lists is not gone yet."""

CLOUD_RESOURCES_CLEANUP_SKIPPED: Final = "CloudResourcesCleanupSkipped"
"""The API server of the cluster does not answer, so that nothing in it can be removed."""

CLOUD_RESOURCES_DELETION_TIMED_OUT: Final = "CloudResourcesDeletionTimedOut"
"""Removal made no progress for so long that it was given up."""

FROM_CLUSTER_VERSION: Final = "FromClusterVersion"
"""The ClusterVersion of the cluster says so without a reason of its own."""

# Of components

WAITING_FOR_DEPENDENCIES: Final = "WaitingForDependencies"
"""Components that have to come first are not rolled out. The message names them."""

WAITING_FOR_ROLLOUT_COMPLETE: Final = "WaitingForRolloutComplete"
"""Not every replica runs what is wanted yet."""

WAITING_FOR_OPERANDS: Final = "WaitingForOperands"
"""What the component deploys itself is not rolled out yet."""

JOB_ACTIVE: Final = "JobActive"
"""The Job is running."""

JOB_COMPLETE: Final = "JobComplete"
"""The Job has run to its end."""

# Of node pools

IGNITION_ENDPOINT_MISSING: Final = "IgnitionEndpointMissing"
"""The HostedCluster has no address yet from which nodes get their configuration."""

IGNITION_CA_CERT_MISSING: Final = "IgnitionCACertMissing"
"""The certificate is missing by which nodes trust that address."""

IGNITION_NOT_REACHED: Final = "ignitionNotReached"
"""No machine has fetched its configuration yet."""

INVALID_ARCH_PLATFORM: Final = "InvalidArchPlatform"
"""Machines or release image are not for the architecture of the pool."""

UNSUPPORTED_SKEW: Final = "UnsupportedSkew"
"""The release of the pool is too far from that of its cluster."""

INPLACE_UPGRADE_FAILED: Final = "InplaceUpgradeFailed"
"""A node could not be updated in place."""

FAILED_TO_GET: Final = "FailedToGet"
"""An object that would tell could not be read."""

INVALID_CONFIG: Final = "InvalidConfig"
"""The configuration of the nodes could not be generated. The message says why."""

CLOUD_CONFIG_PENDING: Final = "CloudConfigPending"
"""The settings for the cloud are about to change; what depends on them waits."""

WAITING_FOR_INFRASTRUCTURE: Final = "WaitingForInfrastructure"
"""The virtual machine is not there yet."""

WAITING_FOR_NODE_REF: Final = "WaitingForNodeRef"
"""The virtual machine has not become a node yet."""

REASONS_TRUNCATED: Final = "ReasonsTruncated"
"""Ends a list of reasons, of several machines, that is longer than a reason may be."""

# Of private connectivity

AZURE_SUCCESS: Final = "AzureSuccess"
"""Azure has done what was asked."""

AZURE_ERROR: Final = "AzureError"
"""Azure refused or failed. The message holds what it said."""

ILB_LOOKUP_FAILED: Final = "ILBLookupFailed"
"""No internal load balancer has the address of the Service."""

NAT_SUBNET_CREATION_FAILED: Final = "NATSubnetCreationFailed"
"""The subnet of the private link service could not be created."""

PLS_CREATION_FAILED: Final = "PLSCreationFailed"
"""The private link service could not be created."""

PLS_UPDATE_FAILED: Final = "PLSUpdateFailed"
"""The private link service could not be changed."""

PRIVATE_ENDPOINT_GET_FAILED: Final = "PrivateEndpointGetFailed"
"""The private endpoint could not be read."""

PRIVATE_ENDPOINT_CREATION_FAILED: Final = "PrivateEndpointCreationFailed"
"""The private endpoint could not be created."""

PRIVATE_ENDPOINT_CONNECTION_NOT_APPROVED: Final = "PrivateEndpointConnectionNotApproved"
"""The private link service has not let the private endpoint connect yet."""

DNS_ZONE_CREATION_FAILED: Final = "DNSZoneCreationFailed"
"""The private DNS zone of the cluster could not be created."""

VNET_LINK_CREATION_FAILED: Final = "VNetLinkCreationFailed"
"""The private DNS zone of the cluster could not be linked to the virtual network."""

A_RECORD_CREATION_FAILED: Final = "ARecordCreationFailed"
"""A record in the private DNS zone of the cluster could not be written."""

BASE_DOMAIN_DNS_ZONE_CREATION_FAILED: Final = "BaseDomainDNSZoneCreationFailed"
"""The private DNS zone of the base domain could not be created."""

BASE_DOMAIN_VNET_LINK_CREATION_FAILED: Final = "BaseDomainVNetLinkCreationFailed"
"""The private DNS zone of the base domain could not be linked to the virtual network."""

BASE_DOMAIN_A_RECORD_CREATION_FAILED: Final = "BaseDomainARecordCreationFailed"
"""A record in the private DNS zone of the base domain could not be written."""

# Of backups of etcd

BACKUP_SUCCEEDED: Final = "BackupSucceeded"
"""The snapshot is stored."""

BACKUP_FAILED: Final = "BackupFailed"
"""The snapshot could not be taken or stored. The message says why."""

BACKUP_IN_PROGRESS: Final = "BackupInProgress"
"""The snapshot is being taken or stored."""

BACKUP_REJECTED: Final = "BackupRejected"
"""Another backup of the same control plane is running."""

ETCD_UNHEALTHY: Final = "EtcdUnhealthy"
"""etcd is not in a state to be backed up."""
