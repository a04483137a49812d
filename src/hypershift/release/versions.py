"""The OpenShift releases that hosted clusters may run."""

from __future__ import annotations

LATEST_SUPPORTED = "5.1.0"

SUPPORTED = (
    "5.1", "5.0",
    "4.23", "4.22", "4.21", "4.20", "4.19", "4.18", "4.17", "4.16", "4.15", "4.14",
)  # fmt: skip
"""Minor versions, newest first."""

_MINORS_OF_4 = 23
"""How many minor versions of 4 stand before 5.0: 5.0 is 4.23, 5.1 is 4.24."""

_KUBERNETES_BEHIND_4 = 13


def kubernetes_minor(version: str) -> str:
    """Give the minor version of Kubernetes that a release carries, such as 1.34 for 4.21.4.

    Empty for versions that are not of OpenShift's form.
    """
    major, _, rest = version.partition(".")
    minor = rest.partition(".")[0]
    if major not in ("4", "5") or not (minor.isascii() and minor.isdigit()):
        return ""
    return f"1.{int(minor) + _KUBERNETES_BEHIND_4 + (_MINORS_OF_4 if major == '5' else 0)}"
