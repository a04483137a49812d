"""The conditions of components of a control plane."""

from __future__ import annotations

from hypershift.api import reasons
from hypershift.api.conditions.type import ConditionType


class ControlPlaneComponent:
    """The conditions of a ControlPlaneComponent."""

    AVAILABLE = ConditionType(
        "Available",
        "True",
        (
            reasons.AS_EXPECTED,
            reasons.WAITING_FOR_AVAILABLE,
            reasons.NOT_FOUND,
            reasons.JOB_ACTIVE,
        ),
    )
    """The component can do its work."""

    ROLLOUT_COMPLETE = ConditionType(
        "RolloutComplete",
        "True",
        (
            reasons.AS_EXPECTED,
            reasons.WAITING_FOR_DEPENDENCIES,
            reasons.WAITING_FOR_ROLLOUT_COMPLETE,
            reasons.WAITING_FOR_OPERANDS,
            reasons.RECONCILIATION_ERROR,
            reasons.JOB_COMPLETE,
        ),
    )
    """Every replica runs what is wanted now. Components that depend on this one wait for it."""
