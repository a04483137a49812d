"""Microsoft's library for virtual machines and disks: azure-mgmt-compute."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from azure.core import MatchConditions
from azure.core.exceptions import (
    HttpResponseError,
    ResourceExistsError,
    ResourceModifiedError,
    ResourceNotFoundError,
)
from azure.mgmt.compute import ComputeManagementClient
from azure.mgmt.network import NetworkManagementClient
from azure.mgmt.resource.resources import ResourceManagementClient

from tests.integration.azurelocal.running import serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.integration.azurelocal.running import Server

LOCATION = {"location": "eastus"}
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHNvbWVib2R5IGVsc2UncyBrZXkgZm9yIHRlc3Rz"
CUSTOM_DATA = base64.b64encode(b'{"ignition": {"version": "3.2.0"}}').decode()
EMPTY = {"creationData": {"createOption": "Empty"}, "diskSizeGB": 8}


@dataclass
class Compute:
    """The client, and a resource group of the test's own."""

    client: Any
    network: Any
    group: str

    def nic(self, name: str) -> str:
        """Make a network interface in a network of its own, and give its ID."""
        subnet = {"name": "default", "properties": {"addressPrefix": "10.0.0.0/24"}}
        space = {"addressPrefixes": ["10.0.0.0/16"]}
        made = self.network.virtual_networks.begin_create_or_update(
            self.group,
            f"{name}-net",
            LOCATION | {"properties": {"addressSpace": space, "subnets": [subnet]}},
        ).result()
        address = {"name": "pipConfig", "properties": {"subnet": {"id": made.subnets[0].id}}}
        nic = self.network.network_interfaces.begin_create_or_update(
            self.group, name, LOCATION | {"properties": {"ipConfigurations": [address]}}
        ).result()
        return nic.id

    def body(self, name: str) -> dict[str, Any]:
        """What a machine is made with, as the machine provider does it."""
        ssh = {"publicKeys": [{"path": "/home/capi/.ssh/authorized_keys", "keyData": KEY}]}
        return {
            "location": "eastus",
            "tags": {"Name": name},
            "properties": {
                "hardwareProfile": {"vmSize": "Standard_D4s_v3"},
                "storageProfile": {
                    "imageReference": {
                        "publisher": "azureopenshift",
                        "offer": "aro4",
                        "sku": "aro_419",
                        "version": "419.6.20250523",
                    },
                    "osDisk": {
                        "name": f"{name}_OSDisk",
                        "createOption": "FromImage",
                        "diskSizeGB": 64,
                        "managedDisk": {"storageAccountType": "Premium_LRS"},
                    },
                },
                "osProfile": {
                    "computerName": name,
                    "adminUsername": "capi",
                    "customData": CUSTOM_DATA,
                    "linuxConfiguration": {"disablePasswordAuthentication": True, "ssh": ssh},
                },
                "networkProfile": {
                    "networkInterfaces": [
                        {"id": self.nic(f"{name}-nic"), "properties": {"primary": True}}
                    ]
                },
            },
        }

    def machine(self, name: str = "vm") -> Any:
        """Make a machine."""
        return self.client.virtual_machines.begin_create_or_update(
            self.group, name, self.body(name)
        ).result()

    def disk(self, name: str = "disk") -> Any:
        """Make an empty disk."""
        return self.client.disks.begin_create_or_update(
            self.group, name, LOCATION | {"properties": EMPTY}
        ).result()


@pytest.fixture
def compute(server: Server, group: str) -> Compute:
    client = server.client(ComputeManagementClient)
    return Compute(client, server.client(NetworkManagementClient), group)


def power(compute: Compute, name: str = "vm") -> list[str]:
    view = compute.client.virtual_machines.instance_view(compute.group, name)
    return [status.code for status in view.statuses]


# Every type is made, read, listed, changed and deleted


def test_a_machine(compute: Compute) -> None:
    machines = compute.client.virtual_machines

    made = compute.machine()
    read = machines.get(compute.group, "vm", expand="instanceView")
    changed = machines.begin_update(compute.group, "vm", {"tags": {"a": "b"}}).result()

    assert (made.provisioning_state, read.vm_id) == ("Succeeded", made.vm_id)
    assert read.os_profile.custom_data is None
    assert read.storage_profile.os_disk.managed_disk.id.endswith("/disks/vm_OSDisk")
    assert read.instance_view.statuses[1].display_status == "VM running"
    assert read.time_created is not None
    assert changed.tags == {"Name": "vm", "a": "b"}
    assert [one.name for one in machines.list(compute.group)] == ["vm"]
    assert made.id in [one.id for one in machines.list_all(status_only="true")]
    assert made.id in [one.id for one in machines.list_by_location("eastus")]
    assert machines.begin_delete(compute.group, "vm", force_deletion=True).result() is None
    assert list(machines.list(compute.group)) == []


def test_a_machine_is_started_and_stopped(compute: Compute) -> None:
    machines = compute.client.virtual_machines
    compute.machine()
    states: list[str] = []

    for action in ("power_off", "start", "restart", "redeploy", "reapply", "deallocate"):
        getattr(machines, f"begin_{action}")(compute.group, "vm").result()
        states.append(power(compute)[-1].removeprefix("PowerState/"))
    machines.generalize(compute.group, "vm")

    assert states == ["stopped", "running", "running", "running", "running", "deallocated"]
    assert "OSState/generalized" in power(compute)


def test_the_console_of_a_machine(compute: Compute) -> None:
    machines = compute.client.virtual_machines
    compute.machine()
    profile = {"diagnosticsProfile": {"bootDiagnostics": {"enabled": True}}}
    machines.begin_update(compute.group, "vm", {"properties": profile}).result()

    found = machines.retrieve_boot_diagnostics_data(compute.group, "vm")

    assert found.serial_console_log_blob_uri.endswith("/vm.serialconsole.log")


def test_an_extension(compute: Compute) -> None:
    extensions = compute.client.virtual_machine_extensions
    compute.machine()
    properties = {
        "publisher": "Microsoft.Azure.Extensions",
        "type": "CustomScript",
        "typeHandlerVersion": "2.1",
        "settings": {"commandToExecute": "true"},
    }
    where = (compute.group, "vm", "script")

    made = extensions.begin_create_or_update(*where, LOCATION | {"properties": properties}).result()
    extensions.begin_update(*where, {"tags": {"a": "b"}}).result()
    read = extensions.get(*where)

    assert (made.provisioning_state, read.tags) == ("Succeeded", {"a": "b"})
    assert [one.name for one in extensions.list(compute.group, "vm").value] == ["script"]
    extensions.begin_delete(*where).result()
    with pytest.raises(ResourceNotFoundError):
        extensions.get(*where)


def test_a_disk(compute: Compute) -> None:
    disks = compute.client.disks

    made = compute.disk()
    grown = disks.begin_update(compute.group, "disk", {"properties": {"diskSizeGB": 16}}).result()
    read = disks.get(compute.group, "disk")

    assert (made.disk_size_gb, grown.disk_size_gb, read.disk_size_gb) == (8, 16, 16)
    assert (read.disk_state, read.network_access_policy) == ("Unattached", "AllowAll")
    assert [one.name for one in disks.list_by_resource_group(compute.group)] == ["disk"]
    assert made.id in [one.id for one in disks.list()]
    disks.begin_delete(compute.group, "disk").result()
    with pytest.raises(ResourceNotFoundError):
        disks.get(compute.group, "disk")


def test_access_to_a_disk(compute: Compute) -> None:
    disks = compute.client.disks
    compute.disk()
    asked = {"access": "Read", "durationInSeconds": 60}

    granted = disks.begin_grant_access(compute.group, "disk", asked).result()
    during = disks.get(compute.group, "disk").disk_state
    disks.begin_revoke_access(compute.group, "disk").result()

    assert granted.access_sas.startswith("https://")
    assert during == "ActiveSAS"
    assert disks.get(compute.group, "disk").disk_state == "Unattached"


def test_a_snapshot(compute: Compute) -> None:
    snapshots = compute.client.snapshots
    data = {"createOption": "Copy", "sourceResourceId": compute.disk().id}
    body = LOCATION | {"properties": {"creationData": data, "incremental": True}}

    made = snapshots.begin_create_or_update(compute.group, "snap", body).result()
    changed = snapshots.begin_update(compute.group, "snap", {"tags": {"a": "b"}}).result()

    assert (made.completion_percent, made.disk_size_gb) == (100, 8)
    assert changed.tags == {"a": "b"}
    assert [one.name for one in snapshots.list_by_resource_group(compute.group)] == ["snap"]
    assert made.id in [one.id for one in snapshots.list()]
    snapshots.begin_delete(compute.group, "snap").result()
    with pytest.raises(ResourceNotFoundError):
        snapshots.get(compute.group, "snap")


def test_a_disk_encryption_set(compute: Compute) -> None:
    sets = compute.client.disk_encryption_sets
    key = {"keyUrl": "https://ours.vault.azure.net/keys/one/0123456789abcdef"}
    body = LOCATION | {
        "identity": {"type": "SystemAssigned"},
        "properties": {"activeKey": key},
    }

    made = sets.begin_create_or_update(compute.group, "set", body).result()
    encrypted = {**EMPTY, "encryption": {"diskEncryptionSetId": made.id}}
    disk = compute.client.disks.begin_create_or_update(
        compute.group, "disk", LOCATION | {"properties": encrypted}
    ).result()
    changed = sets.begin_update(compute.group, "set", {"tags": {"a": "b"}}).result()

    assert (made.encryption_type, changed.tags) == ("EncryptionAtRestWithCustomerKey", {"a": "b"})
    assert list(sets.list_associated_resources(compute.group, "set")) == [disk.id]
    assert [one.name for one in sets.list_by_resource_group(compute.group)] == ["set"]
    with pytest.raises(ResourceExistsError, match="in use"):
        sets.begin_delete(compute.group, "set").result()
    compute.client.disks.begin_delete(compute.group, "disk").result()
    sets.begin_delete(compute.group, "set").result()
    with pytest.raises(ResourceNotFoundError):
        sets.get(compute.group, "set")


def test_an_availability_set(compute: Compute) -> None:
    sets = compute.client.availability_sets
    counts = {"platformFaultDomainCount": 2, "platformUpdateDomainCount": 5}
    body = LOCATION | {"sku": {"name": "Aligned"}, "properties": counts}

    made = sets.create_or_update(compute.group, "set", body)
    changed = sets.update(compute.group, "set", {"tags": {"a": "b"}})

    assert (made.platform_fault_domain_count, made.virtual_machines) == (2, [])
    assert changed.tags == {"a": "b"}
    assert [one.name for one in sets.list(compute.group)] == ["set"]
    assert made.id in [one.id for one in sets.list_by_subscription()]
    assert list(sets.list_available_sizes(compute.group, "set"))
    sets.delete(compute.group, "set")
    with pytest.raises(ResourceNotFoundError):
        sets.get(compute.group, "set")


def test_an_image(compute: Compute) -> None:
    images = compute.client.images
    disk = {
        "osType": "Linux",
        "osState": "Generalized",
        "managedDisk": {"id": compute.disk().id},
    }
    body = LOCATION | {"properties": {"storageProfile": {"osDisk": disk}}}

    made = images.begin_create_or_update(compute.group, "image", body).result()
    changed = images.begin_update(compute.group, "image", {"tags": {"a": "b"}}).result()

    assert (made.hyper_v_generation, changed.tags) == ("V1", {"a": "b"})
    assert [one.name for one in images.list_by_resource_group(compute.group)] == ["image"]
    assert made.id in [one.id for one in images.list()]
    images.begin_delete(compute.group, "image").result()
    with pytest.raises(ResourceNotFoundError):
        images.get(compute.group, "image")


def test_a_gallery_with_an_image_of_one_version(compute: Compute) -> None:
    client, group = compute.client, compute.group
    described = {
        "identifier": {"publisher": "us", "offer": "rhcos", "sku": "gen2"},
        "osType": "Linux",
        "osState": "Specialized",
    }
    content = {"storageProfile": {"source": {"id": compute.disk().id}}}

    gallery = client.galleries.begin_create_or_update(group, "gallery", LOCATION).result()
    definition = client.gallery_images.begin_create_or_update(
        group, "gallery", "image", LOCATION | {"properties": described}
    ).result()
    version = client.gallery_image_versions.begin_create_or_update(
        group, "gallery", "image", "1.0.0", LOCATION | {"properties": content}
    ).result()

    assert gallery.identifier.unique_name.endswith("-GALLERY")
    assert (definition.architecture, version.provisioning_state) == ("x64", "Succeeded")
    lists = (
        client.galleries.list_by_resource_group(group),
        client.gallery_images.list_by_gallery(group, "gallery"),
        client.gallery_image_versions.list_by_gallery_image(group, "gallery", "image"),
    )
    assert [[one.name for one in found] for found in lists] == [["gallery"], ["image"], ["1.0.0"]]
    with pytest.raises(HttpResponseError, match="nested resources exist"):
        client.galleries.begin_delete(group, "gallery").result()
    client.gallery_image_versions.begin_delete(group, "gallery", "image", "1.0.0").result()
    client.gallery_images.begin_delete(group, "gallery", "image").result()
    client.galleries.begin_delete(group, "gallery").result()
    with pytest.raises(ResourceNotFoundError):
        client.galleries.get(group, "gallery")


def test_catalogues(compute: Compute) -> None:
    client = compute.client
    skus = {
        (one.resource_type, one.name)
        for one in client.resource_skus.list(filter="location eq 'eastus'")
    }

    assert {
        ("virtualMachines", "Standard_D4s_v3"),
        ("availabilitySets", "Aligned"),
        ("disks", "Premium_LRS"),
    } <= skus
    assert "Standard_D4s_v3" in [one.name for one in client.virtual_machine_sizes.list("eastus")]
    usages = {one.name.value: one for one in client.usage.list("eastus")}
    assert usages["cores"].limit > usages["cores"].current_value
    assert list(client.virtual_machine_scale_sets.list(compute.group)) == []
    assert list(client.virtual_machine_scale_sets.list_all()) == []


def test_the_marketplace(compute: Compute) -> None:
    images, where = compute.client.virtual_machine_images, ("eastus", "azureopenshift")

    assert "azureopenshift" in [one.name for one in images.list_publishers("eastus")]
    assert [one.name for one in images.list_offers(*where)] == ["aro4"]
    assert "aro_419" in [one.name for one in images.list_skus(*where, "aro4")]
    assert [one.name for one in images.list(*where, "aro4", "aro_419")] == ["419.6.20250523"]
    found = images.get(*where, "aro4", "aro_419", "latest")
    assert (found.name, found.hyper_v_generation) == ("419.6.20250523", "V1")


# Disks come to machines and go from them


def attached(compute: Compute, name: str, *disks: Any) -> Any:
    entries = [
        {"lun": lun, "createOption": "Attach", "managedDisk": {"id": disk.id}}
        for lun, disk in enumerate(disks)
    ]
    body = LOCATION | {"properties": {"storageProfile": {"dataDisks": entries}}}
    machines = compute.client.virtual_machines
    return machines.begin_create_or_update(compute.group, name, body).result()


def test_a_disk_moves_from_machine_to_machine(compute: Compute) -> None:
    compute.machine("one")
    compute.machine("two")
    disk = compute.disk()

    attached(compute, "one", disk)
    with pytest.raises(ResourceExistsError, match="already owned by VM"):
        attached(compute, "two", disk)
    with pytest.raises(ResourceExistsError, match="is attached to VM"):
        compute.client.disks.begin_delete(compute.group, "disk").result()
    attached(compute, "one")
    moved = attached(compute, "two", disk)

    assert [entry.name for entry in moved.storage_profile.data_disks] == ["disk"]
    assert compute.client.disks.get(compute.group, "disk").managed_by == moved.id


def test_a_disk_comes_and_goes_by_an_action(compute: Compute) -> None:
    machines, disk = compute.client.virtual_machines, compute.disk()
    compute.machine()
    asked = {"diskId": disk.id}

    added = machines.begin_attach_detach_data_disks(
        compute.group, "vm", {"dataDisksToAttach": [asked]}
    ).result()
    left = machines.begin_attach_detach_data_disks(
        compute.group, "vm", {"dataDisksToDetach": [asked]}
    ).result()

    assert [entry.lun for entry in added.data_disks] == [0]
    assert left.data_disks == []


# Refusals are the library's own


def test_a_stale_etag_is_a_modified_resource(compute: Compute) -> None:
    machines, made = compute.client.virtual_machines, compute.machine()
    machines.begin_update(compute.group, "vm", {"tags": {"a": "b"}}).result()

    with pytest.raises(ResourceModifiedError):
        machines.begin_create_or_update(
            compute.group,
            "vm",
            LOCATION,
            etag=made.etag,
            match_condition=MatchConditions.IfNotModified,
        ).result()


def test_what_lies_in_nothing_is_not_found(compute: Compute) -> None:
    client = compute.client
    properties = {"publisher": "a", "type": "b", "typeHandlerVersion": "1.0"}
    attempts: list[tuple[str, Callable[[], Any]]] = [
        ("ResourceNotFound", lambda: client.virtual_machines.get(compute.group, "none")),
        ("ResourceGroupNotFound", lambda: client.virtual_machines.get("none", "none")),
        ("ResourceGroupNotFound", lambda: list(client.disks.list_by_resource_group("none"))),
        (
            "ParentResourceNotFound",
            lambda: client.virtual_machine_extensions.begin_create_or_update(
                compute.group, "none", "e", LOCATION | {"properties": properties}
            ).result(),
        ),
        (
            "PlatformImageNotFound",
            lambda: client.virtual_machine_images.get("eastus", "a", "b", "c", "latest"),
        ),
    ]

    for code, attempt in attempts:
        with pytest.raises(ResourceNotFoundError) as caught:
            attempt()
        assert caught.value.error is not None
        assert caught.value.error.code == code


def test_a_used_interface_is_not_deleted(compute: Compute) -> None:
    compute.machine()

    with pytest.raises(HttpResponseError) as caught:
        compute.network.network_interfaces.begin_delete(compute.group, "vm-nic").result()

    assert caught.value.error is not None
    assert caught.value.error.code == "NicInUse"


# Pollers come to their end when work takes its time


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[Compute]:
    """An Azure whose work goes on after the answers, a thousand times as fast as the real one."""
    with serving(tmp_path / "state", "--latency", "azure", "--scale", "0.001") as server:
        network = server.client(NetworkManagementClient)
        group = "slow"
        groups = server.client(ResourceManagementClient).resource_groups
        groups.create_or_update(group, LOCATION)
        yield Compute(server.client(ComputeManagementClient), network, group)


def test_pollers_end_with_what_was_asked_for(slow: Compute) -> None:
    client, group = slow.client, slow.group

    making = client.virtual_machines.begin_create_or_update(group, "vm", slow.body("vm"))
    made = making.result()
    disk = slow.disk()
    attached(slow, "vm", disk)
    client.virtual_machines.begin_deallocate(group, "vm").result()
    asked = {"access": "Read", "durationInSeconds": 60}
    other = slow.disk("other")
    granted = client.disks.begin_grant_access(group, other.name, asked).result()
    client.virtual_machines.begin_delete(group, "vm").result()

    assert (made.provisioning_state, disk.provisioning_state) == ("Succeeded", "Succeeded")
    assert granted.access_sas
    with pytest.raises(ResourceNotFoundError):
        client.virtual_machines.get(group, "vm")
