"""What the spec of a cluster says about it as a whole: release, names, services, pauses."""

from __future__ import annotations

from tests.integration.api.bases import (
    IMAGE,
    OTHER_UUID,
    SUBSCRIPTION,
    hosted_cluster,
    hosted_control_plane,
    service,
    services,
)
from tests.integration.api.table import ABSENT, Table

cluster = Table(hosted_cluster)
control_plane = Table(hosted_control_plane)
both = Table(hosted_cluster, hosted_control_plane)

# Releases

NOT_AN_IMAGE = "Image must start with a word character"
for image in ("spec.release.image", "spec.controlPlaneRelease.image"):
    cluster.takes(image, IMAGE, "_x", "registry:5000/release@sha256:0123", "a" + "b" * 252)
    cluster.refuses(image, NOT_AN_IMAGE, "", "x", "two words", "/quay.io/release", "-x")
    cluster.refuses(image, "Too long: may not be more than 253 bytes", "a" * 254)
    cluster.lets(image, old=IMAGE, new="quay.io/release:4.21.5")
cluster.refuses("spec.release", "Required value", ABSENT)
control_plane.refuses("spec.releaseImage", "Required value", ABSENT)
cluster.takes("spec.channel", "s", "stable-4.21", "c" * 100)
cluster.refuses("spec.channel", "should be at least 1 chars long", "")
cluster.refuses("spec.channel", "Too long: may not be more than 100 bytes", "c" * 101)
cluster.lets("spec.channel", old="stable-4.20", new="fast-4.21")
cluster.lets("spec.channel", old="stable-4.20", new=ABSENT)
cluster.takes("spec.updateService", "https://updates.example.com/graph")
cluster.refuses("spec.updateService", "updateService must be a valid absolute URL", "graph", "")

# Names and identities

cluster.takes("spec.infraID", "a", "demo-x7k2p", "0-0", "a" * 253)
cluster.refuses("spec.infraID", "infraID must consist of lowercase", "Demo", "-a", "a-", "a.b")
cluster.refuses("spec.infraID", "should be at least 1 chars long", "")
cluster.refuses("spec.infraID", "Too long: may not be more than 253 bytes", "a" * 254)
cluster.keeps("spec.infraID", "infraID is immutable", old="demo-a", new="demo-b")
cluster.keeps(
    "spec.infraID", "infraID cannot be removed once set", old="demo-a", new=ABSENT, at="<nil>"
)
cluster.lets("spec.infraID", old=ABSENT, new="demo-a")
cluster.lets("spec.infraID", old="demo-a", new="demo-a")
control_plane.refuses("spec.infraID", "Required value", ABSENT)
cluster.takes("spec.clusterID", SUBSCRIPTION, SUBSCRIPTION.upper())
cluster.refuses("spec.clusterID", "clusterID must be an RFC4122 UUID value", "g" * 36)
cluster.refuses("spec.clusterID", "should be at least 36 chars long", SUBSCRIPTION[:-1])
cluster.refuses("spec.clusterID", "may not be more than 36 bytes", f"{SUBSCRIPTION}0")
cluster.keeps("spec.clusterID", "clusterID is immutable", old=SUBSCRIPTION, new=OTHER_UUID)
cluster.keeps(
    "spec.clusterID",
    "clusterID cannot be removed once set",
    old=SUBSCRIPTION,
    new=ABSENT,
    at="<nil>",
)
cluster.lets("spec.clusterID", old=ABSENT, new=SUBSCRIPTION)
cluster.lets("spec.clusterID", old=SUBSCRIPTION, new=SUBSCRIPTION)
ISSUER = "https://demo.blob.core.windows.net/demo"
cluster.takes("spec.issuerURL", ISSUER, "https://a", "https://" + "a" * 247)
cluster.refuses("spec.issuerURL", "issuerURL must be a valid absolute URL", "demo", "")
cluster.refuses("spec.issuerURL", "may not be more than 255 bytes", "https://" + "a" * 248)
cluster.keeps("spec.issuerURL", "issuerURL is immutable", old=ISSUER, new=f"{ISSUER}/")
cluster.keeps("spec.issuerURL", "issuerURL is immutable", old=ISSUER, new=ABSENT)
cluster.lets("spec.issuerURL", old=ISSUER, new=ISSUER)
cluster.takes("spec.serviceAccountSigningKey", {"name": "key"})
both.takes("spec.dns.baseDomain", "", "example", "example.com", "a." * 125 + "com")
both.refuses(
    "spec.dns.baseDomain", "baseDomain must be a valid domain name", "exa_mple.com", ".com", "a.b."
)
both.refuses("spec.dns.baseDomain", "may not be more than 253 bytes", "a." * 126 + "com")
both.keeps("spec.dns.baseDomain", "baseDomain is immutable", old="example.com", new="example.org")
both.lets("spec.dns.baseDomain", old="", new="example.org")
DNS = {"spec.dns.baseDomain": "example.com"}
both.takes("spec.dns.baseDomainPrefix", "", "demo", "demo.example.com", given=DNS)
both.refuses(
    "spec.dns.baseDomainPrefix", "baseDomainPrefix must be a valid domain", "demo_", given=DNS
)
both.keeps("spec.dns.baseDomainPrefix", "baseDomainPrefix is immutable", old="", new="x", given=DNS)
both.lets("spec.dns.baseDomainPrefix", old="demo", new="demo", given=DNS)
for zone, longest in (("privateZoneID", 265), ("publicZoneID", 258)):
    both.takes(f"spec.dns.{zone}", "z", "z" * longest, given=DNS)
    both.refuses(f"spec.dns.{zone}", "should be at least 1 chars long", "", given=DNS)
    both.refuses(f"spec.dns.{zone}", f"more than {longest} bytes", "z" * (longest + 1), given=DNS)
    both.keeps(f"spec.dns.{zone}", f"{zone} is immutable", old="one", new="other", given=DNS)
    both.lets(f"spec.dns.{zone}", old="one", new="one", given=DNS)
both.takes("spec.kubeAPIServerDNSName", "", "api.example.com", "api")
both.refuses(
    "spec.kubeAPIServerDNSName", "kubeAPIServerDNSName must be a valid URL name", "api_", "a..b"
)
both.lets("spec.kubeAPIServerDNSName", old="api.example.com", new="api.example.org")

# What is chosen once

both.keeps("spec.platform.type", "Type is immutable", old="Azure", new="None")
both.refuses("spec.platform.type", 'supported values: "Azure", "None"', "AWS", "KubeVirt", "")
cluster.takes("spec.fips", True, False)
cluster.keeps("spec.fips", "fips is immutable", old=False, new=True)
cluster.lets("spec.fips", old=True, new=True)
both.takes("spec.controllerAvailabilityPolicy", "HighlyAvailable", "SingleReplica")
both.refuses("spec.controllerAvailabilityPolicy", "Unsupported value", "Double")
both.keeps(
    "spec.controllerAvailabilityPolicy",
    "ControllerAvailabilityPolicy is immutable",
    old="HighlyAvailable",
    new="SingleReplica",
)
both.lets("spec.controllerAvailabilityPolicy", old="HighlyAvailable", new="HighlyAvailable")
both.takes("spec.infrastructureAvailabilityPolicy", "HighlyAvailable", "SingleReplica")
both.lets("spec.infrastructureAvailabilityPolicy", old="SingleReplica", new="HighlyAvailable")
both.takes("spec.olmCatalogPlacement", "management", "guest")
both.refuses("spec.olmCatalogPlacement", "Unsupported value", "nowhere")
cluster.keeps(
    "spec.olmCatalogPlacement", "OLMCatalogPlacement is immutable", old="guest", new="management"
)
cluster.lets("spec.olmCatalogPlacement", old="guest", new="guest")
CHANGED_LISTS = "is immutable. Changes might result in unpredictable and disruptive behavior."
both.takes("spec.capabilities", {"disabled": ["Console", "Ingress"], "enabled": ["baremetal"]})
both.refuses(
    "spec.capabilities.disabled", "Unsupported value", ["Build"], at="spec.capabilities.disabled.0"
)
both.refuses("spec.capabilities.disabled", "Ingress capability can only be disabled", ["Ingress"])
both.refuses(
    "spec.capabilities",
    "Capabilities can not be both enabled and disabled at once.",
    {"disabled": ["Insights"], "enabled": ["Insights"]},
)
both.refuses("spec.capabilities.disabled", "Too many: 26", ["Insights"] * 26)
both.keeps(
    "spec.capabilities.disabled",
    f"Disabled {CHANGED_LISTS}",
    old=["Insights"],
    new=["NodeTuning"],
    at="spec.capabilities.disabled",
)
both.keeps(
    "spec.capabilities.enabled",
    f"Enabled {CHANGED_LISTS}",
    old=["Insights"],
    new=["NodeTuning"],
)
both.keeps(
    "spec.capabilities", f"Capabilities {CHANGED_LISTS}", old={"disabled": ["Insights"]}, new={}
)
both.lets(
    "spec.capabilities",
    old={"disabled": ["Insights"], "enabled": ["baremetal"]},
    new={"disabled": ["Insights"], "enabled": ["baremetal"]},
)

# Services

ROUTE = {"hostname": "name.example.com"}
both.takes(
    "spec.services",
    [*services()[1:], service("APIServer", "Route", route=ROUTE)],
    [*services()[1:], service("APIServer", "NodePort", nodePort={"address": "10.0.0.4"})],
    [*services(), service("OIDC", "S3"), service("OVNSbDb", "None")],
)
both.refuses("spec.services", "should have at least 4 items", services()[1:], at="spec")
both.refuses("spec.services", "Too many: 7", services() + services()[:3])
both.refuses("spec.services", "Required value", ABSENT)
both.refuses(
    "spec.services.4", "Unsupported value", service("Console"), at="spec.services.4.service"
)
STRATEGY = "spec.services.0.servicePublishingStrategy"
both.refuses(STRATEGY, "Unsupported value", {"type": "Ingress"}, at=f"{STRATEGY}.type")
both.refuses(STRATEGY, "nodePort is required when type is NodePort", {"type": "NodePort"})
both.refuses(
    STRATEGY,
    "nodePort is required when type is NodePort, and forbidden otherwise",
    {"type": "LoadBalancer", "nodePort": {"address": "10.0.0.4"}},
)
both.refuses(
    STRATEGY, "only route is allowed when type is Route", {"type": "Route", "loadBalancer": ROUTE}
)
both.refuses(
    STRATEGY,
    "only loadBalancer is required when type is LoadBalancer",
    {"type": "LoadBalancer", "route": ROUTE},
)
both.refuses(STRATEGY, "None does not allowed any", {"type": "None", "route": ROUTE})
both.refuses(STRATEGY, "S3 does not allowed any", {"type": "S3", "loadBalancer": ROUTE})
for kind, section in (("Route", "route"), ("LoadBalancer", "loadBalancer")):
    given = {STRATEGY: {"type": kind}}
    host = f"{STRATEGY}.{section}.hostname"
    both.takes(host, "api.example.com", "a.bc", "a." * 125 + "com", given=given)
    both.refuses(host, "hostname must be a valid domain name", "api", "a_b.com", "a.b", given=given)
    both.refuses(host, "may not be more than 253 bytes", "a." * 126 + "com", given=given)
NODE_PORT = {STRATEGY: {"type": "NodePort"}}
both.takes(
    f"{STRATEGY}.nodePort.address",
    "localhost",
    "node.example.com",
    "10.0.0.4",
    "fd00::1",
    given=NODE_PORT,
)
both.refuses(
    f"{STRATEGY}.nodePort.address",
    "address must be a valid hostname, IPv4, or IPv6 address",
    "node",
    "10.0.0",
    "fd00:::1",
    given=NODE_PORT,
)
cluster.keeps(
    STRATEGY,
    f"Services {CHANGED_LISTS}",
    old={"type": "Route", "route": ROUTE},
    new={"type": "Route", "route": {"hostname": "other.example.com"}},
    at="spec",
)
cluster.lets("spec.services", old=services(), new=services())
control_plane.lets(STRATEGY, old={"type": "Route", "route": ROUTE}, new={"type": "Route"})
for place, name in ((2, "Konnectivity"), (3, "Ignition")):
    cluster.refuses(
        f"spec.services.{place}",
        f"Azure platform requires {name} to use Route service publishing strategy",
        service(name, "LoadBalancer"),
        at="spec",
    )
cluster.takes("spec.services.1", service("OAuthServer", "LoadBalancer"))
cluster.refuses(
    "spec.services.1",
    "Self-managed Azure requires OAuthServer to use Route or LoadBalancer",
    service("OAuthServer", "NodePort", nodePort={"address": "10.0.0.4"}),
    at="spec",
)
NAMED = "spec.configuration.apiServer.servingCerts.namedCertificates"
LOAD_BALANCER = {STRATEGY: {"type": "LoadBalancer", "loadBalancer": ROUTE}}
cluster.takes(NAMED, [{"names": ["other.example.com"]}], given=LOAD_BALANCER)
cluster.refuses(
    NAMED,
    "APIServer loadBalancer hostname cannot be in",
    [{"names": ["other.example.com", "name.example.com"]}],
    at="spec",
    given=LOAD_BALANCER,
)

# Pauses and placement

PAUSES = ("2030-01-31T12:00:00Z", "true", "false", "True", "False")
NOT_A_PAUSE = "PausedUntil must be a date in RFC3339 format"
cluster.takes("spec.pausedUntil", *PAUSES)
cluster.refuses("spec.pausedUntil", NOT_A_PAUSE, "tomorrow", "2030-01-31", "TRUE", "yes!")
cluster.refuses("spec.pausedUntil", "should be at least 4 chars long", "yes")
cluster.refuses("spec.pausedUntil", "may not be more than 35 bytes", PAUSES[0] + "0" * 16)
cluster.lets("spec.pausedUntil", old="true", new=ABSENT)
LABELS = {f"key-{number}": "value" for number in range(20)}
cluster.takes("spec.nodeSelector", {}, LABELS)
cluster.refuses(
    "spec.nodeSelector", "nodeSelector map can have at most 20 entries", {**LABELS, "more": ""}
)
cluster.lets("spec.nodeSelector", old=LABELS, new={})
both.takes("spec.labels", {}, LABELS)
both.refuses("spec.labels", "Too many: 21: must have at most 20 items", {**LABELS, "more": ""})
both.takes("spec.tolerations", [{"key": "dedicated", "operator": "Exists"}])
both.refuses("spec.tolerations", "Too many: 26", [{"key": "k", "operator": "Exists"}] * 26)
both.refuses("spec.pullSecret", "Required value", ABSENT)
both.lets("spec.pullSecret.name", old="one", new="other")
both.lets("spec.sshKey.name", old="one", new="other")
both.takes(
    "spec.imageContentSources", [{"source": "quay.io/a", "mirrors": ["mirror.example.com/a"]}]
)
both.refuses(
    "spec.imageContentSources.0.mirrors",
    'Duplicate value: "m"',
    ["m", "m"],
    at="spec.imageContentSources.0.mirrors.1",
    given={"spec.imageContentSources.0.source": "quay.io/a"},
)

# Autoscaling

AUTOSCALING = "spec.autoscaling"
both.takes(AUTOSCALING, {}, {"scaling": "ScaleUpOnly"}, {"scaleDown": {"delayAfterAddSeconds": 0}})
both.refuses(
    AUTOSCALING,
    "scaleDown can only be set when scaling is ScaleUpAndScaleDown",
    {"scaling": "ScaleUpOnly", "scaleDown": {"delayAfterAddSeconds": 0}},
)
both.refuses(f"{AUTOSCALING}.scaling", "Unsupported value", "ScaleDownOnly")
both.takes(f"{AUTOSCALING}.maxNodesTotal", 0, 500)
both.refuses(f"{AUTOSCALING}.maxNodesTotal", "greater than or equal to 0", -1)
both.takes(f"{AUTOSCALING}.maxNodeProvisionTime", "15m", "1h", "90s")
both.refuses(f"{AUTOSCALING}.maxNodeProvisionTime", "should match", "15", "m", "1d")
both.takes(f"{AUTOSCALING}.balancingIgnoredLabels", ["zone", "example.com/zone"])
both.refuses(
    f"{AUTOSCALING}.balancingIgnoredLabels",
    "Each balancingIgnoredLabels item must be a valid label key",
    ["zone", "-zone"],
    ["Example.com/zone"],
)
