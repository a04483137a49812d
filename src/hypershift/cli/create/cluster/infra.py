"""The infrastructure of a cluster, as the file of --infra-json and the flags tell of it.

Flags may repeat what the file says and add what it leaves open. They may not contradict it: the
infrastructure exists already, and a flag cannot change it any more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from hypershift.azure.infra import InfraOutput, missing
from hypershift.cli import checks
from hypershift.cli.errors import UsageError
from hypershift.cli.files import read_object, shaped
from hypershift.cli.flags import flags_of

if TYPE_CHECKING:
    from hypershift.cli.create.cluster.flags import CreateAzureClusterFlags

FLAG = "--infra-json"
_TOLD_BY_FLAGS = {
    "infraID": "infra_id",
    "region": "location",
    "resourceGroupName": "resource_group_name",
    "vnetID": "vnet_id",
    "subnetID": "subnet_id",
    "securityGroupID": "network_security_group_id",
    "baseDomain": "base_domain",
    "natSubnetID": "endpoint_access_private_nat_subnet_id",
}


def read_infra(flags: CreateAzureClusterFlags) -> InfraOutput:
    """Put together what file and flags say; without a file, nothing is there yet."""
    if not flags.infra_json:
        if not flags.base_domain:
            raise UsageError("--base-domain is required: the applications' names lie below it")
        return _with_flags(InfraOutput(), flags)
    infra = _with_flags(_read(flags.infra_json), flags)
    if gaps := missing(infra):
        raise UsageError(
            f"{FLAG}: {flags.infra_json} does not say {', '.join(gaps)}: use the file that"
            " `create infra azure` writes"
        )
    _check(infra, f"{FLAG}: {flags.infra_json}")
    return infra


def _read(path: str) -> InfraOutput:
    said = {key: value for key, value in read_object(path, FLAG).items() if value is not None}
    return shaped(InfraOutput, said, path, FLAG)


def _with_flags(infra: InfraOutput, flags: CreateAzureClusterFlags) -> InfraOutput:
    added: dict[str, str] = {}
    for key, field in _TOLD_BY_FLAGS.items():
        said, typed = getattr(infra, key), getattr(flags, field)
        if not said:
            added[key] = typed
        elif field in flags.given and typed and not _same(said, typed):
            flag = flags_of(type(flags))[field].spelling
            raise UsageError(
                f"{flag} {typed} contradicts {flags.infra_json} of {FLAG}, which says {said}:"
                f" leave {flag} out"
            )
    return msgspec.structs.replace(infra, **added)


def _same(one: str, other: str) -> bool:
    """Azure minds neither case nor, in names of regions, blanks; DNS minds no dot at the end."""

    def plain(text: str) -> str:
        return text.replace(" ", "").rstrip(".").lower()

    return plain(one) == plain(other)


def _check(infra: InfraOutput, source: str) -> None:
    checks.domain(f"{source}: baseDomain", infra.baseDomain)
    checks.subnet_id(f"{source}: subnetID", infra.subnetID)
    if infra.kmsClientID:
        checks.uuid(f"{source}: kmsClientID", infra.kmsClientID)
    for key, value, kind in (
        ("vnetID", infra.vnetID, "virtualNetworks"),
        ("securityGroupID", infra.securityGroupID, "networkSecurityGroups"),
    ):
        checks.resource_id(f"{source}: {key}", value, f"Microsoft.Network/{kind}")
