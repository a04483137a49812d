"""Keys in Azure Key Vault."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

KeyVaultType = Literal["KeyVault", "ManagedHSM"]

_HOSTS: dict[str, KeyVaultType] = {
    "vault.azure.net": "KeyVault",
    "vault.usgovcloudapi.net": "KeyVault",
    "vault.azure.cn": "KeyVault",
    "vault.microsoftazure.de": "KeyVault",
    "vault.sovcloud-api.fr": "KeyVault",
    "managedhsm.azure.net": "ManagedHSM",
    "managedhsm.usgovcloudapi.net": "ManagedHSM",
    "managedhsm.azure.cn": "ManagedHSM",
    "managedhsm.microsoftazure.de": "ManagedHSM",
    "managedhsm.sovcloud-api.fr": "ManagedHSM",
}


@dataclass(frozen=True)
class KeyID:
    """One version of one key."""

    vault: str
    name: str
    version: str
    vault_type: KeyVaultType


def parse_key_id(text: str) -> KeyID:
    """Read the address of a key, or raise a ValueError that says what is wrong with it."""
    address = urlsplit(text)
    host = (address.hostname or "").lower()
    if not host:
        raise ValueError("it has no host: it must begin with https://VAULT.vault.azure.net/keys/")
    vault, _, domain = host.partition(".")
    if not vault or domain not in _HOSTS:
        raise ValueError(f"{host} is not a host of Azure Key Vault or Managed HSM")
    match address.path.split("/"):
        case ["", "keys", name, version] if name and version:
            return KeyID(vault, name, version, _HOSTS[domain])
        case _:
            raise ValueError("its path must be /keys/NAME/VERSION")
