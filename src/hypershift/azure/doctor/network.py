"""The infrastructure that infra.json describes: is it there, and does it fit together?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypershift.azure.doctor import reading
from hypershift.azure.doctor.case import Case, shared
from hypershift.azure.doctor.checks import check
from hypershift.azure.doctor.cures import az, create_infra, place_of
from hypershift.azure.doctor.findings import fine, unchecked, warning, wrong
from hypershift.azure.doctor.given import resource
from hypershift.azure.doctor.roles import groups
from hypershift.azure.infra import InfraOutput, missing

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from hypershift.azure.doctor.findings import Finding

INFRA = "--infra-json"
_FILE = ("infra.file",)


def described(case: Case) -> InfraOutput:
    """What the file describes."""
    return case.given.infra or InfraOutput()


@check("infra.file", "The infrastructure file has the values that it must have", INFRA, local=True)
async def form(case: Case) -> AsyncIterator[Finding]:
    """Look at the file."""
    file = case.given.infra_file
    if file is None:
        return
    if file.content is None:
        yield wrong(file.fault, create_infra(case.given))
    elif absent := missing(file.content):
        yield wrong(f"{file.path}: {', '.join(absent)} must not be empty", create_infra(case.given))
    elif bad := _misread(file.content):
        yield wrong(f"{file.path}: {', '.join(bad)} is no resource ID", create_infra(case.given))


def _misread(infra: InfraOutput) -> list[str]:
    ids = ("vnetID", "subnetID", "securityGroupID", "privateZoneID", "publicZoneID")
    return [one for one in ids if getattr(infra, one) and resource(getattr(infra, one)) is None]


@check(
    "infra.subscription",
    "The infrastructure is in the subscription",
    INFRA,
    after=_FILE,
)
async def subscription(case: Case) -> AsyncIterator[Finding]:
    """Compare the subscription of each ID with that of the credentials."""
    infra = described(case)
    for what in ("vnetID", "subnetID", "securityGroupID", "privateZoneID", "publicZoneID"):
        found = resource(getattr(infra, what))
        if found and found.subscription.lower() != case.given.subscription.lower():
            yield wrong(
                f"{what} is in the subscription {found.subscription}, and the credentials are for"
                f" {case.given.subscription}",
                create_infra(case.given),
            )


@check("infra.groups", "The resource groups are there", INFRA, after=_FILE)
async def resource_groups(case: Case) -> AsyncIterator[Finding]:
    """Look for each once."""
    for name in dict.fromkeys(groups(case.given).values()):
        if await reading.group(case, name) is None:
            yield wrong(f"there is no resource group {name}", create_infra(case.given))
        else:
            yield fine(f"the resource group {name} is there")


@shared
async def network(case: Case) -> Any | None:
    """The virtual network."""
    group, name = place_of(described(case).vnetID)
    api: Any = case.azure.network.virtual_networks
    return await reading.or_none(api.get(group, name))


async def subnet(case: Case) -> Any | None:
    """The subnet of the nodes."""
    there = await network(case)
    wanted = described(case).subnetID.lower()
    return next(
        (one for one in (there.subnets if there else None) or () if str(one.id).lower() == wanted),
        None,
    )


@check("infra.network", "The virtual network is there", INFRA, after=(*_FILE, "infra.groups"))
async def virtual_network(case: Case) -> AsyncIterator[Finding]:
    """Look for it."""
    if await network(case) is None:
        _, name = place_of(described(case).vnetID)
        yield wrong(f"there is no virtual network {name}", create_infra(case.given))


@check("infra.subnet", "The subnet is in the virtual network", INFRA, after=("infra.network",))
async def in_network(case: Case) -> AsyncIterator[Finding]:
    """Look for it."""
    there = await subnet(case)
    if there is None:
        yield wrong(
            f"the virtual network has no subnet {described(case).subnetID.rpartition('/')[2]}",
            create_infra(case.given),
        )


@shared
async def security_group(case: Case) -> Any | None:
    """The network security group."""
    group, name = place_of(described(case).securityGroupID)
    api: Any = case.azure.network.network_security_groups
    return await reading.or_none(api.get(group, name))


@check(
    "infra.security-group",
    "The network security group is there",
    INFRA,
    after=(*_FILE, "infra.groups"),
)
async def rules_are_there(case: Case) -> AsyncIterator[Finding]:
    """Look for it."""
    if await security_group(case) is None:
        _, name = place_of(described(case).securityGroupID)
        yield wrong(f"there is no network security group {name}", create_infra(case.given))


@check(
    "infra.binding",
    "The subnet is bound to the network security group",
    INFRA,
    after=("infra.subnet", "infra.security-group"),
)
async def bound(case: Case) -> AsyncIterator[Finding]:
    """Compare what it is bound to."""
    infra, there = described(case), await subnet(case)
    group = there.network_security_group if there else None
    if group is None or str(group.id).lower() != infra.securityGroupID.lower():
        _, name = place_of(infra.securityGroupID)
        other = f"to {str(group.id).rpartition('/')[2]}" if group else "to none"
        yield wrong(
            f"the subnet {infra.subnetID.rpartition('/')[2]} is not bound to the network security"
            f" group {name}, but {other}",
            az(
                "network vnet subnet update --ids",
                *(infra.subnetID, "--network-security-group", infra.securityGroupID),
            ),
        )


@check("infra.location", "Everything is in the region", INFRA, after=("infra.network",))
async def location(case: Case) -> AsyncIterator[Finding]:
    """Compare the regions of the network, its rules and the cluster."""
    wanted = _plain(described(case).region)
    for what, there in (
        ("virtual network", await network(case)),
        ("network security group", await security_group(case)),
    ):
        if there is not None and _plain(str(there.location)) != wanted:
            yield wrong(
                f"the {what} is in {there.location}, and the cluster is to be in {wanted}",
                "correct region in the file of --infra-json",
            )
    flag = case.given.flags.get("--location", "")
    if flag and _plain(flag) != wanted:
        yield wrong(
            f"--location is {flag}, and infra.json says {wanted}", f"use --location {wanted}"
        )


def _plain(region: str) -> str:
    return region.replace(" ", "").lower()


@shared
async def private_zone(case: Case) -> Any | None:
    """The private zone."""
    group, name = place_of(described(case).privateZoneID)
    api: Any = case.azure.private_dns.private_zones
    return await reading.or_none(api.get(group, name))


@check("infra.private-zone", "The private DNS zone is there", INFRA, after=(*_FILE, "infra.groups"))
async def private(case: Case) -> AsyncIterator[Finding]:
    """Look for it, under the name that the cluster's hosts will have."""
    infra = described(case)
    if not infra.privateZoneID:
        yield unchecked("infra.json names no private zone")
        return
    _, name = place_of(infra.privateZoneID)
    if await private_zone(case) is None:
        yield wrong(f"there is no private DNS zone {name}", create_infra(case.given))
    elif name.lower() != f"{case.given.name}.{infra.baseDomain}".lower():
        yield warning(
            f"the private DNS zone {name} is not that of {case.given.name}.{infra.baseDomain}",
            create_infra(case.given),
        )


@check(
    "infra.private-link",
    "The private DNS zone is linked to the virtual network",
    INFRA,
    after=("infra.private-zone", "infra.network"),
)
async def linked(case: Case) -> AsyncIterator[Finding]:
    """Look for a link to that network."""
    infra = described(case)
    if not infra.privateZoneID:
        return
    group, name = place_of(infra.privateZoneID)
    api: Any = case.azure.private_dns.virtual_network_links
    links = await reading.collected(api.list(group, name))
    networks = {str(one.virtual_network.id).lower() for one in links if one.virtual_network}
    if infra.vnetID.lower() not in networks:
        others = sorted(one.rpartition("/")[2] for one in networks)
        yield wrong(
            f"the private DNS zone {name} is not linked to the virtual network"
            f" {infra.vnetID.rpartition('/')[2]}, but to {', '.join(others) or 'none'}",
            create_infra(case.given),
        )


CHECKS = (
    form,
    subscription,
    resource_groups,
    virtual_network,
    in_network,
    rules_are_there,
    bound,
    location,
    private,
    linked,
)
