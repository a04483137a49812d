"""The issuer: what is published, and whether everybody can read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from hypershift.azure import issuer_documents
from hypershift.azure.doctor import reading
from hypershift.azure.doctor.case import shared
from hypershift.azure.doctor.checks import check
from hypershift.azure.doctor.cures import az, create_oidc_issuer
from hypershift.azure.doctor.findings import wrong
from hypershift.azure.doctor.keys import PRIVATE, PUBLIC, signing_key
from hypershift.azure.resource_ids import parse_resource_id
from hypershift.azure.signing_keys import ALGORITHM

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from hypershift.azure.doctor.case import Case
    from hypershift.azure.doctor.findings import Finding

_ISSUER = "--oidc-issuer-url"
_PATIENCE = 15.0  # seconds that one document may take
_LONGEST = 255  # characters that the API takes


@dataclass(frozen=True)
class Document:
    """What came from an address: a JSON object, or the reason why none came."""

    address: str
    content: dict[str, Any] | None
    fault: str = ""


@shared
async def document(case: Case, address: str) -> Document:
    """Read a document as anybody would, without saying who asks."""
    import aiohttp

    limit = aiohttp.ClientTimeout(total=_PATIENCE)
    try:
        async with case.azure.session.get(address, timeout=limit) as answer:
            text = await answer.read()
            if answer.status != 200:  # what HTTP calls right
                code = answer.headers.get("x-ms-error-code", "")
                return Document(address, None, f"it answers {answer.status} {code}".strip())
    except (TimeoutError, aiohttp.ClientError, OSError, ValueError) as error:
        return Document(address, None, f"it cannot be reached ({_reason(error)})")
    content = reading.parsed(text)
    if not isinstance(content, dict):
        return Document(address, None, "it is no JSON object")
    return Document(address, cast("dict[str, Any]", content))


def _reason(error: BaseException) -> str:
    return str(error) or type(error).__name__


def configuration_address(issuer: str) -> str:
    """Where everything about an issuer is found; Entra looks there, too."""
    return f"{issuer.rstrip('/')}/{issuer_documents.CONFIGURATION}"


async def keys_document(case: Case) -> Document | None:
    """The published keys: where the configuration says, or where they should be."""
    configuration = await document(case, configuration_address(case.given.issuer))
    if configuration.content is None:
        return None
    address = configuration.content.get("jwks_uri")
    fallback = f"{case.given.issuer.rstrip('/')}/{issuer_documents.KEYS}"
    return await document(case, address if isinstance(address, str) else fallback)


async def _publish(case: Case) -> str:
    """The command that publishes the documents, where they are now or will be."""
    place = _place(case)
    account = await _account(case, place.account) if place else None
    given = case.given
    if account is None:
        group, region = given.identity_group or "RESOURCE_GROUP", given.location or "REGION"
    else:
        group, region = parse_resource_id(str(account.id)).resource_group, str(account.location)
    return create_oidc_issuer(given, group=group, region=region)


@check("issuer.address", "The issuer has an address that Azure can trust", _ISSUER, local=True)
async def address(case: Case) -> AsyncIterator[Finding]:
    """Look at the address itself."""
    url = urlsplit(case.given.issuer)
    if url.scheme != "https" or not url.hostname or url.query or url.fragment:
        yield wrong(
            f"{case.given.issuer} is no plain address that begins with https://",
            f"correct {_ISSUER}",
        )
    elif len(case.given.issuer) > _LONGEST:
        yield wrong(
            f"the issuer's address has more than {_LONGEST} characters", "use a shorter one"
        )


@check(
    "issuer.reachable",
    "Everybody can read the issuer's configuration",
    _ISSUER,
    after=("issuer.address",),
)
async def reachable(case: Case) -> AsyncIterator[Finding]:
    """Read it, and if that fails find out why from the storage account."""
    got = await document(case, configuration_address(case.given.issuer))
    if got.content is None:
        reason, cure = await _closed(case, got)
        yield wrong(f"{got.address}: {reason}", cure)


@dataclass(frozen=True)
class _Place:
    account: str
    container: str


def _place(case: Case) -> _Place | None:
    """The storage account and container of an issuer in Azure."""
    url = urlsplit(case.given.issuer)
    account, _, suffix = (url.hostname or "").partition(".")
    container = url.path.strip("/").partition("/")[0]
    known = suffix == case.azure.cloud.blobs and container
    return _Place(account, container) if known else None


@shared
async def _account(case: Case, name: str) -> Any | None:
    api: Any = case.azure.storage.storage_accounts
    listed = await reading.collected(api.list())
    return next((one for one in listed if one.name == name), None)


async def _closed(case: Case, got: Document) -> tuple[str, str]:
    """Why the configuration cannot be read, and what opens it."""
    place = _place(case)
    account = await _account(case, place.account) if place else None
    if place is None or account is None:
        return got.fault, await _publish(case)
    name = f"the storage account {place.account}"
    if account.allow_blob_public_access is False:
        cure = az("storage account update --allow-blob-public-access true --name", place.account)
        return f"{name} lets nobody read without a key ({got.fault})", cure
    group = parse_resource_id(str(account.id)).resource_group
    api: Any = case.azure.storage.blob_containers
    container = await reading.or_none(api.get(group, place.account, place.container))
    if container is None:
        return f"{name} has no container {place.container}", await _publish(case)
    if reading.text(container.public_access) in ("", "None"):
        words = ("storage container set-permission --public-access container --auth-mode key",)
        cure = az(*words, "--name", place.container, "--account-name", place.account)
        return f"the container {place.container} is not public ({got.fault})", cure
    return got.fault, await _publish(case)


@check(
    "issuer.configuration",
    "The issuer's configuration names the issuer, its keys and the algorithm",
    _ISSUER,
    after=("issuer.reachable",),
)
async def configuration(case: Case) -> AsyncIterator[Finding]:
    """Compare what is published with what Azure expects."""
    issuer = case.given.issuer
    content = (await document(case, configuration_address(issuer))).content or {}
    named: Any = content.get("issuer")
    if named != issuer:
        yield wrong(
            f"the configuration is of the issuer {named!r}, not {issuer!r}"
            f"{difference(str(named), issuer)}",
            await _publish(case),
        )
    if not str(content.get("jwks_uri", "")).startswith("https://"):
        yield wrong(
            f"the configuration has no jwks_uri with https://, but {content.get('jwks_uri')!r}",
            await _publish(case),
        )
    algorithms: Any = content.get("id_token_signing_alg_values_supported", [])
    if ALGORITHM not in algorithms:
        yield wrong(
            f"the configuration does not name the algorithm {ALGORITHM}",
            await _publish(case),
        )


def difference(found: str, wanted: str) -> str:
    """Say what a reader easily overlooks."""
    if found.rstrip("/") == wanted.rstrip("/"):
        return ": they differ in the slash at the end"
    if found.partition("://")[2] == wanted.partition("://")[2]:
        return ": they differ in http and https"
    if found.lower() == wanted.lower():
        return ": they differ in upper and lower case"
    return ""


@check(
    "issuer.keys",
    "Everybody can read the issuer's keys",
    _ISSUER,
    after=("issuer.reachable", "issuer.configuration"),
)
async def published(case: Case) -> AsyncIterator[Finding]:
    """Read the keys."""
    got = await keys_document(case)
    if got is None:
        return
    if got.content is None:
        yield wrong(f"{got.address}: {got.fault}", await _publish(case))
    elif not _usable(got.content):
        yield wrong(f"{got.address} has no RSA key with an ID", await _publish(case))


def _usable(content: dict[str, Any]) -> list[dict[str, Any]]:
    """The keys of a document by which Azure can check tokens."""
    keys: Any = content.get("keys")
    entries = cast("list[Any]", keys) if isinstance(keys, list) else []
    objects = [cast("dict[str, Any]", one) for one in entries if isinstance(one, dict)]
    return [one for one in objects if one.get("kty") == "RSA" and one.get("kid")]


@check(
    "keys.published",
    "The issuer publishes the signing key",
    _ISSUER,
    f"{PRIVATE}|{PUBLIC}",
    after=("keys.form", "issuer.keys"),
)
async def key_published(case: Case) -> AsyncIterator[Finding]:
    """Look for the key among those that are published."""
    key, got = signing_key(case.given), await keys_document(case)
    if key is None or key.jwk is None or got is None or got.content is None:
        return
    published = {str(one["kid"]): one for one in _usable(got.content)}
    there = published.get(key.id)
    if there is None:
        yield wrong(
            f"{got.address} does not have the key of {key.path}, {key.id}; it has"
            f" {', '.join(published)}",
            await _publish(case),
        )
    elif any(there.get(part) != key.jwk[part] for part in ("n", "e")):
        yield wrong(
            f"{got.address} has another key by the ID of {key.path}, {key.id}",
            await _publish(case),
        )


CHECKS = (address, reachable, configuration, published, key_published)
