"""Shared access signatures: addresses that carry their own permission.

There are three kinds. One of the account and one of the service are signed with a key of the
account; the third with a user delegation key, and allows no more than that user's roles do.
Facts from: "Create an account SAS", "Create a service SAS" and "Create a user delegation SAS" of
the storage services' REST reference.
"""

from __future__ import annotations

import hmac
import ipaddress
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from azurelocal.blob import policies
from azurelocal.blob.delegation import Delegation
from azurelocal.blob.errors import authentication_failed
from azurelocal.blob.sharedkey import sign, signed_with
from azurelocal.blob.times import from_iso
from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from azurelocal.blob.accounts import Account
    from azurelocal.blob.target import Target
    from azurelocal.http import Request
    from azurelocal.store import Store

_OVERRIDES = {
    "rscc": "cache-control",
    "rscd": "content-disposition",
    "rsce": "content-encoding",
    "rscl": "content-language",
    "rsct": "content-type",
}


class Kind(Enum):
    """Who stands behind a signature, and for how much of an account it can be."""

    ACCOUNT = "account SAS"
    SERVICE = "service SAS"
    DELEGATION = "user delegation SAS"


@dataclass(frozen=True)
class Signature:
    """A signature that holds."""

    kind: Kind
    permissions: str
    resource_types: str
    """For which levels one of the account is good: s, c and o."""
    whole_container: bool
    delegator: str
    """The object ID of the user who delegated."""
    overrides: dict[str, str]
    """Headers that answers to a GET are to have."""


def read(store: Store, request: Request, account: Account, target: Target, now: float) -> Signature:
    """Check the signature that an address carries."""
    query = dict(parse_qsl(request.raw_query, keep_blank_values=True))
    if query.get("sv", "") < "2015-04-05":
        raise authentication_failed("sv is missing, or is a version that is no longer taken.")
    if "ss" in query or "srt" in query:
        _check_account_signature(query, account)
        kind, said = Kind.ACCOUNT, query
    elif "skoid" in query:
        _check_delegated_signature(query, account, target, now)
        kind, said = Kind.DELEGATION, query
    else:
        _check_service_signature(query, account, target)
        kind, said = Kind.SERVICE, _with_policy(store, query, account, target)
    _check_times(said, now)
    _check_source(query, request)
    return Signature(
        kind,
        said.get("sp", ""),
        resource_types=query.get("srt", ""),
        whole_container=kind is Kind.ACCOUNT or query.get("sr") == "c",
        delegator=query.get("skoid", ""),
        overrides={name: query[key] for key, name in _OVERRIDES.items() if key in query},
    )


def _check_account_signature(query: dict[str, str], account: Account) -> None:
    names = ["sp", "ss", "srt", "st", "se", "sip", "spr", "sv"]
    if query["sv"] >= "2020-12-06":
        names.append("ses")
    lines = [account.name, *(query.get(name, "") for name in names), ""]
    _check_key_signature(query, account, "\n".join(lines))
    if "b" not in query.get("ss", ""):
        raise AzureError(
            403,
            "AuthorizationServiceMismatch",
            "This request is not authorized to perform this operation using this service.",
        )


def _check_service_signature(query: dict[str, str], account: Account, target: Target) -> None:
    lines = [query.get(name, "") for name in ("sp", "st", "se")]
    lines += [_resource(query, account, target), query.get("si", "")]
    lines += _last_lines(query)
    _check_key_signature(query, account, "\n".join(lines))


def _check_delegated_signature(
    query: dict[str, str], account: Account, target: Target, now: float
) -> None:
    version = query["sv"]
    if "sduoid" in query or "suoid" in query or "saoid" in query:
        raise authentication_failed("Signatures for one user alone are not supported.")
    names = ("skoid", "sktid", "skt", "ske", "sks", "skv")
    delegation = Delegation(*(query.get(name, "") for name in names))
    lines = [query.get(name, "") for name in ("sp", "st", "se")]
    lines += [_resource(query, account, target), *(query.get(name, "") for name in names)]
    if version >= "2020-02-10":
        lines += ["", "", query.get("scid", "")]
    if version >= "2025-07-05":
        lines += [query.get("skdutid", ""), ""]
    lines += _last_lines(query, delegated=True)
    text = "\n".join(lines)
    if not _equal(sign(delegation.key(account), text), query.get("sig", "")):
        raise _bad_signature(text)
    begins, ends = from_iso(delegation.start), from_iso(delegation.expiry)
    if begins is None or ends is None or not begins <= now < ends:
        raise authentication_failed("The user delegation key is not valid at this time.")
    expiry = from_iso(query.get("se", ""))
    if expiry is not None and expiry > ends:
        raise authentication_failed("The signature outlives its user delegation key.")


def _last_lines(query: dict[str, str], *, delegated: bool = False) -> list[str]:
    names = ["sip", "spr", "sv"]
    if query["sv"] >= "2018-11-09":
        names += ["sr", "snapshot"]
    if query["sv"] >= "2020-12-06":
        names.append("ses")
    lines = [query.get(name, "") for name in names]
    if delegated and query["sv"] >= "2026-04-06":
        if "srh" in query or "srq" in query:
            raise authentication_failed("Signatures over headers are not supported.")
        lines += ["", ""]
    return lines + [query.get(name, "") for name in _OVERRIDES]


def _resource(query: dict[str, str], account: Account, target: Target) -> str:
    match query.get("sr"):
        case "c":
            return f"/blob/{account.name}/{target.container}"
        case "b":
            return f"/blob/{account.name}/{target.container}/{target.blob}"
        case other:
            raise authentication_failed(f"Signatures for resources of the kind {other!r} are none.")


def _check_key_signature(query: dict[str, str], account: Account, text: str) -> None:
    if not signed_with(account, text, query.get("sig", "")):
        raise _bad_signature(text)


def _bad_signature(text: str) -> AzureError:
    return authentication_failed(
        f"Signature did not match. String to sign used was {text}".rstrip("\n")
    )


def _equal(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())


def _with_policy(
    store: Store, query: dict[str, str], account: Account, target: Target
) -> dict[str, str]:
    """Add what the policy says that the address refers to."""
    if "si" not in query:
        return query
    policy = policies.find(store, account.name, target.container, query["si"])
    if policy is None:
        raise authentication_failed("There is no stored access policy of the name that si gives.")
    given = {"sp": policy.permissions, "st": policy.start, "se": policy.expiry}
    for name, value in given.items():
        if value and query.get(name):
            raise authentication_failed(f"{name} is given by the address and by its policy.")
    return query | {name: value for name, value in given.items() if value}


def _check_times(said: dict[str, str], now: float) -> None:
    begins, ends = from_iso(said.get("st") or "1970-01-01"), from_iso(said.get("se", ""))
    if begins is None or ends is None:
        raise authentication_failed("st or se is not a time.")
    if not begins <= now < ends:
        raise authentication_failed(
            f"Signature not valid in the specified time frame: Start [{said.get('st', '')}] -"
            f" Expiry [{said['se']}]"
        )


def _check_source(query: dict[str, str], request: Request) -> None:
    allowed = query.get("sip", "")
    if not allowed:
        return
    first, _, last = allowed.partition("-")
    try:
        client = ipaddress.ip_address(request.client or "0.0.0.0")
        low, high = ipaddress.ip_address(first), ipaddress.ip_address(last or first)
        fits = low.version == client.version and int(low) <= int(client) <= int(high)
    except ValueError:
        fits = False
    if not fits:
        raise AzureError(
            403,
            "AuthorizationSourceIPMismatch",
            "This request is not authorized to perform this operation using this source IP"
            f" {request.client}.",
        )
