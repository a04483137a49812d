"""DNS: public and private zones. `reading` is for those who answer questions about names."""

from __future__ import annotations

from azurelocal.arm.providers.network.dns import private, public

TYPES = (*public.TYPES, *private.TYPES)
