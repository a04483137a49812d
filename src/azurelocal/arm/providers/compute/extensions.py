"""Extensions of virtual machines: kept and shown. No agent runs them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.arm.providers.compute.common import a_text, cannot_change, missing, not_allowed
from azurelocal.arm.providers.compute.instanceview import extension_view
from azurelocal.arm.providers.compute.machinestate import machine_of
from azurelocal.arm.types import Body, ResourceType, an_object, merge_patch

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.store import Resource

_NEEDED = ("publisher", "type", "typeHandlerVersion")
_SECRET = ("protectedSettings", "protectedSettingsFromKeyVault")


class Extension(ResourceType):
    """An extension. Its protected settings are for the machine alone."""

    name = "Microsoft.Compute/virtualMachines/extensions"

    def combine(self, old: Resource, body: Body) -> Body:
        """A PUT changes what it names."""
        return merge_patch(old.body, body)

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        self._check_machine(call, new)
        properties = new.properties
        for name in _NEEDED:
            if not a_text(properties, name, name):
                raise missing(name)
            fixed = name != "typeHandlerVersion"
            if old is not None and fixed and properties[name] != old.properties[name]:
                raise cannot_change(name)
        an_object(properties.get("settings"), "settings")
        for name in _SECRET:
            an_object(properties.pop(name, None), name)
        properties.pop("instanceView", None)
        properties.setdefault("autoUpgradeMinorVersion", False)

    def _check_machine(self, call: Call, new: Resource) -> None:
        parent = new.id.parent
        machine = call.store.get(parent.key) if parent else None
        if machine is None:
            return
        profile: Body = machine.properties.get("osProfile") or {}
        if profile.get("allowExtensionOperations") is False:
            raise not_allowed(
                "This operation cannot be performed when extension operations are disallowed. To"
                " allow, please ensure VM Agent is installed on the VM and the"
                " osProfile.allowExtensionOperations property is true."
            )
        if machine_of(call.store, machine.key).power != "running":
            raise not_allowed("Cannot modify extensions in the VM when the VM is not running.")

    def show(self, call: Call, resource: Resource, body: Body) -> None:
        if call.request.query.get("$expand", "").lower() == "instanceview":
            body["properties"]["instanceView"] = extension_view(resource)


TYPES = (Extension,)
