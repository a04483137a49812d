"""Which federated credential is meant for which service account, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hypershift.azure.components import AUDIENCE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypershift.azure.components import Account
    from hypershift.azure.doctor.reading import Credential


@dataclass
class Pairing:
    """How the credentials of one identity fit the accounts that it must trust."""

    pairs: dict[Account, Credential] = field(default_factory=dict["Account", "Credential"])
    missing: list[Account] = field(default_factory=list["Account"])
    extra: list[Credential] = field(default_factory=list["Credential"])


def pair(accounts: Sequence[Account], credentials: Sequence[Credential], issuer: str) -> Pairing:
    """Give each account the credential that is meant for it.

    It is the one with its subject; among several, as an identity that serves two issuers has, the
    one that is right in most. Else it is the one with its name, whose subject is wrong then.
    """
    result, left = Pairing(), list(credentials)
    for account in accounts:
        mine = [one for one in left if one.subject == account.subject]
        if mine:
            best = max(mine, key=lambda one: (one.issuer == issuer) + _right_audience(one))
            result.pairs[account] = best
            left = [one for one in left if one not in mine]
    for account in accounts:
        if account in result.pairs:
            continue
        named = [one for one in left if one.name.endswith(account.credential)]
        if named:
            result.pairs[account] = named[0]
            left.remove(named[0])
        else:
            result.missing.append(account)
    if len(result.missing) == len(left) == 1:  # by whatever name, it can only be this one
        result.pairs[result.missing.pop()] = left.pop()
    result.extra = left
    return result


def _right_audience(credential: Credential) -> bool:
    return credential.audiences == (AUDIENCE,)
