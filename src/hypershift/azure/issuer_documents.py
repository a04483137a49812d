"""What an issuer of service account tokens publishes: where its keys are, and the keys."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from hypershift.azure.signing_keys import ALGORITHM

if TYPE_CHECKING:
    from collections.abc import Collection

CONFIGURATION = ".well-known/openid-configuration"
KEYS = "openid/v1/jwks"
"""Where the documents are below the address of the issuer."""

Key = dict[str, Any]


def configuration(issuer: str) -> str:
    """The document that everything about an issuer is found by."""
    return _json(
        {
            "issuer": issuer,
            "jwks_uri": f"{issuer}/{KEYS}",
            "response_types_supported": ["id_token"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": [ALGORITHM],
        }
    )


def keys(published: list[Key]) -> str:
    """The document with the keys."""
    return _json({"keys": published})


def read_keys(document: str) -> list[Key]:
    """Read the keys of a document; ValueError if it is none."""
    parsed = _parsed(document)
    found = cast("Key", parsed).get("keys") if isinstance(parsed, dict) else None
    if isinstance(found, list):
        entries = cast("list[Any]", found)
        if all(isinstance(one, dict) for one in entries):
            return entries
    raise ValueError("it is no list of keys")


@dataclass(frozen=True)
class Rotation:
    """Which keys are to be published: a key, and what others are there, but for some."""

    key: Key
    retired: Collection[str] = ()
    """The IDs of keys that are to go."""

    def applied(self, there: list[Key]) -> list[Key]:
        """The keys that are to be there in place of those that are: the key stands first."""
        others = [one for one in there if one.get("kid") not in (self.key["kid"], *self.retired)]
        return [self.key, *others]

    def differences(self, there: list[Key]) -> list[str]:
        """Tell what is not as it is to be, in words for users."""
        ids = [str(one.get("kid")) for one in there]
        mine = str(self.key["kid"])
        found: list[str] = []
        if mine not in ids:
            found.append(f"key {mine} was missing")
        elif self.key not in there:
            found.append(f"key {mine} was published wrongly")
        elif ids[0] != mine:
            found.append(f"key {mine} was not the first")
        elif ids.count(mine) > 1:
            found.append(f"key {mine} was there twice")
        return found + [f"key {one} is retired" for one in ids if one in self.retired]


def same(document: str, other: str) -> bool:
    """Tell whether two documents say the same, whatever their spaces."""
    there = _parsed(document)
    return there is not None and there == _parsed(other)


def _parsed(document: str) -> Any:
    try:
        return json.loads(document)
    except ValueError:
        return None


def _json(value: object) -> str:
    return json.dumps(value, indent=4)
