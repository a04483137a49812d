"""Runs `azurelocal serve` as a process, and gives Microsoft's libraries what they need to reach it.

    with serving(tmp_path / "state", "--latency", "azure", "--scale", "0.01") as server:
        network = server.client(NetworkManagementClient)

The same folder may be served again after `server.stop()` or `server.kill()`.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from azure.identity import ClientSecretCredential

from tests.descriptors import readable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from azure.core.credentials import TokenCredential

AZURELOCAL = Path(sys.executable).with_name("azurelocal")
# A server ends with whoever started it, also when that one is killed.
WITH_US = ("setpriv", "--pdeathsig", "TERM", "--")
PATIENCE = 30.0  # seconds until it must be ready, or have ended
POLL = 0.05  # seconds between two looks at what goes on, where azurelocal names no time


@dataclass
class Server:
    """A running azurelocal."""

    folder: Path
    process: subprocess.Popen[str]
    url: str
    """Resource Manager, and in custom-cloud mode Entra as well; no slash at its end."""
    _opened: ExitStack = field(default_factory=ExitStack)

    @property
    def ca(self) -> str:
        """The file with the certificate authority that is to be trusted."""
        return str(self.folder / "ca.crt")

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    @property
    def credentials(self) -> dict[str, str]:
        """The owner's: subscriptionId, tenantId, clientId, clientSecret."""
        return json.loads((self.folder / "credentials.json").read_text())

    @property
    def subscription(self) -> str:
        return self.credentials["subscriptionId"]

    @property
    def tenant(self) -> str:
        return self.credentials["tenantId"]

    @property
    def credential(self) -> ClientSecretCredential:
        """The owner of the subscription."""
        return self.credential_of(self.credentials["clientId"], self.credentials["clientSecret"])

    def credential_of(self, client_id: str, secret: str) -> ClientSecretCredential:
        """Give the credential of a service principal that has a secret."""
        return self.opened(
            ClientSecretCredential(self.tenant, client_id, secret, **self.authority, **self.trust)
        )

    @property
    def authority(self) -> dict[str, Any]:
        """What every credential of azure-identity has to be told."""
        return {"authority": self.url, "disable_instance_discovery": True}

    @property
    def trust(self) -> dict[str, Any]:
        """What every client and credential has to be told to trust our certificates."""
        return {"connection_verify": self.ca}

    def client(self, kind: Callable[..., Any], credential: TokenCredential | None = None) -> Any:
        """Make a client of an azure-mgmt library; the owner's, unless a credential is given."""
        return self.opened(
            kind(
                credential or self.credential,
                self.subscription,
                base_url=self.url,
                credential_scopes=[f"{self.url}/.default"],
                polling_interval=POLL,
                **self.trust,
            )
        )

    def blob_url(self, account: str) -> str:
        """The address of a storage account's blobs."""
        return f"https://{account}.blob.core.localhost:{self.port}"

    def vault_url(self, name: str) -> str:
        """The address of a key vault."""
        return f"https://{name}.vault.localhost:{self.port}"

    def opened(self, client: Any) -> Any:
        """Close a client when this server is done with."""
        return self._opened.enter_context(client)

    def stop(self) -> None:
        """End it as Ctrl-C does. An error of ours that it has logged fails the test."""
        self._opened.close()
        self.process.send_signal(signal.SIGINT)
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        said = _stderr(self.folder).read_text()
        assert (code, "Traceback" in said) == (0, False), said

    def kill(self) -> None:
        """End it with no time for anything."""
        self._opened.close()
        self.process.kill()
        self.process.wait()


@contextmanager
def serving(folder: Path, *options: str, within: tuple[str, ...] = ()) -> Iterator[Server]:
    """Run azurelocal until the block ends; `within` is a command that runs it somewhere else."""
    server = start(folder, *options, within=within)
    try:
        yield server
    except BaseException:
        server.kill()
        raise
    if server.process.poll() is None:
        server.stop()


def start(folder: Path, *options: str, within: tuple[str, ...] = ()) -> Server:
    """Start azurelocal with its state in a folder, and wait until it is ready."""
    folder.mkdir(parents=True, exist_ok=True)
    with _stderr(folder).open("w") as stderr:
        process = subprocess.Popen(
            [*WITH_US, *within, AZURELOCAL, "serve", "--state", folder, *options],
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
    said = _output(process, up_to="trust")
    if "trust" not in said:
        process.kill()
        process.wait()
        raise AssertionError(f"azurelocal did not become ready: {_stderr(folder).read_text()}")
    return Server(folder, process, url=said.splitlines()[0].rpartition(" ")[2])


def _output(process: subprocess.Popen[str], up_to: str) -> str:
    """Read what it prints until a word comes, its output ends, or our patience does."""
    assert process.stdout is not None
    end, said = time.monotonic() + PATIENCE, ""
    with process.stdout as stdout:
        while up_to not in said and readable(stdout, end - time.monotonic()):
            piece = os.read(stdout.fileno(), 4096)
            if not piece:
                break
            said += piece.decode()
    return said


def _stderr(folder: Path) -> Path:
    return folder / "stderr.log"
