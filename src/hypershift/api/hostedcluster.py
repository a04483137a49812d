"""TODO"""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.cluster import ClusterSpec, ClusterStatus, DNSSpec
from hypershift.api.etcd import EtcdSpec
from hypershift.api.meta import LocalObjectReference
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
    """TODO"""

    spec: HostedClusterSpec | None = None
    """TODO"""

    status: HostedClusterStatus | None = None
    """TODO"""


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
    """TODO"""

    channel: Annotated[str, Text(min=1, max=100)] | None = None
    """TODO"""

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
                    "clusterID must be an RFC4122 UUID value (xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx in "
                    "hexadecimal digits)"
                ),
            ),
            Rule('oldSelf == "" || self == oldSelf', "clusterID is immutable"),
        ]
        | None
    ) = None
    """TODO"""

    controlPlaneRelease: Release | None = None
    """TODO"""

    dns: DNSSpec | None = None
    """TODO"""

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
    """TODO"""

    fips: Annotated[bool, Rule("self == oldSelf", "fips is immutable")] | None = None
    """TODO"""

    infraID: (
        Annotated[
            str,
            Text(min=1, max=253),
            Rule(
                "self.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$')",
                (
                    "infraID must consist of lowercase alphanumeric characters or '-', start and end with "
                    "an alphanumeric character, and be between 1 and 253 characters"
                ),
            ),
            Rule('oldSelf == "" || self == oldSelf', "infraID is immutable"),
        ]
        | None
    ) = None
    """TODO"""

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
    """TODO"""

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
    """TODO"""

    nodeSelector: (
        Annotated[
            dict[str, str], Rule("size(self) <= 20", "nodeSelector map can have at most 20 entries")
        ]
        | None
    ) = None
    """TODO"""

    olmCatalogPlacement: (
        Annotated[
            Literal["management", "guest"],
            Rule("self == oldSelf", "OLMCatalogPlacement is immutable"),
            Default("management"),
        ]
        | None
    ) = None
    """TODO"""

    pausedUntil: (
        Annotated[
            str,
            Text(min=4, max=35),
            Rule(
                (
                    r"self.matches('^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}.*$') || self in ['true', "
                    "'false', 'True', 'False']"
                ),
                "PausedUntil must be a date in RFC3339 format or 'True', 'true', 'False' or 'false'",
            ),
        ]
        | None
    ) = None
    """TODO"""

    release: Release
    """TODO"""

    sshKey: LocalObjectReference | None = None
    """TODO"""

    updateService: (
        Annotated[str, Rule("isURL(self)", "updateService must be a valid absolute URL")] | None
    ) = None
    """TODO"""


class HostedClusterStatus(ClusterStatus):
    """TODO"""

    customKubeconfig: LocalObjectReference | None = None
    """TODO"""

    ignitionEndpoint: Annotated[str, Text(max=1024)] | None = None
    """TODO"""

    kubeconfig: LocalObjectReference | None = None
    """TODO"""

    oauthCallbackURLTemplate: Annotated[str, Text(max=1024)] | None = None
    """TODO"""

    payloadArch: Literal["Multi", "ARM64", "AMD64", "PPC64LE", "S390X"] | None = None
    """TODO"""

    version: ClusterVersionStatus | None = None
    """TODO"""
