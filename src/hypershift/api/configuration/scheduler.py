"""TODO"""

from __future__ import annotations

from typing import Literal

from hypershift.api.meta import NameReference
from hypershift.api.schema import Struct


class SchedulerSpec(Struct):
    """TODO"""

    defaultNodeSelector: str | None = None
    """TODO"""

    mastersSchedulable: bool | None = None
    """TODO"""

    policy: NameReference | None = None
    """TODO"""

    profile: Literal["", "LowNodeUtilization", "HighNodeUtilization", "NoScoring"] | None = None
    """TODO"""

    profileCustomizations: ProfileCustomizations | None = None
    """TODO"""


class ProfileCustomizations(Struct):
    """TODO"""

    dynamicResourceAllocation: Literal["", "Enabled", "Disabled"] | None = None
    """TODO"""
