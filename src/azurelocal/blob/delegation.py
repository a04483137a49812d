"""User delegation keys: whoever holds a role gets one, and signs addresses with it for others.

None is kept. A key is derived from what it is given out for, so that it can be derived again.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from azurelocal.blob.accounts import Account

LONGEST = 7 * 86400.0  # seconds


@dataclass(frozen=True)
class Delegation:
    """What a key is given out for, as it is spelled in answers and in addresses."""

    object_id: str
    tenant: str
    start: str
    expiry: str
    service: str
    version: str

    def key(self, account: Account) -> bytes:
        """The key itself."""
        parts = (
            self.object_id,
            self.tenant,
            self.start,
            self.expiry,
            self.service,
            self.version,
        )
        return hmac.new(
            account.delegation_secret, "\n".join(parts).encode(), hashlib.sha256
        ).digest()
