"""TODO"""

from __future__ import annotations


from hypershift.api.meta import NameReference
from hypershift.api.schema import Struct


class ProxySpec(Struct):
    """TODO"""

    httpProxy: str | None = None
    """TODO"""

    httpsProxy: str | None = None
    """TODO"""

    noProxy: str | None = None
    """TODO"""

    readinessEndpoints: list[str] | None = None
    """TODO"""

    trustedCA: NameReference | None = None
    """TODO"""
