"""The configuration of the cluster itself, as OpenShift's own objects spell it."""

from __future__ import annotations

from typing import Any

from tests.integration.api.bases import hosted_cluster, hosted_control_plane
from tests.integration.api.table import ABSENT, Table

both = Table(hosted_cluster, hosted_control_plane)

CONFIGURATION = "spec.configuration"

# The API server and the scheduler

AUDIT = f"{CONFIGURATION}.apiServer.audit"
both.takes(f"{AUDIT}.profile", "Default", "WriteRequestBodies", "AllRequestBodies", "None")
both.refuses(f"{AUDIT}.profile", "Unsupported value", "Metadata", "")
both.takes(f"{AUDIT}.customRules", [{"group": "one", "profile": "None"}])
both.refuses(
    f"{AUDIT}.customRules",
    "Duplicate value",
    [{"group": "one", "profile": "None"}, {"group": "one", "profile": "Default"}],
    at=f"{AUDIT}.customRules.1",
)
TLS = f"{CONFIGURATION}.apiServer.tlsSecurityProfile"
both.takes(TLS, {"type": "Modern", "modern": {}}, {"type": "Modern", "modern": None})
both.takes(TLS, {"type": "Custom", "custom": {"minTLSVersion": "VersionTLS12"}})
both.refuses(f"{TLS}.type", "Unsupported value", "modern")
both.refuses(f"{TLS}.custom.minTLSVersion", "Unsupported value", "VersionTLS14")
both.takes(f"{CONFIGURATION}.scheduler.profile", "", "HighNodeUtilization", "NoScoring")
both.refuses(f"{CONFIGURATION}.scheduler.profile", "Unsupported value", "Fast")
both.takes(f"{CONFIGURATION}.proxy", {"httpsProxy": "http://proxy.example.com:3128"})

# Feature gates

GATES = f"{CONFIGURATION}.featureGate.featureSet"
for name in ("CustomNoUpgrade", "TechPreviewNoUpgrade", "DevPreviewNoUpgrade"):
    both.takes(GATES, name)
    both.keeps(GATES, f"{name} may not be changed", old=name, new="")
    both.lets(GATES, old=name, new=name)
both.takes(GATES, "", "OKD")
both.keeps(GATES, "OKD cannot transition to Default", old="OKD", new="")
both.lets(GATES, old="OKD", new="TechPreviewNoUpgrade")
both.lets(GATES, old="", new="TechPreviewNoUpgrade")
both.refuses(GATES, "Unsupported value", "Default")

# Images, networks, ingress

SOURCES = f"{CONFIGURATION}.image.registrySources"
for listed in ("allowedRegistries", "blockedRegistries", "insecureRegistries"):
    both.takes(
        f"{SOURCES}.{listed}",
        ["quay.io", "quay.io:5000/a/b", "*.example.com", "localhost", "a.b/c__d"],
    )
    for registry in ("quay.io/a:tag", "quay.io/a@sha256:0", "https://quay.io", "*", "-quay.io"):
        both.refuses(
            f"{SOURCES}.{listed}.0",
            "each registry must be a valid hostname[:port][/path] or wildcard",
            registry,
        )
both.refuses(
    SOURCES,
    "Only one of blockedRegistries or allowedRegistries may be set",
    {"allowedRegistries": ["quay.io"], "blockedRegistries": ["quay.io"]},
)
both.refuses(f"{SOURCES}.containerRuntimeSearchRegistries", "at least 1 items", [])
DIAGNOSTICS = f"{CONFIGURATION}.network.networkDiagnostics"
both.takes(
    DIAGNOSTICS,
    {"mode": "All", "sourcePlacement": {"nodeSelector": {"a": "b"}}},
    {"mode": "Disabled"},
)
for placement in ("sourcePlacement", "targetPlacement"):
    both.refuses(
        DIAGNOSTICS,
        "cannot set networkDiagnostics.sourcePlacement and networkDiagnostics.targetPlacement",
        {placement: {"nodeSelector": {"a": "b"}}, "mode": "Disabled"},
        at=f"{CONFIGURATION}.network",
    )
PORTS = f"{CONFIGURATION}.network.serviceNodePortRange"
both.takes(PORTS, "30000-32767", "0-65535")
both.refuses(PORTS, "should match", "30000", "30000-65536", "a-b")
both.takes(f"{CONFIGURATION}.ingress.domain", "apps.demo.example.com")
both.keeps(
    f"{CONFIGURATION}.ingress.domain", "domain is immutable once set", old="apps.a", new="apps.b"
)
both.lets(f"{CONFIGURATION}.ingress.domain", old="apps.a", new="apps.a")
ROUTES = f"{CONFIGURATION}.ingress.componentRoutes"
CONSOLE = {"namespace": "openshift-console", "name": "console", "hostname": "console.example.com"}
both.takes(ROUTES, [CONSOLE])
both.refuses(f"{ROUTES}.0.hostname", "should match", "-console", given={ROUTES: [CONSOLE]})
both.refuses(f"{ROUTES}.0.namespace", "should match", "Console", given={ROUTES: [CONSOLE]})
both.refuses(ROUTES, "Duplicate value", [CONSOLE, CONSOLE], at=f"{ROUTES}.1")

# OAuth

OAUTH = f"{CONFIGURATION}.oauth"
TIMEOUT = f"{OAUTH}.tokenConfig.accessTokenInactivityTimeout"
both.takes(TIMEOUT, "300s", "5m", "1h")
both.refuses(TIMEOUT, "minimum acceptable token timeout value is 300 seconds", "299s", at=OAUTH)
both.takes(
    f"{OAUTH}.identityProviders",
    [{"name": "local", "type": "HTPasswd", "htpasswd": {"fileData": {"name": "users"}}}],
)

# OpenID Connect

OIDC = f"{CONFIGURATION}.authentication.oidcProviders"
PROVIDER = f"{OIDC}.0"
ISSUER = "https://login.example.com/tenant"


def provider(**more: Any) -> dict[str, Any]:
    """A provider of identities, as small as it can be."""
    return {
        "name": "entra",
        "issuer": {"issuerURL": ISSUER, "audiences": ["demo"]},
        "claimMappings": {"username": {"claim": "email"}},
        **more,
    }


GIVEN = {f"{CONFIGURATION}.authentication.type": "OIDC", OIDC: [provider()]}
both.takes(OIDC, [provider()], given={f"{CONFIGURATION}.authentication.type": "OIDC"})
both.refuses(OIDC, "Too many: 2: must have at most 1 item", [provider(), provider(name="other")])
both.refuses(f"{CONFIGURATION}.authentication.type", "Unsupported value", "oidc")

URL = f"{PROVIDER}.issuer.issuerURL"
both.takes(URL, "https://a", "https://login.example.com:8443/a/b", given=GIVEN)
both.refuses(URL, "must be a valid URL", "login", given=GIVEN)
both.refuses(URL, "must use the 'https' scheme", "http://login.example.com", given=GIVEN)
both.refuses(URL, "must not have a query", f"{ISSUER}?a=b", given=GIVEN)
both.refuses(URL, "must not have a fragment", f"{ISSUER}#a", given=GIVEN)
both.refuses(URL, "must not have user info", "https://me@login.example.com", given=GIVEN)
both.lets(URL, old=ISSUER, new=f"{ISSUER}/v2.0", given=GIVEN)
DISCOVERY = f"{PROVIDER}.issuer.discoveryURL"
both.takes(DISCOVERY, "https://discovery.example.com/.well-known", given=GIVEN)
both.refuses(DISCOVERY, "discoveryURL must be a valid URL", "discovery", given=GIVEN)
both.refuses(DISCOVERY, "discoveryURL must be a valid https URL", "http://a.b", given=GIVEN)
both.refuses(
    DISCOVERY, "discoveryURL must not contain query parameters", "https://a.b?c=d", given=GIVEN
)
both.refuses(DISCOVERY, "discoveryURL must not contain fragments", "https://a.b#c", given=GIVEN)
both.refuses(
    DISCOVERY, "discoveryURL must not contain user info", "https://me:secret@a.b/c", given=GIVEN
)
both.refuses(
    DISCOVERY,
    "discoveryURL must be different from issuerURL",
    ISSUER,
    f"{ISSUER}/",
    at=f"{PROVIDER}.issuer",
    given=GIVEN,
)
AUDIENCES = f"{PROVIDER}.issuer.audiences"
both.refuses(AUDIENCES, "should have at least 1 items", [], given=GIVEN)
both.refuses(AUDIENCES, "Duplicate value", ["demo", "demo"], at=f"{AUDIENCES}.1", given=GIVEN)

MAPPINGS = f"{PROVIDER}.claimMappings"
USERNAME = f"{MAPPINGS}.username"
both.takes(
    USERNAME,
    {"expression": "claims.email"},
    {"claim": "email", "prefixPolicy": "Prefix", "prefix": {"prefixString": "entra:"}},
    {"claim": "email", "prefixPolicy": "NoPrefix"},
    given=GIVEN,
)
ONE_OF = "precisely one of claim or expression must be set"
both.refuses(USERNAME, ONE_OF, {}, {"claim": "email", "expression": "claims.email"}, given=GIVEN)
both.refuses(
    USERNAME,
    "prefixPolicy must not be set to 'Prefix' when expression is set",
    {
        "expression": "claims.email",
        "prefixPolicy": "Prefix",
        "prefix": {"prefixString": "entra:"},
    },
    given=GIVEN,
)
both.refuses(
    USERNAME,
    "prefix must be set if prefixPolicy is 'Prefix', but must remain unset otherwise",
    {"claim": "email", "prefixPolicy": "Prefix"},
    {"claim": "email", "prefixPolicy": "NoPrefix", "prefix": {"prefixString": "entra:"}},
    {"claim": "email", "prefix": {"prefixString": "entra:"}},
    given=GIVEN,
)
both.takes(f"{MAPPINGS}.uid", {"claim": "sub"}, {"expression": "claims.sub"}, given=GIVEN)
both.refuses(
    f"{MAPPINGS}.uid", ONE_OF, {}, {"claim": "sub", "expression": "claims.sub"}, given=GIVEN
)
both.takes(
    f"{MAPPINGS}.groups",
    {"claim": "groups", "prefix": "entra:"},
    {"expression": "claims.groups"},
    given=GIVEN,
)
both.refuses(
    f"{MAPPINGS}.groups",
    "prefix must not be set to a non-empty value when expression is set",
    {"expression": "claims.groups", "prefix": "entra:"},
    given=GIVEN,
)
both.refuses(
    f"{MAPPINGS}.groups",
    "expression must not be set if claim is specified and is not an empty string",
    {"claim": "groups", "expression": "claims.groups"},
    given=GIVEN,
)

EXTRA = f"{MAPPINGS}.extra"
KEY = f"{EXTRA}.0.key"
EXTRAS = {**GIVEN, EXTRA: [{"key": "example.com/team", "valueExpression": "claims.team"}]}
both.takes(
    KEY,
    "example.com/team",
    "a/b",
    "d" * 253 + "/a",
    "a/" + "p" * 256,
    "notk8s.io/a",
    given=EXTRAS,
)
both.refuses(KEY, "key must contain the '/' character", "team", given=EXTRAS)
both.refuses(
    KEY, "the domain of the key must consist of only lower case", "Example.com/a", given=EXTRAS
)
both.refuses(KEY, "the domain of the key must not exceed 253", "d" * 254 + "/a", given=EXTRAS)
both.refuses(KEY, "the path of the key must not be empty", "example.com/", "a/ ", given=EXTRAS)
both.refuses(KEY, "the path of the key must not exceed 256", "a/" + "p" * 257, given=EXTRAS)
for domain, owner in (
    ("kubernetes.io", "Kubernetes"),
    ("k8s.io", "Kubernetes"),
    ("openshift.io", "OpenShift"),
):
    reserved = f"is reserved for {owner} use"
    both.refuses(KEY, f"the domain '{domain}' {reserved}", f"{domain}/a", given=EXTRAS)
    both.refuses(
        KEY,
        f"the subdomains '*.{domain}' are reserved for {owner} use",
        f"sub.{domain}/a",
        given=EXTRAS,
    )
both.refuses(
    EXTRA,
    "Duplicate value",
    [{"key": "a/b", "valueExpression": "claims.a"}] * 2,
    at=f"{EXTRA}.1",
    given=GIVEN,
)

VALIDATION = f"{PROVIDER}.claimValidationRules.0"
REQUIRED = {"claim": "hd", "requiredValue": "example.com"}
CEL = {"expression": "claims.hd == 'example.com'", "message": "not from here"}
both.takes(
    VALIDATION,
    {"type": "RequiredClaim", "requiredClaim": REQUIRED},
    {"type": "CEL", "cel": CEL},
    given=GIVEN,
)
both.refuses(
    VALIDATION,
    "cel must be set when type is 'CEL', and forbidden otherwise",
    {"type": "CEL"},
    {"type": "RequiredClaim", "requiredClaim": REQUIRED, "cel": CEL},
    given=GIVEN,
)
both.refuses(
    VALIDATION,
    "requiredClaim must be set when type is 'RequiredClaim', and forbidden otherwise",
    {"type": "RequiredClaim"},
    {"type": "CEL", "cel": CEL, "requiredClaim": REQUIRED},
    given=GIVEN,
)
both.refuses(f"{VALIDATION}.type", "Required value", ABSENT, given={**GIVEN, VALIDATION: {}})
