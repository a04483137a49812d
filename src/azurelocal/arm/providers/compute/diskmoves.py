"""Disks that are attached to a machine and detached from it by an action rather than by a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.arm.providers.compute.common import a_text, missing
from azurelocal.arm.types import Body, objects

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.http import Response
    from azurelocal.store import Resource

_KEPT = ("caching", "deleteOption", "writeAcceleratorEnabled")


def attach_detach(call: Call, resource: Resource) -> Response:
    """Change the list of a machine's disks, as a write of the whole list does."""
    asked = call.request.json_object()
    wanted = resource.copy().body
    storage = wanted["properties"]["storageProfile"]
    going = {_id(entry) for entry in objects(asked.get("dataDisksToDetach"), "dataDisksToDetach")}
    entries: list[Body] = [
        entry for entry in storage["dataDisks"] if entry["managedDisk"]["id"].lower() not in going
    ]
    for asked_for in objects(asked.get("dataDisksToAttach"), "dataDisksToAttach"):
        _id(asked_for)
        entry: Body = {name: asked_for[name] for name in _KEPT if name in asked_for}
        lun = asked_for.get("lun")
        entry["lun"] = _free(entries) if lun is None else lun
        entry |= {"createOption": "Attach", "managedDisk": {"id": asked_for["diskId"]}}
        entries.append(entry)
    storage["dataDisks"] = entries
    written = call.cloud.engine.write(call, resource.id, wanted)
    shown = call.cloud.engine.answer(call, written)["properties"]["storageProfile"]
    return call.cloud.engine.act(call, written, "attachDetachDataDisks", shown)


def _id(entry: Body) -> str:
    id = a_text(entry, "diskId", "diskId")
    if not id:
        raise missing("diskId")
    return id.lower()


def _free(entries: list[Body]) -> int:
    """The lowest place that no disk has."""
    taken = [entry["lun"] for entry in entries]
    return next(lun for lun in range(len(entries) + 1) if lun not in taken)
