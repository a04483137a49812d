"""The Azure CLI waits for operations that take as long as Azure's, a hundred times faster."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.integration.azurelocal.names import secluded

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.integration.azurelocal.names import Az


@pytest.fixture
def az(tmp_path: Path, az_executable: str) -> Iterator[Az]:
    with secluded(tmp_path, az_executable, "--latency", "azure", "--scale", "0.01") as azure:
        yield azure.az_of_owner()


def test_az_returns_when_an_operation_has_ended(az: Az) -> None:
    az("group create -n rg -l eastus")

    vnet = az("network vnet create -g rg -n vnet --subnet-name s")["newVNet"]
    account = az("storage account create -g rg -n waiting")
    vm = az(
        "vm create -g rg -n vm --image azureopenshift:aro4:aro_419:latest --size Standard_D4s_v3"
        " --vnet-name vnet --subnet s --admin-username core --admin-password Not+a+Secret+1",
    )
    az("group delete -n rg --yes")

    assert [vnet["provisioningState"], account["provisioningState"]] == ["Succeeded", "Succeeded"]
    assert vm["powerState"] == "VM running"
    assert az("group exists -n rg") is False
