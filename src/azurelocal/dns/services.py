"""The names of this Azure itself: services, accounts, vaults, name servers, public addresses.

All services have one address; TLS and HTTP tell them apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azurelocal.endpoints import PUBLIC_NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from azurelocal.store import Store

_ENDS = ("com", "net", "org", "info")
_SETS = 9
_NAMED = {
    ".blob.core.windows.net": "Microsoft.Storage/storageAccounts",
    ".vault.azure.net": "Microsoft.KeyVault/vaults",
}
_CLOUD = ".cloudapp.azure.com"


def name_servers(first: int = 64) -> dict[str, str]:
    """The name servers of public zones, each with an address of its own."""
    return {
        f"ns{place}-{number:02}.azure-dns.{end}": f"192.0.2.{first + (number - 1) * 4 + place - 1}"
        for number in range(1, _SETS + 1)
        for place, end in enumerate(_ENDS, 1)
    }


class Services:
    """Tells the address of a name that Azure has given."""

    def __init__(self, store: Store, address: str, others: Mapping[str, str] | None = None) -> None:
        """Give `others`, more names with their addresses, such as that of a registry."""
        self._store, self._address = store, address
        fixed = {name: address for name in PUBLIC_NAMES if not name.startswith("*")}
        self._fixed = {**fixed, **name_servers(), **(others or {})}

    def find(self, name: str) -> str:
        """The address of a name; nothing if Azure has given it to nobody."""
        if name in self._fixed:
            return self._fixed[name]
        for suffix, type in _NAMED.items():
            if name.endswith(suffix):
                owner = name.removesuffix(suffix)
                owners = self._store.resources(type=type)
                return self._address if any(one.name.lower() == owner for one in owners) else ""
        return self._labelled(name) if name.endswith(_CLOUD) else ""

    def owns(self, name: str) -> bool:
        """Tell whether nobody but Azure can give this name."""
        ends = (*_NAMED, _CLOUD, ".azure.com", ".windows.net", ".microsoftonline.com")
        return name.endswith(ends) or bool(self.find(name))

    def _labelled(self, name: str) -> str:
        for one in self._store.resources(type="Microsoft.Network/publicIPAddresses"):
            settings: dict[str, Any] = one.properties.get("dnsSettings") or {}
            if str(settings.get("fqdn", "")).lower() == name:
                return str(one.properties.get("ipAddress") or "")
        return ""
