"""TODO"""

from __future__ import annotations

from typing import Annotated

from hypershift.api.meta import NameReference
from hypershift.api.schema import Items, Rule, Struct, Text, rule


Registry = Annotated[
    str,
    Text(min=1, max=256),
    Rule(
        (
            r"self.matches('^\\*(?:\\.(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9]))+$|^((?:[a"
            r"-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])(?:(?:\\.(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA"
            "-Z0-9-]*[a-zA-Z0-9]))+)?(?::[0-9]+)?)(?:(?:/[a-z0-9]+(?:(?:(?:[._]|__|[-]*)[a-z0-9]+)+"
            ")?)+)?$')"
        ),
        (
            "each registry must be a valid hostname[:port][/path] or wildcard *.hostname format "
            "without tags or digests"
        ),
    ),
]
"""TODO"""


class ImageSpec(Struct):
    """TODO"""

    additionalTrustedCA: NameReference | None = None
    """TODO"""

    allowedRegistriesForImport: Annotated[list[RegistryLocation], Items(type="atomic")] | None = (
        None
    )
    """TODO"""

    externalRegistryHostnames: Annotated[list[str], Items(type="atomic")] | None = None
    """TODO"""

    registrySources: RegistrySources | None = None
    """TODO"""


class RegistryLocation(Struct):
    """TODO"""

    domainName: str | None = None
    """TODO"""

    insecure: bool | None = None
    """TODO"""


@rule(
    "has(self.blockedRegistries) ? !has(self.allowedRegistries) : true",
    "Only one of blockedRegistries or allowedRegistries may be set",
)
class RegistrySources(Struct):
    """TODO"""

    allowedRegistries: Annotated[list[Registry], Items(max=1024, type="atomic")] | None = None
    """TODO"""

    blockedRegistries: Annotated[list[Registry], Items(max=1024, type="atomic")] | None = None
    """TODO"""

    containerRuntimeSearchRegistries: (
        Annotated[list[str], Text(format="hostname"), Items(min=1, type="set")] | None
    ) = None
    """TODO"""

    insecureRegistries: Annotated[list[Registry], Items(max=1024, type="atomic")] | None = None
    """TODO"""
