"""What tokens can be for: the services here, and the applications that are registered."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from azurelocal.entra import refusals
from azurelocal.entra.refusals import shown

if TYPE_CHECKING:
    from azurelocal.cloud import Cloud

_SERVICES = (
    "https://management.azure.com",
    "https://management.core.windows.net",
    "https://graph.microsoft.com",
    "https://storage.azure.com",
    "https://vault.azure.net",
)


def require_known(cloud: Cloud, resource: str) -> None:
    """Refuse to write a token for what nobody knows."""
    if not (_is_service(cloud, resource) or _is_application(cloud, resource)):
        tenant = cloud.tenancy.tenant
        raise refusals.RESOURCE_UNKNOWN(
            f"The resource principal named {shown(resource)} was not found in the tenant named"
            f" {tenant.display_name}. This can happen if the application has not been installed by"
            " the administrator of the tenant or consented to by any user in the tenant. You might"
            " have sent your authentication request to the wrong tenant."
        )


def _is_service(cloud: Cloud, resource: str) -> bool:
    endpoints, wanted = cloud.endpoints, _plain(resource)
    vault_domain = endpoints.vault_suffix.partition(":")[0]
    known = (
        *_SERVICES,
        endpoints.arm,
        endpoints.graph_audience,
        f"https://{endpoints.vault_suffix}",
        f"https://{vault_domain}",
    )
    if wanted in {_plain(one) for one in known}:
        return True
    try:
        parts = urlsplit(wanted)
    except ValueError:
        return False
    account = parts.netloc.partition(".")[0]
    return parts.scheme == "https" and wanted == endpoints.blob(account)


def _is_application(cloud: Cloud, resource: str) -> bool:
    wanted = _plain(resource)
    if cloud.directory.application_of(wanted.removeprefix("api://")) is not None:
        return True
    return any(
        wanted == _plain(address)
        for application in cloud.directory.applications()
        for address in application.extra.get("identifierUris", ())
    )


def _plain(resource: str) -> str:
    return resource.rstrip("/").lower()
