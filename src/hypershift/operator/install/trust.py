"""The certificates that pods of the installation trust beside the usual ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.api import labels, names
from hypershift.operator.install import assets

if TYPE_CHECKING:
    from hypershift.operator.install.assets import Object
    from hypershift.operator.install.installation import Installation


def trust(installation: Installation) -> list[Object]:
    """The bundle of the user, and an empty one that OpenShift fills with what it trusts."""
    namespace = installation.namespace
    objects: list[Object] = []
    if installation.trust_bundle:
        data = {"ca-bundle.crt": installation.trust_bundle}
        objects.append(assets.config_map(names.USER_CA_BUNDLE, namespace, data))
    filled = assets.config_map(names.TRUSTED_CA_BUNDLE, namespace)
    filled["metadata"]["labels"] = {labels.INJECT_TRUSTED_CA_BUNDLE: "true"}
    return [*objects, filled]


def mount_user_bundle(pod: Object) -> None:
    """Put the bundle of the user where the first container of a pod looks for certificates."""
    items = [{"key": "ca-bundle.crt", "path": "user-ca-bundle.pem"}]
    pod["volumes"].append(
        {"name": "trusted-ca", "configMap": {"name": names.USER_CA_BUNDLE, "items": items}}
    )
    pod["containers"][0]["volumeMounts"].append(
        {"name": "trusted-ca", "mountPath": "/etc/pki/tls/certs", "readOnly": True}
    )
