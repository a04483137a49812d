"""Every operation of a vault: how it is asked for, what it needs, and what does it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from azurelocal.vault import certificates, keys, secrets
from azurelocal.vault.access import Access

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from azurelocal.http import Response
    from azurelocal.vault.call import VaultCall
    from azurelocal.vault.crypto import KeySpec


@dataclass(frozen=True)
class Operation:
    """One operation. `spec` tells which key has to be made first, which takes a while."""

    method: str
    path: str
    handle: Callable[..., Response]
    access: Access
    spec: Callable[[VaultCall, str], KeySpec] | None = None

    def values(self, method: str, words: Sequence[str]) -> list[str] | None:
        """What a path gives for the names in braces; None if it is not this operation's."""
        pattern = self.path.split("/")
        if method != self.method or len(pattern) != len(words):
            return None
        pairs = list(zip(pattern, words, strict=True))
        if any(not part.startswith("{") and part != word.lower() for part, word in pairs):
            return None
        return [word for part, word in pairs if part.startswith("{")]


def _common(kind: str, module: Any, *, see: str, read: str, update: str) -> list[Operation]:
    """What can be done with secrets, keys and certificates alike.

    `see` is the action that shows that there is something, `read` the one that shows what it is;
    `update` is the permission of a policy that stands for the action of this name.
    """
    seeing, reading = Access(kind, see, "list"), Access(kind, read, "get")
    updating = Access(kind, f"{kind}/update/action", update)
    named, deleted = f"{kind}/{{name}}", f"deleted{kind}/{{name}}"
    return [
        Operation("GET", kind, module.list_all, seeing),
        Operation("GET", f"{named}/versions", module.list_versions, seeing),
        Operation("GET", named, module.get, reading),
        Operation("GET", f"{named}/{{version}}", module.get, reading),
        Operation("PATCH", named, module.update, updating),
        Operation("PATCH", f"{named}/{{version}}", module.update, updating),
        Operation("DELETE", named, module.delete, Access(kind, f"{kind}/delete", "delete")),
        Operation("GET", f"deleted{kind}", module.list_deleted, seeing),
        Operation("GET", deleted, module.get_deleted, Access(kind, see, "get")),
        Operation(
            "POST",
            f"{deleted}/recover",
            module.recover,
            Access(kind, f"{kind}/recover/action", "recover"),
        ),
        Operation("DELETE", deleted, module.purge, Access(kind, f"{kind}/purge/action", "purge")),
    ]


def _computing() -> list[Operation]:
    found: list[Operation] = []
    for word, action, permission, handle in (
        ("encrypt", "encrypt", "encrypt", keys.encrypt),
        ("decrypt", "decrypt", "decrypt", keys.decrypt),
        ("wrapkey", "wrap", "wrapKey", keys.wrap),
        ("unwrapkey", "unwrap", "unwrapKey", keys.unwrap),
        ("sign", "sign", "sign", keys.sign),
        ("verify", "verify", "verify", keys.verify),
    ):
        access = Access("keys", f"keys/{action}/action", permission)
        # Without a version the path has two slashes, of which one is left here.
        found.append(Operation("POST", f"keys/{{name}}/{word}", handle, access))
        found.append(Operation("POST", f"keys/{{name}}/{{version}}/{word}", handle, access))
    return found


def _key(action: str, permission: str) -> Access:
    return Access("keys", action, permission)


def _certificate(action: str, permission: str) -> Access:
    return Access("certificates", f"certificates/{action}", permission)


_ROTATION = "keys/{name}/rotationpolicy"
_PENDING = "certificates/{name}/pending"
_POLICY = "certificates/{name}/policy"

OPERATIONS = [
    Operation(
        "PUT", "secrets/{name}", secrets.put, Access("secrets", "secrets/setSecret/action", "set")
    ),
    *_common(
        "secrets",
        secrets,
        see="secrets/readMetadata/action",
        read="secrets/getSecret/action",
        update="set",
    ),
    Operation(
        "POST",
        "keys/{name}/create",
        keys.create,
        _key("keys/create/action", "create"),
        lambda call, _: keys.spec(call),
    ),
    Operation(
        "POST",
        "keys/{name}/rotate",
        keys.rotate,
        _key("keys/rotate/action", "rotate"),
        keys.rotation_spec,
    ),
    Operation("PUT", "keys/{name}", keys.import_key, _key("keys/import/action", "import")),
    Operation(
        "GET",
        _ROTATION,
        keys.get_rotation,
        _key("keyrotationpolicies/read", "getrotationpolicy"),
    ),
    Operation(
        "PUT",
        _ROTATION,
        keys.put_rotation,
        _key("keyrotationpolicies/write", "setrotationpolicy"),
    ),
    *_computing(),
    *_common("keys", keys, see="keys/read", read="keys/read", update="update"),
    Operation(
        "POST",
        "certificates/{name}/create",
        certificates.create,
        _certificate("create/action", "create"),
        certificates.spec,
    ),
    Operation(
        "POST",
        "certificates/{name}/import",
        certificates.import_certificate,
        _certificate("import/action", "import"),
    ),
    Operation("GET", _PENDING, certificates.get_pending, _certificate("read", "get")),
    Operation("DELETE", _PENDING, certificates.delete_pending, _certificate("delete", "delete")),
    Operation("GET", _POLICY, certificates.get_policy, _certificate("read", "get")),
    Operation(
        "PATCH", _POLICY, certificates.update_policy, _certificate("update/action", "update")
    ),
    *_common(
        "certificates",
        certificates,
        see="certificates/read",
        read="certificates/read",
        update="update",
    ),
]


def find(method: str, words: Sequence[str]) -> tuple[Operation, list[str]] | None:
    """Find the operation that a request asks for, and what its path names."""
    for operation in OPERATIONS:
        if (values := operation.values(method, words)) is not None:
            return operation, values
    return None
