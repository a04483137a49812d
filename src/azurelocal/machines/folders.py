"""The folder of a machine: what its keeper and those who speak with the keeper share.

machine.json  the specification and where the image is (secrets: mode 0600)
state.json    how the machine was when its keeper last wrote
console.log   the serial console
keeper.log    what the keeper says when it fails
control       the keeper's socket; whoever can connect knows that the keeper lives
root, wire    mount point of the machine's root, and what it sees as /run/azure
"""

from __future__ import annotations

import contextlib
import os
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from azurelocal.machines import specs
from azurelocal.machines.driver import Phase, State
from azurelocal.machines.errors import MachineError
from azurelocal.machines.specs import MachineSpec  # noqa: TC001  # msgspec reads the annotation

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path


@dataclass(frozen=True)
class Order:
    """What a keeper needs to know to run a machine."""

    spec: MachineSpec
    image: str
    """Path of the root file system below that of the machine."""
    group: str
    """Control group, below the mount point of each controller."""
    patience: float
    """Seconds until a machine that starts must have checked in."""


@dataclass(frozen=True)
class Folder:
    """One machine's folder."""

    path: Path

    @property
    def id(self) -> str:
        """The machine's id."""
        return self.path.name

    @property
    def console(self) -> Path:
        """The file with the last of the serial console."""
        return self.path / "console.log"

    @property
    def root(self) -> Path:
        """Where the keeper, and nobody else, sees the machine's root."""
        return self.path / "root"

    @property
    def wire(self) -> Path:
        """What the machine sees as /run/azure."""
        return self.path / "wire"

    @property
    def exists(self) -> bool:
        """Whether there is such a machine."""
        return (self.path / "machine.json").is_file()

    def make(self, order: Order) -> None:
        """Make the folder, or write the order anew."""
        for directory in (self.path, self.root, self.wire):
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._write("machine.json", msgspec.json.encode(order, enc_hook=str))

    def order(self) -> Order:
        """Read the order."""
        try:
            content = (self.path / "machine.json").read_bytes()
        except FileNotFoundError:
            raise MachineError(f"there is no machine {self.id}") from None
        return msgspec.json.decode(content, type=Order, dec_hook=specs.from_text)

    def write_state(self, state: State) -> None:
        """Keep the state for those who ask when there is no keeper."""
        self._write("state.json", msgspec.json.encode(state))

    def state(self) -> State:
        """Read the state that a keeper has left."""
        try:
            return msgspec.json.decode((self.path / "state.json").read_bytes(), type=State)
        except FileNotFoundError:
            return State(Phase.STOPPED, "it was never started")

    @contextlib.contextmanager
    def control(self) -> Generator[str]:
        """Give the socket's address; the path itself may be longer than an address can be."""
        descriptor = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            yield f"/proc/self/fd/{descriptor}/control"
        finally:
            os.close(descriptor)

    def connect(self) -> socket.socket | None:
        """Connect to the keeper; nothing when none lives."""
        connection = socket.socket(socket.AF_UNIX)
        try:
            with self.control() as address:
                connection.connect(address)
        except (FileNotFoundError, ConnectionRefusedError):
            connection.close()
            return None
        except BaseException:
            connection.close()
            raise
        return connection

    def _write(self, name: str, content: Any) -> None:
        new = self.path / f".{name}.new"
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        new.replace(self.path / name)
