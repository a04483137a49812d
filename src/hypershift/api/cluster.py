"""TODO"""

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


Capability = Literal[
    "ImageRegistry",
    "openshift-samples",
    "Insights",
    "baremetal",
    "Console",
    "NodeTuning",
    "Ingress",
]
"""TODO"""


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
    """TODO"""

    additionalTrustBundle: LocalObjectReference | None = None
    """TODO"""

    auditWebhook: LocalObjectReference | None = None
    """TODO"""

    autoscaling: ClusterAutoscaling | None = None
    """TODO"""

    capabilities: Annotated[Capabilities, Default({})] | None = None
    """TODO"""

    configuration: ClusterConfiguration | None = None
    """TODO"""

    controllerAvailabilityPolicy: (
        Annotated[
            Literal["HighlyAvailable", "SingleReplica"],
            Rule("self == oldSelf", "ControllerAvailabilityPolicy is immutable"),
            Default("HighlyAvailable"),
        ]
        | None
    ) = None
    """TODO"""

    imageContentSources: Annotated[list[ImageContentSource], Items(max=255)] | None = None
    """TODO"""

    infrastructureAvailabilityPolicy: (
        Annotated[Literal["HighlyAvailable", "SingleReplica"], Default("SingleReplica")] | None
    ) = None
    """TODO"""

    kubeAPIServerDNSName: (
        Annotated[
            str,
            Text(max=253),
            Rule(
                "self == \"\" || self.matches('^(?:(?:[a-zA-Z0-9-]+\\\\.)+[a-zA-Z]{2,}|[a-zA-Z0-9-]+)$')",
                "kubeAPIServerDNSName must be a valid URL name (e.g., api.example.com)",
            ),
        ]
        | None
    ) = None
    """TODO"""

    labels: Annotated[dict[str, str], Entries(max=20)] | None = None
    """TODO"""

    monitoring: MonitoringSpec | None = None
    """TODO"""

    operatorConfiguration: OperatorConfiguration | None = None
    """TODO"""

    platform: PlatformSpec
    """TODO"""

    pullSecret: LocalObjectReference
    """TODO"""

    secretEncryption: SecretEncryptionSpec | None = None
    """TODO"""

    serviceAccountSigningKey: LocalObjectReference | None = None
    """TODO"""

    services: Annotated[list[ServicePublishingStrategyMapping], Items(max=6)]
    """TODO"""

    tolerations: Annotated[list[Toleration], Items(max=25)] | None = None
    """TODO"""


class ClusterStatus(Struct):
    """TODO"""

    conditions: Annotated[list[Condition], Items(max=100, type="map", keys=("type",))] | None = None
    """TODO"""

    configuration: ConfigurationStatus | None = None
    """TODO"""

    controlPlaneEndpoint: APIEndpoint | None = None
    """TODO"""

    controlPlaneVersion: ControlPlaneVersionStatus | None = None
    """TODO"""

    kubeadminPassword: LocalObjectReference | None = None
    """TODO"""

    secretEncryption: SecretEncryptionStatus | None = None
    """TODO"""


@rule(
    "self == oldSelf",
    "Capabilities is immutable. Changes might result in unpredictable and disruptive behavior.",
)
@rule(
    "has(self.enabled) && has(self.disabled) ? self.enabled.all(e, !(e in self.disabled)) : true",
    "Capabilities can not be both enabled and disabled at once.",
)
class Capabilities(Struct):
    """TODO"""

    disabled: (
        Annotated[
            list[Capability],
            Items(max=25, type="atomic"),
            Rule(
                "self == oldSelf",
                "Disabled is immutable. Changes might result in unpredictable and disruptive behavior.",
            ),
            Rule(
                "!self.exists(cap, cap == 'Ingress') || self.exists(cap, cap == 'Console')",
                "Ingress capability can only be disabled if Console capability is also disabled",
            ),
        ]
        | None
    ) = None
    """TODO"""

    enabled: (
        Annotated[
            list[Capability],
            Items(max=25, type="atomic"),
            Rule(
                "self == oldSelf",
                "Enabled is immutable. Changes might result in unpredictable and disruptive behavior.",
            ),
        ]
        | None
    ) = None
    """TODO"""


class DNSSpec(Struct):
    """TODO"""

    baseDomain: Annotated[
        str,
        Text(max=253),
        Rule(
            "self == \"\" || self.matches('^(?:(?:[a-zA-Z0-9-]+\\\\.)+[a-zA-Z]{2,}|[a-zA-Z0-9-]+)$')",
            "baseDomain must be a valid domain name (e.g., example, example.com, sub.example.com)",
        ),
        Rule('oldSelf == "" || self == oldSelf', "baseDomain is immutable"),
    ]
    """TODO"""

    baseDomainPrefix: (
        Annotated[
            str,
            Text(max=253),
            Rule(
                "self == \"\" || self.matches('^(?:(?:[a-zA-Z0-9-]+\\\\.)+[a-zA-Z]{2,}|[a-zA-Z0-9-]+)$')",
                (
                    "baseDomainPrefix must be a valid domain name (e.g., example, example.com, "
                    "sub.example.com)"
                ),
            ),
            Rule("self == oldSelf", "baseDomainPrefix is immutable"),
        ]
        | None
    ) = None
    """TODO"""

    privateZoneID: (
        Annotated[
            str,
            Text(min=1, max=265),
            Rule('oldSelf == "" || self == oldSelf', "privateZoneID is immutable"),
        ]
        | None
    ) = None
    """TODO"""

    publicZoneID: (
        Annotated[
            str,
            Text(min=1, max=258),
            Rule('oldSelf == "" || self == oldSelf', "publicZoneID is immutable"),
        ]
        | None
    ) = None
    """TODO"""


class ImageContentSource(Struct):
    """TODO"""

    mirrors: Annotated[list[Annotated[str, Text(max=255)]], Items(max=255, type="set")] | None = (
        None
    )
    """TODO"""

    source: Annotated[str, Text(max=255)]
    """TODO"""


class APIEndpoint(Struct):
    """TODO"""

    host: Annotated[str, Text(max=255)]
    """TODO"""

    port: Int32
    """TODO"""
