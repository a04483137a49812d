"""What installations read and print: files, flags that ask for everything, and objects."""

from __future__ import annotations

from typing import Any

import yaml

SERVICE_PRINCIPAL = {"subscriptionId": "subscription", "tenantId": "tenant", "clientId": "client"}
FILES: dict[str, dict[str, Any]] = {
    "pull-secret.json": {"auths": {"quay.io": {"auth": "secret-of-the-registry"}}},
    "azure_mgmt.json": {
        "tenantId": "tenant",
        "subscriptionId": "subscription",
        "resourceGroup": "dns",
        "aadClientId": "client",
        "aadClientSecret": "secret-of-dns",
    },
    "private.json": SERVICE_PRINCIPAL | {"clientSecret": "secret-of-private-link"},
    "sizes.json": SERVICE_PRINCIPAL | {"clientSecret": "secret-of-sizes", "location": "eastus"},
}
CERTIFICATE = "-----BEGIN CERTIFICATE-----\nTUlJQg==\n-----END CERTIFICATE-----\n"

EXTERNAL_DNS = (
    "--external-dns-provider=azure",
    "--external-dns-domain-filter=dev.example.com",
    "--external-dns-credentials=azure_mgmt.json",
)
PRIVATE = ("--private-platform=Azure", "--azure-pls-resource-group=management")
SCALE_FROM_ZERO = ("--scale-from-zero-provider=azure", "--scale-from-zero-creds=sizes.json")
EVERYTHING = (
    "--pull-secret=pull-secret.json",
    "--additional-trust-bundle=trust.pem",
    "--enable-admin-rbac-generation",
    "--enable-defaulting-webhook",
    "--enable-validating-webhook",
    *EXTERNAL_DNS,
    *PRIVATE,
    "--azure-private-creds=private.json",
    *SCALE_FROM_ZERO,
    "--slos-alerts",
    "--monitoring-dashboards",
    "--tech-preview-no-upgrade",
)


def objects(text: str) -> list[dict[str, Any]]:
    """Read YAML documents."""
    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return list(yaml.load_all(text, Loader=loader))


def by_name(documents: list[dict[str, Any]]) -> dict[str, Any]:
    """Objects in their order, as Kind/name."""
    named = {f"{each['kind']}/{each['metadata']['name']}": each for each in documents}
    assert len(named) == len(documents)
    return named
