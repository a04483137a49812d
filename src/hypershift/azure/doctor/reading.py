"""What several checks want to know of Azure."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hypershift.azure.doctor.case import Case, shared
from hypershift.azure.problems import found
from hypershift.azure.resource_ids import parse_resource_id

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, Awaitable


@dataclass(frozen=True)
class Identity:
    """A managed identity of the subscription."""

    name: str
    group: str
    client_id: str
    principal_id: str


@dataclass(frozen=True)
class Credential:
    """A federated credential of an identity."""

    name: str
    issuer: str
    subject: str
    audiences: tuple[str, ...]


@dataclass(frozen=True)
class Zone:
    """A public DNS zone of the subscription."""

    name: str
    id: str
    group: str
    servers: frozenset[str]


@shared
async def claims(case: Case, scope: str) -> dict[str, Any]:
    """What the caller's token for a service says of the caller."""
    token = await case.azure.credential.get_token(scope)
    return payload(token.token)


def payload(token: str) -> dict[str, Any]:
    """Read a token without asking who has signed it: it was given to us, not shown to us."""
    import jwt

    try:
        read: dict[str, Any] = jwt.decode(token, options={"verify_signature": False})
    except jwt.PyJWTError:  # personal accounts get tokens that are no JWT
        return {}
    return read


@shared
async def caller(case: Case) -> str:
    """The ID of whoever asks, by which roles are assigned."""
    return str((await claims(case, case.azure.cloud.scope)).get("oid", ""))


@shared
async def identities(case: Case) -> dict[str, Identity]:
    """All managed identities of the subscription, by client ID."""
    listed = case.azure.identities.user_assigned_identities.list_by_subscription()
    everyone: dict[str, Identity] = {}
    async for one in listed:
        place = parse_resource_id(one.id or "")
        client = (one.client_id or "").lower()
        everyone[client] = Identity(
            one.name or "", place.resource_group, client, one.principal_id or ""
        )
    return everyone


@shared
async def credentials_of(case: Case, identity: Identity) -> tuple[Credential, ...]:
    """The federated credentials of an identity."""
    api = case.azure.identities.federated_identity_credentials
    listed = api.list(identity.group, identity.name)
    return tuple(
        [
            Credential(
                one.name or "", one.issuer or "", one.subject or "", tuple(one.audiences or ())
            )
            async for one in listed
        ]
    )


@shared
async def zones(case: Case) -> tuple[Zone, ...]:
    """All public DNS zones of the subscription."""
    api: Any = case.azure.dns.zones
    return tuple([_zone(one) async for one in api.list()])


def _zone(model: Any) -> Zone:
    id = str(model.id)
    return Zone(
        str(model.name).lower(),
        id,
        parse_resource_id(id).resource_group,
        frozenset(normal(name) for name in model.name_servers or ()),
    )


async def zone_named(case: Case, domain: str) -> list[Zone]:
    """The public zones of a name: there may be several, in several resource groups."""
    return [one for one in await zones(case) if one.name == domain]


def normal(name: str) -> str:
    """A name of DNS in one spelling."""
    return name.lower().rstrip(".")


@shared
async def group(case: Case, name: str) -> Any | None:
    """A resource group; None if it is not there."""
    return await found(case.azure.groups.get(name))


def text(value: Any) -> str:
    """What Azure says, also where the library makes a word of a choice of it."""
    return str(getattr(value, "value", value) or "")


async def collected(listed: AsyncIterable[Any]) -> list[Any]:
    """All entries of a list."""
    return [one async for one in listed]


async def or_none(answer: Awaitable[Any]) -> Any | None:
    """What a read gives; None if it is not there."""
    return await found(answer)


def parsed(text: bytes) -> Any:
    """A JSON document; None if it is none."""
    try:
        return json.loads(text)
    except ValueError:
        return None
