"""`sandbox shell`: the workstation, with what users of Azure and of Kubernetes have there."""

from __future__ import annotations

import os
import shlex
import sysconfig
from typing import TYPE_CHECKING, NoReturn

from azurelocal.world import raising
from sandbox import cache, components
from sandbox.errors import SandboxError
from sandbox.management.arm import Owner, read_owner
from sandbox.management.place import told_by_us

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sandbox.management.place import Place

# az is slow to log in, and most do not come for az: whoever uses it first waits for that.
_AZ = """\
#!/bin/sh
set -eu
if [ ! -e "$AZURE_CONFIG_DIR/azureProfile.json" ]; then
    {az} login --service-principal --tenant {tenant} --username {client} --password @{secret} \\
        --output none
fi
exec {az} "$@"
"""


def enter(place: Place, words: Sequence[str]) -> NoReturn:
    """Become a command, or a shell, at the workstation."""
    with told_by_us():
        raising.require_root()
        if not place.kubeconfig.exists():
            raise SandboxError("there is no sandbox: 'sandbox up' raises one")
        os.environ.update(environment(place))
        raising.enter(place.site, words)


def environment(place: Place) -> dict[str, str]:
    """The variables by which tools find the cluster, and Azure."""
    [kubernetes] = components.find(["kubernetes"])
    _provide_az(place)
    programs = (place.folder / "bin", kubernetes.programs, sysconfig.get_path("scripts"))
    return {
        "PATH": os.pathsep.join([*map(str, programs), os.environ.get("PATH", os.defpath)]),
        "KUBECONFIG": str(place.kubeconfig),
        "KUBECACHEDIR": str(place.folder / "kubectl"),
        "AZURE_CONFIG_DIR": str(place.folder / "az"),
        "AZURE_CORE_INSTANCE_DISCOVERY": "false",
        "AZURE_CORE_COLLECT_TELEMETRY": "false",
    }


def _provide_az(place: Place) -> None:
    """Let there be an `az` that is logged in as the owner, if the real one has been installed."""
    installed = sorted((cache.root() / "az").glob("*/.complete"))
    if not installed:
        return
    owner: Owner = read_owner(place)
    secret = place.folder / "az.secret"
    script = _AZ.format(
        az=shlex.quote(str(installed[-1].parent / "bin" / "az")),
        tenant=owner.tenant_id,
        client=owner.client_id,
        secret=shlex.quote(str(secret)),
    )
    _write(secret, owner.client_secret, 0o600)
    (place.folder / "bin").mkdir(exist_ok=True)
    _write(place.folder / "bin" / "az", script, 0o700)


def _write(path: Path, text: str, mode: int) -> None:
    """Write a file whole, which nobody else can ever read."""
    made = path.with_name(f".{path.name}.new")
    descriptor = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    with open(descriptor, "w") as file:
        file.write(text)
    made.rename(path)
