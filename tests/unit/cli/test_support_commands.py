"""Commands that look at a cluster or back it up check their flags, and change nothing yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.unit.cli.conftest import Result

    Run = Callable[..., Result]

pytestmark = pytest.mark.usefixtures("azure_files")

CONSOLE = "console-logs azure --name demo --azure-creds azure-credentials.json"
BACKUP = "create oadp-backup --hc-name demo --hc-namespace clusters"
RESTORE = "create oadp-restore --hc-name demo --hc-namespace clusters"


@pytest.mark.parametrize(
    ("words", "instead"),
    [
        (
            "create kubeconfig --name demo --port-forward",
            "the status of the HostedCluster names the Secret that holds its kubeconfig",
        ),
        (
            f"{CONSOLE} --output-dir logs",
            "`az vm boot-diagnostics get-boot-log` fetches the log of one machine",
        ),
        ("dump cluster --artifact-dir dump", "`oc adm inspect` collects a namespace"),
        (BACKUP, "`velero backup create` makes backups"),
        (f"{BACKUP} --use-etcd-snapshot", "`velero backup create` makes backups"),
        (f"{BACKUP} --name demo.1 --ttl 48h", "`velero backup create` makes backups"),
        (f"{RESTORE} --from-backup demo", "`velero restore create` restores backups"),
        (
            f"{RESTORE} --from-schedule daily --existing-resource-policy none",
            "`velero restore create` restores backups",
        ),
    ],
)
def test_right_flags_end_with_what_this_version_cannot_do(
    hypershift: Run, azure_files: Path, words: str, instead: str
) -> None:
    before = sorted(azure_files.iterdir())
    command = words.partition(" --")[0]

    result = hypershift(*words.split())

    assert (result.code, result.out) == (1, "")
    assert result.err == (
        f"Error: '{command}' is not available in this version yet; nothing was changed: {instead}\n"
    )
    assert sorted(azure_files.iterdir()) == before


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            "dump cluster --artifact-dir dump --dump-guest-cluster"
            " --dump-guest-cluster-through-kube-service",
            "--dump-guest-cluster and --dump-guest-cluster-through-kube-service exclude each other:"
            " give one of them",
        ),
        (
            "dump cluster --artifact-dir azure-credentials.json",
            "--artifact-dir: azure-credentials.json is not a directory: name one, or one that is to"
            " be made",
        ),
        (
            f"{CONSOLE} --output-dir azure-credentials.json",
            "--output-dir: azure-credentials.json is not a directory: name one, or one that is to"
            " be made",
        ),
        (
            f"{CONSOLE} --output-dir logs --azure-creds absent.json",
            "--azure-creds: absent.json cannot be read (No such file or directory): name a file"
            " that exists and that you may read",
        ),
        (f"{BACKUP} --ttl -1h", "--ttl must not be negative"),
        (
            f"{BACKUP} --name {'x' * 64}",
            "--name must have at most 63 characters",
        ),
        (
            f"{BACKUP} --use-etcd-snapshot --snapshot-move-data",
            "--use-etcd-snapshot takes no snapshots of volumes: leave --snapshot-move-data out",
        ),
        (
            f"{RESTORE} --from-backup demo --use-etcd-snapshot --restore-pvs=false",
            "--use-etcd-snapshot takes no snapshots of volumes: leave --restore-pvs out",
        ),
        (RESTORE, "give one of --from-backup and --from-schedule"),
        (
            f"{RESTORE} --from-backup demo --from-schedule daily",
            "give one of --from-backup and --from-schedule",
        ),
        (
            f"{RESTORE} --from-backup demo --existing-resource-policy patch",
            "--existing-resource-policy: 'patch' is not one of update, none",
        ),
    ],
)
def test_wrong_flags_are_refused(hypershift: Run, words: str, sentence: str) -> None:
    result = hypershift(*words.split())

    assert (result.code, result.out, result.err) == (2, "", f"Error: {sentence}\n")
