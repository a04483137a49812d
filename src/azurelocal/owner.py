"""The first service principal owns every subscription; whoever runs us may read its secret."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

import msgspec

from azurelocal.arm.authorization import ASSIGNMENT_TYPE
from azurelocal.arm.builtinroles import OWNER
from azurelocal.certificates import write_secret
from azurelocal.entra import passwords
from azurelocal.entra.directory import Application, Credential, ServicePrincipal
from azurelocal.graph.permissions import OF_OWNER
from azurelocal.ids import parse
from azurelocal.store import Resource

if TYPE_CHECKING:
    from pathlib import Path

    from azurelocal.cloud import Cloud

CREDENTIALS = "credentials.json"
_NAME = "azurelocal-owner"
_DAY = 86400.0
_CENTURY = 100 * 365 * _DAY


def ensure_owner(cloud: Cloud, folder: Path) -> None:
    """Make the owner the first time, and write the file that one logs in with."""
    path = folder / CREDENTIALS
    if path.exists() and any(one.display_name == _NAME for one in cloud.directory.applications()):
        return
    secret = passwords.generate()
    subscription = cloud.tenancy.subscriptions[0].id
    with cloud.store.transaction():
        application = _make(cloud, secret)
    write_secret(
        path,
        msgspec.json.format(
            msgspec.json.encode(
                {
                    "subscriptionId": subscription,
                    "tenantId": cloud.tenancy.tenant.id,
                    "clientId": application.app_id,
                    "clientSecret": secret,
                }
            )
        )
        + b"\n",
    )


def _make(cloud: Cloud, secret: str) -> Application:
    """Make the application anew: whoever lost the file cannot get the old secret back."""
    for old in cloud.directory.applications():
        if old.display_name == _NAME:
            cloud.directory.remove_application(old)
    now = cloud.clock()
    application = Application(
        id=str(uuid.uuid4()),
        app_id=str(uuid.uuid4()),
        display_name=_NAME,
        created=now,
        passwords=[
            Credential(
                key_id=str(uuid.uuid4()),
                name="first",
                starts=now,
                ends=now + _CENTURY,
                hint=secret[:3],
                hash=passwords.digest(secret),
            )
        ],
    )
    cloud.directory.save_application(application)
    principal = ServicePrincipal(
        id=str(uuid.uuid4()),
        app_id=application.app_id,
        display_name=_NAME,
        graph_roles=list(OF_OWNER),
    )
    cloud.directory.save_principal(principal)
    for subscription in cloud.tenancy.subscriptions:
        _assign_owner(cloud, principal, f"/subscriptions/{subscription.id}")
    return application


def _assign_owner(cloud: Cloud, principal: ServicePrincipal, scope: str) -> None:
    id = parse(f"{scope}/providers/{ASSIGNMENT_TYPE}/{uuid.uuid4()}")
    definition = f"{scope}/providers/Microsoft.Authorization/roleDefinitions/{OWNER.guid}"
    properties = {
        "roleDefinitionId": definition,
        "principalId": principal.id,
        "principalType": "ServicePrincipal",
        "scope": scope,
    }
    # It has been so for long, so that nobody has to wait until everybody knows.
    since = cloud.clock() - _DAY
    cloud.store.put(Resource(id, {"properties": properties}, created=since, changed=since))
    cloud.authorization.forget()
