"""TODO"""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.meta import Toleration
from hypershift.api.schema import Items, Number, Struct, Text, rule


@rule(
    (
        "!has(self.networkDiagnostics) || !has(self.networkDiagnostics.mode) || "
        "self.networkDiagnostics.mode!='Disabled' || "
        "!has(self.networkDiagnostics.sourcePlacement) && "
        "!has(self.networkDiagnostics.targetPlacement)"
    ),
    (
        "cannot set networkDiagnostics.sourcePlacement and networkDiagnostics.targetPlacement "
        "when networkDiagnostics.mode is Disabled"
    ),
)
class NetworkSpec(Struct):
    """TODO"""

    clusterNetwork: Annotated[list[NetworkClusterEntry], Items(type="atomic")] | None = None
    """TODO"""

    externalIP: ExternalIPConfig | None = None
    """TODO"""

    networkDiagnostics: NetworkDiagnostics | None = None
    """TODO"""

    networkType: str | None = None
    """TODO"""

    serviceNetwork: Annotated[list[str], Items(type="atomic")] | None = None
    """TODO"""

    serviceNodePortRange: (
        Annotated[
            str,
            Text(
                pattern=(
                    "^([0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])-([0"
                    "-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])$"
                )
            ),
        ]
        | None
    ) = None
    """TODO"""


class NetworkClusterEntry(Struct):
    """TODO"""

    cidr: str | None = None
    """TODO"""

    hostPrefix: Annotated[int, Number(min=0, format="int32")] | None = None
    """TODO"""


class ExternalIPConfig(Struct):
    """TODO"""

    autoAssignCIDRs: Annotated[list[str], Items(type="atomic")] | None = None
    """TODO"""

    policy: ExternalIPPolicy | None = None
    """TODO"""


class ExternalIPPolicy(Struct):
    """TODO"""

    allowedCIDRs: Annotated[list[str], Items(type="atomic")] | None = None
    """TODO"""

    rejectedCIDRs: Annotated[list[str], Items(type="atomic")] | None = None
    """TODO"""


class NetworkDiagnostics(Struct):
    """TODO"""

    mode: Literal["", "All", "Disabled"] | None = None
    """TODO"""

    sourcePlacement: NetworkDiagnosticsPlacement | None = None
    """TODO"""

    targetPlacement: NetworkDiagnosticsPlacement | None = None
    """TODO"""


class NetworkDiagnosticsPlacement(Struct):
    """TODO"""

    nodeSelector: dict[str, str] | None = None
    """TODO"""

    tolerations: Annotated[list[Toleration], Items(type="atomic")] | None = None
    """TODO"""
