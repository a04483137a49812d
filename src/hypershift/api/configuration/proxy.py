"""The HTTP proxy that a hosted cluster reaches the outside through."""

from __future__ import annotations

from hypershift.api.meta import NameReference
from hypershift.api.schema import Struct


class ProxySpec(Struct):
    """The proxy of a hosted cluster: of its nodes and of the components that call out from it.

    It becomes the Proxy object of the hosted cluster and part of the configuration of its nodes, so
    that a change rolls out every NodePool. The management cluster has a proxy configuration of its
    own, which this one does not affect.
    """

    httpProxy: str | None = None
    """URL of the proxy for requests to http addresses, in the form http://user:password@host:port,
    where user and password may be left out. Anyone who may read this object or the Proxy of the
    hosted cluster also sees the password. When absent, such requests go out directly.
    """

    httpsProxy: str | None = None
    """URL of the proxy for requests to https addresses, in the same form as httpProxy. Nodes of a
    public cluster also connect to their API server through it, unless noProxy covers the address of
    that server. When absent, such requests go out directly.
    """

    noProxy: str | None = None
    """Addresses to reach without the proxy, separated by commas: host names, IP addresses and
    CIDRs. A name that begins with a dot covers only its subdomains; a single `*` switches the proxy
    off. The local host, the names inside the cluster, the networks of spec.networking and the
    metadata service of the cloud are always added. It means nothing unless httpProxy or httpsProxy
    is set.
    """

    readinessEndpoints: list[str] | None = None
    """URLs outside the cluster that should answer through the proxy when it works. They are taken
    over into the Proxy object of the hosted cluster, for whoever checks the proxy there; no traffic
    depends on them.
    """

    trustedCA: NameReference | None = None
    """Names a ConfigMap whose key ca-bundle.crt holds PEM certificates to trust in addition to the
    system's own, as a proxy that intercepts TLS requires. An unreadable, expired or not yet valid
    certificate shows in the condition ValidProxyConfiguration of the HostedCluster. When absent,
    only the trust bundles that are configured elsewhere apply.
    """
