"""The Azure CLI is told of azurelocal on a port as a cloud of its own, and works with it.

No name of Azure's leads anywhere here: what `az` asks for beyond the cloud it was told of fails.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.integration.azurelocal.names import SecludedAzure, secluded

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.integration.azurelocal.names import Az

ACCOUNT = "customaccount"


@pytest.fixture(scope="module")
def azure(tmp_path_factory: pytest.TempPathFactory, az_executable: str) -> Iterator[SecludedAzure]:
    """A running azurelocal in custom-cloud mode; only names of loopback lead to it."""
    folder = tmp_path_factory.mktemp("custom")
    with secluded(folder, az_executable, names="loopback") as running:
        running.lead_here(f"{ACCOUNT}.blob.core.localhost")
        yield running


@pytest.fixture(scope="module")
def az(azure: SecludedAzure) -> Az:
    """A user who has told `az` of the cloud, and has logged in there as the owner."""
    az, owner = azure.az(), azure.server.credentials
    # Without it, az asks login.microsoftonline.com whether our authority is known.
    az("config set core.instance_discovery=false")
    az("cloud register -n azurelocal --endpoint-resource-manager", azure.server.url)
    az("cloud set -n azurelocal")
    az.login(owner["clientId"], "-p", owner["clientSecret"], tenant=owner["tenantId"])
    return az


def test_the_cloud_is_known_by_its_own_endpoints(azure: SecludedAzure, az: Az) -> None:
    endpoints = az("cloud show")["endpoints"]

    assert {endpoints["resourceManager"], endpoints["activeDirectory"]} == {azure.server.url}


def test_resources_are_made_in_it(az: Az) -> None:
    group = az("group create -n rg -l eastus")
    identity = az("identity create -g rg -n somebody")

    listed = az("resource list -g rg")

    assert group["properties"]["provisioningState"] == "Succeeded"
    assert [one["id"] for one in listed] == [identity["id"]]


def test_applications_are_made_in_it(azure: SecludedAzure, az: Az) -> None:
    made = az("ad sp create-for-rbac --name custom")

    listed = az("ad sp list --display-name custom")

    assert made["tenant"] == azure.server.tenant
    assert [one["appId"] for one in listed] == [made["appId"]]


def test_blobs_are_stored_in_it(az: Az, tmp_path: Path) -> None:
    az("group create -n blobs -l eastus")
    az(f"storage account create -g blobs -n {ACCOUNT}")
    az(f"storage container create --account-name {ACCOUNT} -n box")
    az(f"storage blob upload --account-name {ACCOUNT} -c box -n a --no-progress --data", "hello")
    file = tmp_path / "a"

    az(f"storage blob download --account-name {ACCOUNT} -c box -n a --no-progress -f", str(file))

    assert file.read_text() == "hello"
