"""The OpenShift releases that hosted clusters may run."""

from __future__ import annotations

LATEST_SUPPORTED = "5.1.0"

SUPPORTED = (
    "5.1", "5.0",
    "4.23", "4.22", "4.21", "4.20", "4.19", "4.18", "4.17", "4.16", "4.15", "4.14",
)  # fmt: skip
"""Minor versions, newest first."""
