"""The domain of the applications in a hosted cluster, and rules for the Routes that expose them."""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.meta import LabelSelector, NameReference
from hypershift.api.schema import Items, Number, Rule, Struct, Text

MaxAgeSeconds = Annotated[int, Number(min=0, max=2147483647, format="int32")]
"""A number of seconds for the max-age of HSTS, from 0 to 2147483647."""


class IngressSpec(Struct):
    """Where applications of a hosted cluster are reached, and what their Routes have to comply
    with.
    """

    appsDomain: str | None = None
    """A domain for Routes that users create without a host name, in place of `domain`. Routes of
    the cluster's own components stay under `domain`. Its DNS records and certificates are yours to
    provide, and Routes that exist already keep their host names. When absent, such Routes get names
    under `domain`.
    """

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
    """Other host names and certificates for Routes that components of the hosted cluster expose,
    such as the console. At most 250, one per namespace and name. Components that are not listed,
    and those that do not support it, stay under `domain`.
    """

    domain: Annotated[str, Rule("self == oldSelf", "domain is immutable once set")] | None = None
    """The domain under which the default router serves, without a leading `*.`; a wildcard DNS
    record and certificate cover the names below it. When absent, it is made from spec.dns as
    apps.<name of the cluster>.<base domain>. It cannot be changed once set.
    """

    loadBalancer: LoadBalancer | None = None
    """What the load balancer of the default router should be like. When absent, the platform's
    usual kind is used.
    """

    requiredHSTSPolicies: list[RequiredHSTSPolicy] | None = None
    """What the HSTS header of Routes must say, by domain. When a Route is created or changed, the
    first policy that matches its host name and namespace decides: if the annotation
    haproxy.router.openshift.io/hsts_header does not comply, the Route is refused. Routes without a
    matching policy are free, and a new policy leaves alone the Routes that are already there.
    """


class ComponentRouteSpec(Struct):
    """Another host name, and a certificate for it, for the Route of one component."""

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
    """The host name that the component's Route is to have. Outside `domain` you have to provide the
    DNS record yourself.
    """

    name: Annotated[str, Text(min=1, max=256)]
    """The name that the component gives to its Route, for example console. It identifies the entry
    together with `namespace`; the status of the Ingress object in the hosted cluster lists the
    choices.
    """

    namespace: Annotated[str, Text(min=1, max=63, pattern="^[a-z0-9]([-a-z0-9]*[a-z0-9])?$")]
    """The namespace that the component keeps the Route in, for example openshift-console."""

    servingCertKeyPairSecret: NameReference | None = None
    """Names a Secret of type kubernetes.io/tls, with keys tls.crt and tls.key, whose certificate is
    presented for the host name. When absent, it is the certificate of the default router, which
    only covers names directly below `domain`.
    """


class LoadBalancer(Struct):
    """What kind of load balancer stands in front of the default router."""

    platform: IngressPlatformSpec | None = None
    """Choices that only exist on certain platforms. When absent, the default of the platform
    applies.
    """


class IngressPlatformSpec(Struct):
    """Choices about the router's load balancer that depend on the platform."""

    aws: AWSIngressSpec | None = None
    """The kind of AWS load balancer; read only when type is AWS."""

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
    """The platform that the hosted cluster runs on. Only AWS has choices to make; on Azure the
    router always gets the standard load balancer of the platform, so the field can be left out.
    """


class AWSIngressSpec(Struct):
    """The kind of load balancer on AWS."""

    type: Literal["NLB", "Classic"]
    """Classic for a Classic Load Balancer, NLB for a Network Load Balancer."""


class RequiredHSTSPolicy(Struct):
    """What HSTS must look like on the Routes of some domains.

    HSTS tells browsers to use nothing but HTTPS for a host during a certain time. Of Routes that
    terminate TLS at the router, the annotation haproxy.router.openshift.io/hsts_header says what it
    is.
    """

    domainPatterns: Annotated[list[str], Items(min=1)]
    """The host names that the policy is about, at least one: exact names, or `*.` and a domain for
    all names below it.
    """

    includeSubDomainsPolicy: (
        Literal["RequireIncludeSubDomains", "RequireNoIncludeSubDomains", "NoOpinion"] | None
    ) = None
    """Whether the header must (RequireIncludeSubDomains) or must not (RequireNoIncludeSubDomains)
    extend to all subdomains of the host. Either is fine with NoOpinion or when absent.
    """

    maxAge: MaxAgePolicy | None = None
    """The range in which the time that browsers remember HSTS must lie. When absent, any time is
    accepted.
    """

    namespaceSelector: LabelSelector | None = None
    """Labels of the namespaces whose Routes the policy is about. When absent, the policy is about
    all namespaces.
    """

    preloadPolicy: Literal["RequirePreload", "RequireNoPreload", "NoOpinion"] | None = None
    """Whether the header must (RequirePreload) or must not (RequireNoPreload) agree to the host's
    inclusion in the preload lists of browsers, which is hard to take back. Either is fine with
    NoOpinion or when absent.
    """


class MaxAgePolicy(Struct):
    """The least and the most that the max-age of an HSTS header may be."""

    largestMaxAge: MaxAgeSeconds | None = None
    """The most, in seconds. 0 demands a max-age of 0, which makes browsers forget HSTS for the host
    and thus takes it back. When absent, there is no upper limit.
    """

    smallestMaxAge: MaxAgeSeconds | None = None
    """The least, in seconds. It must not exceed largestMaxAge, or no Route can comply. When absent,
    there is no lower limit.
    """
