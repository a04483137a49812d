"""Resource IDs of Azure Resource Manager."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ResourceID:
    """A resource of a resource group. Its type has the provider's case, such as
    Microsoft.Network/virtualNetworks/subnets.
    """

    subscription: str
    resource_group: str
    type: str
    names: tuple[str, ...]

    def is_a(self, type: str) -> bool:
        """Tell whether the resource is of a type; Azure does not mind the case."""
        return self.type.lower() == type.lower()


def parse_resource_id(text: str) -> ResourceID:
    """Read a resource ID, or raise a ValueError."""
    match text.split("/"):
        case ["", subscriptions, subscription, groups, group, providers, provider, *rest] if (
            (subscriptions.lower(), groups.lower(), providers.lower())
            == ("subscriptions", "resourcegroups", "providers")
            and len(rest) >= 2
            and len(rest) % 2 == 0
            and all((subscription, group, provider, *rest))
        ):
            return ResourceID(
                subscription, group, "/".join((provider, *rest[::2])), tuple(rest[1::2])
            )
        case _:
            raise ValueError(
                f"{text!r} is not a resource ID of the form /subscriptions/SUBSCRIPTION/"
                "resourceGroups/GROUP/providers/PROVIDER/TYPE/NAME"
            )
