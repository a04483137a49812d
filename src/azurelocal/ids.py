"""Resource IDs: how ARM names everything, in any case, and how we write them back.

A name keeps the case of whoever created it; a type has the provider's own case. Two IDs are the
same when their keys, in lower case, are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from collections.abc import Sequence

GROUP_TYPE = "Microsoft.Resources/resourceGroups"
SUBSCRIPTION_TYPE = "Microsoft.Resources/subscriptions"
_CONTROL = re.compile(r"[\x00-\x1f\x7f<>%&\\?/#]")


@dataclass(frozen=True)
class ArmId:
    """A resource, or a collection of resources when there is one more type than there are names.

    `scope` is the ID of what the resource belongs to: a resource group, a subscription, nothing, or
    for an extension such as a role assignment any other resource.
    """

    scope: str
    namespace: str
    types: tuple[str, ...]
    names: tuple[str, ...]

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        if self.namespace == "":
            pairs = zip(self.types, self.names, strict=False)
            return "/" + "/".join(chain.from_iterable(pairs))
        parts: list[str] = []
        for position, kind in enumerate(self.types):
            parts.append(kind)
            parts.extend(self.names[position : position + 1])
        return f"{self.scope}/providers/{self.namespace}/{'/'.join(parts)}"

    @cached_property
    def key(self) -> str:
        """What the ID is known by, whatever its case."""
        return str(self).lower()

    @cached_property
    def type(self) -> str:
        """The full type, such as Microsoft.Network/virtualNetworks/subnets."""
        if self.namespace:
            return "/".join((self.namespace, *self.types))
        return GROUP_TYPE if len(self.types) > 1 else SUBSCRIPTION_TYPE

    @property
    def name(self) -> str:
        """The resource's own name, the last part of the ID."""
        return self.names[-1] if self.names else ""

    @property
    def is_collection(self) -> bool:
        """Tell whether this names all resources of a type rather than one."""
        return len(self.types) > len(self.names)

    @property
    def parent(self) -> ArmId | None:
        """The resource that this one is a part of, for a child type."""
        if self.namespace and len(self.types) > 1:
            names = self.names[: len(self.types) - 1]
            return ArmId(self.scope, self.namespace, self.types[:-1], names)
        return None

    @cached_property
    def subscription(self) -> str:
        """The subscription, or nothing for what is above subscriptions."""
        return _segment_after(str(self), "subscriptions")

    @cached_property
    def group(self) -> str:
        """The resource group, or nothing."""
        return _segment_after(str(self), "resourcegroups")

    @cached_property
    def group_key(self) -> str:
        """The key of the resource group's own ID."""
        return f"/subscriptions/{self.subscription}/resourcegroups/{self.group}".lower()

    def child(self, kind: str, name: str = "") -> ArmId:
        """The ID of a part of this resource, or of all parts of a kind."""
        names = (*self.names, name) if name else self.names
        return ArmId(self.scope, self.namespace, (*self.types, kind), names)


@lru_cache(maxsize=8192)
def parse(text: str) -> ArmId:
    """Read an ID as it stands in a body."""
    if not text.startswith("/"):
        raise AzureError(400, "LinkedInvalidPropertyId", f"Property id '{text}' is invalid.")
    return parse_segments([part for part in text.split("/") if part])


def parse_segments(segments: Sequence[str]) -> ArmId:
    """Read an ID from the decoded parts of a path."""
    for segment in segments:
        if _CONTROL.search(segment) or segment in (".", "..") or len(segment) > 260:
            raise AzureError(
                400,
                "InvalidResourceName",
                f"The path segment {segment[:80]!r} is not a valid name.",
            )
    lower = [segment.lower() for segment in segments]
    if "providers" not in lower:
        return _group_or_subscription(segments, lower)
    last = len(lower) - 1 - lower[::-1].index("providers")
    scope = _scope(segments[:last])
    namespace, *rest = segments[last + 1 :] or [""]
    if not namespace:
        raise _invalid(segments)
    return ArmId(scope, namespace, tuple(rest[::2]), tuple(rest[1::2]))


def _group_or_subscription(segments: Sequence[str], lower: Sequence[str]) -> ArmId:
    match lower:
        case ["subscriptions"] | ["subscriptions", _]:
            return ArmId("", "", ("subscriptions",), tuple(segments[1:2]))
        case ["subscriptions", _, "resourcegroups", *_] if len(lower) <= 4:
            kinds = ("subscriptions", "resourceGroups")
            return ArmId("", "", kinds, tuple(segments[1::2]))
        case _:
            raise _invalid(segments)


def _scope(segments: Sequence[str]) -> str:
    """A scope as we write it: known words in ARM's case, everything else as it came."""
    if not segments:
        return ""
    known = {"subscriptions": "subscriptions", "resourcegroups": "resourceGroups"}
    if segments[0].lower() not in known and segments[0].lower() != "providers":
        raise _invalid(segments)
    written = [
        known.get(segment.lower(), segment) if position in (0, 2) else segment
        for position, segment in enumerate(segments)
    ]
    return "/" + "/".join(written)


def _invalid(segments: Sequence[str]) -> AzureError:
    return AzureError(
        404, "InvalidResourceType", f"There is no resource at the path '/{'/'.join(segments)}'."
    )


def _segment_after(text: str, word: str) -> str:
    segments = text.split("/")
    for position, segment in enumerate(segments[:-1]):
        if segment.lower() == word:
            return segments[position + 1]
    return ""
