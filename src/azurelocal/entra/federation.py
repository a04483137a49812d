"""Proof by a token of another issuer, which a federated identity credential says to take.

What is compared is compared exactly: case counts, and so does a slash at the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from azurelocal.arm.providers.identity import FederatedIdentityCredential
from azurelocal.entra import refusals
from azurelocal.entra.refusals import shown

if TYPE_CHECKING:
    from azurelocal.cloud import Cloud
    from azurelocal.entra.assertions import Assertion
    from azurelocal.entra.clients import Client
    from azurelocal.entra.issuers import Issuers

LONGEST_LIFE = 25 * 3600.0  # seconds
_CHECK = (
    "Please check your federated identity credential Subject, Audience and Issuer against the"
    " presented assertion. https://learn.microsoft.com/entra/workload-id/workload-identity-federation"
)


@dataclass(frozen=True)
class Trusted:
    """One federated identity credential, of an application or of a managed identity.

    As everything in the directory it is not known everywhere at once, where latency is wanted.
    """

    issuer: str
    subject: str
    audiences: tuple[str, ...]
    changed: float


async def prove(cloud: Cloud, issuers: Issuers, client: Client, assertion: Assertion) -> None:
    """Refuse an assertion unless a credential of the client names it and its issuer signed it."""
    assertion.require_algorithm("RS256")
    _require_life(assertion)
    assertion.require_time(cloud.clock())
    _require_outsider(cloud, assertion.issuer)
    known_by_now = cloud.clock() - cloud.weather.propagation("federatedCredential")
    credentials = [one for one in _credentials(cloud, client) if one.changed <= known_by_now]
    _require_credential(client, credentials, assertion)
    if not assertion.key_id:
        raise refusals.THUMBPRINT_MISSING(
            "Invalid JWT token. No certificate SHA-1 thumbprint, certificate SHA-256 thumbprint,"
            " nor keyId specified in token header."
        )
    key = await issuers.key(assertion.issuer, assertion.key_id)
    if not assertion.is_signed_by(key):
        raise refusals.SIGNATURE_WRONG(
            "Assertion failed signature validation. [Reason - The provided signature value did not"
            " match the expected signature value., Key used by client:"
            f" '{shown(assertion.key_id)}']"
        )


def _require_life(assertion: Assertion) -> None:
    # All of them must be there before anything is said about any of them.
    _ = assertion.issuer, assertion.subject, assertion.audiences
    issued, ends = assertion.time("iat"), assertion.require("exp")
    if issued is None or ends - issued > LONGEST_LIFE:
        why = "has no claim 'iat'" if issued is None else "is valid for too long"
        raise refusals.LIFE_TOO_LONG(
            f"The external token {why}. It must say when it was issued, and be valid for no more"
            f" than {LONGEST_LIFE / 3600:.0f} hours."
        )


def _require_outsider(cloud: Cloud, issuer: str) -> None:
    tenant = cloud.tenancy.tenant.id
    ours = (cloud.endpoints.sts(tenant), f"{cloud.endpoints.login}/{tenant}/v2.0")
    if issuer.rstrip("/") in [one.rstrip("/") for one in ours]:
        raise refusals.ISSUED_BY_ENTRA(
            "AAD-issued tokens may not be used for federated identity flows."
        )


def _credentials(cloud: Cloud, client: Client) -> list[Trusted]:
    if client.application is not None:
        return [
            Trusted(one.issuer, one.subject, tuple(one.audiences), one.changed)
            for one in client.application.federated
        ]
    identity = client.principal.resource_id.lower()
    found = cloud.store.resources(type=FederatedIdentityCredential.name, parent=identity)
    return [
        Trusted(
            one.properties["issuer"],
            one.properties["subject"],
            tuple(one.properties["audiences"]),
            one.changed,
        )
        for one in found
    ]


def _require_credential(client: Client, credentials: list[Trusted], assertion: Assertion) -> None:
    if not credentials:
        raise refusals.NOTHING_FEDERATED(
            f"The client {client.described} has no configured federated identity credentials."
        )
    record = "No matching federated identity record found for presented assertion"
    of_issuer = [one for one in credentials if one.issuer == assertion.issuer]
    if not of_issuer:
        raise refusals.ISSUER_UNKNOWN(f"{record} issuer '{shown(assertion.issuer)}'. {_CHECK}")
    subject = assertion.subject
    of_subject = [one for one in of_issuer if one.subject == subject]
    if not of_subject:
        if any(one.subject.lower() == subject.lower() for one in of_issuer):
            raise refusals.SUBJECT_CASE(
                f"{record} subject '{shown(subject)}'. The subject matches when case is ignored,"
                f" but case counts. {_CHECK}"
            )
        raise refusals.SUBJECT_UNKNOWN(f"{record} subject '{shown(subject)}'. {_CHECK}")
    wanted = set(assertion.audiences)
    if not any(wanted & set(one.audiences) for one in of_subject):
        audiences = shown(", ".join(assertion.audiences))
        raise refusals.AUDIENCE_UNKNOWN(f"{record} audience '{audiences}'. {_CHECK}")
