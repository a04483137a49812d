"""The identities of the components, and whom they trust."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypershift.azure.components import AUDIENCE
from hypershift.azure.doctor import reading
from hypershift.azure.doctor.case import Case, shared
from hypershift.azure.doctor.checks import check
from hypershift.azure.doctor.cures import az, create_iam
from hypershift.azure.doctor.findings import fine, unchecked, warning, wrong
from hypershift.azure.doctor.issuer import difference
from hypershift.azure.doctor.members import Member, expected, members, sound
from hypershift.azure.doctor.trust import Pairing, pair

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from hypershift.azure.components import Account
    from hypershift.azure.doctor.findings import Finding
    from hypershift.azure.doctor.given import FileOf
    from hypershift.azure.doctor.reading import Identity

_WORKLOAD = "--workload-identities-file"
_FILES = f"{_WORKLOAD}|--managed-identities-file|--data-plane-identities-file"
_TRUSTING = f"{_WORKLOAD}|--data-plane-identities-file|--infra-json"
_ISSUER = "--oidc-issuer-url"


@check(
    "identities.file",
    "The files of identities have the keys that they must have",
    _FILES,
    local=True,
)
async def form(case: Case) -> AsyncIterator[Finding]:
    """Look at the files."""
    given = case.given
    files: tuple[FileOf[Any] | None, ...] = (
        given.workload_identities,
        given.managed_identities,
        given.data_plane_identities,
    )
    for file in files:
        if file and file.fault:
            cure = create_iam(given) if file is given.workload_identities else ""
            yield wrong(file.fault, cure or f"correct {file.path}")


@check(
    "identities.exist",
    "Each client ID is of an identity of the subscription",
    _TRUSTING,
    after=("identities.file",),
)
async def exist(case: Case) -> AsyncIterator[Finding]:
    """Look for each client ID."""
    for one in await members(case):
        if one.identity is None:
            yield wrong(
                f"{one}: no managed identity of the subscription has the client ID {one.client_id}",
                create_iam(case.given),
            )
        else:
            yield fine(f"{one}: {one.identity.name} in {one.identity.group}")


@check(
    "identities.own",
    "Each component has an identity of its own",
    _TRUSTING,
    after=("identities.file",),
)
async def own(case: Case) -> AsyncIterator[Finding]:
    """Look for components that were given another one's identity."""
    everyone = await members(case)
    for one in everyone:
        if one.identity and one.taken_for:
            yield wrong(
                f"{one}: the client ID {one.client_id} is of {one.identity.name}, the identity of"
                f" {one.taken_for.key}",
                create_iam(case.given),
            )
    found: dict[str, Member] = {}
    for one in everyone:
        first = found.setdefault(one.client_id, one)
        if first is not one and not (first.taken_for or one.taken_for):
            yield wrong(f"{one} and {first} have the same client ID", create_iam(case.given))


@check(
    "identities.group",
    "The identities are in their resource group",
    _TRUSTING,
    "--resource-group-name",
    after=("identities.file",),
)
async def group(case: Case) -> AsyncIterator[Finding]:
    """`destroy iam` will look for them there."""
    wanted = case.given.identity_group
    for one in await members(case):
        if one.identity and one.identity.group.lower() != wanted.lower():
            yield warning(
                f"{one}: {one.identity.name} is in the resource group {one.identity.group}, not in"
                f" {wanted}",
                f"name --resource-group-name {one.identity.group}",
            )


@check(
    "identities.principals",
    "The directory knows the control plane's managed identities",
    "--managed-identities-file",
    after=("identities.file",),
)
async def principals(case: Case) -> AsyncIterator[Finding]:
    """Look for each client ID in the directory: these may be applications as well."""
    file = case.given.managed_identities
    control_plane = file.content.controlPlane if file and file.content else None
    if control_plane is None:
        return
    for name in control_plane.__struct_fields__:
        client = getattr(getattr(control_plane, name), "clientID", "")
        if client and not await _principal(case, client):
            yield wrong(
                f"{name}: the directory knows no principal of the client ID {client}",
                f"correct {file.path if file else name}",
            )


async def _principal(case: Case, client: str) -> bool:
    listed = await case.azure.graph.ask("GET", "/servicePrincipals", filter=f"appId eq '{client}'")
    return bool(listed["value"])


@shared
async def _pairings(case: Case) -> tuple[tuple[Member, Identity, Pairing], ...]:
    """The credentials of all identities that are their components' own."""
    found: list[tuple[Member, Identity, Pairing]] = []
    for one in await sound(case):
        if one.identity:
            credentials = await reading.credentials_of(case, one.identity)
            found.append((one, one.identity, pair(one.accounts, credentials, case.given.issuer)))
    return tuple(found)


@check(
    "federation.present",
    "Each service account has a federated credential",
    _TRUSTING,
    after=("identities.file",),
)
async def present(case: Case) -> AsyncIterator[Finding]:
    """Look for accounts that no identity trusts."""
    if not expected(case.given):
        yield unchecked("the files name no identities")
    for one, identity, pairing in await _pairings(case):
        for account in pairing.missing:
            name = f"{case.given.name or one.component.key}{account.credential}"
            yield wrong(
                f"{one}: {identity.name} has no federated credential for {account.subject}",
                _mend(case, identity, name, account, "create"),
            )
        for account, credential in pairing.pairs.items():
            yield fine(f"{one}: {credential.name} for {account.subject}")


@check(
    "federation.subject",
    "Each federated credential is for its service account",
    _TRUSTING,
    after=("identities.file",),
)
async def subject(case: Case) -> AsyncIterator[Finding]:
    """Compare subjects, in which Azure wants every letter right."""
    for one, identity, pairing in await _pairings(case):
        for account, credential in pairing.pairs.items():
            if credential.subject != account.subject:
                yield wrong(
                    f"{one}: {credential.name} is for {credential.subject}, not for"
                    f" {account.subject}",
                    _mend(case, identity, credential.name, account),
                )


@check(
    "federation.audience",
    f"Each federated credential is for the audience {AUDIENCE}",
    _TRUSTING,
    after=("identities.file",),
)
async def audience(case: Case) -> AsyncIterator[Finding]:
    """Compare audiences."""
    for one, identity, pairing in await _pairings(case):
        for account, credential in pairing.pairs.items():
            if credential.audiences != (AUDIENCE,):
                yield wrong(
                    f"{one}: {credential.name} is for the audience"
                    f" {', '.join(credential.audiences)}, not for {AUDIENCE}",
                    _mend(case, identity, credential.name, account),
                )


@check(
    "federation.issuer",
    "Each federated credential trusts the issuer",
    _TRUSTING,
    _ISSUER,
    after=("identities.file",),
)
async def issuer(case: Case) -> AsyncIterator[Finding]:
    """Compare issuers, in which Azure wants every letter right."""
    wanted = case.given.issuer
    for one, identity, pairing in await _pairings(case):
        for account, credential in pairing.pairs.items():
            if credential.issuer != wanted:
                yield wrong(
                    f"{one}: {credential.name} trusts the issuer {credential.issuer}, not"
                    f" {wanted}{difference(credential.issuer, wanted)}",
                    _mend(case, identity, credential.name, account),
                )


@check(
    "federation.extra",
    "The identities trust nobody else of the issuer",
    _TRUSTING,
    _ISSUER,
    after=("identities.file",),
)
async def extra(case: Case) -> AsyncIterator[Finding]:
    """Tell of credentials that no component needs; those of other issuers serve other clusters."""
    for one, identity, pairing in await _pairings(case):
        for credential in pairing.extra:
            if credential.issuer != case.given.issuer:
                yield fine(f"{one}: {credential.name} trusts another issuer, {credential.issuer}")
                continue
            where = ("--identity-name", identity.name, "--resource-group", identity.group)
            yield warning(
                f"{one}: {credential.name} trusts {credential.subject}, which it need not",
                az(
                    "identity federated-credential delete --yes",
                    *(*where, "--name", credential.name),
                ),
            )


def _mend(case: Case, identity: Identity, name: str, account: Account, verb: str = "update") -> str:
    """Put a credential right: with our command where it made the identity, else with az."""
    given = case.given
    if given.name and given.infra_id and given.issuer and _is_ours(case, identity):
        return create_iam(given)
    return az(
        f"identity federated-credential {verb} --identity-name",
        identity.name,
        *("--resource-group", identity.group, "--name", name),
        *("--issuer", given.issuer or "ISSUER_URL"),
        *("--subject", account.subject, "--audiences", AUDIENCE),
    )


def _is_ours(case: Case, identity: Identity) -> bool:
    given = case.given
    in_group = identity.group.lower() == given.identity_group.lower()
    return in_group and identity.name.endswith(f"-{given.infra_id}")


CHECKS = (form, exist, own, group, principals, present, subject, audience, issuer, extra)
