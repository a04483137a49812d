"""Who may call the API server of a hosted cluster, and how it finds out who is calling.

Users come either from the built-in OAuth server, which `hypershift.api.configuration.oauth`
describes, or directly from an external OIDC provider, which is described here.
"""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.meta import Condition, NameReference
from hypershift.api.schema import Items, Rule, Struct, Text, rule


class AuthenticationSpec(Struct):
    """How users of a hosted cluster are authenticated.

    Client certificates and service account tokens work with every choice.
    """

    oauthMetadata: NameReference | None = None
    """Names a ConfigMap whose key oauthMetadata holds the discovery document of an external OAuth
    server, in JSON. Clients find it at /.well-known/oauth-authorization-server of the API server.
    When absent, the document describes the built-in OAuth server; with type OIDC no document is
    served.
    """

    oidcProviders: (
        Annotated[list[OIDCProvider], Items(max=1, type="map", keys=("name",))] | None
    ) = None
    """The external provider whose tokens the API server accepts; needed when type is OIDC, and
    without effect otherwise. At most one. Its settings are tried out before they are applied:
    expressions that do not compile, or an issuer that equals spec.issuerURL, show in the condition
    ValidConfiguration of the HostedCluster.
    """

    serviceAccountIssuer: str | None = None
    """The issuer of bound service account tokens. In a hosted cluster spec.issuerURL decides about
    the issuer and its value is shown in the Authentication object of the cluster, so set it there.
    When that is absent too, the issuer is https://kubernetes.default.svc.
    """

    type: Literal["", "None", "IntegratedOAuth", "OIDC"] | None = None
    """Where users come from. IntegratedOAuth, and likewise an empty or absent value, deploys the
    built-in OAuth server and trusts the tokens that it issues. OIDC deploys no OAuth server, and
    trusts the tokens of the provider in oidcProviders instead. None configures neither.

    Moving between IntegratedOAuth and OIDC restarts the API server, and the users and groups that
    it sees afterwards may have other names, so check role bindings before.
    """

    webhookTokenAuthenticator: WebhookTokenAuthenticator | None = None
    """A service of your own that the API server asks about bearer tokens. Meant for type None; with
    IntegratedOAuth the API server asks the built-in OAuth API instead.
    """

    webhookTokenAuthenticators: (
        Annotated[list[DeprecatedWebhookTokenAuthenticator], Items(type="atomic")] | None
    ) = None
    """A former list of token services. It has no effect; use webhookTokenAuthenticator."""


class OIDCProvider(Struct):
    """An OIDC provider, and how its tokens turn into users of the hosted cluster."""

    claimMappings: TokenClaimMappings
    """Which claims of a token become the user's name, groups, UID and extra attributes. Changing a
    mapping changes the names that role bindings have to mention.
    """

    claimValidationRules: Annotated[list[TokenClaimValidationRule], Items(type="atomic")] | None = (
        None
    )
    """Conditions that the claims of a token must meet beyond signature, issuer, audience and
    expiry. A token that fails one of them is rejected. When absent, there are no more conditions.
    """

    issuer: TokenIssuer
    """Which tokens belong to the provider, and where to get the keys that prove it."""

    name: Annotated[str, Text(min=1)]
    """A name of your choice for the provider. The status of OIDC clients refers to it; tokens do
    not contain it.
    """

    oidcClients: (
        Annotated[
            list[OIDCClientConfig],
            Items(
                max=20,
                type="map",
                keys=(
                    "componentNamespace",
                    "componentName",
                ),
            ),
        ]
        | None
    ) = None
    """The clients that components of the hosted cluster, such as the console, use to log users in
    at the provider. At most 20, one per component; register them at the provider first. A component
    without an entry offers no login through the provider.
    """

    userValidationRules: (
        Annotated[list[CELValidationRule], Items(min=1, max=64, type="map", keys=("expression",))]
        | None
    ) = None
    """Conditions on the user that results from the mappings, such as a ban on names that begin with
    system:. A login that fails one of them is rejected. From 1 to 64 rules if present, each
    expression once.
    """


class TokenClaimMappings(Struct):
    """What each attribute of a user is made from."""

    extra: Annotated[list[ExtraMapping], Items(max=32, type="map", keys=("key",))] | None = None
    """Further attributes of the user, each computed from the claims. Admission webhooks and
    authorizers can see them; role bindings cannot refer to them. At most 32, each key once.
    """

    groups: PrefixedClaimMapping | None = None
    """The groups of the user. When absent, or without a claim and an expression, the user has no
    groups from the provider, only those that Kubernetes adds itself.
    """

    uid: TokenClaimOrExpressionMapping | None = None
    """A value that tells this user from all others and does not change when the user is renamed.
    When absent, it is the claim `sub`.
    """

    username: UsernameClaimMapping
    """The name of the user, which role bindings and audit logs mention. Choose something that the
    provider never gives to another person.
    """


class ExtraMapping(Struct):
    """An additional attribute of the user."""

    key: Annotated[
        str,
        Text(min=1, max=510),
        Rule("self.contains('/')", "key must contain the '/' character"),
        Rule(
            (
                "self.split('/', "
                r'2)[0].matches("^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$")'
            ),
            (
                "the domain of the key must consist of only lower case alphanumeric characters, "
                "'-' or '.', and must start and end with an alphanumeric character"
            ),
        ),
        Rule(
            "self.split('/', 2)[0].size() <= 253",
            "the domain of the key must not exceed 253 characters in length",
        ),
        Rule(
            "self.split('/', 2)[0] != 'kubernetes.io'",
            "the domain 'kubernetes.io' is reserved for Kubernetes use",
        ),
        Rule(
            "!self.split('/', 2)[0].endsWith('.kubernetes.io')",
            "the subdomains '*.kubernetes.io' are reserved for Kubernetes use",
        ),
        Rule(
            "self.split('/', 2)[0] != 'k8s.io'",
            "the domain 'k8s.io' is reserved for Kubernetes use",
        ),
        Rule(
            "!self.split('/', 2)[0].endsWith('.k8s.io')",
            "the subdomains '*.k8s.io' are reserved for Kubernetes use",
        ),
        Rule(
            "self.split('/', 2)[0] != 'openshift.io'",
            "the domain 'openshift.io' is reserved for OpenShift use",
        ),
        Rule(
            "!self.split('/', 2)[0].endsWith('.openshift.io')",
            "the subdomains '*.openshift.io' are reserved for OpenShift use",
        ),
        Rule(
            r"self.split('/', 2)[1].matches('[A-Za-z0-9/\\-._~%!$&\'()*+;=:]+')",
            (
                "the path of the key must not be empty and must consist of at least one "
                "alphanumeric character, percent-encoded octets, apostrophe, '-', '.', '_', '~', "
                "'!', '$', '&', '(', ')', '*', '+', ',', ';', '=', and ':'"
            ),
        ),
        Rule(
            "self.split('/', 2)[1].size() <= 256",
            "the path of the key must not exceed 256 characters in length",
        ),
    ]
    """The name of the attribute, in the form domain/path with a domain that you control, for
    example example.com/department. The domain is a lower-case DNS name of at most 253 characters
    other than kubernetes.io, k8s.io, openshift.io and their subdomains; the path has from 1 to 256
    characters.
    """

    valueExpression: Annotated[str, Text(min=1, max=1024)]
    """A CEL expression over `claims` that gives the value, a string or a list of strings. With an
    empty string, an empty list or null, the user goes without the attribute. At most 1024
    characters.
    """


@rule(
    (
        "has(self.expression) && size(self.expression) > 0 ? (!has(self.prefix) || "
        "size(self.prefix) == 0) : true"
    ),
    "prefix must not be set to a non-empty value when expression is set",
)
@rule(
    '(size(self.?claim.orValue("")) > 0) ? !has(self.expression) : true',
    "expression must not be set if claim is specified and is not an empty string",
)
class PrefixedClaimMapping(Struct):
    """Takes a value from a claim, optionally with something put before it, or computes it.

    Use a claim or an expression, not both; an expression adds its prefix by itself.
    """

    claim: Annotated[str, Text(max=256)] | None = None
    """The claim to take the value from, for example groups. An empty string counts as absent. Not
    together with `expression`.
    """

    expression: Annotated[str, Text(min=1, max=1024)] | None = None
    """A CEL expression over `claims` that gives the value: a string or a list of strings. At most
    1024 characters. Not together with `claim` or a prefix.
    """

    prefix: str | None = None
    """Text put before each value that the claim holds, such as `oidc:`, to keep the groups of the
    provider apart from those of the cluster. When absent, the values are used as they are.
    """


@rule(
    "has(self.claim) ? !has(self.expression) : has(self.expression)",
    "precisely one of claim or expression must be set",
)
class TokenClaimOrExpressionMapping(Struct):
    """Takes a value from a claim or computes it; exactly one of the two must be said."""

    claim: Annotated[str, Text(min=1, max=256)] | None = None
    """The claim that holds the value. At most 256 characters."""

    expression: Annotated[str, Text(min=1, max=1024)] | None = None
    """A CEL expression over `claims` that gives the value, a string. At most 1024 characters."""


@rule(
    "has(self.claim) ? !has(self.expression) : has(self.expression)",
    "precisely one of claim or expression must be set",
)
@rule(
    (
        "has(self.expression) && size(self.expression) > 0 ? !has(self.prefixPolicy) || "
        "self.prefixPolicy != 'Prefix' : true"
    ),
    "prefixPolicy must not be set to 'Prefix' when expression is set",
)
@rule(
    (
        "has(self.prefixPolicy) && self.prefixPolicy == 'Prefix' ? (has(self.prefix) && "
        "size(self.prefix.prefixString) > 0) : !has(self.prefix)"
    ),
    "prefix must be set if prefixPolicy is 'Prefix', but must remain unset otherwise",
)
class UsernameClaimMapping(Struct):
    """Makes the name of the user from a claim, with or without a prefix, or from an expression.

    Exactly one of `claim` and `expression` must be set. A prefix keeps the provider from issuing
    tokens for names that already mean something in the cluster.
    """

    claim: Annotated[str, Text(min=1, max=256)] | None = None
    """The claim that holds the name, for example preferred_username. With email, tokens that say
    that the address is not verified are rejected. At most 256 characters.
    """

    expression: Annotated[str, Text(min=1, max=1024)] | None = None
    """A CEL expression over `claims` that gives the name, a string that must not be empty. An
    expression that uses claims.email must also look at claims.email_verified, or a validation rule
    must. It is not combined with a prefix. At most 1024 characters.
    """

    prefix: UsernamePrefix | None = None
    """The text to put before the name. Needed with prefixPolicy Prefix, forbidden otherwise."""

    prefixPolicy: Literal["", "NoPrefix", "Prefix"] | None = None
    """Whether the name gets a prefix. Prefix puts the text in `prefix` before it; NoPrefix uses the
    claim as it is. When empty or absent, the name gets the issuer URL and `#` before it, unless the
    claim is email. An expression cannot be combined with Prefix.
    """


class UsernamePrefix(Struct):
    """The text that comes before user names."""

    prefixString: Annotated[str, Text(min=1)]
    """The text itself, for example `oidc:`. It is put directly before the name, so include a
    separator.
    """


@rule(
    "has(self.type) && self.type == 'CEL' ? has(self.cel) : !has(self.cel)",
    "cel must be set when type is 'CEL', and forbidden otherwise",
)
@rule(
    (
        "has(self.type) && self.type == 'RequiredClaim' ? has(self.requiredClaim) : "
        "!has(self.requiredClaim)"
    ),
    "requiredClaim must be set when type is 'RequiredClaim', and forbidden otherwise",
)
class TokenClaimValidationRule(Struct):
    """A condition on the claims of a token: that a claim has a value, or a CEL expression."""

    cel: CELValidationRule | None = None
    """The expression to evaluate. Needed with type CEL, forbidden otherwise."""

    requiredClaim: TokenRequiredClaim | None = None
    """The claim and the value that it must have. Needed with type RequiredClaim, forbidden
    otherwise.
    """

    type: Literal["RequiredClaim", "CEL"]
    """RequiredClaim compares one claim with a value; CEL evaluates an expression over all claims.
    """


class CELValidationRule(Struct):
    """A CEL expression that must be true, and what to say when it is not."""

    expression: Annotated[str, Text(min=1, max=1024)]
    """An expression that yields a boolean, at most 1024 characters. Claim rules see the token as
    `claims`; user rules see the result of the mappings as `user`, with its username, uid, groups
    and extra.
    """

    message: Annotated[str, Text(min=1, max=256)]
    """Says why a token was rejected when the expression is false; meant for the log of the API
    server, so write it for the administrator. At most 256 characters.
    """


class TokenRequiredClaim(Struct):
    """A claim that must be present with a certain value."""

    claim: Annotated[str, Text(min=1)]
    """The claim to look at. It has to be a string; a token without it is rejected."""

    requiredValue: Annotated[str, Text(min=1)]
    """The value that the claim must have, compared exactly."""


@rule(
    (
        'self.?discoveryURL.orValue("").size() > 0 ? (self.issuerURL.size() == 0 || '
        "self.discoveryURL.find('^.+[^/]') != self.issuerURL.find('^.+[^/]')) : true"
    ),
    "discoveryURL must be different from issuerURL",
)
class TokenIssuer(Struct):
    """The party that signs the tokens, and whom they must be meant for."""

    audiences: Annotated[list[Annotated[str, Text(min=1)]], Items(min=1, max=10, type="set")]
    """The values of the claim `aud` that are accepted, usually the IDs of the clients that users
    log in with; a token needs one of them. From 1 to 10, all different.
    """

    discoveryURL: (
        Annotated[
            str,
            Text(min=1, max=2048),
            Rule("isURL(self)", "discoveryURL must be a valid URL"),
            Rule("url(self).getScheme() == 'https'", "discoveryURL must be a valid https URL"),
            Rule(
                "url(self).getQuery().size() == 0", "discoveryURL must not contain query parameters"
            ),
            Rule("self.matches('^[^#]*$')", "discoveryURL must not contain fragments"),
            Rule(
                "!self.matches('^https://.+:.+@.+/.*$')", "discoveryURL must not contain user info"
            ),
        ]
        | None
    ) = None
    """Where to get the discovery document if it is not at
    <issuerURL>/.well-known/openid-configuration, for example on an internal address. The document
    itself must still name issuerURL as the issuer. An https URL other than issuerURL, without
    query, fragment and user info.
    """

    issuerCertificateAuthority: NameReference | None = None
    """Names a ConfigMap whose key ca-bundle.crt holds the PEM certificates to verify the provider's
    server with. When absent, the trust store of the API server is used, which suits public
    providers.
    """

    issuerURL: Annotated[
        str,
        Text(min=1, max=512),
        Rule("isURL(self)", "must be a valid URL"),
        Rule("isURL(self) && url(self).getScheme() == 'https'", "must use the 'https' scheme"),
        Rule("isURL(self) && url(self).getQuery() == {}", "must not have a query"),
        Rule("self.find('#(.+)$') == ''", "must not have a fragment"),
        Rule("self.find('@') == ''", "must not have user info"),
    ]
    """The issuer, exactly as the claim `iss` and the discovery document spell it. An https URL
    without query, fragment and user info, of at most 512 characters, and not the one in
    spec.issuerURL, which issues the tokens of service accounts. Unless discoveryURL is set, the API
    server must be able to reach it.
    """


class OIDCClientConfig(Struct):
    """A client at the provider, and the component of the cluster that logs users in with it."""

    clientID: Annotated[str, Text(min=1)]
    """The ID that the provider gave to the client. Providers usually write it into the tokens as
    their audience; then it has to be among the audiences of the issuer, or the API server refuses
    them.
    """

    clientSecret: NameReference | None = None
    """Names a Secret whose key clientSecret holds the secret of the client; it is copied into the
    namespace openshift-config of the hosted cluster. Leave it out for public clients, such as the
    command line, which cannot keep a secret.
    """

    componentName: Annotated[str, Text(min=1, max=256)]
    """The component that uses the client, for example console. Together with componentNamespace it
    identifies the entry.
    """

    componentNamespace: Annotated[str, Text(min=1, max=63)]
    """The namespace of the component in the hosted cluster, for example openshift-console."""

    extraScopes: Annotated[list[str], Items(type="set")] | None = None
    """Scopes to ask the provider for beyond those that the component needs anyway, for example when
    groups are only in the token on request. When absent, nothing is added.
    """


class WebhookTokenAuthenticator(Struct):
    """A service that says which user a bearer token belongs to."""

    kubeConfig: NameReference
    """Names a Secret whose key kubeConfig holds a kubeconfig file with the address of the service
    and the credentials to call it. The service must understand the TokenReview API.
    """


class DeprecatedWebhookTokenAuthenticator(Struct):
    """An entry of the former list of token services, kept so that old objects remain readable."""

    kubeConfig: NameReference | None = None
    """Names a Secret with a kubeconfig file for the service. It has no effect."""


class AuthenticationStatus(Struct):
    """What the hosted cluster reports about authentication."""

    integratedOAuthMetadata: NameReference | None = None
    """The ConfigMap in the hosted cluster that holds the discovery document of the built-in OAuth
    server. Absent or empty while that server is not in use.
    """

    oidcClients: (
        Annotated[
            list[OIDCClientStatus],
            Items(
                max=20,
                type="map",
                keys=(
                    "componentNamespace",
                    "componentName",
                ),
            ),
        ]
        | None
    ) = None
    """For each component that can log users in at an OIDC provider, which client it uses and how
    far it has come with it. At most 20, one per component.
    """


class OIDCClientStatus(Struct):
    """How a component of the hosted cluster is doing with its OIDC client."""

    componentName: Annotated[str, Text(min=1, max=256)]
    """The component, as the entries under oidcProviders have to name it."""

    componentNamespace: Annotated[str, Text(min=1, max=63)]
    """The namespace of the component, as the entries under oidcProviders have to name it."""

    conditions: Annotated[list[Condition], Items(type="map", keys=("type",))] | None = None
    """What the component says about the client: Available when logins work with it, Progressing
    while it is taking up a change, Degraded when it cannot use what is configured.
    """

    consumingUsers: (
        Annotated[
            list[
                Annotated[
                    str,
                    Text(
                        min=1,
                        max=512,
                        pattern=(
                            r"^system:serviceaccount:[a-z0-9]([-a-z0-9]*[a-z0-9])?:[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.["
                            "a-z0-9]([-a-z0-9]*[a-z0-9])?)*$"
                        ),
                    ),
                ]
            ],
            Items(max=5, type="set"),
        ]
        | None
    ) = None
    """Service accounts that may read the client secret, in the form
    system:serviceaccount:<namespace>:<name>. At most 5.
    """

    currentOIDCClients: (
        Annotated[
            list[OIDCClientReference],
            Items(
                type="map",
                keys=(
                    "issuerURL",
                    "clientID",
                ),
            ),
        ]
        | None
    ) = None
    """The clients that the component uses right now. During a change it can still be the former
    one; compare it with the entry under oidcProviders to see whether the change has arrived.
    """


class OIDCClientReference(Struct):
    """A client that a component uses."""

    clientID: Annotated[str, Text(min=1)]
    """The ID of the client at the provider."""

    issuerURL: Annotated[str, Text(pattern=r"^https:\/\/[^\s]")]
    """The https URL of the issuer that the client belongs to."""

    oidcProviderName: Annotated[str, Text(min=1)]
    """The provider, by the name that it has under oidcProviders."""
