"""Carries requests into the namespaces of a desk, and answers back: `az` takes a second for each.

    with sent(desk) as courier:
        courier.arm("PUT", f"{courier.subscription}/resourceGroups/rg", {"location": "eastus"})
        courier.graph("GET", "/applications")

Run as a program, this file is the one that stands inside: it reads requests from its input, one on
each line, asks as the owner, and writes the answers. It needs nothing but Python.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Generator

    from tests.integration.azure.office import Desk

ARM, GRAPH = "https://management.azure.com", "https://graph.microsoft.com"
# By provider, the version of its API that is asked; others get the one of resource groups.
VERSIONS = {
    "Microsoft.Authorization": "2022-04-01",
    "Microsoft.KeyVault": "2023-07-01",
    "Microsoft.ManagedIdentity": "2024-11-30",
    "Microsoft.Network/dnsZones": "2018-05-01",
    "Microsoft.Network/privateDnsZones": "2024-06-01",
    "Microsoft.Network": "2023-11-01",
    "Microsoft.Storage": "2023-01-01",
}
OTHERS = "2021-04-01"
PATIENCE = 30.0  # seconds until what is deleted must be gone


class Refused(Exception):
    """An answer that is no success."""


@dataclass
class Courier:
    """Who goes in and out."""

    process: subprocess.Popen[str]
    subscription: str
    """The path of the subscription."""

    def ask(self, method: str, url: str, scope: str, body: Any = None) -> tuple[int, Any]:
        """Send one request: status and answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        request = {"method": method, "url": url, "scope": scope, "body": body}
        print(json.dumps(request), file=self.process.stdin, flush=True)
        status, answer = json.loads(self.process.stdout.readline())
        return status, answer

    def arm(self, method: str, id: str, body: Any = None) -> Any:
        """Ask Resource Manager for something that must succeed."""
        provider = id.partition("/providers/")[2] if "/roleAssignments" not in id else "Microsoft.A"
        provider = "Microsoft.Authorization" if provider == "Microsoft.A" else provider
        version = next((VERSIONS[one] for one in VERSIONS if provider.startswith(one)), OTHERS)
        url = f"{ARM}{id}{'&' if '?' in id else '?'}api-version={version}"
        status, answer = self.ask(method, url, "https://management.core.windows.net/.default", body)
        if status >= 400:
            raise Refused(f"{method} {id}: {status} {answer}")
        return answer

    def graph(self, method: str, path: str, body: Any = None) -> Any:
        """Ask the directory for something that must succeed."""
        status, answer = self.ask(method, f"{GRAPH}/v1.0{path}", f"{GRAPH}/.default", body)
        if status >= 400:
            raise Refused(f"{method} {path}: {status} {answer}")
        return answer

    def gone(self, id: str) -> None:
        """Delete something, and wait until it is gone."""
        self.arm("DELETE", id)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                self.arm("GET", id)
            except Refused as refused:
                if ": 404 " in str(refused):
                    return
                raise
            time.sleep(0.02)
        raise AssertionError(f"{id} is still there")


@contextmanager
def sent(desk: Desk) -> Generator[Courier]:
    """Let a courier work until the block ends."""
    owner = desk.azure.server.credentials
    process = subprocess.Popen(
        [*desk.azure.entry, sys.executable, __file__, desk.credentials, desk.azure.server.ca],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        yield Courier(process, f"/subscriptions/{owner['subscriptionId']}")
        assert process.stdin is not None
        process.stdin.close()


def _work(credentials: str, authority: str, requests: IO[str]) -> None:
    import ssl
    from pathlib import Path

    owner = json.loads(Path(credentials).read_text())
    trust = ssl.create_default_context(cafile=authority)
    tokens: dict[str, str] = {}

    def send(request: urllib.request.Request) -> tuple[int, Any]:
        try:
            with urllib.request.urlopen(request, context=trust, timeout=PATIENCE) as answer:
                status, content = answer.status, answer.read()
        except urllib.error.HTTPError as error:
            status, content = error.code, error.read()
        try:
            return status, json.loads(content) if content else None
        except ValueError:
            return status, content.decode(errors="replace")

    def token(scope: str) -> str:
        form = {
            "grant_type": "client_credentials",
            "client_id": owner["clientId"],
            "client_secret": owner["clientSecret"],
            "scope": scope,
        }
        url = f"https://login.microsoftonline.com/{owner['tenantId']}/oauth2/v2.0/token"
        status, answer = send(
            urllib.request.Request(url, data=urllib.parse.urlencode(form).encode())
        )
        assert status == 200, answer
        return answer["access_token"]

    for line in requests:
        wanted = json.loads(line)
        scope = wanted["scope"]
        if scope not in tokens:
            tokens[scope] = token(scope)
        body = None if wanted["body"] is None else json.dumps(wanted["body"]).encode()
        headers = {
            "Authorization": f"Bearer {tokens[scope]}",
            "Content-Type": "application/json",
            "Content-Length": str(len(body or b"")),
        }
        headers |= {"If-Match": "*"} if wanted["method"] == "DELETE" else {}
        answer = send(
            urllib.request.Request(
                wanted["url"].replace(" ", "%20"),
                data=body,
                headers=headers,
                method=wanted["method"],
            )
        )
        sys.stdout.write(f"{json.dumps(answer)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _work(sys.argv[1], sys.argv[2], sys.stdin)
