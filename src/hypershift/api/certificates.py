"""Emergency client certificates for a hosted cluster: to approve one, and to revoke all of a class.

They give full access without any identity provider, and are called break-glass for that. Each class
of holders has its own signer, so that one can be revoked without the other.
"""

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
    """A demand to make all emergency client certificates of a class worthless.

    It lives in the namespace of the control plane, and is worked on once: the signer of the class
    is replaced, the API server comes to trust the new one, and the old one is withdrawn. To revoke
    again, create another.
    """

    spec: CertificateRevocationRequestSpec | None = None
    """Which certificates are to be revoked."""

    status: CertificateRevocationRequestStatus | None = None
    """How far the revocation has come. Certificates of the old signer may still be accepted until
    PreviousCertificatesRevoked is True.
    """


class CertificateRevocationRequestSpec(Struct):
    """Which certificates are to be revoked."""

    signerClass: Annotated[
        Literal["customer-break-glass", "sre-break-glass"],
        Rule("self == oldSelf", "signerClass is immutable"),
    ]
    """The class of holders whose certificates become worthless, all of them at once:
    customer-break-glass for the owners of the cluster, sre-break-glass for those who operate it.
    The other class is not touched, nor are ordinary kubeconfigs. Cannot be changed.
    """


class CertificateRevocationRequestStatus(Struct):
    """The progress of a revocation."""

    conditions: Annotated[list[Condition], Items(type="map", keys=("type",))] | None = None
    """The steps of the revocation, in order: SignerClassValid, RootCertificatesRegenerated,
    NewCertificatesTrusted, LeafCertificatesRegenerated and PreviousCertificatesRevoked. Each turns
    True when its step is done; the last one means that the old certificates were tried and
    rejected.
    """

    previousSigner: LocalObjectReference | None = None
    """The Secret, in the same namespace, that keeps a copy of the signer that is being replaced. It
    is needed until the last step, to withdraw the old signer from what the API server trusts.
    """

    revocationTimestamp: Time | None = None
    """When work on the revocation began. Signers and certificates from before this moment are
    replaced.
    """


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
    """The consent to one request for an emergency client certificate.

    A CertificateSigningRequest on the management cluster for a break-glass signer is approved when
    an object of this kind with the same name exists in the namespace of the control plane, and not
    before. Whoever may create objects of this kind there decides who gets access.
    """

    spec: Empty | None = None
    """Holds nothing: which request is meant is told by the name of the object, and that it is
    approved by the existence of the object.
    """

    status: Empty | None = None
    """Holds nothing. What became of the request is told by the conditions of the
    CertificateSigningRequest.
    """


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
    """The consent to a certificate request, in the group it was first served in.

    It is served for objects that exist. New ones belong in the group
    certificates.hypershift.openshift.io, under the same kind.
    """

    spec: Empty | None = None
    """Holds nothing: the name of the object alone says which CertificateSigningRequest is meant."""

    status: Empty | None = None
    """Holds nothing; nothing is reported here."""
