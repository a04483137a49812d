"""Virtual machine scale sets: there are none, and clients may ask.

The cloud provider lists them before it takes machines for what they are. Making one is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.arm.providers.compute.common import not_emulated
from azurelocal.arm.types import ResourceType

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.store import Resource


class VirtualMachineScaleSet(ResourceType):
    """The type, which has no resources."""

    name = "Microsoft.Compute/virtualMachineScaleSets"
    listed_by_members = True

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        raise not_emulated("virtual machine scale sets")


TYPES = (VirtualMachineScaleSet,)
