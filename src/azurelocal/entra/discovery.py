"""What anybody may read of Entra: which instances there are, where its endpoints are, its keys."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from azurelocal.endpoints import Service, service_of
from azurelocal.entra import refusals
from azurelocal.entra.refusals import shown

if TYPE_CHECKING:
    from azurelocal.cloud import Cloud
    from azurelocal.http import Request

SHARED_TENANTS = ("common", "organizations", "consumers")
"""Names that stand for the tenant of whoever logs in."""

_PUBLIC_HOSTS = (
    "login.microsoftonline.com",
    "login.windows.net",
    "login.microsoft.com",
    "sts.windows.net",
)
_GUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_DOMAIN = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+", re.IGNORECASE)


def require_tenant(cloud: Cloud, name: str) -> None:
    """Refuse any tenant but ours."""
    if cloud.tenancy.is_tenant(name):
        return
    if not (_GUID.fullmatch(name) or _DOMAIN.fullmatch(name)):
        raise refusals.TENANT_MALFORMED(
            f"Specified tenant identifier '{shown(name)}' is neither a valid DNS name, nor a valid"
            " external domain."
        )
    raise refusals.TENANT_UNKNOWN(
        f"Tenant '{shown(name)}' not found. Check to make sure you have the correct tenant ID and"
        " are signing into the correct cloud. Check with your subscription administrator, this may"
        " happen if there are no active subscriptions for the tenant."
    )


def authority(cloud: Cloud, request: Request) -> str:
    """Our address as the client reached it, since clients insist that the issuer has the same."""
    if request.host and service_of(request.host, "/")[0] is Service.ENTRA:
        public = request.host.lower().partition(":")[0] in _PUBLIC_HOSTS
        return cloud.endpoints.login if public else f"https://{request.host}"
    return cloud.endpoints.login


def instance(cloud: Cloud, request: Request) -> dict[str, Any]:
    """Tell which other names mean the same as the one that a client asks about."""
    version = request.query.get("api-version", "1.1")
    asked = request.query.get("authorization_endpoint", "")
    if not asked:
        raise refusals.PARAMETER_MISSING(
            "The request must contain the following parameter: 'authorization_endpoint'."
        )
    host, tenant = _host_and_tenant(asked)
    own = urlsplit(authority(cloud, request)).netloc.lower()
    if host in _PUBLIC_HOSTS:
        network, cache, aliases = _PUBLIC_HOSTS[0], _PUBLIC_HOSTS[1], list(_PUBLIC_HOSTS)
    elif host == own:
        network, cache, aliases = own, own, [own]
    else:
        raise refusals.INSTANCE_UNKNOWN(
            f"Unknown or invalid instance: '{shown(host)}' is not the host of a known authority."
        )
    return {
        "tenant_discovery_endpoint": f"https://{host}/{tenant}/v2.0/.well-known/openid-configuration",
        "api-version": version,
        "metadata": [{"preferred_network": network, "preferred_cache": cache, "aliases": aliases}],
    }


def _host_and_tenant(address: str) -> tuple[str, str]:
    try:
        parts = urlsplit(address)
    except ValueError:
        return address, ""
    return parts.netloc.lower(), parts.path.strip("/").partition("/")[0]


def configuration(cloud: Cloud, request: Request, tenant: str, version: int) -> dict[str, Any]:
    """Tell where the endpoints of a tenant are."""
    shared = tenant.lower() in SHARED_TENANTS
    if not shared:
        require_tenant(cloud, tenant)
    here = authority(cloud, request)
    place = f"{here}/{tenant.lower() if shared else cloud.tenancy.tenant.id}"
    id = "{tenantid}" if shared else cloud.tenancy.tenant.id
    part = "/v2.0" if version == 2 else ""
    return {
        "token_endpoint": f"{place}/oauth2{part}/token",
        "token_endpoint_auth_methods_supported": [
            "client_secret_post",
            "client_secret_basic",
            "private_key_jwt",
        ],
        "jwks_uri": f"{place}/discovery{part}/keys",
        "response_modes_supported": ["query", "fragment", "form_post"],
        "subject_types_supported": ["pairwise"],
        "id_token_signing_alg_values_supported": ["RS256"],
        "response_types_supported": ["code", "id_token", "code id_token", "id_token token"],
        "scopes_supported": ["openid", "profile", "email", "offline_access"],
        "issuer": f"{here}/{id}/v2.0" if version == 2 else cloud.endpoints.sts(id),
        "request_uri_parameter_supported": False,
        "authorization_endpoint": f"{place}/oauth2{part}/authorize",
        "device_authorization_endpoint": f"{place}/oauth2{part}/devicecode",
        "http_logout_supported": True,
        "frontchannel_logout_supported": True,
        "end_session_endpoint": f"{place}/oauth2{part}/logout",
        "claims_supported": ["sub", "iss", "aud", "exp", "iat", "tid", "ver"],
        "tenant_region_scope": None if shared else "NA",
        "cloud_instance_name": "microsoftonline.com",
        "cloud_graph_host_name": "graph.windows.net",
        "msgraph_host": urlsplit(cloud.endpoints.graph).netloc,
        "rbac_url": "https://pas.windows.net",
    }


def keys(cloud: Cloud, tenant: str) -> dict[str, Any]:
    """The keys that tokens are signed with."""
    if tenant.lower() not in SHARED_TENANTS:
        require_tenant(cloud, tenant)
    return cloud.tokens.jwks()
