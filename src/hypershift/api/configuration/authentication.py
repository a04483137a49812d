"""TODO"""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.meta import Condition, NameReference
from hypershift.api.schema import Items, Rule, Struct, Text, rule


class AuthenticationSpec(Struct):
    """TODO"""

    oauthMetadata: NameReference | None = None
    """TODO"""

    oidcProviders: (
        Annotated[list[OIDCProvider], Items(max=1, type="map", keys=("name",))] | None
    ) = None
    """TODO"""

    serviceAccountIssuer: str | None = None
    """TODO"""

    type: Literal["", "None", "IntegratedOAuth", "OIDC"] | None = None
    """TODO"""

    webhookTokenAuthenticator: WebhookTokenAuthenticator | None = None
    """TODO"""

    webhookTokenAuthenticators: (
        Annotated[list[DeprecatedWebhookTokenAuthenticator], Items(type="atomic")] | None
    ) = None
    """TODO"""


class OIDCProvider(Struct):
    """TODO"""

    claimMappings: TokenClaimMappings
    """TODO"""

    claimValidationRules: Annotated[list[TokenClaimValidationRule], Items(type="atomic")] | None = (
        None
    )
    """TODO"""

    issuer: TokenIssuer
    """TODO"""

    name: Annotated[str, Text(min=1)]
    """TODO"""

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
    """TODO"""

    userValidationRules: (
        Annotated[list[CELValidationRule], Items(min=1, max=64, type="map", keys=("expression",))]
        | None
    ) = None
    """TODO"""


class TokenClaimMappings(Struct):
    """TODO"""

    extra: Annotated[list[ExtraMapping], Items(max=32, type="map", keys=("key",))] | None = None
    """TODO"""

    groups: PrefixedClaimMapping | None = None
    """TODO"""

    uid: TokenClaimOrExpressionMapping | None = None
    """TODO"""

    username: UsernameClaimMapping
    """TODO"""


class ExtraMapping(Struct):
    """TODO"""

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
                "the domain of the key must consist of only lower case alphanumeric characters, '-' or "
                "'.', and must start and end with an alphanumeric character"
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
                "the path of the key must not be empty and must consist of at least one alphanumeric "
                "character, percent-encoded octets, apostrophe, '-', '.', '_', '~', '!', '$', '&', "
                "'(', ')', '*', '+', ',', ';', '=', and ':'"
            ),
        ),
        Rule(
            "self.split('/', 2)[1].size() <= 256",
            "the path of the key must not exceed 256 characters in length",
        ),
    ]
    """TODO"""

    valueExpression: Annotated[str, Text(min=1, max=1024)]
    """TODO"""


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
    """TODO"""

    claim: Annotated[str, Text(max=256)] | None = None
    """TODO"""

    expression: Annotated[str, Text(min=1, max=1024)] | None = None
    """TODO"""

    prefix: str | None = None
    """TODO"""


@rule(
    "has(self.claim) ? !has(self.expression) : has(self.expression)",
    "precisely one of claim or expression must be set",
)
class TokenClaimOrExpressionMapping(Struct):
    """TODO"""

    claim: Annotated[str, Text(min=1, max=256)] | None = None
    """TODO"""

    expression: Annotated[str, Text(min=1, max=1024)] | None = None
    """TODO"""


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
    """TODO"""

    claim: Annotated[str, Text(min=1, max=256)] | None = None
    """TODO"""

    expression: Annotated[str, Text(min=1, max=1024)] | None = None
    """TODO"""

    prefix: UsernamePrefix | None = None
    """TODO"""

    prefixPolicy: Literal["", "NoPrefix", "Prefix"] | None = None
    """TODO"""


class UsernamePrefix(Struct):
    """TODO"""

    prefixString: Annotated[str, Text(min=1)]
    """TODO"""


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
    """TODO"""

    cel: CELValidationRule | None = None
    """TODO"""

    requiredClaim: TokenRequiredClaim | None = None
    """TODO"""

    type: Literal["RequiredClaim", "CEL"]
    """TODO"""


class CELValidationRule(Struct):
    """TODO"""

    expression: Annotated[str, Text(min=1, max=1024)]
    """TODO"""

    message: Annotated[str, Text(min=1, max=256)]
    """TODO"""


class TokenRequiredClaim(Struct):
    """TODO"""

    claim: Annotated[str, Text(min=1)]
    """TODO"""

    requiredValue: Annotated[str, Text(min=1)]
    """TODO"""


@rule(
    (
        'self.?discoveryURL.orValue("").size() > 0 ? (self.issuerURL.size() == 0 || '
        "self.discoveryURL.find('^.+[^/]') != self.issuerURL.find('^.+[^/]')) : true"
    ),
    "discoveryURL must be different from issuerURL",
)
class TokenIssuer(Struct):
    """TODO"""

    audiences: Annotated[list[Annotated[str, Text(min=1)]], Items(min=1, max=10, type="set")]
    """TODO"""

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
    """TODO"""

    issuerCertificateAuthority: NameReference | None = None
    """TODO"""

    issuerURL: Annotated[
        str,
        Text(min=1, max=512),
        Rule("isURL(self)", "must be a valid URL"),
        Rule("isURL(self) && url(self).getScheme() == 'https'", "must use the 'https' scheme"),
        Rule("isURL(self) && url(self).getQuery() == {}", "must not have a query"),
        Rule("self.find('#(.+)$') == ''", "must not have a fragment"),
        Rule("self.find('@') == ''", "must not have user info"),
    ]
    """TODO"""


class OIDCClientConfig(Struct):
    """TODO"""

    clientID: Annotated[str, Text(min=1)]
    """TODO"""

    clientSecret: NameReference | None = None
    """TODO"""

    componentName: Annotated[str, Text(min=1, max=256)]
    """TODO"""

    componentNamespace: Annotated[str, Text(min=1, max=63)]
    """TODO"""

    extraScopes: Annotated[list[str], Items(type="set")] | None = None
    """TODO"""


class WebhookTokenAuthenticator(Struct):
    """TODO"""

    kubeConfig: NameReference
    """TODO"""


class DeprecatedWebhookTokenAuthenticator(Struct):
    """TODO"""

    kubeConfig: NameReference | None = None
    """TODO"""


class AuthenticationStatus(Struct):
    """TODO"""

    integratedOAuthMetadata: NameReference | None = None
    """TODO"""

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
    """TODO"""


class OIDCClientStatus(Struct):
    """TODO"""

    componentName: Annotated[str, Text(min=1, max=256)]
    """TODO"""

    componentNamespace: Annotated[str, Text(min=1, max=63)]
    """TODO"""

    conditions: Annotated[list[Condition], Items(type="map", keys=("type",))] | None = None
    """TODO"""

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
    """TODO"""

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
    """TODO"""


class OIDCClientReference(Struct):
    """TODO"""

    clientID: Annotated[str, Text(min=1)]
    """TODO"""

    issuerURL: Annotated[str, Text(pattern=r"^https:\/\/[^\s]")]
    """TODO"""

    oidcProviderName: Annotated[str, Text(min=1)]
    """TODO"""
