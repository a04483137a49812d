"""Cluster-wide configuration of a hosted cluster, one module for each configuration resource.

On a standalone OpenShift cluster these settings are objects named `cluster` in the
config.openshift.io group, which an administrator edits inside the cluster. Here they are part of
the HostedCluster, because the control plane that has to obey them runs elsewhere.
"""

from __future__ import annotations

from hypershift.api.configuration.apiserver import APIServerSpec
from hypershift.api.configuration.authentication import AuthenticationSpec, AuthenticationStatus
from hypershift.api.configuration.featuregate import FeatureGateSpec
from hypershift.api.configuration.image import ImageSpec
from hypershift.api.configuration.ingress import IngressSpec
from hypershift.api.configuration.network import NetworkSpec
from hypershift.api.configuration.oauth import OAuthSpec
from hypershift.api.configuration.operatorhub import OperatorHubSpec
from hypershift.api.configuration.proxy import ProxySpec
from hypershift.api.configuration.scheduler import SchedulerSpec
from hypershift.api.schema import Struct


class ClusterConfiguration(Struct):
    """The settings that a hosted cluster would otherwise keep in its config.openshift.io objects.

    Each field holds the spec of the object of that name. The hosted cluster shows the result in its
    own config.openshift.io objects but refuses changes to their specs, so this is the place to edit
    them. ConfigMaps and Secrets that are referenced here must exist in the namespace of the object
    that carries this configuration; for a HostedCluster they are copied next to its control plane.
    """

    apiServer: APIServerSpec | None = None
    """How the Kubernetes API server of the hosted cluster audits, which serving certificates it
    offers for extra host names, and which TLS versions and ciphers the control plane accepts. When
    absent, the default audit profile and the Intermediate TLS profile apply and no extra
    certificate is served.
    """

    authentication: AuthenticationSpec | None = None
    """How the API server finds out who is calling: with the built-in OAuth server or with an
    external OIDC provider. When absent, the built-in OAuth server is deployed and `oauth`
    configures it.
    """

    featureGate: FeatureGateSpec | None = None
    """Which features beyond the supported set are switched on in every component of the hosted
    cluster. Most choices cannot be undone and stop the cluster from being upgraded; when absent,
    the supported set of the release applies.
    """

    image: ImageSpec | None = None
    """Which registries images may be imported and pulled from, and which certificate authorities to
    trust for them. The registry settings are part of the configuration of the nodes, so that a
    change rolls out every NodePool; when absent, all registries are allowed and must have trusted
    certificates.
    """

    ingress: IngressSpec | None = None
    """The domain under which applications of the hosted cluster are reached, and rules for the
    Routes that expose them. When absent, the domain is apps.<name of the cluster>.<base domain>.
    How the default router itself is published is set in spec.operatorConfiguration.ingressOperator.
    """

    network: NetworkSpec | None = None
    """Cluster-wide network policy: external IPs of Services, the node port range, and connectivity
    diagnostics. The pod and Service networks and the network plugin of a hosted cluster are taken
    from spec.networking, not from here.
    """

    oauth: OAuthSpec | None = None
    """Identity providers, page templates and token lifetimes of the built-in OAuth server. Setting
    this field removes the generated kubeadmin password, so make sure that an administrator can log
    in through one of the providers. It has no effect when authentication.type is OIDC.
    """

    operatorhub: OperatorHubSpec | None = None
    """Which of the default operator catalogs are offered. With spec.olmCatalogPlacement set to
    management this is enforced throughout the life of the hosted cluster; with guest placement it
    only sets the initial state, and the OperatorHub object inside the hosted cluster is in charge
    afterwards.
    """

    proxy: ProxySpec | None = None
    """The HTTP proxy through which nodes and cluster components reach the outside. It is part of
    the configuration of the nodes, so that a change rolls out every NodePool. When absent,
    connections are made directly.
    """

    scheduler: SchedulerSpec | None = None
    """How the scheduler of the hosted cluster spreads pods over nodes, and the node selector that
    namespaces have by default. When absent, pods are spread evenly and no selector is added.
    """


class ConfigurationStatus(Struct):
    """What the hosted cluster reports back about its cluster-wide configuration."""

    authentication: AuthenticationStatus | None = None
    """Which OAuth metadata is in use and how far the components have taken up their OIDC clients.
    It is copied from the Authentication object of the hosted cluster.
    """
