"""What can be had: SKUs, sizes, quotas, images of the marketplace; and what can never be had."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.unit.azurelocal.compute.conftest import Compute


def catalogue(compute: Compute, path: str, **options: Any) -> Any:
    return compute.get(
        f"{compute.azure.subscription}/providers/Microsoft.Compute/{path}", **options
    )


def skus(compute: Compute, region: str) -> dict[tuple[str, str], dict[str, Any]]:
    found = catalogue(compute, "skus", query=f"$filter=location%20eq%20'{region}'")
    return {(one["resourceType"], one["name"]): one for one in found["value"]}


def capabilities(sku: dict[str, Any]) -> dict[str, str]:
    return {one["name"]: one["value"] for one in sku["capabilities"]}


def test_a_size_has_all_capabilities_that_controllers_read(compute: Compute) -> None:
    size = skus(compute, "eastus")["virtualMachines", "Standard_D4s_v3"]

    assert size["locations"] == ["eastus"]
    assert size["locationInfo"][0]["zones"] == ["1", "2", "3"]
    assert (size["tier"], size["size"], size["family"]) == (
        "Standard",
        "D4s_v3",
        "standardDSv3Family",
    )
    assert size["restrictions"] == []
    wanted = {
        "vCPUs": "4",
        "MemoryGB": "16",
        "MaxDataDiskCount": "8",
        "AcceleratedNetworkingEnabled": "True",
        "EphemeralOSDiskSupported": "True",
        "EncryptionAtHostSupported": "True",
        "CpuArchitectureType": "x64",
        "PremiumIO": "True",
        "GPUs": "0",
        "UltraSSDAvailable": "True",
        "HyperVGenerations": "V1,V2",
    }
    assert wanted.items() <= capabilities(size).items()


def test_arm_sizes_are_arm(compute: Compute) -> None:
    found = capabilities(skus(compute, "eastus")["virtualMachines", "Standard_D4ps_v5"])

    assert (found["CpuArchitectureType"], found["HyperVGenerations"]) == ("Arm64", "V2")


@pytest.mark.parametrize(
    "name",
    ["D2_v3", "D8s_v4", "D16ds_v5", "E32s_v5", "F4s_v2", "B2ms", "B4as_v2", "D4as_v5"],
)
def test_usual_sizes_are_there(compute: Compute, name: str) -> None:
    assert ("virtualMachines", f"Standard_{name}") in skus(compute, "westeurope")


def test_availability_sets_and_disks_are_skus_too(compute: Compute) -> None:
    found = skus(compute, "eastus")

    aligned = capabilities(found["availabilitySets", "Aligned"])
    assert aligned == {"MaximumPlatformFaultDomainCount": "3"}
    assert ("disks", "Premium_LRS") in found
    assert ("disks", "UltraSSD_LRS") in found


def test_a_region_without_zones_has_none(compute: Compute) -> None:
    found = skus(compute, "West US".replace(" ", "%20"))

    assert found["virtualMachines", "Standard_D4s_v3"]["locationInfo"][0]["zones"] == []
    assert ("disks", "UltraSSD_LRS") not in found


def test_all_regions_are_told_without_a_filter_and_other_filters_are_refused(
    compute: Compute,
) -> None:
    place = f"{compute.azure.subscription}/providers/Microsoft.Compute/skus"

    regions = {one["locations"][0] for one in catalogue(compute, "skus")["value"]}
    refused = compute.azure.owner.get(place, query="$filter=name%20eq%20'x'")

    assert {"eastus", "westeurope", "westus"} <= regions
    assert refused.status == 400


def test_sizes_are_listed_for_a_region_and_for_a_machine(compute: Compute) -> None:
    machine = compute.machine()

    region = {one["name"]: one for one in catalogue(compute, "locations/eastus/vmSizes")["value"]}
    own = {one["name"] for one in compute.get(f"{machine}/vmSizes")["value"]}

    assert region["Standard_D2s_v3"]["numberOfCores"] == 2
    assert region["Standard_D2s_v3"]["memoryInMB"] == 8192
    assert "Standard_D4ps_v5" in region
    assert "Standard_D4ps_v5" not in own


def test_an_unknown_region_is_refused(compute: Compute) -> None:
    place = f"{compute.azure.subscription}/providers/Microsoft.Compute/locations/atlantis"

    for what in ("vmSizes", "usages", "publishers"):
        assert compute.azure.owner.get(f"{place}/{what}").code == "NoRegisteredProviderFound"


def test_the_marketplace_is_walked_from_publisher_to_version(compute: Compute) -> None:
    place = "locations/eastus/publishers"
    offers = f"{place}/azureopenshift/artifacttypes/vmimage/offers"

    def names(path: str, **options: Any) -> list[str]:
        return [one["name"] for one in catalogue(compute, path, **options)]

    assert {"azureopenshift", "RedHat", "Canonical", "kinvolk", "Debian"} <= set(names(place))
    assert names(offers) == ["aro4"]
    assert {"aro_419", "aro_420", "aro_421"} <= set(names(f"{offers}/aro4/skus"))
    versions = f"{offers}/aro4/skus/aro_420/versions"
    assert names(versions) == ["420.94.20250806", "9.6.20251015"]
    assert names(versions, query="$orderby=name%20desc&$top=1") == ["9.6.20251015"]


def test_a_version_tells_its_generation_its_processor_and_its_plan(compute: Compute) -> None:
    place = "locations/eastus/publishers/{}/artifacttypes/vmimage/offers/{}/skus/{}/versions/{}"

    aro = catalogue(compute, place.format("azureopenshift", "aro4", "419-arm", "latest"))
    red_hat = catalogue(compute, place.format("redhat", "rh-ocp-worker", "rh-ocp-worker", "latest"))

    assert aro["name"] == "419.6.20250523"
    assert aro["properties"]["hyperVGeneration"] == "V2"
    assert aro["properties"]["architecture"] == "Arm64"
    assert "plan" not in aro["properties"]
    assert red_hat["properties"]["plan"] == {
        "publisher": "redhat",
        "product": "rh-ocp-worker",
        "name": "rh-ocp-worker",
    }


def test_an_image_that_there_is_not_is_404(compute: Compute) -> None:
    place = (
        f"{compute.azure.subscription}/providers/Microsoft.Compute/locations/eastus/publishers"
        "/azureopenshift/artifacttypes/vmimage/offers"
    )

    version = compute.azure.owner.get(f"{place}/aro4/skus/aro_419/versions/1.0.0")
    offer = compute.azure.owner.get(f"{place}/aro5/skus")

    assert (version.status, version.code) == (404, "PlatformImageNotFound")
    assert (offer.status, offer.code) == (404, "NotFound")


def test_who_holds_no_role_sees_no_catalogue(compute: Compute) -> None:
    stranger = compute.azure.client()
    place = f"{compute.azure.subscription}/providers/Microsoft.Compute"

    for what in ("skus", "locations/eastus/usages", "locations/eastus/publishers"):
        assert stranger.get(f"{place}/{what}").code == "AuthorizationFailed"


def test_scale_sets_are_listed_and_are_none(compute: Compute) -> None:
    id = compute.id("virtualMachineScaleSets", "set")

    listed = compute.get(f"{compute.group}/providers/Microsoft.Compute/virtualMachineScaleSets")
    made = compute.azure.owner.put(id, {"location": "eastus"})

    assert listed == {"value": []}
    assert compute.azure.owner.get(id).status == 404
    assert (made.status, made.code) == (400, "EmulatorNotSupported")


def test_extensions_of_publishers_are_listed(compute: Compute) -> None:
    place = "locations/eastus/publishers/microsoft.azure.extensions/artifacttypes/vmextension/types"

    types = [one["name"] for one in catalogue(compute, place)]
    versions = [one["name"] for one in catalogue(compute, f"{place}/customscript/versions")]

    assert "Microsoft.Azure.Extensions" in [
        one["name"] for one in catalogue(compute, "locations/eastus/publishers")
    ]
    assert catalogue(compute, place.replace("vmextension/types", "vmimage/offers")) == []
    assert types == ["CustomScript"]
    assert versions == ["2.1.10", "2.1.13"]


def test_a_list_of_versions_tells_all_of_them_when_asked(compute: Compute) -> None:
    place = (
        "locations/eastus/publishers/azureopenshift/artifacttypes/vmimage/offers/aro4/skus"
        "/419-arm/versions"
    )

    found = catalogue(compute, place, query="$expand=properties/imageDeprecationStatus")

    assert found[0]["properties"]["architecture"] == "Arm64"
