"""The file with which External DNS acts on a DNS zone; guides call it azure_mgmt.json."""

from __future__ import annotations

import msgspec

from hypershift.azure.uuids import is_uuid


class ExternalDNSCredentials(msgspec.Struct, frozen=True):
    """A service principal, and the resource group of the zone that it manages."""

    tenantId: str
    subscriptionId: str
    resourceGroup: str
    aadClientId: str
    aadClientSecret: str

    def __post_init__(self) -> None:
        """Refuse what External DNS could not log in with. No value is shown: it may be a secret."""
        for name in self.__struct_fields__:
            if not getattr(self, name):
                raise ValueError(f"{name} must not be empty")
        if not is_uuid(self.subscriptionId):
            raise ValueError("subscriptionId must be a UUID")

    def __repr__(self) -> str:
        """Keep the secret out of logs."""
        return f"ExternalDNSCredentials(aadClientId={self.aadClientId!r})"
