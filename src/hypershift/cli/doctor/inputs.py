"""Reads what the doctor is given. A file with mistakes in it is a finding, and no error."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from hypershift.azure.clouds import CLOUDS
from hypershift.azure.doctor.given import FileOf, Given
from hypershift.azure.external_dns import CredentialsFile
from hypershift.azure.infra import InfraOutput
from hypershift.cli import azure_files
from hypershift.cli.errors import UsageError
from hypershift.cli.files import read_as, read_bytes
from hypershift.cli.flags import flags_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypershift.cli.doctor.flags import DoctorAzureFlags

T = TypeVar("T")


def given(flags: DoctorAzureFlags) -> Given:
    """Read everything that was given."""
    credentials = _read(flags.azure_creds, "--azure-creds", azure_files.read_credentials)
    if credentials is None:
        raise UsageError("--azure-creds is required")
    return Given(
        flags=_typed(flags),
        credentials=credentials,
        cloud=CLOUDS[flags.cloud],
        external_dns=_read(
            flags.external_dns_credentials,
            "--external-dns-credentials",
            lambda path: read_as(CredentialsFile, path, "--external-dns-credentials"),
        ),
        workload_identities=_read(
            flags.workload_identities_file,
            azure_files.WORKLOAD_FLAG,
            azure_files.read_workload_identities,
        ),
        managed_identities=_read(
            flags.managed_identities_file,
            azure_files.MANAGED_FLAG,
            azure_files.read_managed_identities,
        ),
        data_plane_identities=_read(
            flags.data_plane_identities_file,
            azure_files.DATA_PLANE_FLAG,
            azure_files.read_data_plane_identities,
        ),
        infra_file=_read(
            flags.infra_json,
            "--infra-json",
            lambda path: read_as(InfraOutput, path, "--infra-json"),
        ),
        private_key=_read_key(
            flags.sa_token_issuer_private_key_path, "--sa-token-issuer-private-key-path"
        ),
        public_key=_read_key(flags.public_key_file, "--public-key-file"),
        issuer=flags.oidc_issuer_url,
        base_domain=flags.base_domain,
        external_dns_domain=flags.external_dns_domain,
        identity_group=flags.resource_group_name,
        zone_group=flags.dns_zone_rg_name,
        storage_account=flags.storage_account_name,
        instance_type=flags.instance_type,
        nodes=flags.node_pool_replicas,
        without=frozenset(flags.disable_cluster_capabilities),
    )


def _typed(flags: DoctorAzureFlags) -> dict[str, str]:
    """What was typed: defaults stand for nothing here."""
    known = flags_of(type(flags))
    return {known[field].spelling: str(getattr(flags, field)) for field in flags.given}


def _read(path: str, flag: str, read: Callable[[str], T]) -> FileOf[T] | None:
    if not path:
        return None
    read_bytes(path, flag)  # a file that is not there was not meant
    try:
        content, fault = read(path), ""
    except UsageError as error:
        content, fault = None, str(error)
    return FileOf(path, _mode(path), content, fault)


def _read_key(path: str, flag: str) -> FileOf[bytes] | None:
    return _read(path, flag, lambda name: read_bytes(name, flag))


def _mode(path: str) -> int:
    return stat.S_IMODE(Path(path).stat().st_mode)
