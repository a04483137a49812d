"""TODO"""

from __future__ import annotations

from typing import Literal

from hypershift.api.schema import Struct, entries


MetricsSet = Literal["Telemetry", "SRE", "All"]
"""TODO"""


@entries(1)
class MonitoringSpec(Struct):
    """TODO"""

    metricsForwarding: MetricsForwarding | None = None
    """TODO"""

    metricsSet: MetricsSet | None = None
    """TODO"""


class MetricsForwarding(Struct):
    """TODO"""

    metricsSet: MetricsSet | None = None
    """TODO"""

    mode: Literal["Forward", "None"]
    """TODO"""
