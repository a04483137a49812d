"""What the types of Microsoft.Compute share: names, zones, times, and how they refuse."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from azurelocal.arm.inventory import REGIONS, WITHOUT_ZONES
from azurelocal.arm.types import Body, an_object
from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from azurelocal.store import Resource

ZONES = ("1", "2", "3")
_NAME = re.compile(r"\w(?:[\w.-]*\w)?", re.ASCII)


def check_name(resource: Resource, longest: int = 80) -> None:
    """Refuse a name that Compute does not take, of a new resource."""
    if len(resource.name) > longest or not _NAME.fullmatch(resource.name):
        raise AzureError(
            400,
            "InvalidParameter",
            f"The entity name '{resource.name[:100]}' is invalid according to its validation rule:"
            f" it must begin and end with a letter, digit or '_', hold only those, '.' and '-',"
            f" and have at most {longest} characters.",
        )


def check_place(new: Resource, old: Resource | None) -> None:
    """Refuse a region that there is not, and zones that the region does not have."""
    if new.location not in REGIONS:
        raise AzureError(
            400,
            "LocationNotAvailableForResourceType",
            f"The provided location '{new.location}' is not available for resource type"
            f" '{new.id.type}'. List of available regions for the resource type is"
            f" '{','.join(REGIONS)}'.",
        )
    zones: Any = new.body.get("zones")
    if zones is None:
        if old is not None and old.body.get("zones"):
            new.body["zones"] = old.body["zones"]
        return
    known = () if new.location in WITHOUT_ZONES else ZONES
    if not isinstance(zones, list) or any(zone not in known for zone in zones):  # pyright: ignore[reportUnknownVariableType]
        raise AzureError(
            400,
            "InvalidAvailabilityZone",
            f"The zone(s) '{zones}' for resource '{new.id.type}/{new.name}' is not supported. The"
            f" supported zones for location '{new.location}' are '{','.join(known)}'.",
        )
    if old is not None and zones != (old.body.get("zones") or []):
        raise cannot_change("zones")


def zone_of(resource: Resource) -> str:
    """The zone that a resource stands in, or nothing."""
    zones: list[str] = resource.body.get("zones") or []
    return zones[0] if zones else ""


def section(body: Body, name: str, path: str = "") -> Body:
    """Read an object inside a body; where there is none it is put there."""
    if body.get(name) is None:
        body[name] = {}
    return an_object(body[name], path or name)


def one_of(body: Body, name: str, path: str, values: tuple[str, ...], default: str = "") -> None:
    """Refuse a value that is none of an enumeration; absent ones get the default, if any.

    Values are taken in any case, and kept in the provider's own.
    """
    if body.get(name) is None:
        body.pop(name, None)
        if default:
            body[name] = default
        return
    known = {value.lower(): value for value in values}
    if str(body[name]).lower() in known:
        body[name] = known[str(body[name]).lower()]
    else:
        raise bad_parameter(
            path,
            f"The value '{body[name]}' of parameter '{path}' is invalid. It must be one of"
            f" {', '.join(values)}.",
        )


def a_text(body: Body, name: str, path: str) -> str:
    """Read a text; an absent one is empty."""
    value: Any = body.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise bad_parameter(path, f"The value of parameter '{path}' must be a text.")
    return value


def a_switch(body: Body, name: str, path: str) -> bool | None:
    """Read a boolean; None where there is none."""
    value: Any = body.get(name)
    if value is not None and not isinstance(value, bool):
        raise bad_parameter(path, f"The value of parameter '{path}' must be true or false.")
    return value


def a_number(body: Body, name: str, path: str, low: int, high: int) -> int | None:
    """Read a whole number; None where there is none."""
    value: Any = body.get(name)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise bad_parameter(
            path,
            f"The value '{value}' of parameter '{path}' is out of range. It must be an integer from"
            f" {low} to {high}.",
        )
    return value


def moment(time: float) -> str:
    """Write a time as this provider does."""
    return datetime.fromtimestamp(time, UTC).isoformat(timespec="microseconds")


def bad_parameter(path: str, message: str) -> AzureError:
    """What Compute answers to a value that it does not take."""
    return AzureError(400, "InvalidParameter", message or f"The value of '{path}' is invalid.")


def missing(path: str) -> AzureError:
    """What Compute answers where a value must be given."""
    return bad_parameter(path, f"Required parameter '{path}' is missing (null).")


def not_allowed(message: str) -> AzureError:
    """What Compute answers to what cannot be done in the state that things are in."""
    return AzureError(409, "OperationNotAllowed", message)


def cannot_change(path: str) -> AzureError:
    """What Compute answers to a change of what is fixed."""
    return AzureError(
        409, "PropertyChangeNotAllowed", f"Changing property '{path}' is not allowed."
    )


def not_emulated(what: str) -> AzureError:
    """Refuse what Azure can do and this Azure cannot, rather than to act as if it were done."""
    return AzureError(400, "EmulatorNotSupported", f"azurelocal does not support {what}.")
