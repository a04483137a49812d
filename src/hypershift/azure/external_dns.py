"""The plan of External DNS's credentials: a service principal that may write one zone."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import msgspec

from hypershift.azure.plan.steps import Wanted
from hypershift.azure.resources.applications import (
    Application,
    ServicePrincipal,
    UnwantedApplication,
    can_log_in,
)
from hypershift.azure.resources.dns import ExistingZone
from hypershift.azure.resources.roles import (
    RoleAssignment,
    UnwantedRoleAssignment,
    assignment_name,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hypershift.azure.access import Access
    from hypershift.azure.plan.steps import Step

MAKER = "create external-dns-credentials azure"
DNS_ZONE_CONTRIBUTOR = "befefa01-2a29-4197-83a8-272ff33ce314"
"""All that External DNS needs: to read the zone, and to write its records."""

_ROLE_KEY = "external-dns"
_LIFE = timedelta(days=365)
_HINT = 3  # letters of a secret that the directory goes on to show
_CURE = "delete those that are not needed, or choose another --name"


class CredentialsFile(msgspec.Struct, frozen=True):
    """The file that External DNS reads."""

    tenantId: str
    subscriptionId: str
    resourceGroup: str
    aadClientId: str
    aadClientSecret: str

    def __repr__(self) -> str:
        """Keep the secret out of logs."""
        return f"CredentialsFile({self.resourceGroup!r}, {self.aadClientId!r})"

    def to_json(self) -> str:
        """Write it as guides do."""
        return json.dumps(msgspec.to_builtins(self), indent=2) + "\n"


def default_name(zone: str) -> str:
    """The name of the application for a zone: one for each, so that none may write another's."""
    return f"external-dns-{zone}"


def zone_id(azure: Access, group: str, zone: str) -> str:
    """The resource ID of a zone."""
    return (
        f"/subscriptions/{azure.subscription}/resourceGroups/{group}"
        f"/providers/Microsoft.Network/dnszones/{zone}"
    )


class Secret(Wanted[CredentialsFile]):
    """A secret that is good, in the file."""

    kind = "client secret"

    def __init__(
        self,
        azure: Access,
        group: str,
        application: Application,
        principal: ServicePrincipal,
        *,
        load: Callable[[], CredentialsFile | None],
        save: Callable[[CredentialsFile], None],
        renew: bool,
    ) -> None:
        """`load` gives the content of the file, if it can be read; `save` writes it."""
        super().__init__(f"of {application.name}", inside=application, after=(principal,))
        self.azure, self.group, self.application = azure, group, application
        self.load, self.save, self.renew = load, save, renew

    async def read(self) -> CredentialsFile | None:
        """Read the file, if what it holds is still good."""
        file = None if self.renew else self.load()
        if file is None or file.aadClientId != self.application.client_id:
            return None
        held: list[dict[str, Any]] = self.application.result.get("passwordCredentials") or []
        return file if any(_is_of(one, file.aadClientSecret) for one in held) else None

    def differences(self, found: CredentialsFile) -> Sequence[str]:
        """Compare what else is in the file."""
        return [] if found == self._file(found.aadClientSecret) else ["the file said otherwise"]

    async def write(self, found: CredentialsFile | None) -> CredentialsFile:
        """Make a secret, unless there is a good one, and write the file."""
        secret = found.aadClientSecret if found else await self._new_secret()
        file = self._file(secret)
        self.save(file)
        if found is None:
            await can_log_in(self.azure, file.aadClientId, secret)
        return file

    async def _new_secret(self) -> str:
        ends = (datetime.now(UTC) + _LIFE).strftime("%Y-%m-%dT%H:%M:%SZ")
        return await self.azure.graph.add_password(self.application.object_id, MAKER, ends)

    def _file(self, secret: str) -> CredentialsFile:
        return CredentialsFile(
            tenantId=self.azure.credentials.tenant_id,
            subscriptionId=self.azure.subscription,
            resourceGroup=self.group,
            aadClientId=self.application.client_id,
            aadClientSecret=secret,
        )


def _is_of(held: dict[str, Any], secret: str) -> bool:
    """Tell whether a password of the directory is a secret, and has not ended."""
    ends = datetime.fromisoformat(str(held["endDateTime"]))
    return held.get("hint") == secret[:_HINT] and ends > datetime.now(UTC)


class ExternalDNSPlan:
    """The service principal of one zone."""

    def __init__(
        self,
        azure: Access,
        *,
        name: str,
        zone: str,
        group: str,
        load: Callable[[], CredentialsFile | None],
        save: Callable[[CredentialsFile], None],
        renew: bool,
    ) -> None:
        """Nothing is asked yet."""
        scope = zone_id(azure, group, zone)
        self.zone = ExistingZone(
            azure, zone, group, "make it with 'hypershift create dns-zone azure', or correct it"
        )
        self.application = Application(azure, name, MAKER, _CURE)
        # Without its zone a principal would be of no use.
        self.application.after += (self.zone,)
        self.principal = ServicePrincipal(azure, self.application)
        self.role = RoleAssignment(
            azure,
            f"DNS Zone Contributor of {name} on {zone}",
            name=assignment_name(name, _ROLE_KEY, scope),
            scope=scope,
            role=DNS_ZONE_CONTRIBUTOR,
            principal=self.principal.object_id,
            inside=self.principal,
        )
        self.secret = Secret(
            azure, group, self.application, self.principal, load=load, save=save, renew=renew
        )

    @property
    def steps(self) -> list[Step]:
        """Everything that is to be there."""
        return [self.zone, self.application, self.principal, self.role, self.secret]


def unwanted_external_dns(azure: Access, *, name: str, zone: str, group: str) -> list[Step]:
    """What `create external-dns-credentials` made; the zone stays."""
    scope = zone_id(azure, group, zone)
    role = UnwantedRoleAssignment(
        azure,
        f"DNS Zone Contributor of {name} on {zone}",
        name=assignment_name(name, _ROLE_KEY, scope),
        scope=scope,
    )
    return [role, UnwantedApplication(azure, name, MAKER, _CURE, after=(role,))]
