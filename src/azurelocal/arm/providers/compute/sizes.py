"""The sizes that virtual machines come in, as Azure publishes them, from 2 to 32 vCPUs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True)
class Family:
    """Sizes that differ in nothing but how large they are. `name` has {} for the vCPUs."""

    name: str
    family: str
    memory: float
    """GiB for each vCPU."""
    cpus: tuple[int, ...] = (2, 4, 8, 16, 32)
    temporary: int = 0
    """GiB of temporary disk for each vCPU; none for diskless families."""
    cache: int = 0
    """GiB of cache for each vCPU, which an ephemeral OS disk can lie in."""
    premium: bool = True
    accelerated: bool = True
    arm: bool = False
    generations: str = "V1,V2"
    encryption: bool = True
    ultra: bool = True


@dataclass(frozen=True)
class Size:
    """One size."""

    name: str
    cpus: int
    memory: float
    disks: int
    interfaces: int
    of: Family

    @property
    def temporary(self) -> int:
        """GiB of temporary disk."""
        return self.of.temporary * self.cpus

    @property
    def cache(self) -> int:
        """GiB of cache."""
        return self.of.cache * self.cpus

    @property
    def ephemeral(self) -> bool:
        """Tell whether the OS disk can lie on the host."""
        return self.of.premium and max(self.temporary, self.cache) >= 30

    @property
    def architecture(self) -> str:
        """What the processor is."""
        return "Arm64" if self.of.arm else "x64"


_BURST = (2, 4, 8, 12, 16, 20)
_FAMILIES = (
    Family(
        "Standard_D{}_v3", "standardDv3Family", 4, temporary=25, premium=False, encryption=False
    ),
    Family("Standard_D{}s_v3", "standardDSv3Family", 4, temporary=8, cache=25),
    Family("Standard_D{}_v4", "standardDv4Family", 4, premium=False),
    Family("Standard_D{}s_v4", "standardDSv4Family", 4),
    Family("Standard_D{}ds_v4", "standardDDSv4Family", 4, temporary=37, cache=25),
    Family("Standard_D{}as_v4", "standardDASv4Family", 4, temporary=8, cache=25),
    Family("Standard_D{}_v5", "standardDv5Family", 4, premium=False),
    Family("Standard_D{}s_v5", "standardDSv5Family", 4),
    Family("Standard_D{}ds_v5", "standardDDSv5Family", 4, temporary=37, cache=25),
    Family("Standard_D{}as_v5", "standardDASv5Family", 4),
    Family("Standard_D{}ads_v5", "standardDADSv5Family", 4, temporary=37, cache=25),
    Family("Standard_D{}ps_v5", "standardDPSv5Family", 4, arm=True, generations="V2"),
    Family(
        "Standard_D{}pds_v5",
        "standardDPDSv5Family",
        4,
        temporary=37,
        cache=25,
        arm=True,
        generations="V2",
    ),
    Family("Standard_D{}pls_v5", "standardDPLSv5Family", 2, arm=True, generations="V2"),
    Family(
        "Standard_E{}_v3", "standardEv3Family", 8, temporary=25, premium=False, encryption=False
    ),
    Family("Standard_E{}s_v3", "standardESv3Family", 8, temporary=16, cache=25),
    Family("Standard_E{}s_v4", "standardESv4Family", 8),
    Family("Standard_E{}ds_v4", "standardEDSv4Family", 8, temporary=37, cache=25),
    Family("Standard_E{}s_v5", "standardESv5Family", 8),
    Family("Standard_E{}ds_v5", "standardEDSv5Family", 8, temporary=37, cache=25),
    Family("Standard_E{}as_v5", "standardEASv5Family", 8),
    Family("Standard_E{}ps_v5", "standardEPSv5Family", 8, arm=True, generations="V2"),
    Family("Standard_F{}s_v2", "standardFSv2Family", 2, temporary=8, cache=16),
    Family("Standard_B{}s_v2", "standardBsv2Family", 4, ultra=False),
    Family("Standard_B{}as_v2", "standardBasv2Family", 4, ultra=False),
    Family("Standard_B{}ps_v2", "standardBpsv2Family", 4, arm=True, generations="V2", ultra=False),
)
_OLD_BURST = Family(
    "Standard_B{}ms",
    "standardBSFamily",
    4,
    _BURST,
    temporary=8,
    accelerated=False,
    encryption=False,
    ultra=False,
)
_SMALL_BURST = Family(
    "Standard_B{}s",
    "standardBSFamily",
    2,
    (2,),
    temporary=4,
    accelerated=False,
    encryption=False,
    ultra=False,
)


def _disks(cpus: int) -> int:
    return min(32, cpus * 2)


def _interfaces(cpus: int) -> int:
    return 2 if cpus <= 4 else 4 if cpus <= 8 else 8


def _all() -> Iterator[Size]:
    for family in (*_FAMILIES, _OLD_BURST, _SMALL_BURST):
        for cpus in family.cpus:
            name = family.name.format(cpus)
            yield Size(name, cpus, cpus * family.memory, _disks(cpus), _interfaces(cpus), family)


@cache
def sizes() -> dict[str, Size]:
    """All sizes, by their names in lower case."""
    return {size.name.lower(): size for size in _all()}


def size_of(name: str) -> Size:
    """Find a size, or raise what Compute says of one that there is not."""
    found = sizes().get(name.lower())
    if found is None:
        known = ", ".join(size.name for size in sizes().values())
        raise AzureError(
            400,
            "InvalidParameter",
            f"The value {name[:80]} provided for the VM size is not valid. The valid sizes in the"
            f" current region are: {known}.",
        )
    return found
