"""The built-in OAuth server of a hosted cluster: where users come from and how long logins last.

It applies while the built-in OAuth server is in use; see
`hypershift.api.configuration.authentication` for clusters that trust an OIDC provider directly.
"""

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
    """Identity providers, pages and tokens of the built-in OAuth server."""

    identityProviders: Annotated[list[IdentityProvider], Items(type="atomic")] | None = None
    """The systems that users may log in with, in the order in which they are offered. Mistakes,
    such as a Secret without the expected key, show in the condition ValidIDPConfiguration. The
    OAuth server makes its connections to providers through the network of the hosted cluster, so
    its nodes need a way to them. When empty, nobody can log in through a provider.
    """

    templates: OAuthTemplates | None = None
    """Pages of your own in place of those that the OAuth server shows in the browser. When absent,
    the default pages are used.
    """

    tokenConfig: TokenConfig | None = None
    """How long access tokens last. When absent, they last 24 hours, whether they are used or not.
    """


class IdentityProvider(Struct):
    """A system that knows users and checks their credentials.

    Say the kind of the system in `type` and its settings in the field of that kind. The field names
    and `type` differ in case: type OpenID goes with openID, type HTPasswd with htpasswd.
    """

    basicAuth: BasicAuthIdentityProvider | None = None
    """Settings for type BasicAuth: a server of your own that accepts or refuses a user name and
    password.
    """

    github: GitHubIdentityProvider | None = None
    """Settings for type GitHub: accounts at github.com or on a GitHub Enterprise server."""

    gitlab: GitLabIdentityProvider | None = None
    """Settings for type GitLab: accounts at gitlab.com or on a GitLab server of your own."""

    google: GoogleIdentityProvider | None = None
    """Settings for type Google: accounts of a Google Workspace domain."""

    htpasswd: HTPasswdIdentityProvider | None = None
    """Settings for type HTPasswd: users and password hashes in a file. The simplest choice, for a
    handful of users or a first administrator.
    """

    keystone: KeystoneIdentityProvider | None = None
    """Settings for type Keystone: users of an OpenStack Keystone v3 server."""

    ldap: LDAPIdentityProvider | None = None
    """Settings for type LDAP: users in a directory, who are looked up and then checked by a bind
    with their password.
    """

    mappingMethod: str | None = None
    """How a login at the provider is connected to a user of the cluster. claim takes the preferred
    name and fails if another identity has it already; lookup only admits users and identities that
    an administrator has created beforehand; add attaches the identity to the user of that name even
    if others are attached. claim when absent; use add only with providers that name the same people
    alike.
    """

    name: str | None = None
    """Names the provider on the login page, in the names of identities and in the callback URL
    https://<OAuth host>/oauth2callback/<name>, which has to be registered at external providers and
    whose form status.oauthCallbackURLTemplate shows. It must be unique and a single part of a URL
    path: not `.` or `..`, and without /, : and %. Changing it cuts existing users off from their
    identities.
    """

    openID: OpenIDIdentityProvider | None = None
    """Settings for type OpenID: any provider that supports the authorization code flow of OpenID
    Connect.
    """

    requestHeader: RequestHeaderIdentityProvider | None = None
    """Settings for type RequestHeader: a proxy of your own that logs users in and says in HTTP
    headers who they are.
    """

    type: str | None = None
    """The kind of the provider: BasicAuth, GitHub, GitLab, Google, HTPasswd, Keystone, LDAP, OpenID
    or RequestHeader. The field with the settings of that kind must be set.
    """


class BasicAuthIdentityProvider(Struct):
    """A server that checks user names and passwords by HTTP basic authentication."""

    ca: NameReference | None = None
    """Names a ConfigMap whose key ca.crt holds the PEM certificates to verify the server with. When
    absent, the system's trust store is used.
    """

    tlsClientCert: NameReference | None = None
    """Names a Secret whose key tls.crt holds the certificate that the OAuth server shows to this
    one. Needs tlsClientKey; when both are absent, no client certificate is shown.
    """

    tlsClientKey: NameReference | None = None
    """Names a Secret whose key tls.key holds the private key for tlsClientCert. It may be the same
    Secret.
    """

    url: str | None = None
    """The https URL to ask. The server gets each user's name and password with a GET request,
    answers 401 if they are wrong, and a JSON object whose `sub` identifies the user if they are
    right.
    """


class GitHubIdentityProvider(Struct):
    """Logins with accounts of GitHub.

    Restrict them by organizations or by teams; without either, everybody with an account may log
    in.
    """

    ca: NameReference | None = None
    """Names a ConfigMap whose key ca.crt holds the PEM certificates to verify the server with.
    Meant for GitHub Enterprise, together with hostname; when absent, the system's trust store is
    used.
    """

    clientID: str | None = None
    """The ID of the OAuth application that you registered at GitHub for this cluster."""

    clientSecret: NameReference | None = None
    """Names a Secret whose key clientSecret holds the secret of the OAuth application."""

    hostname: str | None = None
    """The host name of a GitHub Enterprise server, as that server itself has it configured, without
    scheme. github.com when absent.
    """

    organizations: list[str] | None = None
    """Organizations whose members may log in; membership in one is enough. Not together with
    `teams`.
    """

    teams: list[str] | None = None
    """Teams whose members may log in, in the form organization/team; membership in one is enough.
    Not together with `organizations`.
    """


class GitLabIdentityProvider(Struct):
    """Logins with accounts of GitLab."""

    ca: NameReference | None = None
    """Names a ConfigMap whose key ca.crt holds the PEM certificates to verify the server with. When
    absent, the system's trust store is used.
    """

    clientID: str | None = None
    """The ID of the application that you registered at GitLab for this cluster."""

    clientSecret: NameReference | None = None
    """Names a Secret whose key clientSecret holds the secret of the application."""

    url: str | None = None
    """The base URL of the server, for example https://gitlab.com. Every account that can log in
    there can log in to the cluster.
    """


class GoogleIdentityProvider(Struct):
    """Logins with accounts of Google."""

    clientID: str | None = None
    """The ID of the OAuth client that you created in the Google console for this cluster."""

    clientSecret: NameReference | None = None
    """Names a Secret whose key clientSecret holds the secret of the OAuth client."""

    hostedDomain: str | None = None
    """The Google Workspace domain that an account must belong to. Without it every Google account
    would be let in, so it is only optional when mappingMethod is lookup.
    """


class HTPasswdIdentityProvider(Struct):
    """Logins with names and passwords from a file."""

    fileData: NameReference | None = None
    """Names a Secret whose key htpasswd holds a file as the command htpasswd writes it, one user
    per line. Use bcrypt hashes. To add, change or remove users, replace the content of the Secret;
    removing a line does not end sessions or delete the User object.
    """


class KeystoneIdentityProvider(Struct):
    """Logins with names and passwords that an OpenStack Keystone server checks."""

    ca: NameReference | None = None
    """Names a ConfigMap whose key ca.crt holds the PEM certificates to verify the server with. When
    absent, the system's trust store is used.
    """

    domainName: str | None = None
    """The Keystone domain in which users are looked up. Users of other domains cannot log in."""

    tlsClientCert: NameReference | None = None
    """Names a Secret whose key tls.crt holds the certificate that the OAuth server shows to
    Keystone. Needs tlsClientKey; when both are absent, no client certificate is shown.
    """

    tlsClientKey: NameReference | None = None
    """Names a Secret whose key tls.key holds the private key for tlsClientCert. It may be the same
    Secret.
    """

    url: str | None = None
    """The https URL of the Keystone server, without the version of the API."""


class LDAPIdentityProvider(Struct):
    """Logins with users of an LDAP directory.

    The user is searched by name, with the bind account if there is one; exactly one entry must be
    found, and a bind as that entry with the password of the user must succeed.
    """

    attributes: LDAPAttributeMapping | None = None
    """Which attributes of the entry become the identity, name and mail address of the user."""

    bindDN: str | None = None
    """The DN to bind with for the search. When absent, the search is anonymous."""

    bindPassword: NameReference | None = None
    """Names a Secret whose key bindPassword holds the password for bindDN. Leave it out for
    anonymous searches.
    """

    ca: NameReference | None = None
    """Names a ConfigMap whose key ca.crt holds the PEM certificates to verify the server with. When
    absent, the system's trust store is used. It has no meaning with `insecure`.
    """

    insecure: bool | None = None
    """Whether to talk to the server without any TLS, which shows passwords to everybody on the way;
    only possible with an ldap:// URL. When false or absent, ldaps:// URLs connect with TLS, and
    ldap:// URLs switch to TLS before anything is sent.
    """

    url: str | None = None
    """The server and the search in the form of RFC 2255:
    scheme://host:port/baseDN?attribute?scope?filter, for example
    ldaps://ldap.example.com/ou=people,dc=example,dc=com?uid. The attribute is the one that is
    compared with the login name.
    """


class LDAPAttributeMapping(Struct):
    """Which attributes of a directory entry describe the user.

    Each list is tried from the front, and the first attribute with a value counts.
    """

    email: list[str] | None = None
    """Attributes for the mail address, such as mail. When absent, the user has no mail address."""

    id: list[str] | None = None
    """Attributes that identify the entry for good, such as dn. At least one is needed, and logins
    fail if none of them has a value. Changing it afterwards cuts users off from their identities.
    """

    name: list[str] | None = None
    """Attributes for the display name, such as cn. When absent, the user has no display name."""

    preferredUsername: list[str] | None = None
    """Attributes for the user name in the cluster, such as uid. When absent, the value of `id` is
    used.
    """


class OpenIDIdentityProvider(Struct):
    """Logins at an OpenID Connect provider through the built-in OAuth server.

    The provider only proves who the user is; the tokens for the API come from the OAuth server. To
    have the API server accept the provider's own tokens, see authentication.oidcProviders.
    """

    ca: NameReference | None = None
    """Names a ConfigMap whose key ca.crt holds the PEM certificates to verify the provider's server
    with. When absent, the system's trust store is used.
    """

    claims: OpenIDClaims | None = None
    """Which claims become the names, mail address and groups of the user. The identity itself is
    always taken from the claim `sub`.
    """

    clientID: str | None = None
    """The ID of the client that you registered at the provider for this cluster."""

    clientSecret: NameReference | None = None
    """Names a Secret whose key clientSecret holds the secret of the client."""

    extraAuthorizeParameters: dict[str, str] | None = None
    """Parameters to add to the request that sends the user to the provider, for providers that
    expect more than the standard demands. When absent, nothing is added.
    """

    extraScopes: list[str] | None = None
    """Scopes to ask for in addition to openid, for example email, profile or groups, when the
    claims that you map are only in the token on request.
    """

    issuer: str | None = None
    """The https URL of the provider as its discovery document spells it, without query and
    fragment. The endpoints are found through that document.
    """


class OpenIDClaims(Struct):
    """Which claims of the ID token, or of the user info, describe the user.

    For all but the groups, each list is tried from the front, and the first claim with a value
    counts.
    """

    email: Annotated[list[str], Items(type="atomic")] | None = None
    """Claims for the mail address, such as email. When absent, the user has no mail address."""

    groups: Annotated[list[Annotated[str, Text(min=1)]], Items(type="atomic")] | None = None
    """Claims for the groups of the user. The memberships are brought up to date in Group objects at
    each login, so a change at the provider shows after the user has logged in again. When absent,
    no groups are taken over.
    """

    name: Annotated[list[str], Items(type="atomic")] | None = None
    """Claims for the display name, such as name. When absent, the user has no display name."""

    preferredUsername: Annotated[list[str], Items(type="atomic")] | None = None
    """Claims for the user name in the cluster, such as preferred_username. When absent, `sub` is
    used, which with many providers is not readable.
    """


class RequestHeaderIdentityProvider(Struct):
    """Logins that a proxy in front of the OAuth server has already checked.

    The proxy identifies itself with a client certificate, and says in headers who the user is. At
    least one of loginURL and challengeURL is needed for users to find the proxy.
    """

    ca: NameReference | None = None
    """Names a ConfigMap whose key ca.crt holds the PEM certificates that vouch for the proxy.
    Necessary: headers in requests without a valid client certificate are ignored, so that nobody
    but the proxy can claim to be a user.
    """

    challengeURL: str | None = None
    """Where clients that cannot show a page, such as the command line, are sent. The text ${url} in
    it becomes the requested URL with escapes, ${query} the query of the request. When absent, such
    clients cannot log in with this provider.
    """

    clientCommonNames: list[str] | None = None
    """Common names of which the client certificate of the proxy must have one. When absent, every
    certificate that `ca` vouches for is accepted.
    """

    emailHeaders: list[str] | None = None
    """Headers to look for the mail address in, in this order. When absent, the user has no mail
    address.
    """

    headers: list[str] | None = None
    """Headers to look for the identity of the user in, such as X-Remote-User, in this order. At
    least one is needed; the proxy must remove them from the requests of its own clients.
    """

    loginURL: str | None = None
    """Where browsers are sent to log in. The text ${url} in it becomes the requested URL with
    escapes, ${query} the query of the request. When absent, browsers cannot log in with this
    provider.
    """

    nameHeaders: list[str] | None = None
    """Headers to look for the display name in, in this order. When absent, the user has no display
    name.
    """

    preferredUsernameHeaders: list[str] | None = None
    """Headers to look for the user name in, in this order. When absent, the identity is also the
    name.
    """


class OAuthTemplates(Struct):
    """Pages in place of the defaults of the OAuth server, as Go templates in HTML."""

    error: NameReference | None = None
    """Names a Secret whose key errors.html holds the page for failed logins. When absent, the
    default page is shown.
    """

    login: NameReference | None = None
    """Names a Secret whose key login.html holds the page that asks for name and password. When
    absent, the default page is shown. Providers that log users in on their own pages never show it.
    """

    providerSelection: NameReference | None = None
    """Names a Secret whose key providers.html holds the page on which users choose a provider. It
    is only seen where there is a choice; when absent, the default page is shown.
    """


class TokenConfig(Struct):
    """How long a login is good for."""

    accessTokenInactivityTimeout: str | None = None
    """After how much time without use a token expires, as a duration such as 30m or 2h; at least
    300 seconds. A user who keeps working stays logged in until the maximum age of the token. When
    absent, tokens do not expire for lack of use.
    """

    accessTokenInactivityTimeoutSeconds: Int32 | None = None
    """The former way to say the inactivity timeout, in seconds. It has no effect; use
    accessTokenInactivityTimeout.
    """

    accessTokenMaxAgeSeconds: Int32 | None = None
    """How long a token is valid from the moment of the login, in seconds. 86400, which is 24 hours,
    when 0 or absent. It applies to tokens issued after a change.
    """
