"""What Key Vault says when it refuses."""

from __future__ import annotations

from azurelocal.errors import AzureError

_KINDS = {"secrets": "Secret", "keys": "Key", "certificates": "Certificate"}


def singular(kind: str) -> str:
    """Secret, Key or Certificate."""
    return _KINDS[kind]


def bad_parameter(message: str) -> AzureError:
    """Something in the request makes no sense."""
    return AzureError(400, "BadParameter", message)


def not_found(kind: str, name: str) -> AzureError:
    """There is no such item, or no such version."""
    word = singular(kind)
    return AzureError(
        404,
        f"{word}NotFound",
        f"A {word.lower()} with (name/id) {name} was not found in this key vault. If you recently"
        f" deleted this {word.lower()} you may be able to recover it using the correct recovery"
        " command.",
    )


def is_deleted(kind: str, name: str) -> AzureError:
    """The name is that of a deleted item."""
    word = singular(kind)
    return AzureError(
        409,
        "Conflict",
        f"{word} {name} is currently in a deleted but recoverable state, and its name cannot be"
        " reused; in this state, the object can only be recovered or purged.",
        inner="ObjectIsDeletedButRecoverable",
    )


def is_disabled(kind: str, operation: str) -> AzureError:
    """The version is switched off."""
    word = singular(kind)
    return AzureError(
        403,
        "Forbidden",
        f"Operation {operation} is not allowed on a disabled {word.lower()}.",
        inner=f"{word}Disabled",
    )


def is_managed(kind: str, name: str, operation: str) -> AzureError:
    """The item belongs to a certificate, and is changed with it only."""
    word = singular(kind)
    return AzureError(
        403,
        "Forbidden",
        f"Operation {operation} is not allowed on the {word.lower()} {name}: it is managed by the"
        " certificate of the same name.",
    )
