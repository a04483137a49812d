"""What every version of every item has: whether it is on, its times and its tags."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.vault.bodies import Body, a_flag, a_number, an_object
from azurelocal.vault.refusals import bad_parameter

if TYPE_CHECKING:
    from azurelocal.vault.call import VaultCall
    from azurelocal.vault.items import Item, Version
_MOST_TAGS = 15


def apply(body: Body, version: Version, now: float) -> None:
    """Write down what a request says of a version; what it does not name stays as it is."""
    said = an_object(body, "attributes")
    enabled, expires, begins = a_flag(said, "enabled"), a_number(said, "exp"), a_number(said, "nbf")
    if enabled is not None:
        version.enabled = enabled
    if expires is not None:
        version.expires = expires
    if begins is not None:
        version.begins = begins
    if body.get("tags") is not None:
        version.tags = _tags(an_object(body, "tags"))
    version.updated = now


def _tags(tags: Body) -> dict[str, str]:
    if len(tags) > _MOST_TAGS or not all(isinstance(one, str) for one in tags.values()):
        raise bad_parameter(f"Property tags is not an object of at most {_MOST_TAGS} strings.")
    return tags


def show(call: VaultCall, version: Version) -> Body:
    """The attributes as answers have them."""
    shown: Body = {"enabled": version.enabled}
    if version.begins is not None:
        shown["nbf"] = version.begins
    if version.expires is not None:
        shown["exp"] = version.expires
    protected = call.properties.get("enablePurgeProtection")
    shown["created"] = int(version.created)
    shown["updated"] = int(version.updated)
    shown["recoveryLevel"] = "Recoverable" if protected else "Recoverable+Purgeable"
    shown["recoverableDays"] = call.properties.get("softDeleteRetentionInDays", 90)
    return shown


def show_tags(version: Version) -> Body:
    """The tags as answers have them: not at all where there are none."""
    return {"tags": version.tags} if version.tags is not None else {}


def show_deleted(call: VaultCall, kind: str, item: Item) -> Body:
    """What is told of a deleted item beside what it is."""
    return {
        "recoveryId": call.id(f"deleted{kind}", item.name),
        "deletedDate": int(item.deleted or 0),
        "scheduledPurgeDate": int(item.purged or 0),
    }
