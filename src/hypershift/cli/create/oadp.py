"""What backups and restores of hosted clusters have in common."""

from __future__ import annotations

from hypershift.cli import checks
from hypershift.cli.errors import UsageError
from hypershift.cli.flags import Flags, switch, text, words

_NAME_LENGTH = 63


class OADPFlags(Flags):
    """OADP"""

    hc_name: str = text("The name of the hosted cluster.", required=True)
    hc_namespace: str = text("The namespace of the hosted cluster.", required=True)
    name: str = text("The name of the object to create. Default: one made of the cluster's.")
    oadp_namespace: str = text("The namespace of the OADP operator.", "openshift-adp")
    include_additional_namespaces: tuple[str, ...] = words(
        "Namespaces to include beside those of the hosted cluster and its control plane."
    )
    use_etcd_snapshot: bool = switch("Use a snapshot of etcd instead of one of its volumes.")
    render: bool = switch("Print the manifest and create nothing.")


def check_oadp(flags: OADPFlags, of_volumes: tuple[str, ...]) -> None:
    """Refuse an impossible name, and flags about volumes beside a snapshot of etcd.

    `of_volumes` are the fields of those flags.
    """
    if flags.name:
        if len(flags.name) > _NAME_LENGTH:
            raise UsageError(f"--name must have at most {_NAME_LENGTH} characters")
        checks.subdomain("--name", flags.name)
    beside = sorted(flags.given.intersection(of_volumes)) if flags.use_etcd_snapshot else []
    if beside:
        spelling = "--" + beside[0].replace("_", "-")
        raise UsageError(f"--use-etcd-snapshot takes no snapshots of volumes: leave {spelling} out")
