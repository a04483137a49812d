"""TODO"""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.azure import AzurePlatformSpec
from hypershift.api.schema import Rule, Struct, Text


PlatformType = Annotated[
    Literal["Azure", "None"], Text(max=100), Rule("self == oldSelf", "Type is immutable")
]
"""TODO"""


class PlatformSpec(Struct):
    """TODO"""

    azure: AzurePlatformSpec | None = None
    """TODO"""

    type: PlatformType
    """TODO"""
