"""Which community releases there are, and what each has in another way than the usual one.

Version 4.Y.Z carries Kubernetes 1.(Y+13).Z. A further release is a line in the table, and its
component in payload/versions.toml: the images follow from that.
"""

from __future__ import annotations

from sandbox.errors import UsageError

VERSION = "4.21.4"
"""The usual one. The others are made only when they are asked for."""
RELEASES: dict[str, dict[str, str]] = {
    VERSION: {},
    "4.20.6": {"kubernetes": "kubernetes-1.33"},
}
"""By version: the components that have another in their place."""


def kubernetes_version(version: str) -> str:
    """Give the version of Kubernetes that a community release carries."""
    _, minor, patch = version.split(".")
    return f"1.{int(minor) + 13}.{patch}"


def replaced(version: str) -> dict[str, str]:
    """Give the components that have another in their place in this release."""
    if version not in RELEASES:
        raise UsageError(
            f"there is no community release {version}; there are: {', '.join(RELEASES)}"
        )
    return RELEASES[version]
