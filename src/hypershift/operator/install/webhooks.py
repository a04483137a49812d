"""The webhooks: what the API server asks the operator about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.operator.install import assets

if TYPE_CHECKING:
    from hypershift.operator.install.assets import Object
    from hypershift.operator.install.installation import Installation

_OF_AUDIT_LOGS = ".auditlogpersistence.hypershift.openshift.io"


def webhooks(installation: Installation) -> list[Object]:
    """The configurations that have anything to ask.

    The certificate authority is left out: the operator writes it, and applying this again leaves it
    in place.
    """
    wanted = installation.webhooks
    objects: list[Object] = []
    if wanted.defaulting or wanted.audit_log_persistence:
        mutating = assets.read_one("mutating-webhooks.yaml", installation.namespace)
        mutating["webhooks"] = [
            webhook
            for webhook in mutating["webhooks"]
            if (
                wanted.audit_log_persistence
                if webhook["name"].endswith(_OF_AUDIT_LOGS)
                else wanted.defaulting
            )
        ]
        objects.append(mutating)
    if wanted.validating:
        objects.append(assets.read_one("validating-webhooks.yaml", installation.namespace))
    return objects
