"""azurelocal in a network and mount namespace of its own, with the real `az` beside it.

The namespaces have a loopback and no way out; /etc/hosts leads Azure's names to azurelocal. What
runs in them is told nothing but which authority to trust. The namespaces are those of the server's
process, and gone when it and everything that was run in them have ended.

    with secluded(tmp_path, installed_az()) as azure:
        az = azure.az_of_owner()
        assert az("group create -n rg -l eastus")["name"] == "rg"
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.integration.azurelocal.running import WITH_US, Server, serving

if TYPE_CHECKING:
    from collections.abc import Iterator

INSTALLER = Path(__file__).parents[3] / "tools" / "az.sh"
PUBLIC = (
    "management.azure.com",
    "login.microsoftonline.com",
    "graph.microsoft.com",
    # az asks it for news when it starts; here as everywhere, an account of that name is nobody's.
    "azcliprod.blob.core.windows.net",
)
# Makes the names lead to loopback, and becomes the command that it is given.
_ENTRANCE = 'ip link set lo up && mount --bind "$0" /etc/hosts && exec "$@"'
PATIENCE = 120.0  # seconds that one command may take

_numbers = itertools.count(1)


@dataclass
class Az:
    """One user's `az`, with settings and a token cache of their own."""

    executable: str
    entry: tuple[str, ...]
    """A command that runs another one where azurelocal is reached."""
    environment: dict[str, str]

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run one command, whatever comes of it."""
        return subprocess.run(
            [*WITH_US, *self.entry, self.executable, *words],
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    def __call__(self, command: str, *words: str) -> Any:
        """Run one command that must succeed, and give the object that it prints, if any."""
        done = self.run(*command.split(), *words)
        assert done.returncode == 0, f"az {command} {words}: {done.stderr}"
        return json.loads(done.stdout) if done.stdout.strip() else None

    def refused(self, command: str, *words: str) -> str:
        """Run one command that must fail, and give what it says."""
        done = self.run(*command.split(), *words)
        assert done.returncode != 0, f"az {command} {words} has succeeded: {done.stdout}"
        return done.stderr

    def login(self, client_id: str, *proof: str, tenant: str, **options: Any) -> Any:
        """Log in as a service principal."""
        words = ("-u", client_id, *proof, "--tenant", tenant)
        return self("login --service-principal", *words, **options)


@dataclass
class SecludedAzure:
    """A running azurelocal that is reached from inside its namespaces alone."""

    server: Server
    folder: Path
    executable: str
    _hosts: Path = field(init=False)

    def __post_init__(self) -> None:
        self._hosts = hosts_file(self.folder)

    @property
    def entry(self) -> tuple[str, ...]:
        """A command that runs another one inside the namespaces."""
        target = f"--target={self.server.process.pid}"
        return ("nsenter", target, "--net", "--mount", f"--wd={self.folder}", "--")

    @property
    def trust(self) -> dict[str, str]:
        """The only thing that programs are told."""
        return {"REQUESTS_CA_BUNDLE": self.server.ca, "CURL_CA_BUNDLE": self.server.ca}

    def lead_here(self, *names: str) -> None:
        """Give more names to this Azure."""
        with self._hosts.open("a") as file:
            file.writelines(f"127.0.0.1 {name}\n" for name in names)

    def az(self) -> Az:
        """Give a user who has not logged in yet."""
        return Az(self.executable, self.entry, user(self.folder) | self.trust)

    def az_of_owner(self) -> Az:
        """Give a user who has logged in as the owner."""
        az, owner = self.az(), self.server.credentials
        az.login(owner["clientId"], "-p", owner["clientSecret"], tenant=owner["tenantId"])
        return az


@contextmanager
def secluded(
    folder: Path, executable: str, *options: str, names: str = "public"
) -> Iterator[SecludedAzure]:
    """Run azurelocal until the block ends; `names` is `public` for Azure's own, or `loopback`."""
    led_here = ("localhost", *(PUBLIC if names == "public" else ()))
    hosts = hosts_file(folder)
    hosts.write_text("".join(f"127.0.0.1 {name}\n" for name in led_here))
    within = ("unshare", "--net", "--mount", "--", "bash", "-c", _ENTRANCE, str(hosts))
    listen = ("--names", names, "--port", "443" if names == "public" else "0")
    with serving(folder / "state", *listen, *options, within=within) as server:
        yield SecludedAzure(server, folder, executable)


def hosts_file(folder: Path) -> Path:
    return folder / "hosts"


def user(folder: Path) -> dict[str, str]:
    """Make an environment for a user of `az` whom nobody has seen before."""
    home = folder / f"user-{next(_numbers)}"
    home.mkdir()
    return {
        "HOME": str(home),
        "PATH": os.environ["PATH"],
        "LANG": "C.UTF-8",
        "AZURE_CONFIG_DIR": str(home / "azure"),
        "AZURE_CORE_COLLECT_TELEMETRY": "false",
    }


def installed_az() -> str:
    """Give the path of `az`, which is installed if it is not there yet."""
    done = subprocess.run([INSTALLER], stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.strip()
