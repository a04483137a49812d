"""The file that says who acts on which subscription."""

from __future__ import annotations

import msgspec


class Credentials(msgspec.Struct, frozen=True, rename="camel"):
    """A service principal and the subscription that it works on.

    Without a secret the ambient credentials are used, such as those of `az login`.
    """

    subscription_id: str
    tenant_id: str
    client_id: str = ""
    client_secret: str = ""

    def __repr__(self) -> str:
        """Keep the secret out of logs."""
        return (
            f"Credentials(subscription_id={self.subscription_id!r}, client_id={self.client_id!r})"
        )
