"""Can what will be made have the names that it will get?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from hypershift.azure.components import COMPONENTS
from hypershift.azure.doctor import reading
from hypershift.azure.doctor.checks import check
from hypershift.azure.doctor.findings import wrong

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from hypershift.azure.doctor.case import Case
    from hypershift.azure.doctor.findings import Finding

_LABEL = re.compile(r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?")
_FILE = ("infra.file",)
_NAME = "--name|--infra-json"
_INFRA_ID = "--infra-id|--infra-json"
_GROUP, _NETWORK, _RULES, _IDENTITY, _DOMAIN = 90, 64, 80, 128, 253  # characters


def too_long(name: str, infra_id: str) -> list[str]:
    """What would get a name that is longer than Azure takes."""
    own = f"{name}-{infra_id}"
    names = [
        ("resource group", f"{name}-vnet-{infra_id}", _GROUP),
        ("virtual network", own, _NETWORK),
        ("network security group", f"{own}-nsg", _RULES),
        *(("managed identity", one.identity(name, infra_id), _IDENTITY) for one in COMPONENTS),
    ]
    return [
        f"the {what} {value} would have {len(value)} characters of at most {most}"
        for what, value, most in names
        if len(value) > most
    ]


@check("names.cluster", "The cluster's name is a DNS label", _NAME, after=_FILE, local=True)
async def cluster(case: Case) -> AsyncIterator[Finding]:
    """It becomes a part of the names of hosts."""
    name = case.given.name
    if name and not _LABEL.fullmatch(name):
        yield wrong(
            f"{name!r} is no DNS label: at most 63 lower-case letters, digits and dashes",
            "choose another --name",
        )


@check(
    "names.resources",
    "What is made gets names that Azure takes",
    _NAME,
    _INFRA_ID,
    after=_FILE,
    local=True,
)
async def resources(case: Case) -> AsyncIterator[Finding]:
    """Put together the names that commands give."""
    for sentence in too_long(case.given.name, case.given.infra_id):
        yield wrong(sentence, "choose a shorter --name or --infra-id")


@check(
    "names.domain",
    "The cluster's domain is a DNS name",
    _NAME,
    "--base-domain|--infra-json",
    after=_FILE,
    local=True,
)
async def domain(case: Case) -> AsyncIterator[Finding]:
    """Each part must be a label, and the longest name below it must fit."""
    given = case.given
    longest = f"console-openshift-console.apps.{given.name}.{given.domain}"
    bad = [one for one in given.domain.split(".") if not _LABEL.fullmatch(one.lower())]
    if bad or len(longest) > _DOMAIN:
        yield wrong(
            f"{given.domain!r} cannot be the domain of {given.name}: no DNS name, or too long",
            "choose another --base-domain",
        )


@check(
    "names.storage-account",
    "The storage account of the issuer can have its name",
    "--storage-account-name",
)
async def storage_account(case: Case) -> AsyncIterator[Finding]:
    """Ask whether the name is free, unless the subscription has the account."""
    from azure.mgmt.storage.models import StorageAccountCheckNameAvailabilityParameters

    name = case.given.storage_account
    api: Any = case.azure.storage.storage_accounts
    if any(one.name == name for one in await reading.collected(api.list())):
        return
    answer = await api.check_name_availability(
        StorageAccountCheckNameAvailabilityParameters(name=name)
    )
    if not answer.name_available:
        yield wrong(str(answer.message).rstrip("."), "choose another --storage-account-name")


CHECKS = (cluster, resources, domain, storage_account)
