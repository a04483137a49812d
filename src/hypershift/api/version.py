"""Releases and versions: what is to run, what runs, what ran before, and what could run next."""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.meta import Condition
from hypershift.api.schema import Int64, Items, Nullable, Number, Rule, Struct, Text, Time


class Release(Struct):
    """A release: one image that names the images of all components of a version."""

    image: Annotated[
        str,
        Text(min=1, max=253),
        Rule(
            r"self.matches('^(\\w+\\S+)$')",
            (
                "Image must start with a word character (letters, digits, or underscores) and "
                "contain no white spaces"
            ),
        ),
    ]
    """The pull specification of the release image, by tag or digest, such as
    quay.io/openshift-release-dev/ocp-release:4.21.4-multi. Only a digest is certain to mean the
    same release forever. At most 253 characters, without white space. The pull secret of the
    cluster has to allow the pull, and the release has to be of a version that the operator
    supports; the condition ValidReleaseImage says whether it is.

    Where the admission webhooks of the operator are installed an empty value is filled in at
    creation: for a HostedCluster with the newest supported release, for a NodePool with that of its
    cluster.
    """


class ControlPlaneVersionStatus(Struct):
    """Which release the components in the management cluster run, apart from what runs on the
    nodes.
    """

    desired: ReleaseVersion
    """The release that the components of the control plane are to run: that of controlPlaneRelease,
    or of release where that is not set.
    """

    history: (
        Annotated[list[ControlPlaneUpdateHistory], Items(min=1, max=100, type="atomic")] | None
    ) = None
    """The releases that the control plane was told to run, the newest first. An entry is added when
    the desired release changes. The list holds at most 100; older entries make room for new ones,
    those that mark the first and last release of a minor version staying longest.
    """

    observedGeneration: (
        Annotated[int, Number(min=1, max=9007199254740992, format="int64")] | None
    ) = None
    """The metadata.generation of the HostedControlPlane that this status was computed from."""


class ReleaseVersion(Struct):
    """A release: its image and version, and where to read about it."""

    channels: Annotated[list[str], Items(type="set")] | None = None
    """The update channels that the release is in at present, such as stable-4.21. Absent if that is
    not known, for instance because no channel or update service is configured.
    """

    image: str
    """The pull specification of the release image, which is what is put into spec.release.image to
    update to this release. Empty while it is not known.
    """

    url: str | None = None
    """Where to read about the release, usually its errata. Absent if the release does not say, as
    with nightly builds.
    """

    version: str
    """The semantic version of the release, such as 4.21.4. Empty while it is not known."""


class ControlPlaneUpdateHistory(Struct):
    """One release that the control plane was told to run, and how far it got."""

    completionTime: Time | None = None
    """When the last component ran this release, or when another release took its place before that.
    Absent while the rollout goes on.
    """

    image: Annotated[str, Text(min=1, max=447)]
    """The pull specification of the release image."""

    startedTime: Time
    """When the rollout of this release began."""

    state: Literal["Completed", "Partial"]
    """Completed once every component of the control plane is of this version and fully rolled out.
    Partial before that, and for good if another release took its place first.
    """

    version: Annotated[
        str,
        Text(min=1, max=64),
        Rule(
            r"self.matches('^\\d+\\.\\d+\\.\\d+.*')",
            "version must start with semantic version prefix x.y.z",
        ),
    ]
    """The version of the release, beginning with three numbers such as 4.21.4."""


class ClusterVersionStatus(Struct):
    """What the hosted cluster says about its own version: the status of its ClusterVersion.

    It is about the whole cluster as seen from inside, where the cluster version operator applies
    the release. The components in the management cluster have a status of their own,
    controlPlaneVersion.
    """

    availableUpdates: Annotated[list[ReleaseVersion], Items(max=100), Nullable()] | None
    """The releases to which an update is recommended, from the update service, for the present
    version and channel. Null when they are not known: no channel is set, or the update service
    cannot be reached. An empty list means that there are none. Listing a release starts nothing; to
    update, put its image into spec.release.image.
    """

    conditionalUpdates: Annotated[list[ConditionalUpdate], Items(max=100, type="atomic")] | None = (
        None
    )
    """Releases that are recommended only to clusters to which certain known problems do not apply,
    with those problems and whether they apply to this one. A release that proves safe for this
    cluster is in availableUpdates as well.
    """

    desired: ReleaseVersion
    """The release that the hosted cluster is to run. While it differs from spec.release an update
    has been asked for but not yet begun.
    """

    history: list[UpdateHistory] | None = None
    """The releases that the hosted cluster was told to run, the newest first. The first entry is
    the one being rolled out or running; the newest with state Completed is the version that the
    cluster has reached, and the highest that NodePools may use.
    """

    observedGeneration: Int64
    """The metadata.generation of the ClusterVersion in the hosted cluster that this status was
    computed from. It is not related to the generation of the object that it is copied to.
    """


class ConditionalUpdate(Struct):
    """A release that is recommended only where its known problems do not matter."""

    conditions: Annotated[list[Condition], Items(type="map", keys=("type",))] | None = None
    """Whether the release is recommended to this cluster, as the condition Recommended. Its reason
    and message name the risk that applies or that could not be evaluated.
    """

    release: ReleaseVersion
    """The release that the risks are about."""

    risks: Annotated[list[ConditionalUpdateRisk], Items(min=1, max=200, type="map", keys=("name",))]
    """The known problems of updating to the release, from 1 to 200, each with its own name. The
    update is recommended if none of them applies to this cluster.
    """


class ConditionalUpdateRisk(Struct):
    """A known problem of a release, and how to tell which clusters it hits."""

    matchingRules: Annotated[list[ClusterCondition], Items(min=1, type="atomic")]
    """How to find out whether the problem applies to this cluster, in the order in which they are
    tried: the first rule that can be evaluated decides. At least one. If none can be, the update is
    not recommended.
    """

    message: Annotated[str, Text(min=1)]
    """What goes wrong and for whom, to help you decide whether to update in spite of it. Never
    empty.
    """

    name: Annotated[str, Text(min=1)]
    """A short name of the problem in CamelCase, unique among the risks of a release. It becomes the
    reason of the condition Recommended where the problem applies.
    """

    url: Annotated[str, Text(min=1, format="uri")]
    """Where to read more about the problem. Always there."""


class ClusterCondition(Struct):
    """A rule that holds for some clusters and not for others."""

    promql: PromQLClusterCondition | None = None
    """The query that decides, for type PromQL. Absent for type Always."""

    type: Literal["Always", "PromQL"]
    """Always holds for every cluster. PromQL asks the monitoring of the cluster."""


class PromQLClusterCondition(Struct):
    """A rule that is a query to the monitoring of the cluster."""

    promql: str
    """A Prometheus query. The result 1 means that the rule holds and 0 that it does not; any other
    result, or none, means that the rule cannot be evaluated.
    """


class UpdateHistory(Struct):
    """One release that the hosted cluster was told to run, and how far it got."""

    acceptedRisks: str | None = None
    """The reservations that were overridden to start this update, in words, such as a failed check
    of the signature or a component that was not ready for updates. Absent if there were none.
    """

    completionTime: Annotated[Time, Nullable()] | None
    """When the release was fully applied, or when another release took its place before that. Null
    while it is being applied.
    """

    image: str
    """The pull specification of the release image."""

    startedTime: Time
    """When the cluster began to apply this release."""

    state: str
    """Completed once the release has been applied in full. Partial before that, and for good if
    another release took its place or the update failed.
    """

    verified: bool
    """Whether the signature of the release was checked and found good before it was applied."""

    version: str | None = None
    """The version of the release, such as 4.21.4. Absent or empty if it was not yet known when the
    entry was made.
    """
