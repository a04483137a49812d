"""TODO"""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.schema import Nullable, Rule, Struct, Text


FeatureGateName = Annotated[str, Text(pattern=r"^([A-Za-z0-9-]+\.)*[A-Za-z0-9-]+\.?$")]
"""TODO"""


class FeatureGateSpec(Struct):
    """TODO"""

    customNoUpgrade: Annotated[CustomFeatureGates, Nullable()] | None = None
    """TODO"""

    featureSet: (
        Annotated[
            Literal["CustomNoUpgrade", "DevPreviewNoUpgrade", "TechPreviewNoUpgrade", "OKD", ""],
            Rule(
                "oldSelf == 'CustomNoUpgrade' ? self == 'CustomNoUpgrade' : true",
                "CustomNoUpgrade may not be changed",
            ),
            Rule(
                "oldSelf == 'TechPreviewNoUpgrade' ? self == 'TechPreviewNoUpgrade' : true",
                "TechPreviewNoUpgrade may not be changed",
            ),
            Rule(
                "oldSelf == 'DevPreviewNoUpgrade' ? self == 'DevPreviewNoUpgrade' : true",
                "DevPreviewNoUpgrade may not be changed",
            ),
            Rule("oldSelf == 'OKD' ? self != '' : true", "OKD cannot transition to Default"),
        ]
        | None
    ) = None
    """TODO"""


class CustomFeatureGates(Struct):
    """TODO"""

    disabled: list[FeatureGateName] | None = None
    """TODO"""

    enabled: list[FeatureGateName] | None = None
    """TODO"""
