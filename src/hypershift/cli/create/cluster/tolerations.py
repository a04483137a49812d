"""Tolerations as typed, such as key=dedicated,operator=Equal,value=cp,effect=NoSchedule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.api.meta import Toleration
from hypershift.cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

_FIELDS = ("key", "operator", "value", "effect", "tolerationSeconds")
_OPERATORS = ("Exists", "Equal")
_EFFECTS = ("NoSchedule", "PreferNoSchedule", "NoExecute")
_MOST = 25


def parse_tolerations(texts: Sequence[str]) -> list[Toleration]:
    """Read tolerations, and refuse those that no pod may have."""
    if len(texts) > _MOST:
        raise UsageError(f"--toleration may be given {_MOST} times at most, not {len(texts)}")
    return [_toleration(text) for text in texts]


def _toleration(text: str) -> Toleration:
    said = _fields(text)
    toleration = Toleration(
        key=said.get("key") or None,
        value=said.get("value") or None,
        operator=_word(text, said.get("operator", ""), _OPERATORS),
        effect=_word(text, said.get("effect", ""), _EFFECTS),
        tolerationSeconds=_seconds(text, said.get("tolerationSeconds")),
    )
    if not toleration.key and toleration.operator != "Exists":
        raise _refusal(text, "without a key it needs operator=Exists")
    if toleration.value and toleration.operator == "Exists":
        raise _refusal(text, "operator=Exists takes no value")
    if toleration.tolerationSeconds is not None and toleration.effect != "NoExecute":
        raise _refusal(text, "tolerationSeconds needs effect=NoExecute")
    return toleration


def _fields(text: str) -> dict[str, str]:
    said: dict[str, str] = {}
    for part in text.split(","):
        name, equals, value = part.partition("=")
        field = _find(name.strip(), _FIELDS)
        if not (equals and field):
            raise _refusal(
                text, f"{part!r} is not one of {', '.join(f'{field}=' for field in _FIELDS)}"
            )
        said[field] = value.strip()
    return said


def _word(text: str, value: str, allowed: Sequence[str]) -> str | None:
    if not value:
        return None
    word = _find(value, allowed)
    if not word:
        raise _refusal(text, f"{value!r} is not one of {', '.join(allowed)}")
    return word


def _seconds(text: str, value: str | None) -> int | None:
    if value is None:
        return None
    try:
        return int(value)
    except ValueError:
        raise _refusal(text, "tolerationSeconds must be a whole number") from None


def _find(word: str, allowed: Sequence[str]) -> str:
    """The spelling of a word that may be typed in any case; nothing if it is none of them."""
    return next((known for known in allowed if known.lower() == word.lower()), "")


def _refusal(text: str, reason: str) -> UsageError:
    return UsageError(f"--toleration {text!r}: {reason}")
