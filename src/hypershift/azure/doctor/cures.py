"""Commands that mend what is wrong, with the flags that the doctor was given."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from hypershift.azure.resource_ids import parse_resource_id

if TYPE_CHECKING:
    from hypershift.azure.doctor.given import Given
    from hypershift.azure.doctor.reading import Zone

_PUBLIC = "serviceaccount-signer.public"
_PLACEHOLDERS = {
    "--name": "NAME",
    "--infra-id": "INFRA_ID",
    "--resource-group-name": "RESOURCE_GROUP",
    "--oidc-issuer-url": "ISSUER_URL",
    "--base-domain": "BASE_DOMAIN",
    "--workload-identities-file": "workload-identities.json",
    "--infra-json": "infra.json",
    "--location": "LOCATION",
}


def az(words: str, *more: str) -> str:
    """A command of the Azure CLI: its words, and values that may need quotes."""
    return shlex.join(("az", *words.split(), *more))


def create_iam(given: Given) -> str:
    """Make or put right the identities and their federated credentials."""
    kms = given.workload_identities and given.workload_identities.content
    return _hypershift(
        "create iam azure",
        _known(given, "--name", "--infra-id"),
        {"--azure-creds": given.credentials.path},
        _known(given, "--resource-group-name", "--oidc-issuer-url"),
        _optional(given, "--location", "--cloud"),
        {"--enable-kms": ""} if kms and kms.kmsClientID else {},
        {
            "--output-file": _known(given, "--workload-identities-file")[
                "--workload-identities-file"
            ]
        },
    )


def create_infra(given: Given) -> str:
    """Make or put right the infrastructure."""
    own = f"{given.name}-{given.infra_id}"
    group = given.infra.resourceGroupName if given.infra else own
    roles = {"--assign-identity-roles": "", "--dns-zone-rg-name": given.zone_group}
    return _hypershift(
        "create infra azure",
        _known(given, "--name", "--infra-id"),
        {"--azure-creds": given.credentials.path},
        _known(given, "--base-domain"),
        _optional(given, "--location", "--cloud"),
        {"--resource-group-name": group} if group != own else {},
        _known(given, "--workload-identities-file"),
        roles if given.zone_group else {},
        {"--output-file": _known(given, "--infra-json")["--infra-json"]},
    )


def assign_role(principal: str, role: str, scope: str) -> str:
    """Give a principal a role."""
    return az(
        "role assignment create --assignee-principal-type ServicePrincipal",
        *("--assignee-object-id", principal, "--role", role, "--scope", scope),
    )


def place_of(id: str) -> tuple[str, str]:
    """The resource group and the name of a resource."""
    resource = parse_resource_id(id)
    return resource.resource_group, resource.names[0]


def _hypershift(words: str, *flags: dict[str, str]) -> str:
    given = {name: value for some in flags for name, value in some.items()}
    typed = [word for name, value in given.items() for word in (name, value) if word]
    return shlex.join(("hypershift", *words.split(), *typed))


def _known(given: Given, *names: str) -> dict[str, str]:
    """Flags that a command cannot do without; a word in capitals stands for what is not known."""
    derived = {
        "--name": given.name,
        "--infra-id": given.infra_id,
        "--base-domain": given.domain,
    }
    return {
        name: given.flags.get(name) or derived.get(name) or _PLACEHOLDERS[name] for name in names
    }


def _optional(given: Given, *names: str) -> dict[str, str]:
    values = {"--location": given.location, "--cloud": given.flags.get("--cloud", "")}
    return {name: values[name] for name in names if values[name]}


def create_oidc_issuer(given: Given, *, group: str, region: str) -> str:
    """Publish what an issuer publishes. `group` and `region` are those of its storage account."""
    host, _, path = given.issuer.partition("://")[2].partition("/")
    account = host.partition(".")[0]
    return _hypershift(
        "create oidc-issuer azure",
        {"--name": account, "--azure-creds": given.credentials.path},
        {"--oidc-resource-group-name": group, "--region": region},
        _optional(given, "--cloud"),
        {"--storage-account-name": account, "--blob-container-name": path.partition("/")[0]},
        {"--public-key-file": _public_key_file(given)},
    )


def _public_key_file(given: Given) -> str:
    """The file with the key to publish: `create key-pair` writes it beside the private key."""
    if given.public_key:
        return given.public_key.path
    folder = given.private_key.path.rpartition("/")[0] if given.private_key else ""
    return f"{folder}/{_PUBLIC}" if folder else _PUBLIC


def create_dns_zone(given: Given, domain: str, parent: Zone | None) -> str:
    """Make a public zone, and delegate it in its parent."""
    above = {}
    if parent:
        above = {"--parent-zone": parent.name, "--parent-resource-group": parent.group}
    return _hypershift(
        "create dns-zone azure",
        {"--name": domain, "--azure-creds": given.credentials.path},
        {"--resource-group-name": given.zone_group or "RESOURCE_GROUP"},
        above,
    )


def create_external_dns_credentials(given: Given, group: str = "", *, renew: bool = False) -> str:
    """Make what is missing of the credentials of External DNS; `group` is that of its zone."""
    file = given.external_dns
    return _hypershift(
        "create external-dns-credentials azure",
        {"--azure-creds": given.credentials.path},
        {"--dns-zone-name": given.external_dns_domain or "ZONE"},
        {"--dns-zone-rg-name": group or given.zone_group or "RESOURCE_GROUP"},
        {"--output-file": file.path if file else "azure_mgmt.json"},
        {"--renew": ""} if renew else {},
    )
