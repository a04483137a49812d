"""Which features of OpenShift and Kubernetes are switched on in a hosted cluster."""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.schema import Nullable, Rule, Struct, Text

FeatureGateName = Annotated[str, Text(pattern=r"^([A-Za-z0-9-]+\.)*[A-Za-z0-9-]+\.?$")]
"""The name of a feature gate as its component spells it, such as DynamicResourceAllocation."""


class FeatureGateSpec(Struct):
    """The set of features that every component of a hosted cluster works with."""

    customNoUpgrade: Annotated[CustomFeatureGates, Nullable()] | None = None
    """The gates to switch on and off by hand; read only while featureSet is CustomNoUpgrade. An
    explicit null is kept as it is and means that no gate differs from the default.
    """

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
    """The set of features: empty or absent for those that the release supports in production, OKD
    for the set of the community distribution, TechPreviewNoUpgrade and DevPreviewNoUpgrade for
    previews at two stages of maturity, CustomNoUpgrade for a list of your own.

    The three sets whose names end in NoUpgrade are a one-way street: once chosen, the set can never
    be changed again, and the cluster is no longer fit for upgrades to another minor version. Use
    them for throw-away clusters. OKD can be left for one of those sets, but not for the empty one.
    The control plane restarts with the gates of the new set, and manifests of the release that
    belong to other sets are not installed.
    """


class CustomFeatureGates(Struct):
    """Feature gates that differ from the default of the release.

    Nothing checks that a combination works, or that a gate exists in the release. A gate that is in
    neither list keeps its default.
    """

    disabled: list[FeatureGateName] | None = None
    """The gates to switch off, whatever the release says about them. Components that other parts of
    OpenShift rely on may stop working without a gate that is on by default.
    """

    enabled: list[FeatureGateName] | None = None
    """The gates to switch on, whatever the release says about them. They reach every component that
    knows the gate, in the control plane as well as on the nodes.
    """
