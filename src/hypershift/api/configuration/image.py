"""Where a hosted cluster may get container images from, and whom it trusts to serve them."""

from __future__ import annotations

from typing import Annotated

from hypershift.api.meta import NameReference
from hypershift.api.schema import Items, Rule, Struct, Text, rule

Registry = Annotated[
    str,
    Text(min=1, max=256),
    Rule(
        (
            r"self.matches('^\\*(?:\\.(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9]))+$|^((?:[a"
            r"-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])(?:(?:\\.(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA"
            "-Z0-9-]*[a-zA-Z0-9]))+)?(?::[0-9]+)?)(?:(?:/[a-z0-9]+(?:(?:(?:[._]|__|[-]*)[a-z0-9]+)+"
            ")?)+)?$')"
        ),
        (
            "each registry must be a valid hostname[:port][/path] or wildcard *.hostname format "
            "without tags or digests"
        ),
    ),
]
"""A registry, or a part of it, in one of the forms host, host:port, host/path and *.domain.

A path narrows the entry down to repositories below it, a wildcard covers all subdomains but not the
domain itself. Tags and digests are not allowed.
"""


class ImageSpec(Struct):
    """How a hosted cluster deals with image registries.

    `registrySources` is about pulling on nodes and in builds, `allowedRegistriesForImport` about
    the import of ImageStreams. The whole spec is part of the configuration of the nodes, so that a
    change rolls out every NodePool.
    """

    additionalTrustedCA: NameReference | None = None
    """Names a ConfigMap with certificate authorities to trust for registries, one registry per key:
    the key is the host name, with the port after two dots if it is not 443
    (registry.example.com..5000), the value the PEM certificates. They are used when nodes and
    builds pull images and when ImageStreams are imported. When absent, registries need certificates
    that the trust bundle of the cluster covers.
    """

    allowedRegistriesForImport: Annotated[list[RegistryLocation], Items(type="atomic")] | None = (
        None
    )
    """The registries from which ordinary users may import images into ImageStreams. When absent or
    empty, they may import from anywhere. Users who may create Images or ImageStreamMappings
    directly are not held back, and neither are pods, which may still name any image that
    registrySources admits.
    """

    externalRegistryHostnames: Annotated[list[str], Items(type="atomic")] | None = None
    """Host names, with a port where it is not the usual one, under which the integrated registry
    can be reached from outside the cluster. ImageStreams show the first one in the address that
    they publish for pulling. When absent, they only show the address inside the cluster.
    """

    registrySources: RegistrySources | None = None
    """Which registries the container runtime of the nodes and builds may pull from, and how. When
    absent, all registries may be used, with verified TLS.
    """


class RegistryLocation(Struct):
    """A registry that ImageStreams may be imported from."""

    domainName: str | None = None
    """The host name of the registry, with its port if that is not the standard one. `*` stands for
    any part of the name, as in *.example.com.
    """

    insecure: bool | None = None
    """Whether the registry may be spoken to over plain HTTP or with a certificate that cannot be
    verified. When false or absent, only verified HTTPS is used, which is port 443 unless the domain
    name has another.
    """


@rule(
    "has(self.blockedRegistries) ? !has(self.allowedRegistries) : true",
    "Only one of blockedRegistries or allowedRegistries may be set",
)
class RegistrySources(Struct):
    """Rules of the container runtime about registries.

    Say either which registries are allowed or which are blocked, not both. The rules are written
    into the configuration of the nodes.
    """

    allowedRegistries: Annotated[list[Registry], Items(max=1024, type="atomic")] | None = None
    """The only registries that may be pulled from; all others are refused. Include those that hold
    the release images and the operator catalogs, their mirrors, and the integrated registry if it
    is used: without them, nodes cannot start the pods of the cluster itself. Not together with
    blockedRegistries, and at most 1024 entries.
    """

    blockedRegistries: Annotated[list[Registry], Items(max=1024, type="atomic")] | None = None
    """Registries that must not be pulled from; all others are allowed. Not together with
    allowedRegistries, and at most 1024 entries. When both are absent, nothing is blocked.
    """

    containerRuntimeSearchRegistries: (
        Annotated[list[str], Text(format="hostname"), Items(min=1, type="set")] | None
    ) = None
    """Where nodes look for images whose names do not say a registry, such as `ubi9`, in this order.
    Every registry on the list can decide which image such a name means, so list only those that you
    trust, or better use full names. It concerns pods only, not builds and imports. At least one
    entry if present.
    """

    insecureRegistries: Annotated[list[Registry], Items(max=1024, type="atomic")] | None = None
    """Registries that may be pulled from over plain HTTP or although their certificate cannot be
    verified. When absent, there are none; prefer additionalTrustedCA, which keeps the connection
    safe. At most 1024 entries.
    """
