"""How a client proves who it is, other than by a certificate."""

from __future__ import annotations

import asyncio
import json
import os
import time
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

import msgspec

from hypershift.kube.errors import ConfigError

if TYPE_CHECKING:
    from pathlib import Path

REREAD = 30.0  # seconds after which a token's file is read again: the kubelet replaces it
EARLY = 30.0  # seconds before its end from which on a token is not used any more
PATIENCE = 60.0  # seconds that a program may take to give a token


class Credentials(Protocol):
    """Gives what a request carries."""

    async def token(self) -> str:
        """Give the bearer token; empty for none."""
        ...

    def refused(self) -> None:
        """Take note that the server did not accept it."""
        ...


@dataclass(frozen=True)
class Token:
    """A token that stays, or none: then the certificate says it all."""

    value: str = field(default="", repr=False)

    async def token(self) -> str:
        """Give it."""
        return self.value

    def refused(self) -> None:
        """Nothing can be done about it."""


class TokenFile:
    """A token that somebody else keeps fresh, in a file."""

    def __init__(self, path: Path) -> None:
        """Read it when it is first needed."""
        self._path = path
        self._value, self._until = "", float("-inf")

    async def token(self) -> str:
        """Give what the file has, or had a moment ago."""
        now = asyncio.get_running_loop().time()
        if now >= self._until:
            try:
                self._value = self._path.read_text().strip()
            except OSError as error:
                raise ConfigError(
                    f"the token in {self._path} cannot be read ({error.strerror}): make it readable"
                ) from error
            self._until = now + REREAD
        return self._value

    def refused(self) -> None:
        """Read the file again."""
        self._until = float("-inf")


class _ExecStatus(msgspec.Struct):
    token: str = ""
    expirationTimestamp: str = ""


class _ExecCredential(msgspec.Struct):
    status: _ExecStatus = msgspec.field(default_factory=_ExecStatus)


class Program:
    """A token that a program gives, as kubeconfigs of managed clusters have it."""

    def __init__(self, command: list[str], environment: dict[str, str], api_version: str) -> None:
        """Run it when a token is first needed."""
        self._command, self._api_version = command, api_version
        self._environment = environment
        self._value, self._until = "", float("-inf")
        self._running = asyncio.Lock()

    async def token(self) -> str:
        """Give its token, as long as that lives."""
        async with self._running:
            if time.time() >= self._until:
                self._value, self._until = await self._run()
        return self._value

    def refused(self) -> None:
        """Ask for another one."""
        self._until = float("-inf")

    async def _run(self) -> tuple[str, float]:
        name = self._command[0]
        info = {
            "apiVersion": self._api_version,
            "kind": "ExecCredential",
            "spec": {"interactive": False},
        }
        environment = os.environ | self._environment | {"KUBERNETES_EXEC_INFO": json.dumps(info)}
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command,
                env=environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
            )
        except OSError as error:
            raise ConfigError(
                f"{name}, which the kubeconfig names, does not start ({error.strerror}): install it"
            ) from error
        output = await _output(process, name)
        try:
            status = msgspec.json.decode(output, type=_ExecCredential).status
            end = _moment(status.expirationTimestamp)
        except (msgspec.DecodeError, ValueError):
            status, end = _ExecStatus(), 0.0  # without the cause, which could quote the token
        if process.returncode or not status.token:
            raise ConfigError(f"{name}, which the kubeconfig names, gives no token: run it by hand")
        return status.token, end


async def _output(process: asyncio.subprocess.Process, name: str) -> bytes:
    try:
        async with asyncio.timeout(PATIENCE):
            return (await process.communicate())[0]
    except TimeoutError as error:
        raise ConfigError(
            f"{name}, which the kubeconfig names, gives no token within {PATIENCE:.0f} s"
        ) from error
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def _moment(text: str) -> float:
    return datetime.fromisoformat(text).timestamp() - EARLY if text else float("inf")
