"""The platform on which the machines of a hosted cluster run."""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.azure import AzurePlatformSpec
from hypershift.api.schema import Rule, Struct, Text

PlatformType = Annotated[
    Literal["Azure", "None"], Text(max=100), Rule("self == oldSelf", "Type is immutable")
]
"""A kind of infrastructure: Azure, or None where the product manages no machines. Never changes."""


class PlatformSpec(Struct):
    """Where a hosted cluster has its machines, networks and load balancers."""

    azure: AzurePlatformSpec | None = None
    """Where in Azure the cluster lives: subscription, location, resource group, network, the
    identities of its components, and whether its endpoints are public. Give it with type Azure,
    which cannot work without it: the condition ValidConfiguration is False until it is there.
    """

    type: PlatformType
    """Azure runs the nodes as Azure virtual machines and lets the cluster use Azure load balancers,
    disks and file shares. None knows no cloud: the control plane runs, and nodes are yours to
    bring. It cannot be changed after creation.
    """
