"""TODO"""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.meta import LabelSelector, NameReference
from hypershift.api.schema import Items, Number, Rule, Struct, Text


MaxAgeSeconds = Annotated[int, Number(min=0, max=2147483647, format="int32")]
"""TODO"""


class IngressSpec(Struct):
    """TODO"""

    appsDomain: str | None = None
    """TODO"""

    componentRoutes: (
        Annotated[
            list[ComponentRouteSpec],
            Items(
                max=250,
                type="map",
                keys=(
                    "namespace",
                    "name",
                ),
            ),
        ]
        | None
    ) = None
    """TODO"""

    domain: Annotated[str, Rule("self == oldSelf", "domain is immutable once set")] | None = None
    """TODO"""

    loadBalancer: LoadBalancer | None = None
    """TODO"""

    requiredHSTSPolicies: list[RequiredHSTSPolicy] | None = None
    """TODO"""


class ComponentRouteSpec(Struct):
    """TODO"""

    hostname: Annotated[
        str,
        Text(
            pattern=(
                r"^([a-zA-Z0-9\p{S}\p{L}]((-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?)|([a-zA-Z0-9\p{S}\p{L}](([a-z"
                r"A-Z0-9-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?)(\.)){1,}([a-zA-Z\p{L}]){2,63})$|^(([a"
                r"-z0-9][-a-z0-9]{0,61}[a-z0-9]|[a-z0-9]{1,63})[\.]){0,}([a-z0-9][-a-z0-9]{0,61}[a-z0-9]"
                "|[a-z0-9]{1,63})$"
            )
        ),
    ]
    """TODO"""

    name: Annotated[str, Text(min=1, max=256)]
    """TODO"""

    namespace: Annotated[str, Text(min=1, max=63, pattern="^[a-z0-9]([-a-z0-9]*[a-z0-9])?$")]
    """TODO"""

    servingCertKeyPairSecret: NameReference | None = None
    """TODO"""


class LoadBalancer(Struct):
    """TODO"""

    platform: IngressPlatformSpec | None = None
    """TODO"""


class IngressPlatformSpec(Struct):
    """TODO"""

    aws: AWSIngressSpec | None = None
    """TODO"""

    type: (
        Literal[
            "",
            "AWS",
            "Azure",
            "BareMetal",
            "GCP",
            "Libvirt",
            "OpenStack",
            "None",
            "VSphere",
            "oVirt",
            "IBMCloud",
            "KubeVirt",
            "EquinixMetal",
            "PowerVS",
            "AlibabaCloud",
            "Nutanix",
            "External",
        ]
        | None
    ) = None
    """TODO"""


class AWSIngressSpec(Struct):
    """TODO"""

    type: Literal["NLB", "Classic"]
    """TODO"""


class RequiredHSTSPolicy(Struct):
    """TODO"""

    domainPatterns: Annotated[list[str], Items(min=1)]
    """TODO"""

    includeSubDomainsPolicy: (
        Literal["RequireIncludeSubDomains", "RequireNoIncludeSubDomains", "NoOpinion"] | None
    ) = None
    """TODO"""

    maxAge: MaxAgePolicy | None = None
    """TODO"""

    namespaceSelector: LabelSelector | None = None
    """TODO"""

    preloadPolicy: Literal["RequirePreload", "RequireNoPreload", "NoOpinion"] | None = None
    """TODO"""


class MaxAgePolicy(Struct):
    """TODO"""

    largestMaxAge: MaxAgeSeconds | None = None
    """TODO"""

    smallestMaxAge: MaxAgeSeconds | None = None
    """TODO"""
