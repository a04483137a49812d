"""One authenticated request to ARM: who asks, for what, and what was decided about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from azurelocal.arm.authorization import Decision, Need
from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from azurelocal.cloud import Cloud
    from azurelocal.http import Request
    from azurelocal.ids import ArmId
    from azurelocal.principal import Principal
    from azurelocal.store import Store


@dataclass
class Call:
    """Handed to everything that works on the request. `decisions` ends up in the access log."""

    cloud: Cloud
    request: Request
    principal: Principal
    api_version: str = ""
    operation: str = ""
    """The first action that was asked about: what the access log and fault plans call this."""
    scope: str = ""
    decisions: list[Decision] = field(default_factory=list[Decision])

    @property
    def store(self) -> Store:
        """The state."""
        return self.cloud.store

    @property
    def now(self) -> float:
        """The time of the request."""
        return self.cloud.clock()

    def authorize(self, action: str, scope: ArmId | str) -> None:
        """Refuse the request unless a role assignment allows the action at the scope."""
        decision = self._decide(action, str(scope), data=False)
        if not decision.allowed:
            raise AzureError(
                403,
                "AuthorizationFailed",
                f"The client '{self.principal.app_id}' with object id '{self.principal.object_id}'"
                f" does not have authorization to perform action '{action}' over scope '{scope}' or"
                " the scope is invalid. If access was recently granted, please refresh your"
                " credentials.",
            )

    def authorize_link(self, action: str, target: str, own_action: str, scope: str) -> None:
        """Refuse a write that refers to what the writer may not use."""
        decision = self._decide(action, target, data=False)
        if not decision.allowed:
            raise AzureError(
                403,
                "LinkedAuthorizationFailed",
                f"The client '{self.principal.app_id}' with object id '{self.principal.object_id}'"
                f" has permission to perform action '{own_action}' on scope '{scope}'; however, it"
                f" does not have permission to perform action '{action}' on the linked scope(s)"
                f" '{target}' or the linked scope(s) are invalid.",
            )

    def allows(self, action: str, scope: ArmId | str) -> bool:
        """Tell whether a role assignment allows an action, for lists that leave out the rest."""
        need = Need(action, str(scope))
        return self.cloud.authorization.decide(self.principal.object_id, need).allowed

    def authorize_member(self, subscription: str, action: str) -> None:
        """Refuse who holds no role anywhere in a subscription.

        Catalogues such as SKUs and providers are read by components whose published roles do not
        name them, so any role will do.
        """
        scope = f"/subscriptions/{subscription}"
        found = self.cloud.authorization.membership(self.principal.object_id, scope)
        decision = found or Decision(Need(action, scope), "", "")
        self._note(
            decision if found is None else Decision(Need(action, scope), found.role, found.at)
        )
        if found is None:
            self.authorize(action, scope)

    def _decide(self, action: str, scope: str, *, data: bool) -> Decision:
        need = Need(action, scope, data)
        decision = self.cloud.authorization.decide(self.principal.object_id, need)
        self._note(decision)
        return decision

    def _note(self, decision: Decision) -> None:
        if not self.operation:
            self.operation, self.scope = decision.need.action, decision.need.scope
        self.decisions.append(decision)
