"""The HostedCluster: one cluster whose control plane runs as pods in the management cluster."""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.cluster import ClusterSpec, ClusterStatus, DNSSpec
from hypershift.api.etcd import EtcdSpec
from hypershift.api.meta import PAUSED_UNTIL, LocalObjectReference
from hypershift.api.networking import ClusterNetworking
from hypershift.api.schema import Column, Default, Resource, Rule, Text, resource, rule
from hypershift.api.version import ClusterVersionStatus, Release


@resource(
    group="hypershift.openshift.io",
    version="v1beta1",
    plural="hostedclusters",
    short_names=(
        "hc",
        "hcs",
    ),
    columns=(
        Column(name="Version", path='.status.version.history[?(@.state=="Completed")].version'),
        Column(
            name="CP Version",
            path='.status.controlPlaneVersion.history[?(@.state=="Completed")].version',
        ),
        Column(name="KubeConfig", path=".status.kubeconfig.name"),
        Column(name="Progress", path='.status.version.history[?(@.state!="")].state'),
        Column(name="Available", path='.status.conditions[?(@.type=="Available")].status'),
        Column(name="Progressing", path='.status.conditions[?(@.type=="Progressing")].status'),
        Column(name="Message", path='.status.conditions[?(@.type=="Available")].message'),
        Column(name="CP Progress", path=".status.controlPlaneVersion.history[0].state", priority=1),
        Column(name="DP Progress", path=".status.version.history[0].state", priority=1),
    ),
)
@rule(
    (
        "!has(oldSelf.spec) || !has(oldSelf.spec.infraID) || (has(self.spec) && "
        "has(self.spec.infraID))"
    ),
    "infraID cannot be removed once set",
)
@rule(
    (
        "!has(oldSelf.spec) || !has(oldSelf.spec.clusterID) || (has(self.spec) && "
        "has(self.spec.clusterID))"
    ),
    "clusterID cannot be removed once set",
)
class HostedCluster(Resource):
    """A cluster whose control plane runs as pods in the management cluster.

    The operator reads it, gives the control plane a namespace of its own, named NAMESPACE-NAME with
    dots in the name replaced by dashes, and keeps everything in there. Nodes come from NodePools in
    the namespace of the HostedCluster that have its name in clusterName. Deleting it deletes its
    NodePools, their machines and the control plane with its data.
    """

    spec: HostedClusterSpec | None = None
    """What the cluster is to be. Secrets and ConfigMaps that it names have to be in the namespace
    of the HostedCluster.
    """

    status: HostedClusterStatus | None = None
    """What is known of the cluster: whether it is available, of which version it is, and how to log
    in.
    """


@rule(
    'self.platform.type != "IBMCloud" ? self.services == oldSelf.services : true',
    "Services is immutable. Changes might result in unpredictable and disruptive behavior.",
)
@rule(
    (
        'self.platform.type != "Azure" || '
        'self.platform.?azure.azureAuthenticationConfig.azureAuthenticationConfigType.orValue("'
        '") == "WorkloadIdentities" || self.services.exists(s, s.service == "OAuthServer" && '
        's.servicePublishingStrategy.type == "Route")'
    ),
    "Azure managed platform (ARO HCP) requires OAuthServer to use Route",
)
@rule(
    (
        'self.platform.type != "Azure" || '
        'self.platform.?azure.azureAuthenticationConfig.azureAuthenticationConfigType.orValue("'
        '") != "WorkloadIdentities" || self.services.exists(s, s.service == "OAuthServer" && '
        '(s.servicePublishingStrategy.type == "Route" || s.servicePublishingStrategy.type == '
        '"LoadBalancer"))'
    ),
    "Self-managed Azure requires OAuthServer to use Route or LoadBalancer",
)
@rule(
    (
        'self.platform.type == "Azure" ? self.services.exists(s, s.service == "Konnectivity" '
        '&& s.servicePublishingStrategy.type == "Route") : true'
    ),
    "Azure platform requires Konnectivity to use Route service publishing strategy",
)
@rule(
    (
        'self.platform.type == "Azure" ? self.services.exists(s, s.service == "Ignition" && '
        's.servicePublishingStrategy.type == "Route") : true'
    ),
    "Azure platform requires Ignition to use Route service publishing strategy",
)
@rule(
    "has(self.issuerURL) || !has(self.serviceAccountSigningKey)",
    "If serviceAccountSigningKey is set, issuerURL must be set",
)
@rule(
    (
        "!self.services.exists(s, s.service == 'APIServer' && "
        "has(s.servicePublishingStrategy.loadBalancer) && "
        's.servicePublishingStrategy.loadBalancer.hostname != "" && has(self.configuration) && '
        "has(self.configuration.apiServer) && has(self.configuration.apiServer.servingCerts) "
        "&& has(self.configuration.apiServer.servingCerts.namedCertificates) && "
        "self.configuration.apiServer.servingCerts.namedCertificates.exists(cert, "
        "has(cert.names) && cert.names.exists(n, n == "
        "s.servicePublishingStrategy.loadBalancer.hostname)))"
    ),
    (
        "APIServer loadBalancer hostname cannot be in "
        "ClusterConfiguration.apiserver.servingCerts.namedCertificates[]"
    ),
)
@rule(
    (
        "self.networking.networkType == 'OVNKubernetes' || !has(self.operatorConfiguration) || "
        "!has(self.operatorConfiguration.clusterNetworkOperator) || "
        "!has(self.operatorConfiguration.clusterNetworkOperator.ovnKubernetesConfig)"
    ),
    "ovnKubernetesConfig is forbidden when networkType is not OVNKubernetes",
)
class HostedClusterSpec(ClusterSpec):
    """What a hosted cluster is to be: release, platform, networks, names and credentials."""

    channel: Annotated[str, Text(min=1, max=100)] | None = None
    """The update channel of the cluster, such as stable-4.21, from 1 to 100 characters. It decides
    only which updates are offered in status.version.availableUpdates; updates start when you change
    release. Absent means no channel and hence no offers. It can be changed at any time.
    """

    clusterID: (
        Annotated[
            str,
            Text(min=36, max=36),
            Rule(
                (
                    "self.matches('[a-fA-F0-9]{8}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{"
                    "12}')"
                ),
                (
                    "clusterID must be an RFC4122 UUID value (xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx "
                    "in hexadecimal digits)"
                ),
            ),
            Rule('oldSelf == "" || self == oldSelf', "clusterID is immutable"),
        ]
        | None
    ) = None
    """The identity of the cluster towards services outside, such as telemetry and the update
    service, as a UUID of 36 characters. Absent, the operator makes one up and writes it here. It
    can neither be changed nor removed once set.
    """

    controlPlaneRelease: Release | None = None
    """The release of the components in the management cluster, where it is to differ from release,
    for instance to fix a control plane without touching any node. What runs on the nodes and the
    version that the hosted cluster reports still come from release. Absent, both come from release.
    """

    dns: DNSSpec | None = None
    """The domain of the applications of the cluster, and the DNS zones that hold it."""

    etcd: Annotated[
        EtcdSpec,
        Default(
            {
                "managed": {
                    "storage": {"persistentVolume": {"size": "8Gi"}, "type": "PersistentVolume"}
                },
                "managementType": "Managed",
            }
        ),
    ]
    """Where the state of the cluster is kept. Absent means an etcd in the control plane namespace
    with volumes of 8Gi of the default storage class. Who manages it and how it is stored cannot be
    changed after creation.
    """

    fips: Annotated[bool, Rule("self == oldSelf", "fips is immutable")] | None = None
    """Whether nodes boot in FIPS mode, with cryptography that is limited to certified modules. It
    is set at installation and cannot be changed later. Absent means no.
    """

    infraID: (
        Annotated[
            str,
            Text(min=1, max=253),
            Rule(
                "self.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$')",
                (
                    "infraID must consist of lowercase alphanumeric characters or '-', start and "
                    "end with an alphanumeric character, and be between 1 and 253 characters"
                ),
            ),
            Rule('oldSelf == "" || self == oldSelf', "infraID is immutable"),
        ]
        | None
    ) = None
    """The name under which the cluster is known in Azure: it names load balancers and is part of
    the names of most other resources, including machines. Absent, the operator writes here the name
    of the cluster, cut to 21 characters, and five random characters; the commands that create
    infrastructure choose it the same way and have to be given the same one. Lower case letters,
    digits and hyphens, from 1 to 253 characters. It can neither be changed nor removed once set.
    """

    issuerURL: (
        Annotated[
            str,
            Text(max=255),
            Rule("self == oldSelf", "issuerURL is immutable"),
            Rule("isURL(self)", "issuerURL must be a valid absolute URL"),
            Default("https://kubernetes.default.svc"),
        ]
        | None
    ) = None
    """The issuer that tokens of service accounts name, an absolute URL of at most 255 characters.
    With workload identities it is where Azure finds the public keys of the cluster, at
    /.well-known/openid-configuration below it, and it has to equal the issuer of the federated
    credentials to the letter. Absent means https://kubernetes.default.svc, which no one outside can
    check. It cannot be changed after creation.
    """

    networking: Annotated[
        ClusterNetworking,
        Default(
            {
                "clusterNetwork": [{"cidr": "10.132.0.0/14"}],
                "networkType": "OVNKubernetes",
                "serviceNetwork": [{"cidr": "172.31.0.0/16"}],
            }
        ),
    ]
    """The address ranges of machines, pods and services, the network plugin, and who may reach the
    API server. Absent means OVNKubernetes with 10.132.0.0/14 for pods and 172.31.0.0/16 for
    services.
    """

    nodeSelector: (
        Annotated[
            dict[str, str], Rule("size(self) <= 20", "nodeSelector map can have at most 20 entries")
        ]
        | None
    ) = None
    """Labels that a node of the management cluster must have to run pods of this control plane.
    Pods stay Pending while no node has them all. At most 20 entries; a change moves the control
    plane. It says nothing about the nodes of the hosted cluster.
    """

    olmCatalogPlacement: (
        Annotated[
            Literal["management", "guest"],
            Rule("self == oldSelf", "OLMCatalogPlacement is immutable"),
            Default("management"),
        ]
        | None
    ) = None
    """Where the catalogs of optional operators run. With management, the default, they are part of
    the control plane and take no room on the nodes; with guest they run in the hosted cluster. It
    cannot be changed after creation.
    """

    pausedUntil: (
        Annotated[
            str,
            Text(min=4, max=35),
            PAUSED_UNTIL,
        ]
        | None
    ) = None
    """Until when the operator leaves the cluster alone: a date in RFC 3339 form, such as
    2030-01-31T12:00:00Z, or true for as long as it stands here. Absent or false means that it works
    on the cluster. A paused cluster keeps running and its status is kept up to date, but changes to
    spec have no effect and machines are not replaced. The condition ReconciliationActive tells
    which it is.
    """

    release: Release
    """The release of the cluster. Changing it updates the control plane and what runs on the nodes,
    while the nodes themselves follow the release of their NodePool. A lower minor version is
    refused, and a higher one waits until the cluster reports that it can be updated; see the
    conditions ValidReleaseImage and Progressing.
    """

    sshKey: LocalObjectReference | None = None
    """A Secret whose key id_rsa.pub holds the public SSH key with which the user core can log in to
    the nodes. Absent, nobody can. A change rolls out to all nodes.
    """

    updateService: (
        Annotated[str, Rule("isURL(self)", "updateService must be a valid absolute URL")] | None
    ) = None
    """The URL of the update service that is asked for the updates in channel, for instance one of
    your own in a network without Internet access. Absent means the public one. It can be changed at
    any time.
    """


class HostedClusterStatus(ClusterStatus):
    """What is known of a hosted cluster."""

    customKubeconfig: LocalObjectReference | None = None
    """A Secret whose key kubeconfig holds a kubeconfig of an administrator that uses the name in
    spec.kubeAPIServerDNSName. Absent without that name.
    """

    ignitionEndpoint: Annotated[str, Text(max=1024)] | None = None
    """The host, with a port where it needs one, at which new machines fetch their configuration
    over https. Absent until it is known, and NodePools wait for it. At most 1024 characters.
    """

    kubeconfig: LocalObjectReference | None = None
    """A Secret whose key kubeconfig holds a kubeconfig of an administrator. It appears in the
    namespace of the HostedCluster, named NAME-admin-kubeconfig, once the address of the API server
    is known. Anyone who can read it has every right in the hosted cluster.
    """

    oauthCallbackURLTemplate: Annotated[str, Text(max=1024)] | None = None
    """The callback URL to register with an OAuth identity provider, with the placeholder
    [identity-provider-name] where the name of the provider in configuration.oauth goes. Absent
    until the host of the OAuth server is known.
    """

    payloadArch: Literal["Multi", "ARM64", "AMD64", "PPC64LE", "S390X"] | None = None
    """For which processors the images of spec.release are: Multi for several, or else the one. A
    NodePool of another architecture is not rolled out unless this is Multi. Absent until the
    release has been read.
    """

    version: ClusterVersionStatus | None = None
    """What the hosted cluster says about its version: the releases that it was told to run, the
    newest first, and those that it could be updated to.
    """
