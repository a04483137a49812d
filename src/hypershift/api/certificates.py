"""TODO"""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.meta import Condition, Empty, LocalObjectReference
from hypershift.api.schema import Items, Resource, Rule, Struct, Time, resource


@resource(
    group="certificates.hypershift.openshift.io",
    version="v1alpha1",
    plural="certificaterevocationrequests",
    short_names=(
        "crr",
        "crrs",
    ),
)
class CertificateRevocationRequest(Resource):
    """TODO"""

    spec: CertificateRevocationRequestSpec | None = None
    """TODO"""

    status: CertificateRevocationRequestStatus | None = None
    """TODO"""


class CertificateRevocationRequestSpec(Struct):
    """TODO"""

    signerClass: Annotated[
        Literal["customer-break-glass", "sre-break-glass"],
        Rule("self == oldSelf", "signerClass is immutable"),
    ]
    """TODO"""


class CertificateRevocationRequestStatus(Struct):
    """TODO"""

    conditions: Annotated[list[Condition], Items(type="map", keys=("type",))] | None = None
    """TODO"""

    previousSigner: LocalObjectReference | None = None
    """TODO"""

    revocationTimestamp: Time | None = None
    """TODO"""


@resource(
    group="certificates.hypershift.openshift.io",
    version="v1alpha1",
    plural="certificatesigningrequestapprovals",
    short_names=(
        "csra",
        "csras",
    ),
    status=False,
)
class CertificateSigningRequestApproval(Resource):
    """TODO"""

    spec: Empty | None = None
    """TODO"""

    status: Empty | None = None
    """TODO"""


@resource(
    group="hypershift.openshift.io",
    version="v1beta1",
    kind="CertificateSigningRequestApproval",
    plural="certificatesigningrequestapprovals",
    short_names=(
        "csra",
        "csras",
    ),
    status=False,
)
class LegacyCertificateSigningRequestApproval(Resource):
    """TODO"""

    spec: Empty | None = None
    """TODO"""

    status: Empty | None = None
    """TODO"""
