"""What a machine has written to its console: kept for those who ask, at a signed address.

Whoever makes machines real keeps their consoles here. An address needs no token, and is good for
a while only, as a signed one of the Blob service is.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import msgspec

from azurelocal.arm.providers.compute.common import a_number, a_switch, a_text, not_allowed
from azurelocal.arm.providers.compute.instanceview import boot_diagnostics
from azurelocal.arm.types import an_object
from azurelocal.http import Response

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.arm.types import Body
    from azurelocal.cloud import Cloud
    from azurelocal.store import Resource, Store

PATH = ("metadata", "bootdiagnostics")
"""What the addresses begin with."""
_CONSOLES = "consoles"
_ADDRESSES = "consoleAddresses"
_MINUTES = 120
_BLACK = bytes.fromhex(
    "424d3a0000000000000036000000280000000100000001000000010018000000000004000000"
    "00000000000000000000000000000000000000000000"
)
"""A picture of a screen on which nothing is: one black point."""


class _Address(msgspec.Struct):
    machine: str
    until: float


def keep_console(store: Store, key: str, written: bytes) -> None:
    """Keep what the machine of a key has written since its start."""
    store.write(_CONSOLES, key, written)


def forget(store: Store, key: str) -> None:
    """Forget the console of a machine that is gone."""
    store.remove(_CONSOLES, key)


def check(properties: Body) -> None:
    """Refuse a diagnostics profile that is none."""
    profile = an_object(properties.get("diagnosticsProfile"), "diagnosticsProfile")
    diagnostics = an_object(profile.get("bootDiagnostics"), "bootDiagnostics")
    a_switch(diagnostics, "enabled", "bootDiagnostics.enabled")
    a_text(diagnostics, "storageUri", "bootDiagnostics.storageUri")


def retrieve(call: Call, resource: Resource) -> Response:
    """Tell where the console can be read."""
    if not boot_diagnostics(resource):
        raise not_allowed(
            f"Boot diagnostics is not enabled on VM '{resource.name}'. Enable it in its"
            " diagnosticsProfile first."
        )
    minutes = a_number(
        {"minutes": _number(call.request.query.get("sasuriexpirationtimeinminutes", ""))},
        "minutes",
        "sasUriExpirationTimeInMinutes",
        1,
        1440,
    )
    token = secrets.token_urlsafe(24)
    address = _Address(resource.key, call.now + (minutes or _MINUTES) * 60)
    call.store.write(_ADDRESSES, token, msgspec.to_builtins(address))
    base = f"{call.cloud.endpoints.arm}/{'/'.join(PATH)}/{token}/{resource.name}"
    answer: Body = {
        "consoleScreenshotBlobUri": f"{base}.screenshot.bmp",
        "serialConsoleLogBlobUri": f"{base}.serialconsole.log",
    }
    return Response(200, answer)


def _number(text: str) -> int | str | None:
    return int(text) if text.isdigit() else text or None


def read(cloud: Cloud, token: str, file: str) -> Response:
    """Answer who has a signed address."""
    document = cloud.store.read(_ADDRESSES, token)
    address = msgspec.convert(document, _Address) if document else None
    if address is None or address.until <= cloud.clock():
        return Response(403, b"The address is not valid, or not any more.\n")
    if not cloud.store.exists(address.machine):
        return Response(404, b"The virtual machine is gone.\n")
    if file.endswith(".bmp"):
        return Response(200, _BLACK, {"content-type": "image/bmp"})
    console = cloud.store.read(_CONSOLES, address.machine)
    return Response(200, console or b"", {"content-type": "text/plain; charset=utf-8"})
