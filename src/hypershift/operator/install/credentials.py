"""The Secrets of an installation. They are the only objects that hold anything secret."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING

from hypershift.api import labels, names

if TYPE_CHECKING:
    from hypershift.operator.install.assets import Object
    from hypershift.operator.install.installation import Credentials, Installation


def credentials(installation: Installation) -> list[Object]:
    """The Secrets that the operator's pod needs, as far as their content was given."""
    link = installation.private_link
    objects: list[Object] = []
    if installation.pull_secret is not None:
        objects.append(pull_secret(installation.namespace, installation.pull_secret))
    for needed in (link.credentials if link else None, installation.scale_from_zero):
        objects += made_from(needed, installation.namespace)
    return objects


def pull_secret(namespace: str, content: bytes) -> Object:
    """The credentials of the image registries."""
    result = _secret(names.PULL_SECRET, namespace, ".dockerconfigjson", content)
    result["metadata"]["labels"] = {labels.SAFE_TO_DELETE_WITH_CLUSTER: "true"}
    return result | {"type": "kubernetes.io/dockerconfigjson"}


def made_from(needed: Credentials | None, namespace: str) -> list[Object]:
    """The Secret of a file, unless somebody else makes it."""
    if needed is None or needed.content is None:
        return []
    return [_secret(needed.secret, namespace, needed.key, needed.content)]


def _secret(name: str, namespace: str, key: str, content: bytes) -> Object:
    return {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": name, "namespace": namespace},
        "data": {key: b64encode(content).decode()},
    }
