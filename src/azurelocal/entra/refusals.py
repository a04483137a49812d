"""What Entra says when it refuses: a number that people look up, an OAuth error for programs.

Each way to be refused has a code of its own. Raise one by calling it with the sentence that says
what was wrong; the sentence never holds a secret or an assertion.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from azurelocal.errors import AzureError
from azurelocal.http import Response

if TYPE_CHECKING:
    from azurelocal.cloud import Cloud
    from azurelocal.http import Request

_ECHOED = 300  # characters; what clients sent is shown to them, but not without end


class Refusal(AzureError):
    """A request that Entra refuses."""

    def __init__(self, code: Code, message: str) -> None:
        """Take the code and the sentence."""
        super().__init__(code.status, f"AADSTS{code.number}", message)
        self.number, self.error = code.number, code.error


@dataclass(frozen=True)
class Code:
    """One way to be refused."""

    number: int
    status: int
    error: str

    def __call__(self, message: str) -> Refusal:
        """Make the refusal."""
        return Refusal(self, message)


# The request
TENANT_UNKNOWN = Code(90002, 400, "invalid_request")
TENANT_MALFORMED = Code(900023, 400, "invalid_request")
TENANT_UNNAMED = Code(50059, 400, "invalid_request")
INSTANCE_UNKNOWN = Code(50049, 400, "invalid_instance")
METHOD_WRONG = Code(900561, 400, "invalid_request")
PARAMETER_MISSING = Code(900144, 400, "invalid_request")
FIELD_MISSING = Code(90014, 400, "invalid_request")
PARAMETER_TWICE = Code(9000411, 400, "invalid_request")
PARAMETER_WRONG = Code(90013, 400, "invalid_request")
GRANT_UNSUPPORTED = Code(70003, 400, "unsupported_grant_type")
NOBODY_SIGNED_IN = Code(50058, 400, "interaction_required")

# What a token is wanted for
SCOPE_MALFORMED = Code(70011, 400, "invalid_scope")
SCOPE_NOT_DEFAULT = Code(1002012, 400, "invalid_scope")
SCOPE_OF_TWO = Code(28000, 400, "invalid_scope")
RESOURCE_UNKNOWN = Code(500011, 400, "invalid_resource")

# The client
CLIENT_UNKNOWN = Code(700016, 400, "unauthorized_client")
CLIENT_DISABLED = Code(7000112, 400, "unauthorized_client")
PRINCIPAL_MISSING = Code(7000229, 401, "invalid_client")
PROOF_MISSING = Code(7000216, 401, "invalid_client")
ASSERTION_MISSING = Code(7000218, 401, "invalid_client")

# Secrets
SECRET_WRONG = Code(7000215, 401, "invalid_client")
SECRET_EXPIRED = Code(7000222, 401, "invalid_client")
SECRET_OF_IDENTITY = Code(7000232, 401, "invalid_client")

# Assertions of any kind
ASSERTION_MALFORMED = Code(50027, 400, "invalid_request")
ALGORITHM_UNSUPPORTED = Code(5002738, 401, "invalid_client")
OUT_OF_TIME = Code(700024, 401, "invalid_client")

# Assertions that a certificate signs
THUMBPRINT_MISSING = Code(5002723, 401, "invalid_client")
CLIENT_MISMATCH = Code(700021, 401, "invalid_client")
ENDPOINT_MISMATCH = Code(700023, 401, "invalid_client")
CERTIFICATE_REFUSED = Code(700027, 401, "invalid_client")

# Assertions of another issuer
LIFE_TOO_LONG = Code(70023, 401, "invalid_client")
NOTHING_FEDERATED = Code(70025, 401, "invalid_client")
ISSUER_UNKNOWN = Code(700211, 401, "invalid_client")
AUDIENCE_UNKNOWN = Code(700212, 401, "invalid_client")
SUBJECT_UNKNOWN = Code(700213, 401, "invalid_client")
SUBJECT_CASE = Code(7002138, 401, "invalid_client")
ISSUED_BY_ENTRA = Code(700222, 401, "invalid_client")
ISSUER_UNREACHABLE = Code(90061, 400, "invalid_request")
ISSUER_UNUSABLE = Code(50166, 400, "invalid_request")
KEYS_UNREACHABLE = Code(501661, 400, "invalid_request")
KEY_UNKNOWN = Code(7000272, 401, "invalid_client")
SIGNATURE_WRONG = Code(50013, 401, "invalid_client")


def shown(text: str) -> str:
    """What a client sent, as it is repeated to it."""
    return text if len(text) <= _ECHOED else f"{text[:_ECHOED]}…"


def answer(refusal: Refusal, request: Request, cloud: Cloud) -> Response:
    """Write a refusal down."""
    trace = str(uuid.uuid4())
    correlation = request.headers.get("client-request-id", "")[:64] or str(uuid.uuid4())
    moment = datetime.fromtimestamp(cloud.clock(), UTC).strftime("%Y-%m-%d %H:%M:%SZ")
    return Response(
        refusal.status,
        {
            "error": refusal.error,
            "error_description": f"{refusal.code}: {refusal.message} Trace ID: {trace}"
            f" Correlation ID: {correlation} Timestamp: {moment}",
            "error_codes": [refusal.number],
            "timestamp": moment,
            "trace_id": trace,
            "correlation_id": correlation,
            "error_uri": f"{cloud.endpoints.login}/error?code={refusal.number}",
        },
        {"cache-control": "no-store, no-cache", "pragma": "no-cache"},
    )
