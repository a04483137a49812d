"""The HostedControlPlane: what the operator hands to the control plane operator of one cluster."""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.cluster import ClusterSpec, ClusterStatus, DNSSpec
from hypershift.api.etcd import EtcdSpec
from hypershift.api.meta import KubeconfigSecretRef, LocalObjectReference
from hypershift.api.networking import ClusterNetworking
from hypershift.api.schema import Default, Resource, Text, Time, resource
from hypershift.api.version import ClusterVersionStatus


@resource(
    group="hypershift.openshift.io",
    version="v1beta1",
    plural="hostedcontrolplanes",
    short_names=(
        "hcp",
        "hcps",
    ),
    categories=("cluster-api",),
    labels={"cluster.x-k8s.io/v1beta1": "v1beta1"},
)
class HostedControlPlane(Resource):
    """The control plane of one hosted cluster, in its namespace in the management cluster.

    The operator makes it from the HostedCluster of the same name and overwrites what others change
    in its spec; change the HostedCluster instead. The control plane operator in the namespace
    builds the components from it and reports in its status.
    """

    spec: HostedControlPlaneSpec | None = None
    """What the control plane is to be: a copy of the spec of the HostedCluster, with references to
    the copies that the operator made of Secrets and ConfigMaps.
    """

    status: HostedControlPlaneStatus | None = None
    """What the control plane operator, and the config operator of the hosted cluster, have found
    out.
    """


class HostedControlPlaneSpec(ClusterSpec):
    """What a control plane is to be."""

    channel: Annotated[str, Text(max=255)] | None = None
    """The update channel, such as stable-4.21, for the ClusterVersion of the hosted cluster. It
    decides only which updates are offered. At most 255 characters; absent means no channel.
    """

    clusterID: Annotated[str, Text(max=255)] | None = None
    """The UUID of the cluster, for its ClusterVersion and as a label of metrics. At most 255
    characters.
    """

    controlPlaneReleaseImage: Annotated[str, Text(max=255)] | None = None
    """The release image of the components in the management cluster, where it differs from
    releaseImage. At most 255 characters. A control plane operator of another release than this one
    leaves the object alone, so that an old one does not act on a new release.
    """

    dns: DNSSpec
    """The domain of the applications of the cluster, and the DNS zones that hold it."""

    etcd: EtcdSpec
    """Where the state of the cluster is kept: whether etcd runs here, with which storage, or
    elsewhere.
    """

    fips: bool | None = None
    """Whether nodes boot in FIPS mode. Absent means no."""

    infraID: Annotated[str, Text(max=255)]
    """The name under which the cluster is known in Azure. It is also the name of the Cluster object
    of Cluster API in this namespace, and of the kubeconfig Secret INFRAID-kubeconfig that machine
    controllers use. At most 255 characters.
    """

    issuerURL: Annotated[str, Text(max=255)]
    """The issuer that tokens of service accounts name, and their audience. Always set here, to the
    value of the HostedCluster or to the default that the API server gave it there. At most 255
    characters.
    """

    kubeconfig: KubeconfigSecretRef | None = None
    """Under which name and key to store the kubeconfig of the administrator. Absent means the
    Secret admin-kubeconfig with the key kubeconfig.
    """

    networking: ClusterNetworking | None = None
    """The address ranges of machines, pods and services, the network plugin, and who may reach the
    API server.
    """

    nodeSelector: dict[str, str] | None = None
    """Labels that a node of the management cluster must have to run pods of this control plane.
    Absent means that any node will do.
    """

    olmCatalogPlacement: Annotated[Literal["management", "guest"], Default("management")] | None = (
        None
    )
    """Where the catalogs of optional operators run: management, the default, as part of this
    control plane, or guest, in the hosted cluster.
    """

    pausedUntil: Annotated[str, Text(max=255)] | None = None
    """Until when the control plane operator leaves the components alone: a date in RFC 3339 form,
    or true for as long as it stands here. The components keep running and conditions are kept up to
    date. At most 255 characters; a value that is neither a date nor a boolean pauses nothing.
    """

    releaseImage: Annotated[str, Text(max=255)]
    """The release image of the hosted cluster: of what runs on its nodes, of the version that it
    reports, and, unless controlPlaneReleaseImage is set, of the components here. At most 255
    characters.
    """

    sshKey: LocalObjectReference
    """A Secret whose key id_rsa.pub holds the public SSH key for the user core on the nodes: the
    copy named ssh-key. An empty reference means that nobody can log in.
    """

    updateService: str | None = None
    """The URL of the update service for the ClusterVersion of the hosted cluster. Absent means the
    public one.
    """


class HostedControlPlaneStatus(ClusterStatus):
    """What is known of a control plane.

    Beside the HostedCluster, Cluster API reads it: ready, initialized and
    externalManagedControlPlane follow its contract for control planes.
    """

    customKubeconfig: KubeconfigSecretRef | None = None
    """The Secret and key in this namespace with the kubeconfig that uses spec.kubeAPIServerDNSName.
    Absent without that name. The operator copies it next to the HostedCluster.
    """

    externalManagedControlPlane: Annotated[bool, Default(True)] | None = None
    """Tells Cluster API that this control plane does not consist of Machines and that it must not
    look for any. Always true, and filled in by the API server.
    """

    initialized: Annotated[bool, Default(False)]
    """Tells Cluster API that the API server of the hosted cluster can be used for the first time,
    so that machines may join. False at first, and filled in by the API server.
    """

    kubeConfig: KubeconfigSecretRef | None = None
    """The Secret and key in this namespace with the kubeconfig of the administrator. Absent until
    it has been written; the cluster does not become Available before that.
    """

    lastReleaseImageTransitionTime: Time | None = None
    """When releaseImage last changed."""

    nodeCount: int | None = None
    """How many nodes the hosted cluster has. Kept only where the operator was installed to class
    clusters by their size, and absent otherwise.
    """

    oauthCallbackURLTemplate: Annotated[str, Text(max=255)] | None = None
    """The callback URL for OAuth identity providers, with the placeholder [identity-provider-name]
    where the name of a provider goes. Absent until the host of the OAuth server is known.
    """

    ready: Annotated[bool, Default(False)]
    """Whether the control plane can be used. It has the value of the condition Available, in the
    form that Cluster API expects. False at first, and filled in by the API server.
    """

    releaseImage: Annotated[str, Text(max=255)] | None = None
    """The release image that the hosted cluster has come to run. Read versionStatus instead, which
    also tells what is under way.
    """

    version: Annotated[str, Text(max=255)] | None = None
    """The version of releaseImage, such as 4.21.4. Read versionStatus instead, which also tells
    what is under way.
    """

    versionStatus: ClusterVersionStatus | None = None
    """The status of the ClusterVersion in the hosted cluster, copied by the config operator: the
    releases that it was told to run, the newest first, and those that it could be updated to.
    Absent until the hosted cluster has one.
    """
