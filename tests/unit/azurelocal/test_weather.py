"""Latency and throttling."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from azurelocal.durations import AZURE, PROPAGATION, duration
from azurelocal.http import Request
from azurelocal.weather import Limits, Weather, operation_of

if TYPE_CHECKING:
    from tests.unit.azurelocal.conftest import Azure

NETWORKS = "Microsoft.Network/virtualNetworks"


def test_durations_are_those_of_azure_times_the_scale() -> None:
    weather = Weather(scale=0.5)

    assert weather.delay(NETWORKS, "create") == AZURE[f"{NETWORKS}/create".lower()].operation / 2
    assert weather.answering(NETWORKS, "read") == duration(NETWORKS, "read").answer / 2
    assert weather.propagation("principal") == PROPAGATION["principal"] / 2


def test_without_a_scale_everything_is_at_once() -> None:
    weather = Weather()

    assert weather.delay(NETWORKS, "create") == 0
    assert weather.answering("Microsoft.Nothing/at/all", "create") == 0


def test_each_subscription_and_each_kind_of_request_has_a_budget_of_its_own(azure: Azure) -> None:
    other, group = "99999999-9999-9999-9999-999999999999", azure.group()
    azure.cloud.tenancy.add_subscription(other, "other")
    azure.cloud.weather.limits = Limits(reads=(1, 0.3), writes=(1, 0.3))

    first, second = azure.owner.get(group), azure.owner.get(group)
    written = azure.owner.put(group, {"location": "eastus"})
    elsewhere = azure.owner.get(f"/subscriptions/{other}/resourceGroups/rg")

    assert (first.status, second.status, written.status) == (200, 429, 200)
    assert elsewhere.code == "AuthorizationFailed"
    assert second.code == "SubscriptionRequestsThrottled"


def test_who_waits_as_long_as_told_is_let_through(azure: Azure) -> None:
    group = azure.group()
    azure.cloud.weather.limits = Limits(reads=(1, 0.3))
    azure.owner.get(group)

    wait = int(azure.owner.get(group).headers["retry-after"])
    azure.clock.now += wait

    assert wait == 4
    assert azure.owner.get(group).status == 200


@pytest.mark.parametrize(
    ("method", "path", "operation"),
    [
        ("PUT", f"/subscriptions/s/resourceGroups/g/providers/{NETWORKS}/n", f"{NETWORKS}/write"),
        ("GET", f"/subscriptions/s/providers/{NETWORKS}", f"{NETWORKS}/read"),
        (
            "DELETE",
            "/subscriptions/s/resourceGroups/g",
            "Microsoft.Resources/resourceGroups/delete",
        ),
        (
            "POST",
            "/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/virtualMachines/v/start",
            "Microsoft.Compute/virtualMachines/start/action",
        ),
        ("POST", "/tenant/oauth2/v2.0/token", "POST /tenant/oauth2/v2.0/token"),
    ],
)
def test_an_operation_is_called_as_in_role_definitions(
    method: str, path: str, operation: str
) -> None:
    assert operation_of(Request(method, "", path)) == operation
