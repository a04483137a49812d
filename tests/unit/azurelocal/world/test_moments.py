"""A PUT of what is real by the time the client gets impatient is answered as done."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from tests.unit.azurelocal.conftest import Azure

TYPE = "microsoft.network/networksecuritygroups"


def group_of_rules(azure: Azure) -> str:
    return f"{azure.group()}/providers/{TYPE}/one"


def realised_after(azure: Azure, seconds: float, error: AzureError | None = None) -> None:
    async def realise(resource: Any, operation: Any) -> None:
        await asyncio.sleep(seconds)
        if error:
            raise error

    azure.cloud.realisers[TYPE] = realise
    azure.cloud.patience[TYPE] = 0.2


def test_what_is_made_in_a_moment_is_answered_as_made(azure: Azure) -> None:
    realised_after(azure, 0.001)
    id = group_of_rules(azure)

    answer = azure.owner.put(id, {"location": "eastus"})

    assert (answer.status, answer.json["properties"]["provisioningState"]) == (201, "Succeeded")
    assert "azure-asyncoperation" not in answer.headers
    assert answer.json["etag"] == answer.headers["etag"]


def test_what_takes_longer_has_an_operation(azure: Azure) -> None:
    realised_after(azure, 60)
    id = group_of_rules(azure)

    answer = azure.owner.put(id, {"location": "eastus"})

    assert (answer.status, answer.json["properties"]["provisioningState"]) == (201, "Creating")
    assert "azure-asyncoperation" in answer.headers


def test_what_fails_in_a_moment_has_an_operation_that_says_so(azure: Azure) -> None:
    realised_after(azure, 0.001, AzureError(409, "OSProvisioningClientError", "It does not boot."))
    id = group_of_rules(azure)

    answer = azure.owner.put(id, {"location": "eastus"})
    path = answer.headers["azure-asyncoperation"].removeprefix("https://management.azure.com")
    polled = azure.owner.get(path.partition("?")[0]).json

    assert polled["status"] == "Failed"
    assert polled["error"] == {"code": "OSProvisioningClientError", "message": "It does not boot."}
    assert azure.owner.get(id).json["properties"]["provisioningState"] == "Failed"


def test_on_a_slow_day_nothing_is_made_in_a_moment(azure: Azure) -> None:
    realised_after(azure, 0.0)
    azure.cloud.weather.scale = 1e-4
    id = group_of_rules(azure)

    answer = azure.owner.put(id, {"location": "eastus"})

    assert "azure-asyncoperation" in answer.headers
