"""What a HostedCluster and its HostedControlPlane have in common.

The operator copies these fields from the one to the other, so that both are described once, here.
"""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.autoscaling import ClusterAutoscaling
from hypershift.api.configuration import ClusterConfiguration, ConfigurationStatus
from hypershift.api.meta import Condition, LocalObjectReference, Toleration
from hypershift.api.monitoring import MonitoringSpec
from hypershift.api.operatorconfig import OperatorConfiguration
from hypershift.api.platform import PlatformSpec
from hypershift.api.schema import Default, Entries, Int32, Items, Rule, Struct, Text, rule
from hypershift.api.secretencryption import SecretEncryptionSpec, SecretEncryptionStatus
from hypershift.api.services import ServicePublishingStrategyMapping
from hypershift.api.version import ControlPlaneVersionStatus

DOMAIN_OR_EMPTY = (
    "self == \"\" || self.matches('^(?:(?:[a-zA-Z0-9-]+\\\\.)+[a-zA-Z]{2,}|[a-zA-Z0-9-]+)$')"
)
"""The rule for the name of a domain, of any number of labels, that may be empty."""

Capability = Literal[
    "ImageRegistry",
    "openshift-samples",
    "Insights",
    "baremetal",
    "Console",
    "NodeTuning",
    "Ingress",
]
"""A part of OpenShift that a cluster can do without. What is switched off is not installed."""


@rule(
    "self.platform.type == 'IBMCloud' ? size(self.services) >= 3 : size(self.services) >= 4",
    "spec.services in body should have at least 4 items or 3 for IBMCloud",
)
@rule(
    (
        "!has(self.operatorConfiguration) || "
        "!has(self.operatorConfiguration.clusterNetworkOperator) || "
        "!has(self.operatorConfiguration.clusterNetworkOperator.disableMultiNetwork) || "
        "!self.operatorConfiguration.clusterNetworkOperator.disableMultiNetwork || "
        "self.networking.networkType == 'Other'"
    ),
    "disableMultiNetwork can only be set to true when networkType is 'Other'",
)
@rule(
    "!has(oldSelf.secretEncryption) || has(self.secretEncryption)",
    "secretEncryption cannot be removed once configured",
)
class ClusterSpec(Struct):
    """What is wanted of a hosted cluster, as far as its control plane has to know it too."""

    additionalTrustBundle: LocalObjectReference | None = None
    """A ConfigMap whose key ca-bundle.crt holds PEM certificates of CAs to trust beside the usual
    ones, such as that of a private registry or a proxy. The components of the control plane and the
    nodes trust them, and the hosted cluster gets them as user-ca-bundle in openshift-config. Naming
    another ConfigMap, or none, rolls out new configuration to all nodes; editing the ConfigMap does
    not.
    """

    auditWebhook: LocalObjectReference | None = None
    """A Secret whose key webhook-kubeconfig holds a kubeconfig of the server to which the API
    server sends its audit events, in batches. Absent, events are only in the log of the API server.
    """

    autoscaling: ClusterAutoscaling | None = None
    """How the cluster autoscaler decides, for all NodePools of the cluster. It does nothing for a
    NodePool that has no autoScaling of its own, and runs only if at least one has.
    """

    capabilities: Annotated[Capabilities, Default({})] | None = None
    """Which optional parts of OpenShift the cluster has. Absent means those that a release has by
    default. It cannot be changed after creation.
    """

    configuration: ClusterConfiguration | None = None
    """Configuration of the hosted cluster that a standalone cluster has in objects of
    config.openshift.io: API server, authentication, feature gates, images, ingress, network, OAuth,
    OperatorHub, proxy and scheduler. These objects appear in the hosted cluster with the content
    given here, and changes made there are undone. The ConfigMaps and Secrets that it names are
    copied from the namespace of the HostedCluster. A change to the proxy or the images rolls out to
    all nodes.
    """

    controllerAvailabilityPolicy: (
        Annotated[
            Literal["HighlyAvailable", "SingleReplica"],
            Rule("self == oldSelf", "ControllerAvailabilityPolicy is immutable"),
            Default("HighlyAvailable"),
        ]
        | None
    ) = None
    """How many replicas the components of the control plane have. HighlyAvailable, the default,
    gives etcd and the API servers three, in different zones, most others two. SingleReplica gives
    each component one, which takes less room but interrupts the API when a node of the management
    cluster goes. It cannot be changed after creation.
    """

    imageContentSources: Annotated[list[ImageContentSource], Items(max=255)] | None = None
    """Mirrors that nodes try before the registry that an image names, for images that are named by
    digest. They become the ImageDigestMirrorSet named cluster in the hosted cluster and
    configuration of the nodes, so that a change rolls out to all nodes. At most 255. Whether the
    operator itself pulls from a mirror is decided by the mirror sets of the management cluster.
    """

    infrastructureAvailabilityPolicy: (
        Annotated[Literal["HighlyAvailable", "SingleReplica"], Default("SingleReplica")] | None
    ) = None
    """How many replicas the infrastructure has that runs on the nodes. HighlyAvailable gives the
    default ingress controller and the image registry two, which needs two nodes; SingleReplica, the
    default, gives them one. The replicas are set when these are first created: a later change
    leaves them as they are.
    """

    kubeAPIServerDNSName: (
        Annotated[
            str,
            Text(max=253),
            Rule(
                DOMAIN_OR_EMPTY,
                "kubeAPIServerDNSName must be a valid URL name (e.g., api.example.com)",
            ),
        ]
        | None
    ) = None
    """A further DNS name for the API server, such as api.example.com, for users who are to see a
    name of your own. A second kubeconfig with this name is made and shown in
    status.customKubeconfig; removing the name removes it. The DNS record and the certificate are
    yours to provide, the latter in configuration.apiServer.servingCerts.namedCertificates. At most
    253 characters; it can be changed.
    """

    labels: Annotated[dict[str, str], Entries(max=20)] | None = None
    """Labels that all pods of the control plane get in addition to their own, for instance to find
    the cost of a cluster. At most 20. They do not reach the nodes or pods of the hosted cluster.
    """

    monitoring: MonitoringSpec | None = None
    """Which metrics of the control plane are collected, and whether the hosted cluster sees them.
    Absent, what was chosen at the installation of the operator applies and nothing is forwarded.
    """

    operatorConfiguration: OperatorConfiguration | None = None
    """Settings of operators of the hosted cluster that have no place in configuration: the network
    operator and the ingress operator. Absent means their defaults.
    """

    platform: PlatformSpec
    """Where the machines of the cluster run. The type decides which settings the rest needs; it
    cannot be changed after creation.
    """

    pullSecret: LocalObjectReference
    """A Secret whose key .dockerconfigjson holds the credentials for the registries of the release
    images. The control plane pulls its images with it, the nodes theirs, and the hosted cluster
    gets it as pull-secret in openshift-config. Naming another Secret rolls out new configuration to
    all nodes; changing the content of the Secret does not.
    """

    secretEncryption: SecretEncryptionSpec | None = None
    """How secrets are encrypted in etcd. Absent, they are stored as they are, protected by the
    disks alone. It can be added and the key can be changed later, but it cannot be removed.
    """

    serviceAccountSigningKey: LocalObjectReference | None = None
    """A Secret whose key named key holds the private RSA key, in PEM form, that signs the tokens of
    service accounts. Azure trusts these tokens only if the public half of this key is published at
    issuerURL, which has to be set as well. The Secret may also have old-key.pub, a public key whose
    tokens remain valid while you replace the key. Absent, the control plane makes a key of its own,
    once.
    """

    services: Annotated[list[ServicePublishingStrategyMapping], Items(max=6)]
    """How each server of the control plane is published. A cluster on Azure needs entries for
    APIServer, OAuthServer, Konnectivity and Ignition; at least four and at most six entries are
    allowed. It cannot be changed after creation.
    """

    tolerations: Annotated[list[Toleration], Items(max=25)] | None = None
    """Tolerations that the pods of the control plane get, so that they can run on nodes of the
    management cluster that are kept free of other pods. The taints
    hypershift.openshift.io/control-plane=true:NoSchedule and hypershift.openshift.io/cluster with
    the control plane namespace as its value are always tolerated. At most 25.
    """


class ClusterStatus(Struct):
    """What is known of a hosted cluster and its control plane."""

    conditions: Annotated[list[Condition], Items(max=100, type="map", keys=("type",))] | None = None
    """The observations about the cluster, one of each type. Available says whether the API can be
    used, Progressing whether a release is being rolled out, Degraded whether components lack
    replicas; the Valid... conditions say whether what was asked for can be had. Where a condition
    is not as it should be, its message says what is missing.
    """

    configuration: ConfigurationStatus | None = None
    """What has come of the configuration, where that is more than a copy of it: the state of
    authentication.
    """

    controlPlaneEndpoint: APIEndpoint | None = None
    """Where the API server of the hosted cluster is reached from outside. Absent until the load
    balancer or route that publishes it has an address.
    """

    controlPlaneVersion: ControlPlaneVersionStatus | None = None
    """Which releases the components in the management cluster were told to run and how far they
    got, apart from what runs on the nodes.
    """

    kubeadminPassword: LocalObjectReference | None = None
    """A Secret whose key password holds the password of kubeadmin, the first user of the hosted
    cluster. Absent, and the Secret gone, once configuration.oauth is set: log in with one of its
    identity providers then.
    """

    secretEncryption: SecretEncryptionStatus | None = None
    """Which key encrypts the data in etcd, and how the change to another one goes on. Absent
    without encryption.
    """


@rule(
    "self == oldSelf",
    "Capabilities is immutable. Changes might result in unpredictable and disruptive behavior.",
)
@rule(
    "has(self.enabled) && has(self.disabled) ? self.enabled.all(e, !(e in self.disabled)) : true",
    "Capabilities can not be both enabled and disabled at once.",
)
class Capabilities(Struct):
    """Which optional parts of OpenShift a cluster has and lacks.

    Nothing of it can be changed after creation, and no part can be in both lists.
    """

    disabled: (
        Annotated[
            list[Capability],
            Items(max=25, type="atomic"),
            Rule(
                "self == oldSelf",
                (
                    "Disabled is immutable. Changes might result in unpredictable and disruptive "
                    "behavior."
                ),
            ),
            Rule(
                "!self.exists(cap, cap == 'Ingress') || self.exists(cap, cap == 'Console')",
                "Ingress capability can only be disabled if Console capability is also disabled",
            ),
        ]
        | None
    ) = None
    """Parts that the cluster is to do without: ImageRegistry (the registry inside the cluster),
    openshift-samples (templates to try things with), Insights (reports to Red Hat), baremetal
    (management of physical machines), Console (the web pages), NodeTuning (tuning profiles) or
    Ingress (the routers of applications). Their operators are not installed in the control plane
    and they need no identity in Azure. Ingress can be disabled only together with Console, whose
    web pages need it. It cannot be changed after creation.
    """

    enabled: (
        Annotated[
            list[Capability],
            Items(max=25, type="atomic"),
            Rule(
                "self == oldSelf",
                (
                    "Enabled is immutable. Changes might result in unpredictable and disruptive "
                    "behavior."
                ),
            ),
        ]
        | None
    ) = None
    """Parts that the cluster is to have in addition to those that a release has by default; see
    disabled for what each is. A part cannot be in disabled as well. It cannot be changed after
    creation.
    """


class DNSSpec(Struct):
    """The DNS names of a hosted cluster, and the zones that hold them."""

    baseDomain: Annotated[
        str,
        Text(max=253),
        Rule(
            DOMAIN_OR_EMPTY,
            "baseDomain must be a valid domain name (e.g., example, example.com, sub.example.com)",
        ),
        Rule('oldSelf == "" || self == oldSelf', "baseDomain is immutable"),
    ]
    """The domain below which the applications of the cluster have their names: *.apps.PREFIX.BASE,
    where PREFIX is baseDomainPrefix and BASE is this. On Azure it is the name of an existing public
    zone. The names of the control plane are not derived from it but set in services. At most 253
    characters; it cannot be changed once it is not empty.
    """

    baseDomainPrefix: (
        Annotated[
            str,
            Text(max=253),
            Rule(
                DOMAIN_OR_EMPTY,
                (
                    "baseDomainPrefix must be a valid domain name (e.g., example, example.com, "
                    "sub.example.com)"
                ),
            ),
            Rule("self == oldSelf", "baseDomainPrefix is immutable"),
        ]
        | None
    ) = None
    """What is put before baseDomain. Absent means the name of the cluster, so that a cluster named
    blue with the base domain example.com has *.apps.blue.example.com. The empty string means no
    prefix at all: *.apps.example.com. It cannot be changed once set.
    """

    privateZoneID: (
        Annotated[
            str,
            Text(min=1, max=265),
            Rule('oldSelf == "" || self == oldSelf', "privateZoneID is immutable"),
        ]
        | None
    ) = None
    """The resource ID of the private DNS zone for names that resolve only inside the virtual
    network. It is passed on in the DNS configuration of the hosted cluster, whose ingress operator
    writes there. Absent means that there is no such zone. From 1 to 265 characters; it cannot be
    changed once set.
    """

    publicZoneID: (
        Annotated[
            str,
            Text(min=1, max=258),
            Rule('oldSelf == "" || self == oldSelf', "publicZoneID is immutable"),
        ]
        | None
    ) = None
    """The resource ID of the public DNS zone of baseDomain. It is passed on in the DNS
    configuration of the hosted cluster, whose ingress operator writes the record of the
    applications there. Absent means that this record is yours to make. From 1 to 258 characters; it
    cannot be changed once set.
    """


class ImageContentSource(Struct):
    """Mirrors of a registry or of a repository in it."""

    mirrors: Annotated[list[Annotated[str, Text(max=255)]], Items(max=255, type="set")] | None = (
        None
    )
    """Where the same images can be found, as registry hosts with or without a repository. They are
    tried in this order, then the source itself. At most 255, each only once.
    """

    source: Annotated[str, Text(max=255)]
    """The registry or repository that images name, such as
    quay.io/openshift-release-dev/ocp-release. At most 255 characters.
    """


class APIEndpoint(Struct):
    """Where a server is reached."""

    host: Annotated[str, Text(max=255)]
    """The DNS name or IP address of the server. At most 255 characters; empty while it is not
    known.
    """

    port: Int32
    """The TCP port of the server. It is 443 for an API server that is published as a Route, and 0
    while it is not known.
    """
