"""What the user of a template or of a chart may still choose.

A parameter has a name in templates, and a place in the values of a chart. Where it stands in the
manifests, the text that the template language replaces stands instead.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypershift.operator.install.installation import ExternalDNS, Installation

NAMESPACE = "NAMESPACE"
REPLICAS = "OPERATOR_REPLICAS"
PLACES = {
    "OPERATOR_IMG": "image",
    "IMAGE_TAG": "imagetag",
    "REGISTRY_OVERRIDES": "registryOverrides",
    "AZURE_KEYVAULT_CLIENT_ID": "azure.keyVault.clientId",
    "EXTERNAL_DNS_CREDS_SECRET": "externaldns.credsSecret",
    "EXTERNAL_DNS_DOMAIN_FILTER": "externaldns.domainFilter",
    "EXTERNAL_DNS_TXT_OWNER_ID": "externaldns.txtOwnerId",
    "EXTERNAL_DNS_IMAGE": "externaldns.image",
    "EXTERNAL_DNS_INTERVAL": "externaldns.interval",
}
NO_OVERRIDES = "="
"""The operator reads this as no registry at all; nothing at all it would not read."""


def parameters(installation: Installation) -> dict[str, str]:
    """The parameters that an installation has, by name, and their values."""
    image, tag = split_image(installation.image)
    values = {
        "OPERATOR_IMG": image,
        "IMAGE_TAG": tag,
        "REGISTRY_OVERRIDES": installation.registry_overrides or NO_OVERRIDES,
    }
    if installation.managed_azure:
        values["AZURE_KEYVAULT_CLIENT_ID"] = installation.key_vault_client_id
    if dns := installation.external_dns:
        values |= {
            "EXTERNAL_DNS_CREDS_SECRET": dns.credentials.secret,
            "EXTERNAL_DNS_DOMAIN_FILTER": dns.domain_filter,
            "EXTERNAL_DNS_TXT_OWNER_ID": dns.txt_owner_id,
            "EXTERNAL_DNS_IMAGE": dns.image,
            "EXTERNAL_DNS_INTERVAL": dns.interval,
        }
    return values


def opened(installation: Installation, spell: Callable[[str], str]) -> Installation:
    """Put the placeholder of each parameter, as a template language spells it, into its place."""
    dns = installation.external_dns
    return replace(
        installation,
        image=f"{spell('OPERATOR_IMG')}:{spell('IMAGE_TAG')}",
        version="",
        registry_overrides=spell("REGISTRY_OVERRIDES"),
        key_vault_client_id=spell("AZURE_KEYVAULT_CLIENT_ID") if installation.managed_azure else "",
        external_dns=_opened_dns(dns, spell) if dns else None,
    )


def _opened_dns(dns: ExternalDNS, spell: Callable[[str], str]) -> ExternalDNS:
    return replace(
        dns,
        credentials=replace(dns.credentials, secret=spell("EXTERNAL_DNS_CREDS_SECRET")),
        domain_filter=spell("EXTERNAL_DNS_DOMAIN_FILTER"),
        txt_owner_id=spell("EXTERNAL_DNS_TXT_OWNER_ID"),
        image=spell("EXTERNAL_DNS_IMAGE"),
        interval=spell("EXTERNAL_DNS_INTERVAL"),
    )


def split_image(image: str) -> tuple[str, str]:
    """Divide an image at the colon before its tag, or before the digest's own digits."""
    name, colon, tag = image.rpartition(":")
    return (name, tag) if colon and "/" not in tag else (image, "latest")
