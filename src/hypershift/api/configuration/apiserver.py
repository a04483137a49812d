"""TODO"""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.meta import Empty, NameReference
from hypershift.api.schema import Default, Items, Nullable, Struct, Text


AuditProfile = Literal["Default", "WriteRequestBodies", "AllRequestBodies", "None"]
"""TODO"""


class APIServerSpec(Struct):
    """TODO"""

    additionalCORSAllowedOrigins: Annotated[list[str], Items(type="atomic")] | None = None
    """TODO"""

    audit: Annotated[Audit, Default({"profile": "Default"})] | None = None
    """TODO"""

    clientCA: NameReference | None = None
    """TODO"""

    encryption: APIServerEncryption | None = None
    """TODO"""

    servingCerts: APIServerServingCerts | None = None
    """TODO"""

    tlsSecurityProfile: TLSSecurityProfile | None = None
    """TODO"""


class Audit(Struct):
    """TODO"""

    customRules: Annotated[list[AuditCustomRule], Items(type="map", keys=("group",))] | None = None
    """TODO"""

    profile: Annotated[AuditProfile, Default("Default")] | None = None
    """TODO"""


class AuditCustomRule(Struct):
    """TODO"""

    group: Annotated[str, Text(min=1)]
    """TODO"""

    profile: AuditProfile
    """TODO"""


class APIServerEncryption(Struct):
    """TODO"""

    type: Literal["", "identity", "aescbc", "aesgcm"] | None = None
    """TODO"""


class APIServerServingCerts(Struct):
    """TODO"""

    namedCertificates: (
        Annotated[list[APIServerNamedServingCert], Items(max=32, type="atomic")] | None
    ) = None
    """TODO"""


class APIServerNamedServingCert(Struct):
    """TODO"""

    names: Annotated[list[str], Items(max=64, type="atomic")] | None = None
    """TODO"""

    servingCertificate: NameReference | None = None
    """TODO"""


class TLSSecurityProfile(Struct):
    """TODO"""

    custom: Annotated[CustomTLSProfile, Nullable()] | None = None
    """TODO"""

    intermediate: Annotated[Empty, Nullable()] | None = None
    """TODO"""

    modern: Annotated[Empty, Nullable()] | None = None
    """TODO"""

    old: Annotated[Empty, Nullable()] | None = None
    """TODO"""

    type: Literal["Old", "Intermediate", "Modern", "Custom"] | None = None
    """TODO"""


class CustomTLSProfile(Struct):
    """TODO"""

    ciphers: Annotated[list[str], Items(type="atomic")] | None = None
    """TODO"""

    minTLSVersion: (
        Literal["VersionTLS10", "VersionTLS11", "VersionTLS12", "VersionTLS13"] | None
    ) = None
    """TODO"""
