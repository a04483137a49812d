"""What there is before anybody has made anything: tenant, subscriptions, regions and providers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azurelocal.arm.groups import subscription_absent
from azurelocal.arm.route import Route
from azurelocal.errors import AzureError
from azurelocal.http import Response

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.arm.types import Body
    from azurelocal.tenancy import Subscription

REGIONS = {
    "eastus": "East US",
    "eastus2": "East US 2",
    "centralus": "Central US",
    "southcentralus": "South Central US",
    "westus2": "West US 2",
    "westus3": "West US 3",
    "northeurope": "North Europe",
    "westeurope": "West Europe",
    "uksouth": "UK South",
    "francecentral": "France Central",
    "germanywestcentral": "Germany West Central",
    "swedencentral": "Sweden Central",
    "australiaeast": "Australia East",
    "japaneast": "Japan East",
    "southeastasia": "Southeast Asia",
    "centralindia": "Central India",
    "westus": "West US",
    "northcentralus": "North Central US",
}
WITHOUT_ZONES = ("westus", "northcentralus")
_UNREGISTERED = "unregistered"
"""Documents that say which providers a subscription is done with: all others are registered."""
_API_VERSIONS = ["2025-01-01", "2024-07-01", "2024-03-01", "2023-11-01", "2022-04-01", "2021-04-01"]


def _subscriptions(call: Call) -> Response:
    """Only those in which the caller holds any role."""
    seen = [
        one
        for one in call.cloud.tenancy.subscriptions
        if call.cloud.authorization.membership(call.principal.object_id, f"/subscriptions/{one.id}")
    ]
    return Response(200, {"value": [_subscription(call, one) for one in seen]})


def _one_subscription(call: Call, id: str) -> Response:
    call.authorize_member(id, "Microsoft.Resources/subscriptions/read")
    for one in call.cloud.tenancy.subscriptions:
        if one.id == id.lower():
            return Response(200, _subscription(call, one))
    raise subscription_absent(id)


def _subscription(call: Call, one: Subscription) -> Body:
    return {
        "id": f"/subscriptions/{one.id}",
        "subscriptionId": one.id,
        "tenantId": call.cloud.tenancy.tenant.id,
        "displayName": one.display_name,
        "state": "Enabled",
        "authorizationSource": "RoleBased",
        "managedByTenants": [],
        "subscriptionPolicies": {
            "locationPlacementId": "Public_2014-09-01",
            "quotaId": "PayAsYouGo_2014-09-01",
            "spendingLimit": "Off",
        },
    }


def _tenants(call: Call) -> Response:
    tenant = call.cloud.tenancy.tenant
    return Response(
        200,
        {
            "value": [
                {
                    "id": f"/tenants/{tenant.id}",
                    "tenantId": tenant.id,
                    "displayName": tenant.display_name,
                    "defaultDomain": tenant.domain,
                    "domains": [tenant.domain],
                    "tenantCategory": "Home",
                    "tenantType": "AAD",
                }
            ]
        },
    )


def _locations(call: Call, id: str) -> Response:
    call.authorize_member(id, "Microsoft.Resources/subscriptions/locations/read")
    return Response(200, {"value": [_location(id, name) for name in REGIONS]})


def _location(subscription: str, name: str) -> Body:
    location: Body = {
        "id": f"/subscriptions/{subscription}/locations/{name}",
        "name": name,
        "type": "Region",
        "displayName": REGIONS[name],
        "regionalDisplayName": REGIONS[name],
        "metadata": {"regionType": "Physical", "regionCategory": "Recommended"},
    }
    if name not in WITHOUT_ZONES:
        location["availabilityZoneMappings"] = [
            {"logicalZone": zone, "physicalZone": f"{name}-az{zone}"} for zone in "123"
        ]
    return location


def require_region(location: str, namespace: str = "Microsoft.Compute") -> str:
    """Give a region's plain name; refuse one that there is not."""
    plain = location.replace(" ", "").lower()
    if plain not in REGIONS:
        raise AzureError(
            404,
            "NoRegisteredProviderFound",
            f"No registered resource provider found for location '{location[:80]}' and namespace"
            f" '{namespace}'. The supported locations are '{', '.join(REGIONS)}'.",
        )
    return plain


def _providers(call: Call, id: str) -> Response:
    call.authorize_member(id, "Microsoft.Resources/subscriptions/providers/read")
    names = call.cloud.registry.namespaces()
    return Response(200, {"value": [_provider(call, id, name) for name in sorted(names)]})


def _one_provider(call: Call, id: str, namespace: str) -> Response:
    call.authorize_member(id, "Microsoft.Resources/subscriptions/providers/read")
    for name in call.cloud.registry.namespaces():
        if name.lower() == namespace.lower():
            return Response(200, _provider(call, id, name))
    raise AzureError(
        404, "InvalidResourceNamespace", f"The resource namespace '{namespace}' is invalid."
    )


def _provider(call: Call, subscription: str, namespace: str) -> Body:
    types = call.cloud.registry.namespaces()[namespace]
    done_with = call.store.read(_UNREGISTERED, _registration(subscription, namespace))
    return {
        "id": f"/subscriptions/{subscription}/providers/{namespace}",
        "namespace": namespace,
        "registrationPolicy": "RegistrationRequired",
        "registrationState": "Unregistered" if done_with else "Registered",
        "resourceTypes": [
            {
                "resourceType": type.name.partition("/")[2],
                "locations": list(REGIONS.values()),
                "apiVersions": _API_VERSIONS,
                "defaultApiVersion": _API_VERSIONS[0],
                "capabilities": "SupportsTags, SupportsLocation" if type.has_location else "None",
                "zoneMappings": [
                    {"location": shown, "zones": ["1", "2", "3"]}
                    for name, shown in REGIONS.items()
                    if name not in WITHOUT_ZONES
                ],
            }
            for type in types
        ],
    }


def _register(call: Call, id: str, namespace: str) -> Response:
    call.authorize(f"{namespace}/register/action", f"/subscriptions/{id}")
    with call.store.transaction():
        call.store.remove(_UNREGISTERED, _registration(id, namespace))
    return _one_provider(call, id, namespace)


def _unregister(call: Call, id: str, namespace: str) -> Response:
    """Note it. What the provider makes is made all the same: nothing here depends on it."""
    call.authorize(f"{namespace}/unregister/action", f"/subscriptions/{id}")
    _one_provider(call, id, namespace)
    with call.store.transaction():
        call.store.write(_UNREGISTERED, _registration(id, namespace), True)
    return _one_provider(call, id, namespace)


def _registration(subscription: str, namespace: str) -> str:
    return f"{subscription}/{namespace}".lower()


def metadata(call_version: str, cloud: Any) -> Response:
    """Where everything is, for clients that are told of one address only. Anybody may read it."""
    endpoints, tenant = cloud.endpoints, cloud.tenancy.tenant
    described: Body = {
        "name": "AzureCloud" if endpoints.arm.endswith("azure.com") else "azurelocal",
        "portal": "https://portal.azure.com",
        "authentication": {
            "loginEndpoint": endpoints.login,
            "audiences": [f"{endpoints.arm}/", "https://management.core.windows.net/"],
            "tenant": "common" if endpoints.arm.endswith("azure.com") else tenant.id,
            "identityProvider": "AAD",
        },
        "resourceManager": endpoints.arm,
        "graph": "https://graph.windows.net/",
        "graphAudience": "https://graph.windows.net/",
        "microsoftGraphResourceId": f"{endpoints.graph}/",
        "gallery": f"{endpoints.arm}/gallery/",
        "media": "https://rest.media.azure.net",
        "batch": "https://batch.core.windows.net/",
        "sqlManagement": "https://management.core.windows.net:8443/",
        "vmImageAliasDoc": f"{endpoints.arm}/metadata/imagealiases",
        "activeDirectoryDataLake": "https://datalake.azure.net/",
        "ossrdbmsResourceId": "https://ossrdbms-aad.database.windows.net",
        "logAnalyticsResourceId": "https://api.loganalytics.io",
        "appInsightsResourceId": "https://api.applicationinsights.io",
        "synapseAnalyticsResourceId": "https://dev.azuresynapse.net",
        "suffixes": {
            "storage": endpoints.storage_suffix,
            "keyVaultDns": endpoints.vault_suffix,
            "mhsmDns": "managedhsm.azure.net",
            "acrLoginServer": "azurecr.io",
            "sqlServerHostname": "database.windows.net",
            "azureDataLakeStoreFileSystem": "azuredatalakestore.net",
            "azureDataLakeAnalyticsCatalogAndJob": "azuredatalakeanalytics.net",
            "storageSyncEndpointSuffix": "afs.azure.net",
            "mysqlServerEndpoint": "mysql.database.azure.com",
            "postgresqlServerEndpoint": "postgres.database.azure.com",
            "mariadbServerEndpoint": "mariadb.database.azure.com",
            "synapseAnalytics": "dev.azuresynapse.net",
            "attestationEndpoint": "attest.azure.net",
        },
    }
    return Response(200, [described] if call_version < "2020" else described)


ROUTES = [
    Route("GET", "/subscriptions", _subscriptions),
    Route("GET", "/subscriptions/{s}", _one_subscription),
    Route("GET", "/tenants", _tenants),
    Route("GET", "/subscriptions/{s}/locations", _locations),
    Route("GET", "/subscriptions/{s}/providers", _providers),
    Route("GET", "/subscriptions/{s}/providers/{namespace}", _one_provider),
    Route("POST", "/subscriptions/{s}/providers/{namespace}/register", _register),
    Route("POST", "/subscriptions/{s}/providers/{namespace}/unregister", _unregister),
]
