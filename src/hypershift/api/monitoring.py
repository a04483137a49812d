"""Which metrics of a control plane are collected, and whether its hosted cluster sees them."""

from __future__ import annotations

from typing import Literal

from hypershift.api.schema import Struct, entries

MetricsSet = Literal["Telemetry", "SRE", "All"]
"""How much is collected. Telemetry: the few series of each component that remote health reporting
needs. SRE: what the ConfigMap sre-metric-set in the namespace of the operator lists. All:
everything apart from a short list of series that are dropped.
"""


@entries(1)
class MonitoringSpec(Struct):
    """Which metrics of the control plane are collected and forwarded. At least one field has to be
    set.
    """

    metricsForwarding: MetricsForwarding | None = None
    """Whether the hosted cluster can collect the metrics of its own control plane, whose pods it
    cannot reach because they run in the management cluster.
    """

    metricsSet: MetricsSet | None = None
    """Which metrics the monitoring of the management cluster keeps of this control plane: Telemetry
    for the few that remote health reporting needs, SRE for those listed in the ConfigMap
    sre-metric-set (key config) in the namespace of the operator, All for everything apart from a
    short list of series that are dropped. Absent, the set chosen when the operator was installed
    applies, which is Telemetry unless told otherwise. More metrics cost the management cluster more
    memory and storage.
    """


class MetricsForwarding(Struct):
    """How the metrics of the control plane are handed on to the hosted cluster."""

    metricsSet: MetricsSet | None = None
    """Which metrics are handed on: Telemetry, SRE or All, with the meaning that they have in the
    metricsSet of the monitoring section. The two may differ, since that one concerns what the
    management cluster collects for itself.
    """

    mode: Literal["Forward", "None"]
    """Forward runs an endpoint resolver and a metrics proxy beside the control plane, through which
    the monitoring of the hosted cluster collects the metrics. None runs neither. Forward has no
    effect while the annotation hypershift.openshift.io/disable-monitoring-services is set.
    """
