"""Images that users make, and galleries of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.unit.azurelocal.compute.conftest import Compute


def image(compute: Compute, name: str = "image", **disk: Any) -> str:
    id = compute.id("images", name)
    given = {
        "osType": "Linux",
        "osState": "Generalized",
        "blobUri": "https://images.blob.core.windows.net/vhd/rhcos.vhd",
        "diskSizeGB": 16,
        **disk,
    }
    properties = {"hyperVGeneration": "V2", "storageProfile": {"osDisk": given}}
    answer = compute.azure.owner.put(id, {"location": "eastus", "properties": properties})
    assert answer.status == 201, answer.content
    return id


def version(compute: Compute, source: str, number: str = "1.0.0") -> str:
    """Make a gallery with an image of one version."""
    gallery = compute.id("galleries", "gallery")
    definition = f"{gallery}/images/rhcos"
    described = {
        "identifier": {"publisher": "us", "offer": "rhcos", "sku": "gen2"},
        "osType": "Linux",
        "osState": "Generalized",
        "hyperVGeneration": "V2",
        "architecture": "x64",
    }
    made = {"storageProfile": {"source": {"id": source}}}
    id = f"{definition}/versions/{number}"
    for one, properties in ((gallery, {}), (definition, described), (id, made)):
        answer = compute.azure.owner.put(one, {"location": "eastus", "properties": properties})
        assert answer.status in (200, 201), answer.content
    return id


def test_a_machine_is_made_of_an_image(compute: Compute) -> None:
    id = image(compute)
    body = compute.body()
    body["properties"]["storageProfile"]["imageReference"] = {"id": id}

    answer = compute.azure.owner.put(compute.id("virtualMachines", "vm"), body)

    assert answer.status == 201, answer.content
    disk = compute.get(compute.id("disks", "vm_OSDisk"))["properties"]
    assert disk["creationData"]["imageReference"] == {"id": id}


@pytest.mark.parametrize("level", ["version", "definition"])
def test_a_machine_is_made_of_a_gallery_image(compute: Compute, level: str) -> None:
    id = version(compute, image(compute))
    body = compute.body()
    reference = id if level == "version" else id.partition("/versions/")[0]
    body["properties"]["storageProfile"]["imageReference"] = {"id": reference}
    del body["properties"]["storageProfile"]["osDisk"]["diskSizeGB"]

    answer = compute.azure.owner.put(compute.id("virtualMachines", "vm"), body)

    assert answer.status == 201, answer.content
    assert answer.json["properties"]["storageProfile"]["osDisk"]["diskSizeGB"] == 16


def test_a_machine_outlives_its_image(compute: Compute) -> None:
    id = image(compute)
    body = compute.body()
    body["properties"]["storageProfile"]["imageReference"] = {"id": id}
    compute.azure.owner.put(compute.id("virtualMachines", "vm"), body)

    deleted = compute.azure.owner.delete(id)
    written = compute.azure.owner.put(compute.id("virtualMachines", "vm"), {})

    assert (deleted.status, written.status) == (200, 200)


def test_an_image_that_is_not_there_is_404(compute: Compute) -> None:
    body = compute.body()
    body["properties"]["storageProfile"]["imageReference"] = {"id": compute.id("images", "none")}

    answer = compute.azure.owner.put(compute.id("virtualMachines", "vm"), body)

    assert (answer.status, answer.code) == (404, "ResourceNotFound")


def test_an_image_of_a_disk_has_its_size(compute: Compute) -> None:
    id = image(compute, blobUri=None, diskSizeGB=None, managedDisk={"id": compute.disk()})

    assert compute.get(id)["properties"]["storageProfile"]["osDisk"]["diskSizeGB"] == 32


@pytest.mark.parametrize("missing", ["osType", "osState", "blobUri"])
def test_an_image_says_what_it_is(compute: Compute, missing: str) -> None:
    disk = {"osType": "Linux", "osState": "Generalized", "blobUri": "https://x/y.vhd"}
    del disk[missing]

    answer = compute.azure.owner.put(
        compute.id("images", "image"),
        {"location": "eastus", "properties": {"storageProfile": {"osDisk": disk}}},
    )

    assert (answer.status, answer.code) == (400, "InvalidParameter")


def test_a_gallery_goes_from_the_inside(compute: Compute) -> None:
    id = version(compute, image(compute))
    definition, gallery = id.partition("/versions/")[0], compute.id("galleries", "gallery")

    early = compute.azure.owner.delete(gallery)
    in_order = [compute.azure.owner.delete(one).status for one in (id, definition, gallery)]

    assert (early.status, early.code) == (409, "CannotDeleteResource")
    assert in_order == [200, 200, 200]


@pytest.mark.parametrize("number", ["1", "1.0", "latest", "1.0.x"])
def test_a_version_is_three_numbers(compute: Compute, number: str) -> None:
    definition = version(compute, image(compute)).partition("/versions/")[0]

    answer = compute.azure.owner.put(
        f"{definition}/versions/{number}", {"location": "eastus", "properties": {}}
    )

    assert (answer.status, answer.code) == (400, "InvalidParameter")
