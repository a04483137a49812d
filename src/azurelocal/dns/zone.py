"""One zone: what it says of a name."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from azurelocal.arm.providers.network.dns.reading import Record


@dataclass(frozen=True)
class Found:
    """What a zone says. Without records it says that there are none of this type."""

    records: tuple[Record, ...] = ()
    referral: tuple[Record, ...] = ()
    """The name servers of somebody else, who is to be asked instead."""
    exists: bool = True
    """Whether there is anything of this name, of whatever type."""


class Zone:
    """The records of a zone, by their names."""

    def __init__(self, name: str, records: Iterable[Record]) -> None:
        """Names are whole, in lower case and without a dot at their end."""
        self.name = name.lower()
        self._sets: defaultdict[str, defaultdict[str, list[Record]]] = defaultdict(
            lambda: defaultdict(list)
        )
        for record in records:
            self._sets[record.name][record.type].append(record)
        # A name exists, too, if something exists below it.
        self._names = {parent for name in self._sets for parent in self._upwards(name)}

    def covers(self, name: str) -> bool:
        """Tell whether a name is this zone's or lies below it."""
        return f".{name}".endswith(f".{self.name}")

    @property
    def authority(self) -> tuple[Record, ...]:
        """The record that says how long an answer that there is nothing may be kept."""
        return tuple(self._sets[self.name]["SOA"])

    def ask(self, name: str, type: str) -> Found:
        """Say what there is of a name that this zone covers."""
        for cut in reversed(list(self._upwards(name))):
            if cut != self.name and cut in self._sets and "NS" in self._sets[cut]:
                return Found(referral=tuple(self._sets[cut]["NS"]))
        if name in self._names:
            return Found(self._of(name, type))
        for parent in self._upwards(name):
            if parent in self._names:
                wildcard = f"*.{parent}"
                if wildcard in self._sets:
                    found = self._of(wildcard, type)
                    return Found(tuple(replace(record, name=name) for record in found))
                break
        return Found(exists=False)

    def _of(self, name: str, type: str) -> tuple[Record, ...]:
        if name not in self._sets:
            return ()
        sets = self._sets[name]
        return tuple(sets.get(type) or sets.get("CNAME") or ())

    def _upwards(self, name: str) -> Iterator[str]:
        """A name and all above it, up to the zone's own."""
        while self.covers(name):
            yield name
            _, _, name = name.partition(".")
