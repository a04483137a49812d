"""What the Blob service says when it refuses, and how it writes that."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from azurelocal.blob.xml import document, element
from azurelocal.errors import AzureError
from azurelocal.http import Response

if TYPE_CHECKING:
    from azurelocal.endpoints import Endpoints

XML = "application/xml"
RESOURCE = "https://storage.azure.com"
"""What tokens for storage are made out for."""


class BlobError(AzureError):
    """A refusal, with what is told besides the message."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        detail: str = "",
        headers: dict[str, str] | None = None,
    ) -> None:
        """`detail` says what is wrong with how the caller proves who it is."""
        super().__init__(status, code, message, headers=headers)
        self.detail = detail


def error_response(error: AzureError, method: str, request_id: str, now: float) -> Response:
    """Write a refusal. An answer without a body has the code in its headers alone."""
    headers = {"x-ms-error-code": error.code, **error.headers}
    if method == "HEAD" or error.status == 304:
        return Response(error.status, b"", headers)
    time = datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%dT%H:%M:%S.%f0Z")
    message = f"{error.message}\nRequestId:{request_id}\nTime:{time}"
    parts = [element("Code", error.code), element("Message", message)]
    if isinstance(error, BlobError) and error.detail:
        parts.append(element("AuthenticationErrorDetail", error.detail))
    headers["content-type"] = XML
    return Response(error.status, document("Error", *parts), headers)


def authentication_failed(detail: str) -> BlobError:
    """A signature, or what it covers, is not as it must be."""
    return BlobError(
        403,
        "AuthenticationFailed",
        "Server failed to authenticate the request. Make sure the value of Authorization header is"
        " formed correctly including the signature.",
        detail=detail,
    )


def bad_token(endpoints: Endpoints, tenant: str, detail: str) -> BlobError:
    """A token is none, or not for us."""
    return BlobError(
        401,
        "InvalidAuthenticationInfo",
        "Server failed to authenticate the request. Please refer to the information in the"
        " www-authenticate header.",
        detail=detail,
        headers=challenge(endpoints, tenant),
    )


def no_authentication(endpoints: Endpoints, tenant: str) -> BlobError:
    """Somebody unknown asks for what is never public."""
    return BlobError(
        401,
        "NoAuthenticationInformation",
        "Server failed to authenticate the request. Please refer to the information in the"
        " www-authenticate header.",
        headers=challenge(endpoints, tenant),
    )


def challenge(endpoints: Endpoints, tenant: str) -> dict[str, str]:
    """Where to get a token, and for what."""
    authority = f"{endpoints.login}/{tenant}/oauth2/authorize"
    return {"www-authenticate": f"Bearer authorization_uri={authority} resource_id={RESOURCE}"}


def permission_mismatch() -> AzureError:
    """Who asks is known, and may not."""
    return AzureError(
        403,
        "AuthorizationPermissionMismatch",
        "This request is not authorized to perform this operation using this permission.",
    )


def resource_not_found() -> AzureError:
    """What strangers are told of what is not public, or not there."""
    return AzureError(404, "ResourceNotFound", "The specified resource does not exist.")


def container_not_found() -> AzureError:
    """There is no container of this name."""
    return AzureError(404, "ContainerNotFound", "The specified container does not exist.")


def blob_not_found() -> AzureError:
    """There is no blob of this name."""
    return AzureError(404, "BlobNotFound", "The specified blob does not exist.")


def public_access_not_permitted() -> AzureError:
    """The account lets nothing be public."""
    return AzureError(
        409,
        "PublicAccessNotPermitted",
        "Public access is not permitted on this storage account.",
    )


def invalid_header(name: str, reason: str = "") -> AzureError:
    """The value of a header makes no sense."""
    return AzureError(
        400,
        "InvalidHeaderValue",
        f"The value for one of the HTTP headers is not in the correct format: {name}."
        + (f" {reason}" if reason else ""),
    )


def missing_header(name: str) -> AzureError:
    """A header has to be there and is not."""
    return AzureError(
        400,
        "MissingRequiredHeader",
        f"An HTTP header that's mandatory for this request is not specified: {name}.",
    )


def invalid_parameter(name: str, reason: str) -> AzureError:
    """The value of a query parameter makes no sense."""
    return AzureError(
        400,
        "InvalidQueryParameterValue",
        f"Value for one of the query parameters specified in the request URI is invalid: {name}."
        f" {reason}",
    )


def unsupported_header(name: str) -> AzureError:
    """A header asks for what this service does not do."""
    return AzureError(
        400,
        "UnsupportedHeader",
        f"One of the headers specified in the request is not supported: {name}.",
    )
