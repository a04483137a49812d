"""Blobs that are sent piece by piece, while other requests go on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azurelocal.asgi import Application

if TYPE_CHECKING:
    from tests.unit.azurelocal.blob.conftest import Account


class Transport:
    """A connection that can be broken off."""

    broken = False

    def abort(self) -> None:
        self.broken = True


def test_a_blob_that_goes_while_it_is_sent_breaks_the_connection(account: Account) -> None:
    account.put("things/big", bytes(12 * 1024 * 1024))
    transport, sent = Transport(), []
    request = _request(account, "/things/big", transport)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message["type"])
        if len(sent) == 3:
            with account.azure.cloud.store.transaction():
                account.azure.cloud.store.remove_contents_below("acct1/things/")

    account.publish("blob")
    account.azure.loop.run_until_complete(
        Application(account.azure.services)(request, receive, send)
    )

    assert transport.broken
    assert sent == ["http.response.start", "http.response.body", "http.response.body"]


def _request(account: Account, path: str, transport: Transport) -> dict[str, Any]:
    return {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(b"host", account.host.encode())],
        "state": {"transport": transport},
    }
