"""What Graph says when it refuses."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from azurelocal.errors import AzureError
from azurelocal.http import Response

if TYPE_CHECKING:
    from azurelocal.cloud import Cloud
    from azurelocal.http import Request


def bad_request(message: str) -> AzureError:
    """Refuse what is wrong in itself."""
    return AzureError(400, "Request_BadRequest", message)


def not_found(id: str) -> AzureError:
    """There is no such object."""
    return AzureError(
        404,
        "Request_ResourceNotFound",
        f"Resource '{id[:120]}' does not exist or one of its queried reference-property objects are"
        " not present.",
    )


def no_segment(name: str) -> AzureError:
    """Nothing that is served here has this address."""
    return AzureError(400, "BadRequest", f"Resource not found for the segment '{name[:120]}'.")


def conflict(message: str) -> AzureError:
    """Something else has a value that only one may have."""
    return AzureError(409, "Request_MultipleObjectsWithSameKeyValue", message)


def denied() -> AzureError:
    """The token has none of the permissions that would do."""
    return AzureError(
        403, "Authorization_RequestDenied", "Insufficient privileges to complete the operation."
    )


def answer(error: AzureError, request: Request, cloud: Cloud) -> Response:
    """Write a refusal down."""
    id = str(uuid.uuid4())
    moment = datetime.fromtimestamp(cloud.clock(), UTC)
    inner = {
        "date": moment.strftime("%Y-%m-%dT%H:%M:%S"),
        "request-id": id,
        "client-request-id": request.headers.get("client-request-id", "")[:64] or id,
    }
    body = {"error": {"code": error.code, "message": error.message, "innerError": inner}}
    return Response(error.status, body, {"request-id": id, **error.headers})
