"""Acts in Azure with tokens of service accounts, as the components of a cluster do.

    answers = act(desk, [Bearer(client, token, [Request("GET", "https://…", scope)])])

Run as a program, this file is what stands inside the namespaces: it exchanges each token with
Microsoft's library, sends the requests as that identity, and writes the answers.
"""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from azure.core.exceptions import ClientAuthenticationError
from azure.identity import ClientAssertionCredential

if TYPE_CHECKING:
    from tests.integration.azure.office import Desk

ARM = "https://management.core.windows.net//.default"
VAULT = "https://vault.azure.net/.default"
PATIENCE = 120.0  # seconds for all of them


@dataclass(frozen=True)
class Request:
    """One request, with the scope of the token for it."""

    method: str
    url: str
    scope: str = ARM
    body: Any = None


@dataclass(frozen=True)
class Bearer:
    """Somebody with a token of a service account, and what it does as an identity."""

    client: str
    token: str
    requests: list[Request]


def act(desk: Desk, bearers: list[Bearer]) -> list[list[tuple[int, str]]]:
    """Send all requests: the status and the error's code of each; 0 if there was no token."""
    document = {
        "tenant": desk.azure.server.tenant,
        "bearers": [dataclasses.asdict(bearer) for bearer in bearers],
    }
    done = subprocess.run(
        [*desk.azure.entry, sys.executable, __file__],
        input=json.dumps(document),
        env=desk.environment | desk.azure.trust,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [[(status, code) for status, code in answers] for answers in json.loads(done.stdout)]


def _act(tenant: str, bearer: dict[str, Any]) -> list[tuple[int, str]]:
    credential = ClientAssertionCredential(tenant, bearer["client"], lambda: bearer["token"])
    return [_send(credential, request) for request in bearer["requests"]]


def _send(credential: ClientAssertionCredential, request: dict[str, Any]) -> tuple[int, str]:
    try:
        token = credential.get_token(request["scope"]).token
    except ClientAuthenticationError as error:
        return 0, str(error.message)
    body = request["body"]
    outgoing = urllib.request.Request(
        request["url"],
        method=request["method"],
        data=None if body is None else json.dumps(body).encode(),
        headers={"authorization": f"Bearer {token}", "content-type": "application/json"},
    )
    try:
        with urllib.request.urlopen(outgoing) as answer:
            return answer.status, ""
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read() or "{}").get("error", {}).get("code", "")


def _main() -> None:
    document = json.load(sys.stdin)
    json.dump([_act(document["tenant"], one) for one in document["bearers"]], sys.stdout)


if __name__ == "__main__":
    _main()
