"""TODO"""

from __future__ import annotations

from typing import Annotated

from hypershift.api.meta import NameReference
from hypershift.api.schema import Int32, Items, Struct, Text, rule


@rule(
    (
        "!has(self.tokenConfig) || !has(self.tokenConfig.accessTokenInactivityTimeout) || "
        "duration(self.tokenConfig.accessTokenInactivityTimeout).getSeconds() >= 300"
    ),
    (
        "spec.configuration.oauth.tokenConfig.accessTokenInactivityTimeout minimum acceptable "
        "token timeout value is 300 seconds"
    ),
)
class OAuthSpec(Struct):
    """TODO"""

    identityProviders: Annotated[list[IdentityProvider], Items(type="atomic")] | None = None
    """TODO"""

    templates: OAuthTemplates | None = None
    """TODO"""

    tokenConfig: TokenConfig | None = None
    """TODO"""


class IdentityProvider(Struct):
    """TODO"""

    basicAuth: BasicAuthIdentityProvider | None = None
    """TODO"""

    github: GitHubIdentityProvider | None = None
    """TODO"""

    gitlab: GitLabIdentityProvider | None = None
    """TODO"""

    google: GoogleIdentityProvider | None = None
    """TODO"""

    htpasswd: HTPasswdIdentityProvider | None = None
    """TODO"""

    keystone: KeystoneIdentityProvider | None = None
    """TODO"""

    ldap: LDAPIdentityProvider | None = None
    """TODO"""

    mappingMethod: str | None = None
    """TODO"""

    name: str | None = None
    """TODO"""

    openID: OpenIDIdentityProvider | None = None
    """TODO"""

    requestHeader: RequestHeaderIdentityProvider | None = None
    """TODO"""

    type: str | None = None
    """TODO"""


class BasicAuthIdentityProvider(Struct):
    """TODO"""

    ca: NameReference | None = None
    """TODO"""

    tlsClientCert: NameReference | None = None
    """TODO"""

    tlsClientKey: NameReference | None = None
    """TODO"""

    url: str | None = None
    """TODO"""


class GitHubIdentityProvider(Struct):
    """TODO"""

    ca: NameReference | None = None
    """TODO"""

    clientID: str | None = None
    """TODO"""

    clientSecret: NameReference | None = None
    """TODO"""

    hostname: str | None = None
    """TODO"""

    organizations: list[str] | None = None
    """TODO"""

    teams: list[str] | None = None
    """TODO"""


class GitLabIdentityProvider(Struct):
    """TODO"""

    ca: NameReference | None = None
    """TODO"""

    clientID: str | None = None
    """TODO"""

    clientSecret: NameReference | None = None
    """TODO"""

    url: str | None = None
    """TODO"""


class GoogleIdentityProvider(Struct):
    """TODO"""

    clientID: str | None = None
    """TODO"""

    clientSecret: NameReference | None = None
    """TODO"""

    hostedDomain: str | None = None
    """TODO"""


class HTPasswdIdentityProvider(Struct):
    """TODO"""

    fileData: NameReference | None = None
    """TODO"""


class KeystoneIdentityProvider(Struct):
    """TODO"""

    ca: NameReference | None = None
    """TODO"""

    domainName: str | None = None
    """TODO"""

    tlsClientCert: NameReference | None = None
    """TODO"""

    tlsClientKey: NameReference | None = None
    """TODO"""

    url: str | None = None
    """TODO"""


class LDAPIdentityProvider(Struct):
    """TODO"""

    attributes: LDAPAttributeMapping | None = None
    """TODO"""

    bindDN: str | None = None
    """TODO"""

    bindPassword: NameReference | None = None
    """TODO"""

    ca: NameReference | None = None
    """TODO"""

    insecure: bool | None = None
    """TODO"""

    url: str | None = None
    """TODO"""


class LDAPAttributeMapping(Struct):
    """TODO"""

    email: list[str] | None = None
    """TODO"""

    id: list[str] | None = None
    """TODO"""

    name: list[str] | None = None
    """TODO"""

    preferredUsername: list[str] | None = None
    """TODO"""


class OpenIDIdentityProvider(Struct):
    """TODO"""

    ca: NameReference | None = None
    """TODO"""

    claims: OpenIDClaims | None = None
    """TODO"""

    clientID: str | None = None
    """TODO"""

    clientSecret: NameReference | None = None
    """TODO"""

    extraAuthorizeParameters: dict[str, str] | None = None
    """TODO"""

    extraScopes: list[str] | None = None
    """TODO"""

    issuer: str | None = None
    """TODO"""


class OpenIDClaims(Struct):
    """TODO"""

    email: Annotated[list[str], Items(type="atomic")] | None = None
    """TODO"""

    groups: Annotated[list[Annotated[str, Text(min=1)]], Items(type="atomic")] | None = None
    """TODO"""

    name: Annotated[list[str], Items(type="atomic")] | None = None
    """TODO"""

    preferredUsername: Annotated[list[str], Items(type="atomic")] | None = None
    """TODO"""


class RequestHeaderIdentityProvider(Struct):
    """TODO"""

    ca: NameReference | None = None
    """TODO"""

    challengeURL: str | None = None
    """TODO"""

    clientCommonNames: list[str] | None = None
    """TODO"""

    emailHeaders: list[str] | None = None
    """TODO"""

    headers: list[str] | None = None
    """TODO"""

    loginURL: str | None = None
    """TODO"""

    nameHeaders: list[str] | None = None
    """TODO"""

    preferredUsernameHeaders: list[str] | None = None
    """TODO"""


class OAuthTemplates(Struct):
    """TODO"""

    error: NameReference | None = None
    """TODO"""

    login: NameReference | None = None
    """TODO"""

    providerSelection: NameReference | None = None
    """TODO"""


class TokenConfig(Struct):
    """TODO"""

    accessTokenInactivityTimeout: str | None = None
    """TODO"""

    accessTokenInactivityTimeoutSeconds: Int32 | None = None
    """TODO"""

    accessTokenMaxAgeSeconds: Int32 | None = None
    """TODO"""
