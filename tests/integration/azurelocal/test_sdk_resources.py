"""Microsoft's libraries for groups, resources of any kind, tags, providers, identities, roles."""

from __future__ import annotations

import itertools
import uuid
from typing import TYPE_CHECKING, Any

import pytest
from azure.core.exceptions import (
    ClientAuthenticationError,
    HttpResponseError,
    ResourceExistsError,
    ResourceNotFoundError,
)
from azure.mgmt.authorization import AuthorizationManagementClient
from azure.mgmt.msi import ManagedServiceIdentityClient
from azure.mgmt.resource.deployments import DeploymentsMgmtClient
from azure.mgmt.resource.resources import ResourceManagementClient
from azure.mgmt.resource.subscriptions import SubscriptionClient

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.integration.azurelocal.running import Server

READER = "acdd72a7-3385-48ef-bd42-f606fba81ae7"
CONTRIBUTOR = "b24988ac-6180-42a0-ab88-20f7382dd24c"
NETWORKS = "Microsoft.Network/virtualNetworks"
NETWORK = {
    "location": "eastus",
    "tags": {"team": "blue"},
    "properties": {"addressSpace": {"addressPrefixes": ["10.0.0.0/16"]}},
}
VERSION = {"api_version": "2024-05-01"}

_numbers = itertools.count(1)


@pytest.fixture
def resources(server: Server) -> ResourceManagementClient:
    return server.client(ResourceManagementClient)


@pytest.fixture
def identities(server: Server) -> ManagedServiceIdentityClient:
    return server.client(ManagedServiceIdentityClient)


@pytest.fixture
def roles(server: Server) -> AuthorizationManagementClient:
    return server.client(AuthorizationManagementClient)


@pytest.fixture
def principal(identities: Any, group: str) -> Iterator[str]:
    """The object ID of an identity that nothing was assigned to."""
    name = f"principal-{next(_numbers)}"
    made = identities.user_assigned_identities.create_or_update(group, name, {"location": "eastus"})
    yield made.principal_id
    identities.user_assigned_identities.delete(group, name)


def refusal(caught: pytest.ExceptionInfo[HttpResponseError]) -> tuple[int | None, str]:
    """The status and the code of what was refused."""
    error: Any = caught.value.error
    return caught.value.status_code, error.code


# Groups


def test_a_group_is_made_changed_listed_and_deleted(resources: Any) -> None:
    groups = resources.resource_groups
    made = groups.create_or_update("cycle", {"location": "eastus", "tags": {"a": "1"}})

    changed = groups.update("cycle", {"tags": {"a": "2"}})
    found = groups.get("CYCLE")
    listed = [one.name for one in groups.list(filter="tagName eq 'a' and tagValue eq '2'")]
    there = groups.check_existence("cycle")
    groups.begin_delete("cycle").result()
    gone = groups.check_existence("cycle")

    assert (made.location, made.properties.provisioning_state) == ("eastus", "Succeeded")
    assert (changed.tags, found.id, listed) == ({"a": "2"}, made.id, ["cycle"])
    assert (there, gone) == (True, False)


def test_what_is_in_a_group_goes_with_it(resources: Any) -> None:
    resources.resource_groups.create_or_update("cascade", {"location": "eastus"})
    made = _make_network(resources, "cascade", "vnet")

    resources.resource_groups.begin_delete("cascade").result()

    with pytest.raises(ResourceNotFoundError) as caught:
        resources.resources.get_by_id(made.id, **VERSION)
    assert refusal(caught) == (404, "ResourceGroupNotFound")


def test_a_group_that_is_not_there_is_named(resources: Any) -> None:
    with pytest.raises(ResourceNotFoundError) as getting:
        resources.resource_groups.get("absent")
    with pytest.raises(ResourceNotFoundError) as deleting:
        resources.resource_groups.begin_delete("absent")

    assert refusal(getting) == (404, "ResourceGroupNotFound")
    assert refusal(deleting) == (404, "ResourceGroupNotFound")


# Resources of any kind


def test_a_resource_is_made_changed_listed_and_deleted(resources: Any, group: str) -> None:
    made = _make_network(resources, group, "vnet")
    work = resources.resources

    there = work.check_existence_by_id(made.id, **VERSION)
    changed = work.begin_update_by_id(made.id, {"tags": {"team": "red"}}, **VERSION).result()
    found = work.get_by_id(made.id.upper(), **VERSION)
    listed = [one.id for one in work.list_by_resource_group(group)]
    of_kind = [one.id for one in work.list(filter=f"resourceType eq '{NETWORKS}'")]
    work.begin_delete_by_id(made.id, **VERSION).result()
    gone = work.check_existence_by_id(made.id, **VERSION)

    assert (made.type, made.properties["provisioningState"]) == (NETWORKS, "Succeeded")
    assert (changed.tags, found.tags) == ({"team": "red"}, {"team": "red"})
    assert listed == [made.id]
    assert made.id in of_kind
    assert (there, gone) == (True, False)


def test_a_resource_is_named_by_its_parts_as_well(resources: Any, group: str) -> None:
    where = (group, "Microsoft.Network", "", "virtualNetworks", "vnet")

    resources.resources.begin_create_or_update(*where, NETWORK, **VERSION).result()
    found = resources.resources.get(*where, **VERSION)
    resources.resources.begin_delete(*where, **VERSION).result()

    assert found.name == "vnet"
    assert not resources.resources.check_existence(*where, **VERSION)


def test_a_resource_needs_its_group(resources: Any) -> None:
    with pytest.raises(ResourceNotFoundError) as caught:
        _make_network(resources, "absent", "vnet")

    assert refusal(caught) == (404, "ResourceGroupNotFound")


def test_a_child_needs_its_parent(resources: Any, group: str) -> None:
    id = f"{_id(resources, group, 'absent')}/subnets/one"
    subnet = {"properties": {"addressPrefix": "10.0.0.0/24"}}

    with pytest.raises(ResourceNotFoundError) as caught:
        resources.resources.begin_create_or_update_by_id(id, subnet, **VERSION).result()

    assert refusal(caught) == (404, "ParentResourceNotFound")


def test_a_type_that_nobody_knows_is_refused(resources: Any, group: str) -> None:
    id = _id(resources, group, "x").replace("virtualNetworks", "carrierPigeons")

    with pytest.raises(HttpResponseError) as caught:
        resources.resources.begin_create_or_update_by_id(id, NETWORK, **VERSION).result()

    assert refusal(caught) == (404, "InvalidResourceType")


# Tags


def test_tags_of_a_resource_are_merged_replaced_and_removed(resources: Any, group: str) -> None:
    made = _make_network(resources, group, "vnet")
    tags = resources.tags

    def change(operation: str, given: dict[str, str]) -> dict[str, str]:
        patch = {"operation": operation, "properties": {"tags": given}}
        return tags.begin_update_at_scope(made.id, patch).result().properties.tags

    merged = change("Merge", {"a": "1", "b": "2"})
    without = change("Delete", {"b": "2"})
    replaced = change("Replace", {"c": "3"})
    written = tags.begin_create_or_update_at_scope(
        made.id, {"properties": {"tags": {"d": "4"}}}
    ).result()
    found = resources.resources.get_by_id(made.id, **VERSION).tags
    tags.begin_delete_at_scope(made.id).result()
    none = tags.get_at_scope(made.id).properties.tags

    assert merged == {"team": "blue", "a": "1", "b": "2"}
    assert (without, replaced) == ({"team": "blue", "a": "1"}, {"c": "3"})
    assert (written.properties.tags, found, none or {}) == ({"d": "4"}, {"d": "4"}, {})


# Providers


def test_providers_are_listed_and_registered(resources: Any) -> None:
    names = {one.namespace for one in resources.providers.list()}

    found = resources.providers.get("microsoft.network")
    registered = resources.providers.register("Microsoft.Network")

    kinds = {one.resource_type for one in found.resource_types}
    assert {"Microsoft.Network", "Microsoft.Compute", "Microsoft.ManagedIdentity"} <= names
    assert (found.namespace, found.registration_state) == ("Microsoft.Network", "Registered")
    assert "virtualNetworks" in kinds
    assert registered.registration_state == "Registered"


def test_a_provider_that_nobody_knows_is_refused(resources: Any) -> None:
    with pytest.raises(HttpResponseError) as caught:
        resources.providers.get("Microsoft.Pigeons")

    assert refusal(caught) == (404, "InvalidResourceNamespace")


# Deployments of templates


def test_a_template_is_deployed_found_listed_and_deleted(
    server: Server, resources: Any, group: str
) -> None:
    work = server.client(DeploymentsMgmtClient).deployments
    template = {
        "$schema": "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
        "contentVersion": "1.0.0.0",
        "parameters": {"name": {"type": "string"}},
        "resources": [
            {
                "type": NETWORKS,
                "apiVersion": "2024-05-01",
                "name": "[parameters('name')]",
                **NETWORK,
            }
        ],
        "outputs": {"id": {"type": "string", "value": f"[resourceId('{NETWORKS}', 'vnet')]"}},
    }
    properties = {
        "mode": "Incremental",
        "template": template,
        "parameters": {"name": {"value": "vnet"}},
    }

    checked = work.begin_validate(group, "one", {"properties": properties}).result()
    made = work.begin_create_or_update(group, "one", {"properties": properties}).result()
    found = work.get(group, "one")
    listed = [one.name for one in work.list_by_resource_group(group)]
    there = work.check_existence(group, "one")
    work.begin_delete(group, "one").result()
    gone = work.check_existence(group, "one")

    network = _id(resources, group, "vnet")
    assert checked.error is None
    assert (made.properties.provisioning_state, found.id) == ("Succeeded", made.id)
    assert made.properties.outputs["id"]["value"] == network
    assert [one.id for one in made.properties.output_resources] == [network]
    assert listed == ["one"]
    assert (there, gone) == (True, False)
    assert resources.resources.check_existence_by_id(network, **VERSION)


def test_a_template_that_is_wrong_is_refused_as_a_whole(
    server: Server, resources: Any, group: str
) -> None:
    work = server.client(DeploymentsMgmtClient).deployments
    network = {"type": NETWORKS, "apiVersion": "2024-05-01", "name": "vnet", **NETWORK}
    unknown = {"type": "Microsoft.Pigeons/carriers", "apiVersion": "2024-05-01", "name": "x"}
    template = {"contentVersion": "1.0.0.0", "resources": [network, unknown]}
    properties = {"mode": "Incremental", "template": template}

    with pytest.raises(HttpResponseError):
        work.begin_create_or_update(group, "one", {"properties": properties}).result()

    assert not resources.resources.check_existence_by_id(_id(resources, group, "vnet"), **VERSION)


# Subscriptions and tenants


def test_the_subscription_the_tenant_and_the_regions_are_found(server: Server) -> None:
    client = server.opened(
        SubscriptionClient(
            server.credential,
            base_url=server.url,
            credential_scopes=[f"{server.url}/.default"],
            **server.trust,
        )
    )

    (listed,) = client.subscriptions.list()
    found = client.subscriptions.get(server.subscription)
    (tenant,) = client.tenants.list()
    regions = {one.name: one for one in client.subscriptions.list_locations(server.subscription)}

    assert (listed.subscription_id, found.id) == (server.subscription, listed.id)
    assert (found.tenant_id, tenant.tenant_id) == (server.tenant, server.tenant)
    assert found.state == "Enabled"
    assert regions["eastus"].display_name == "East US"
    zones = [one.logical_zone for one in regions["eastus"].availability_zone_mappings]
    assert zones == ["1", "2", "3"]


def test_a_subscription_that_is_not_there_is_named(server: Server) -> None:
    id = str(uuid.uuid4())
    client = server.opened(
        ResourceManagementClient(
            server.credential,
            id,
            base_url=server.url,
            credential_scopes=[f"{server.url}/.default"],
            **server.trust,
        )
    )

    with pytest.raises(ResourceNotFoundError) as caught:
        list(client.resource_groups.list())

    assert refusal(caught) == (404, "SubscriptionNotFound")


# Identities


def test_an_identity_is_made_changed_listed_and_deleted(identities: Any, group: str) -> None:
    work = identities.user_assigned_identities
    made = work.create_or_update(group, "workload", {"location": "eastus", "tags": {"a": "1"}})

    again = work.create_or_update(group, "workload", {"location": "eastus"})
    changed = work.update(group, "workload", {"tags": {"b": "2"}})
    found = work.get(group, "WORKLOAD")
    listed = [one.id for one in work.list_by_resource_group(group)]
    everywhere = [one.id for one in work.list_by_subscription()]
    work.delete(group, "workload")
    work.delete(group, "workload")

    for one in (again, changed, found):
        assert (one.client_id, one.principal_id) == (made.client_id, made.principal_id)
    assert changed.tags["b"] == "2"
    assert listed == [made.id]
    assert made.id in everywhere
    with pytest.raises(ResourceNotFoundError) as caught:
        work.get(group, "workload")
    assert refusal(caught) == (404, "ResourceNotFound")


def test_what_an_identity_trusts_is_made_changed_listed_and_deleted(
    identities: Any, group: str
) -> None:
    identities.user_assigned_identities.create_or_update(group, "id", {"location": "eastus"})
    work = identities.federated_identity_credentials
    trusted = _trusted("https://issuer.example/", "system:serviceaccount:a:b")

    made = work.create_or_update(group, "id", "one", trusted)
    changed = work.create_or_update(
        group, "id", "one", _trusted("https://issuer.example", "system:serviceaccount:a:c")
    )
    work.create_or_update(group, "id", "two", trusted)
    listed = [one.name for one in work.list(group, "id")]
    work.delete(group, "id", "one")
    work.delete(group, "id", "one")

    assert (made.issuer, made.subject, made.audiences) == (
        "https://issuer.example/",
        "system:serviceaccount:a:b",
        ["openshift"],
    )
    assert (changed.issuer, changed.subject) == (
        "https://issuer.example",
        "system:serviceaccount:a:c",
    )
    assert listed == ["one", "two"]
    with pytest.raises(ResourceNotFoundError):
        work.get(group, "id", "one")


def test_an_issuer_and_subject_are_trusted_once(identities: Any, group: str) -> None:
    identities.user_assigned_identities.create_or_update(group, "id", {"location": "eastus"})
    work = identities.federated_identity_credentials
    work.create_or_update(group, "id", "one", _trusted("https://issuer.example", "s"))

    with pytest.raises(ResourceExistsError) as caught:
        work.create_or_update(group, "id", "two", _trusted("https://issuer.example", "s"))

    assert caught.value.status_code == 409


def test_what_is_trusted_needs_an_identity(identities: Any, group: str) -> None:
    with pytest.raises(ResourceNotFoundError) as caught:
        identities.federated_identity_credentials.create_or_update(
            group, "absent", "one", _trusted("https://issuer.example", "s")
        )

    assert refusal(caught) == (404, "ParentResourceNotFound")


# Roles


def test_a_role_is_assigned_found_and_taken_away(
    roles: Any, server: Server, group: str, principal: str
) -> None:
    work, scope = roles.role_assignments, f"{_subscription(server)}/resourceGroups/{group}"
    name = str(uuid.uuid4())

    made = work.create(scope, name, _assignment(server, READER, principal))
    found = work.get(scope, name)
    by_id = work.get_by_id(made.id)
    of_group = [one.name for one in work.list_for_resource_group(group, filter="atScope()")]
    of_principal = [
        one.name for one in work.list_for_subscription(filter=f"principalId eq '{principal}'")
    ]
    work.delete(scope, name)
    again = work.delete(scope, name)

    assert (made.scope, made.principal_id) == (scope, principal)
    assert made.role_definition_id.endswith(READER)
    assert (found.id, by_id.id) == (made.id, made.id)
    assert name in of_group
    assert of_principal == [name]
    assert again is None
    with pytest.raises(ResourceNotFoundError):
        work.get(scope, name)


def test_the_same_role_is_not_assigned_twice(
    roles: Any, server: Server, group: str, principal: str
) -> None:
    work, scope = roles.role_assignments, f"{_subscription(server)}/resourceGroups/{group}"
    made = work.create(scope, str(uuid.uuid4()), _assignment(server, READER, principal))

    with pytest.raises(ResourceExistsError) as twice:
        work.create(scope, str(uuid.uuid4()), _assignment(server, READER, principal))
    with pytest.raises(ResourceExistsError) as another:
        work.create(scope, made.name, _assignment(server, CONTRIBUTOR, principal))

    assert refusal(twice) == (409, "RoleAssignmentExists")
    assert refusal(another) == (409, "RoleAssignmentUpdateNotPermitted")


def test_a_role_goes_to_somebody_who_is_there(roles: Any, server: Server, group: str) -> None:
    scope = f"{_subscription(server)}/resourceGroups/{group}"
    nobody = {**_assignment(server, READER, str(uuid.uuid4()))}
    nobody.pop("principal_type")

    with pytest.raises(HttpResponseError) as caught:
        roles.role_assignments.create(scope, str(uuid.uuid4()), nobody)

    assert refusal(caught) == (400, "PrincipalNotFound")


def test_built_in_roles_are_found_by_name(roles: Any, server: Server) -> None:
    scope = _subscription(server)

    (found,) = roles.role_definitions.list(scope, filter="roleName eq 'Contributor'")
    everything = {one.role_name for one in roles.role_definitions.list(scope)}

    assert (found.name, found.role_type) == (CONTRIBUTOR, "BuiltInRole")
    assert found.permissions[0].actions == ["*"]
    assert {"Owner", "Reader", "User Access Administrator", "Network Contributor"} <= everything


def test_a_role_of_ones_own_is_made_assigned_and_deleted(
    roles: Any, server: Server, group: str, principal: str
) -> None:
    subscription, name = _subscription(server), str(uuid.uuid4())
    scope = f"{subscription}/resourceGroups/{group}"
    role = {
        "role_name": f"Watcher {name}",
        "description": "Watches networks.",
        "role_type": "CustomRole",
        "permissions": [{"actions": ["Microsoft.Network/*/read"], "not_actions": []}],
        "assignable_scopes": [subscription],
    }
    work = roles.role_definitions

    made = work.create_or_update(subscription, name, role)
    changed = work.create_or_update(subscription, name, {**role, "description": "Looks."})
    (listed,) = work.list(subscription, filter=f"roleName eq 'Watcher {name}'")
    assigned = roles.role_assignments.create(
        scope, str(uuid.uuid4()), _assignment(server, name, principal)
    )
    with pytest.raises(HttpResponseError) as caught:
        work.delete(subscription, name)
    roles.role_assignments.delete_by_id(assigned.id)
    work.delete(subscription, name)

    assert (made.role_type, changed.description, listed.id) == ("CustomRole", "Looks.", made.id)
    assert refusal(caught) == (400, "RoleDefinitionHasAssignments")
    with pytest.raises(ResourceNotFoundError):
        work.get(subscription, name)


def test_an_assignment_in_a_group_that_is_not_there_can_be_deleted(
    roles: Any, server: Server
) -> None:
    scope = f"{_subscription(server)}/resourceGroups/absent"

    assert roles.role_assignments.delete(scope, str(uuid.uuid4())) is None


def test_a_client_whose_secret_is_wrong_raises_what_clients_expect(server: Server) -> None:
    credential = server.credential_of(server.credentials["clientId"], "wrong")
    groups = server.client(ResourceManagementClient, credential).resource_groups

    with pytest.raises(ClientAuthenticationError, match="AADSTS7000215"):
        groups.get("any")


def _subscription(server: Server) -> str:
    return f"/subscriptions/{server.subscription}"


def _id(resources: Any, group: str, name: str) -> str:
    subscription = resources._config.subscription_id
    return f"/subscriptions/{subscription}/resourceGroups/{group}/providers/{NETWORKS}/{name}"


def _make_network(resources: Any, group: str, name: str) -> Any:
    id = _id(resources, group, name)
    return resources.resources.begin_create_or_update_by_id(id, NETWORK, **VERSION).result()


def _trusted(issuer: str, subject: str) -> dict[str, Any]:
    properties = {"issuer": issuer, "subject": subject, "audiences": ["openshift"]}
    return {"properties": properties}


def _assignment(server: Server, role: str, principal: str) -> dict[str, str]:
    place = f"{_subscription(server)}/providers/Microsoft.Authorization/roleDefinitions"
    return {
        "role_definition_id": f"{place}/{role}",
        "principal_id": principal,
        "principal_type": "ServicePrincipal",
    }
