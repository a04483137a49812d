"""TODO"""

from __future__ import annotations

from typing import Annotated

from hypershift.api.schema import Struct, Text


class OperatorHubSpec(Struct):
    """TODO"""

    disableAllDefaultSources: bool | None = None
    """TODO"""

    sources: list[HubSource] | None = None
    """TODO"""


class HubSource(Struct):
    """TODO"""

    disabled: bool | None = None
    """TODO"""

    name: Annotated[str, Text(min=1, max=253)] | None = None
    """TODO"""
