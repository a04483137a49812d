"""Configurations for Ignition of machines that run containers, as in production."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.integration.azurelocal.world import ignition
from tests.integration.azurelocal.world.registry import HOST

if TYPE_CHECKING:
    from tests.integration.azurelocal.world.registry import Registry
    from tests.integration.azurelocal.world.shapes import Group

AUTHORITY = "/etc/ssl/registry.crt"
HOSTS = "/etc/containerd/certs.d"
_TRUST = f"""\
server = "https://{HOST}"
ca = "{AUTHORITY}"

[host]
"""


@dataclass
class Machine:
    """What a machine shall have beside what its image has."""

    registry: Registry
    files: dict[str, str] = field(default_factory=dict[str, str])
    programs: dict[str, str] = field(default_factory=dict[str, str])
    """Digests of blobs in the repository `programs`, by path."""
    units: dict[str, str] = field(default_factory=dict[str, str])

    def ignition(self) -> bytes:
        """Write it down. Secrets go to their owner alone."""
        authority = self.registry.authority.read_text()
        files: dict[str, bytes | str] = {
            AUTHORITY: authority,
            f"{HOSTS}/{HOST}/hosts.toml": _TRUST,
            **self.files,
        }
        value: dict[str, Any] = json.loads(ignition.config(files, self.units))
        for one in value["storage"]["files"]:
            if one["path"].endswith((".key", "kubeconfig")):
                one["mode"] = 0o600
        value["storage"]["files"] += [_program(*each) for each in self.programs.items()]
        source = "data:;base64," + base64.b64encode(authority.encode()).decode()
        value["ignition"]["security"] = {"tls": {"certificateAuthorities": [{"source": source}]}}
        return json.dumps(value).encode()


def _program(path: str, digest: str) -> dict[str, Any]:
    """A program that Ignition fetches from the registry, which has it as a blob."""
    contents = {
        "source": f"https://{HOST}/v2/programs/blobs/{digest}",
        "verification": {"hash": digest.replace(":", "-")},
    }
    return {"path": path, "mode": 0o755, "contents": contents}


def way_out(group: Group) -> dict[str, Any]:
    """What a subnet needs for its machines to reach the internet."""
    address, _ = group.public_ip("way-out-ip")
    properties = {"publicIpAddresses": [{"id": address}]}
    gateway = group.make("Network/natGateways", "way-out", properties, sku={"name": "Standard"})
    return {"natGateway": {"id": gateway}}
