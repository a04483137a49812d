"""Auditing, serving certificates and TLS of the API server of a hosted cluster."""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.meta import Empty, NameReference
from hypershift.api.schema import Default, Items, Nullable, Struct, Text

AuditProfile = Literal["Default", "WriteRequestBodies", "AllRequestBodies", "None"]
"""How much of a request the audit log keeps.

Default keeps who did what to which object and when, and bodies only of requests about OAuth access
tokens. WriteRequestBodies adds the bodies of requests that change objects, AllRequestBodies those
of reads as well. None records nothing. Bodies that carry secrets, such as those of Secrets, Routes
and OAuthClients, are left out of every profile.
"""


class APIServerSpec(Struct):
    """How the API server of a hosted cluster audits requests and speaks TLS."""

    additionalCORSAllowedOrigins: Annotated[list[str], Items(type="atomic")] | None = None
    """Regular expressions for the web origins whose scripts may call the API, beyond localhost,
    which is always allowed. The API server compares them with the Origin header of a request;
    anchor and escape them, because an expression that matches too much lets foreign pages use the
    session of a visitor. When absent, no other origin is allowed.
    """

    audit: Annotated[Audit, Default({"profile": "Default"})] | None = None
    """What the API servers of the hosted cluster write to their audit logs. Without it the Default
    profile applies to everybody. Sending the log to a webhook is set separately, in
    spec.auditWebhook.
    """

    clientCA: NameReference | None = None
    """Names a ConfigMap whose key ca-bundle.crt holds the PEM certificates of authorities that may
    vouch for users with client certificates, in addition to the authorities that the control plane
    creates for itself. The common name of a client certificate becomes the user name, its
    organizations become the groups. When absent, only the authorities of the control plane count.
    """

    encryption: APIServerEncryption | None = None
    """Encryption at rest as a standalone cluster would configure it. In a hosted cluster
    spec.secretEncryption decides whether and with which key the data in etcd is encrypted;
    configure encryption there.
    """

    servingCerts: APIServerServingCerts | None = None
    """Certificates that the API server presents in addition to its own, for clients that reach it
    under host names of your choice. When absent, it only presents the certificates of the control
    plane.
    """

    tlsSecurityProfile: TLSSecurityProfile | None = None
    """The oldest TLS version and the ciphers that the API server and the other servers of the
    control plane accept. When absent, the Intermediate profile applies: TLS 1.2 and later. It may
    be changed at any time; with releases from 4.23 on, a change is also taken to the nodes and
    rolls out every NodePool.
    """


class Audit(Struct):
    """Which audit profile applies to whom."""

    customRules: Annotated[list[AuditCustomRule], Items(type="map", keys=("group",))] | None = None
    """Profiles for members of particular groups, tried from the top; the first rule that names a
    group of the requesting user decides. Requests that no rule covers are treated as `profile`
    says. At most one rule per group.
    """

    profile: Annotated[AuditProfile, Default("Default")] | None = None
    """The profile for requests that no custom rule covers; Default when absent, which keeps who did
    what without bodies. WriteRequestBodies keeps the bodies of requests that write as well, and
    AllRequestBodies those of all requests; both cost API server time and disk space. With None
    neither the log nor the container that prints it exists, which makes later investigations all
    but impossible.
    """


class AuditCustomRule(Struct):
    """An audit profile for the members of one group."""

    group: Annotated[str, Text(min=1)]
    """The group, spelled as the API server sees it for the requesting user, for example
    system:authenticated:oauth. Prefixes that an OIDC provider puts before group names belong to it.
    """

    profile: AuditProfile
    """How much to keep of requests from members of the group: Default, WriteRequestBodies,
    AllRequestBodies or None, as in the profile for everybody else. It may be more or less than
    that.
    """


class APIServerEncryption(Struct):
    """The way in which data is encrypted before it is stored in etcd."""

    type: Literal["", "identity", "aescbc", "aesgcm"] | None = None
    """The cipher: identity stores data as it is, aescbc encrypts with AES-CBC and aesgcm with
    AES-GCM, both with 256-bit keys. Empty or absent leaves the choice to the platform, which means
    no encryption. Hosted clusters are encrypted through spec.secretEncryption.
    """


class APIServerServingCerts(Struct):
    """The serving certificates of the API server beyond its own."""

    namedCertificates: (
        Annotated[list[APIServerNamedServingCert], Items(max=32, type="atomic")] | None
    ) = None
    """Up to 32 certificates, chosen by the host name that a client asks for in the TLS handshake
    (SNI). None of the names may be one under which the control plane itself reaches the API server,
    nor the load balancer host name that spec.services publishes it under. The latter is refused at
    once, the former shows in the condition ValidConfiguration of the HostedCluster. Clients that
    ask for any other name get the certificate of the control plane.
    """


class APIServerNamedServingCert(Struct):
    """A serving certificate and the host names that it is presented for."""

    names: Annotated[list[str], Items(max=64, type="atomic")] | None = None
    """Host names, at most 64, for which to present the certificate; one that begins with `*.`
    covers a whole level of subdomains. When absent, the names written in the certificate count. An
    exact name wins over a wildcard.
    """

    servingCertificate: NameReference | None = None
    """Names a Secret of type kubernetes.io/tls with the certificate chain in tls.crt and the
    private key in tls.key. Put the intermediate certificates after the leaf, so that clients can
    verify the chain. Replace the content of the Secret to renew the certificate.
    """


class TLSSecurityProfile(Struct):
    """A TLS profile: one of three named ones, or a list of versions and ciphers of your own.

    Set `type`, and of the other fields at most the one that corresponds to it. The named profiles
    follow the recommendations of Mozilla for server-side TLS and may become stricter with later
    releases.
    """

    custom: Annotated[CustomTLSProfile, Nullable()] | None = None
    """The minimum version and the ciphers of a profile of your own; read only when type is Custom.
    A poor choice can lock out clients and components, so start from what Intermediate allows.
    """

    intermediate: Annotated[Empty, Nullable()] | None = None
    """Stands for the Intermediate profile; an empty object, for the sake of completeness. It
    requires TLS 1.2 and suits nearly every client that is still maintained.
    """

    modern: Annotated[Empty, Nullable()] | None = None
    """Stands for the Modern profile; an empty object, for the sake of completeness. It requires TLS
    1.3, so every client has to speak that version.
    """

    old: Annotated[Empty, Nullable()] | None = None
    """Stands for the Old profile; an empty object, for the sake of completeness. It goes down to
    TLS 1.0 and weak ciphers, for clients that cannot be upgraded.
    """

    type: Literal["Old", "Intermediate", "Modern", "Custom"] | None = None
    """Which profile applies: Old (TLS 1.0 and later), Intermediate (1.2 and later), Modern (1.3
    only) or Custom, which needs `custom`. When absent, Intermediate applies.
    """


class CustomTLSProfile(Struct):
    """A minimum TLS version and a list of ciphers."""

    ciphers: Annotated[list[str], Items(type="atomic")] | None = None
    """The cipher suites that may be negotiated, by their OpenSSL names, for example
    ECDHE-RSA-AES128-GCM-SHA256. A component skips suites that its TLS library does not know. The
    suites of TLS 1.3 cannot be restricted, so the list matters for connections with earlier
    versions.
    """

    minTLSVersion: (
        Literal["VersionTLS10", "VersionTLS11", "VersionTLS12", "VersionTLS13"] | None
    ) = None
    """The oldest TLS version with which a connection is still accepted, from VersionTLS10 to
    VersionTLS13. Up to VersionTLS12, keep ECDHE-RSA-AES128-GCM-SHA256 or
    ECDHE-ECDSA-AES128-GCM-SHA256 among the ciphers, because HTTP/2 needs one of the two.
    """
