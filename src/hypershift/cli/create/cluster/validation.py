"""Refuses flags that contradict themselves, before anything is read or written.

What every platform has in common is here; `azure_validation` has the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.cli import checks
from hypershift.cli.create.cluster.azure_validation import check_azure
from hypershift.cli.create.cluster.networks import check_networks
from hypershift.cli.create.cluster.tolerations import parse_tolerations
from hypershift.cli.create.nodepool.validation import check_arch
from hypershift.cli.errors import UsageError

if TYPE_CHECKING:
    from hypershift.cli.create.cluster.flags import (
        ControlPlaneFlags,
        CreateAzureClusterFlags,
        IdentityFlags,
        NodeFlags,
        ReleaseFlags,
    )

AVAILABILITY = ("HighlyAvailable", "SingleReplica")
_FEATURE_SETS = ("TechPreviewNoUpgrade", "DevPreviewNoUpgrade")
_CAPABILITIES = (
    "ImageRegistry",
    "openshift-samples",
    "Insights",
    "baremetal",
    "Console",
    "NodeTuning",
    "Ingress",
)


def check_flags(flags: CreateAzureClusterFlags) -> None:
    """Refuse what no cluster can be."""
    _check_identity(flags)
    _check_output(flags)
    _check_release(flags)
    _check_control_plane(flags)
    _check_capabilities(flags)
    _check_nodes(flags)
    check_networks(flags)
    check_azure(flags)


def _check_identity(flags: IdentityFlags) -> None:
    checks.label("--name", flags.name)
    checks.label("--namespace", flags.namespace)
    if flags.infra_id:
        checks.matches(
            "--infra-id",
            flags.infra_id,
            "[a-z0-9]([-a-z0-9]{0,251}[a-z0-9])?",
            "lower-case letters, digits and dashes, beginning and ending with a letter or digit",
        )
    for key in key_values("--annotations", flags.annotations):
        checks.annotation_key("--annotations", key)
    checks.labels("--labels", key_values("--labels", flags.labels), most=None)
    if flags.pausedUntil:
        _check_pause(flags.pausedUntil)


def key_values(flag: str, texts: tuple[str, ...]) -> dict[str, str]:
    """Take each text apart at its first equals sign."""
    pairs: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not (key and equals):
            raise UsageError(f"{flag} must be key=value, not {text!r}")
        pairs[key] = value
    return pairs


def _check_pause(until: str) -> None:
    from datetime import datetime

    if until in ("true", "True", "false", "False"):
        return
    try:
        is_moment = "T" in until and datetime.fromisoformat(until).tzinfo is not None
    except ValueError:
        is_moment = False
    if not is_moment:
        raise UsageError(
            f"--pausedUntil must be true, false or a moment such as 2030-01-31T12:00:00Z, not"
            f" {until!r}"
        )


def _check_output(flags: CreateAzureClusterFlags) -> None:
    if flags.render_sensitive and not (flags.render or flags.render_into):
        raise UsageError("--render-sensitive needs --render or --render-into")
    if flags.wait and flags.node_pool_replicas < 1:
        raise UsageError("--wait needs --node-pool-replicas 1 or more: no rollout ends otherwise")
    checks.not_negative("--timeout", flags.timeout)


def _check_release(flags: ReleaseFlags) -> None:
    check_arch(flags.arch)
    if flags.feature_set == "CustomNoUpgrade":
        raise UsageError(
            "--feature-set takes predefined sets only: TechPreviewNoUpgrade or DevPreviewNoUpgrade;"
            " put a set of your own into the HostedCluster"
        )
    if flags.feature_set:
        checks.one_of("--feature-set", flags.feature_set, _FEATURE_SETS)
    for flag, image in (
        ("--release-image", flags.release_image),
        ("--control-plane-operator-image", flags.control_plane_operator_image),
    ):
        if image:
            checks.image(flag, image)


def _check_control_plane(flags: ControlPlaneFlags) -> None:
    checks.one_of(
        "--control-plane-availability-policy", flags.control_plane_availability_policy, AVAILABILITY
    )
    if flags.infra_availability_policy:
        checks.one_of("--infra-availability-policy", flags.infra_availability_policy, AVAILABILITY)
    if flags.etcd_storage_class:
        checks.subdomain("--etcd-storage-class", flags.etcd_storage_class)
    if flags.etcd_storage_size:
        checks.quantity("--etcd-storage-size", flags.etcd_storage_size)
    checks.labels("--node-selector", flags.node_selector)
    checks.labels("--pods-labels", flags.pods_labels)
    parse_tolerations(flags.toleration)


def _check_capabilities(flags: ControlPlaneFlags) -> None:
    enabled, disabled = flags.enable_cluster_capabilities, flags.disable_cluster_capabilities
    for flag, names in (
        ("--enable-cluster-capabilities", enabled),
        ("--disable-cluster-capabilities", disabled),
    ):
        for name in names:
            checks.one_of(flag, name, _CAPABILITIES)
    if both := [name for name in enabled if name in disabled]:
        raise UsageError(
            f"{both[0]} stands in both --enable-cluster-capabilities and"
            " --disable-cluster-capabilities: leave it out of one"
        )
    if "Ingress" in disabled and "Console" not in disabled:
        raise UsageError(
            "--disable-cluster-capabilities: Ingress can be disabled only together with Console,"
            " whose pages need it: add Console"
        )


def _check_nodes(flags: NodeFlags) -> None:
    if flags.generate_ssh and flags.ssh_key:
        raise UsageError("--generate-ssh and --ssh-key exclude each other: leave one out")
    checks.not_negative("--node-drain-timeout", flags.node_drain_timeout)
    checks.not_negative("--node-volume-detach-timeout", flags.node_volume_detach_timeout)
