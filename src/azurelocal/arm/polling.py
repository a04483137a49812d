"""Where clients look at work that goes on: the state of an operation, and what it led to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.arm.route import Route

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.http import Response

_PLACE = "/subscriptions/{s}/providers/{namespace}/locations/{location}"


def _status(call: Call, subscription: str, namespace: str, _location: str, id: str) -> Response:
    call.authorize_member(subscription, f"{namespace}/locations/operations/read")
    return call.cloud.engine.operation_status(id)


def _result(call: Call, subscription: str, namespace: str, _location: str, id: str) -> Response:
    call.authorize_member(subscription, f"{namespace}/locations/operationResults/read")
    return call.cloud.engine.operation_result(call, id)


def _group_result(call: Call, subscription: str, id: str) -> Response:
    call.authorize_member(subscription, "Microsoft.Resources/subscriptions/operationresults/read")
    return call.cloud.engine.operation_result(call, id)


ROUTES = [
    Route("GET", f"{_PLACE}/operations/{{id}}", _status),
    Route("GET", f"{_PLACE}/operationResults/{{id}}", _result),
    Route("GET", "/subscriptions/{s}/operationresults/{id}", _group_result),
]
