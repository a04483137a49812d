"""What runs on the management cluster from the start, as manifests in the files beside this one."""

from __future__ import annotations

from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from sandbox.management import shape

if TYPE_CHECKING:
    from collections.abc import Mapping

IMAGES = (
    "cloud-provider-azure",
    "kube-proxy",
    "kube-router",
    "coredns",
    "local-path-provisioner",
    "tools",
)


def manifests(images: Mapping[str, str]) -> str:
    """All of them, with the images as they are called in the registry."""
    values = {name.replace("-", "_"): reference for name, reference in images.items()} | {
        "PODS": shape.PODS,
        "SERVICES": shape.SERVICES,
        "DNS": shape.DNS,
        "DOMAIN": shape.DOMAIN,
        "API_ADDRESS": shape.CONTROL.address,
        "API_PORT": str(shape.PORT),
    }
    files = sorted(Path(__file__).parent.glob("*.yaml"))
    return "\n---\n".join(Template(file.read_text()).substitute(values) for file in files)
