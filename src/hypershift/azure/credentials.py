"""The file that says who acts on which subscription."""

from __future__ import annotations

import msgspec

from hypershift.azure.uuids import is_tenant, is_uuid


class Credentials(msgspec.Struct, frozen=True, rename="camel"):
    """A service principal and the subscription that it works on.

    Without a secret the ambient credentials are used, such as those of `az login`.
    """

    subscription_id: str
    tenant_id: str
    client_id: str = ""
    client_secret: str = ""

    def __post_init__(self) -> None:
        """Refuse what cannot be credentials. No value is shown: it could be a misplaced secret."""
        if not is_uuid(self.subscription_id):
            raise ValueError("subscriptionId must be a UUID")
        if not self.tenant_id:
            raise ValueError("tenantId must not be empty")
        if not is_tenant(self.tenant_id):
            raise ValueError("tenantId must be a UUID or a domain")

    def __repr__(self) -> str:
        """Keep the secret out of logs."""
        return (
            f"Credentials(subscription_id={self.subscription_id!r}, client_id={self.client_id!r})"
        )
