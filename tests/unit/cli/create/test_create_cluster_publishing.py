"""How each server of a control plane is published: by access, External DNS and OAuth strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.unit.cli.create.cluster_world import hosted_cluster

if TYPE_CHECKING:
    from tests.unit.cli.create.cluster_world import Render, Run

DOMAIN = "myprefix.example.com"
BALANCED, ROUTED = {"type": "LoadBalancer"}, {"type": "Route"}


def route(prefix: str) -> dict[str, Any]:
    return {"type": "Route", "route": {"hostname": f"{prefix}-demo.{DOMAIN}"}}


def balancer(prefix: str) -> dict[str, Any]:
    return {"type": "LoadBalancer", "loadBalancer": {"hostname": f"{prefix}-demo.{DOMAIN}"}}


# Access, External DNS and OAuth strategy; API server, Ignition, Konnectivity and OAuth server.
TABLE = [
    ("Public", False, "Route", BALANCED, ROUTED, ROUTED, ROUTED),
    ("Public", False, "LoadBalancer", BALANCED, ROUTED, ROUTED, BALANCED),
    ("PublicAndPrivate", False, "Route", BALANCED, ROUTED, ROUTED, ROUTED),
    ("PublicAndPrivate", False, "LoadBalancer", BALANCED, ROUTED, ROUTED, BALANCED),
    ("Private", False, "Route", ROUTED, ROUTED, ROUTED, ROUTED),
    ("Private", False, "LoadBalancer", ROUTED, ROUTED, ROUTED, BALANCED),
    (
        "Public",
        True,
        "Route",
        route("api"),
        route("ignition"),
        route("konnectivity"),
        route("oauth"),
    ),
    (
        "Public",
        True,
        "LoadBalancer",
        route("api"),
        route("ignition"),
        route("konnectivity"),
        balancer("oauth"),
    ),
    ("PublicAndPrivate", True, "Route", route("api"), ROUTED, ROUTED, route("oauth")),
    ("PublicAndPrivate", True, "LoadBalancer", route("api"), ROUTED, ROUTED, balancer("oauth")),
    ("Private", True, "Route", route("api"), ROUTED, ROUTED, route("oauth")),
    ("Private", True, "LoadBalancer", route("api"), ROUTED, ROUTED, balancer("oauth")),
]


@pytest.mark.parametrize(
    ("access", "external", "oauth", "api", "ignition", "konnectivity", "login"), TABLE
)
def test_servers_are_published_as_access_dns_and_oauth_strategy_say(
    render: Render,
    access: str,
    external: bool,
    oauth: str,
    api: object,
    ignition: object,
    konnectivity: object,
    login: object,
) -> None:
    flags = [f"--endpoint-access={access}", f"--oauth-publishing-strategy={oauth}"]

    objects = render(*flags, *([f"--external-dns-domain={DOMAIN}"] if external else []))

    assert hosted_cluster(objects)["spec"]["services"] == [
        {"service": "APIServer", "servicePublishingStrategy": api},
        {"service": "Ignition", "servicePublishingStrategy": ignition},
        {"service": "Konnectivity", "servicePublishingStrategy": konnectivity},
        {"service": "OAuthServer", "servicePublishingStrategy": login},
    ]


def test_no_strategy_for_oauth_means_a_route(render: Render) -> None:
    assert render("--oauth-publishing-strategy=") == render()


def test_neither_network_type_nor_base_domain_prefix_changes_how_servers_are_published(
    render: Render,
) -> None:
    plain = hosted_cluster(render())["spec"]["services"]

    objects = render("--network-type=Calico", "--base-domain-prefix=blue")

    assert hosted_cluster(objects)["spec"]["services"] == plain


def test_a_dot_at_the_end_of_the_external_domain_is_dropped(render: Render) -> None:
    assert render(f"--external-dns-domain={DOMAIN}.") == render(f"--external-dns-domain={DOMAIN}")


@pytest.mark.parametrize(
    "domain",
    ["myprefix.example.com", "demo2.example.com", "x.demo.example.com", "ample.com", "example.org"],
)
def test_an_external_domain_may_lie_beside_or_below_the_cluster_domain(
    render: Render, domain: str
) -> None:
    [api, *_] = hosted_cluster(render(f"--external-dns-domain={domain}"))["spec"]["services"]

    assert api["servicePublishingStrategy"]["route"]["hostname"] == f"api-demo.{domain}"


@pytest.mark.parametrize(
    "domain",
    ["demo.example.com", "example.com", "com", "EXAMPLE.com", "example.com.", "Demo.Example.Com."],
)
@pytest.mark.parametrize("access", ["Public", "Private"])
def test_an_external_domain_must_not_contain_the_cluster_domain(
    create_cluster: Run, domain: str, access: str
) -> None:
    result = create_cluster(
        "--render", f"--external-dns-domain={domain}", f"--endpoint-access={access}"
    )

    assert (result.code, result.out) == (2, "")
    assert result.err == (
        f"Error: --external-dns-domain {domain.rstrip('.').lower()} must not contain the cluster's"
        " own domain demo.example.com: name a domain beside it, such as one below the base domain\n"
    )
