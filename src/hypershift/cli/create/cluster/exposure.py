"""From where a control plane is reached, under which names, and how each server is published."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from hypershift.api.services import (
    PublishedHostname,
    ServicePublishingStrategy,
    ServicePublishingStrategyMapping,
)
from hypershift.cli import checks
from hypershift.cli.errors import UsageError

if TYPE_CHECKING:
    from hypershift.cli.create.cluster.flags import (
        AzureExposureFlags,
        CreateAzureClusterFlags,
        NetworkFlags,
    )

    Service = Literal["APIServer", "Ignition", "Konnectivity", "OAuthServer"]

PUBLIC = "Public"
_ACCESS = (PUBLIC, "PublicAndPrivate", "Private")
_OAUTH = ("Route", "LoadBalancer")
_MOST_SUBSCRIPTIONS = 50
NO_PREFIX = "none"


def check_exposure(flags: CreateAzureClusterFlags) -> None:
    """Refuse names and ways of access that do not go together."""
    if flags.endpoint_access:
        checks.one_of("--endpoint-access", flags.endpoint_access, _ACCESS)
    if flags.oauth_publishing_strategy:
        checks.one_of("--oauth-publishing-strategy", flags.oauth_publishing_strategy, _OAUTH)
    if flags.oauth_publishing_strategy == "LoadBalancer" and flags.managed_identities_file:
        raise UsageError(
            "--oauth-publishing-strategy LoadBalancer cannot be combined with"
            " --managed-identities-file: use Route"
        )
    _check_private(flags)
    _check_domains(flags)
    _check_hosts(flags)


def access(flags: AzureExposureFlags) -> str:
    """From where the API server is reached."""
    return flags.endpoint_access or PUBLIC


def _check_private(flags: AzureExposureFlags) -> None:
    subnet = flags.endpoint_access_private_nat_subnet_id
    subscriptions = flags.endpoint_access_private_additional_allowed_subscriptions
    if subnet:
        checks.subnet_id("--endpoint-access-private-nat-subnet-id", subnet)
    flag = "--endpoint-access-private-additional-allowed-subscriptions"
    for subscription in subscriptions:
        checks.uuid(flag, subscription)
    if len(subscriptions) > _MOST_SUBSCRIPTIONS:
        raise UsageError(f"{flag} takes {_MOST_SUBSCRIPTIONS} at most, not {len(subscriptions)}")
    if access(flags) == PUBLIC and (subnet or subscriptions):
        raise UsageError(
            "the flags that begin with --endpoint-access-private need --endpoint-access Private or"
            " PublicAndPrivate"
        )


def _check_domains(flags: NetworkFlags) -> None:
    if flags.base_domain:
        checks.domain("--base-domain", flags.base_domain)
    if flags.base_domain_prefix:
        checks.domain("--base-domain-prefix", flags.base_domain_prefix)
    if flags.kas_dns_name:
        checks.subdomain("--kas-dns-name", flags.kas_dns_name)
        checks.domain("--kas-dns-name", flags.kas_dns_name)
    if flags.external_dns_domain:
        checks.domain("--external-dns-domain", external_domain(flags))


def _check_hosts(flags: CreateAzureClusterFlags) -> None:
    """A long name of a cluster, or an odd domain, may add up to what is no host."""
    for mapping in services(flags.name, flags):
        strategy = mapping.servicePublishingStrategy
        published = strategy.route or strategy.loadBalancer
        if published and published.hostname:
            checks.domain("what --name and --external-dns-domain add up to", published.hostname)


def external_domain(flags: NetworkFlags) -> str:
    """The domain in which External DNS publishes names, without the dot that may end it."""
    return flags.external_dns_domain.rstrip(".")


def check_apart(name: str, base_domain: str, flags: NetworkFlags) -> None:
    """Refuse a domain of External DNS in which the cluster's own domain lies.

    The network of a private cluster gets a private zone for the former, and would see nothing of
    the latter.
    """
    external = external_domain(flags).lower()
    own = f"{name}.{base_domain.rstrip('.')}".lower()
    if external and f".{own}".endswith(f".{external}"):
        raise UsageError(
            f"--external-dns-domain {external} must not contain the cluster's own domain {own}:"
            " name a domain beside it, such as one below the base domain"
        )


def services(name: str, flags: CreateAzureClusterFlags) -> list[ServicePublishingStrategyMapping]:
    """Decide how each server of the control plane is published."""
    domain = external_domain(flags)
    public = access(flags) == PUBLIC
    balanced = not domain and access(flags) != "Private"
    # The nodes of a private cluster find these two by a name of its own network.
    node_domain = domain if public else ""
    return [
        _publish("APIServer", "LoadBalancer" if balanced else "Route", "api", name, domain),
        _publish("Ignition", "Route", "ignition", name, node_domain),
        _publish("Konnectivity", "Route", "konnectivity", name, node_domain),
        _publish(
            "OAuthServer",
            "LoadBalancer" if flags.oauth_publishing_strategy == "LoadBalancer" else "Route",
            "oauth",
            name,
            domain,
        ),
    ]


def _publish(
    service: Service, way: Literal["LoadBalancer", "Route"], prefix: str, name: str, domain: str
) -> ServicePublishingStrategyMapping:
    hostname = PublishedHostname(hostname=f"{prefix}-{name}.{domain}") if domain else None
    return ServicePublishingStrategyMapping(
        service=service,
        servicePublishingStrategy=ServicePublishingStrategy(
            type=way,
            route=hostname if way == "Route" else None,
            loadBalancer=hostname if way == "LoadBalancer" else None,
        ),
    )
