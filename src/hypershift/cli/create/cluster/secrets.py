"""The Secrets of a cluster, and what else stands beside HostedCluster and NodePools.

Keys that the cluster is to have for itself are made here, at the moment they are written down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypershift.api.labels import SAFE_TO_DELETE_WITH_CLUSTER
from hypershift.cli.create.cluster import plan as names

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypershift.cli.create.cluster.plan import Plan

    Object = dict[str, Any]
    Content = dict[str, bytes]

_AES_KEY_BYTES = 32


def namespace(name: str) -> Object:
    """The namespace of the cluster's objects."""
    return {
        "apiVersion": "v1",
        "kind": "Namespace",
        "metadata": {"name": name},
        "spec": {},
        "status": {},
    }


def trust_bundle(plan: Plan) -> Object:
    """The certificate authorities to trust beside the usual ones."""
    return {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": names.TRUST_BUNDLE, "namespace": plan.flags.namespace},
        "data": {"ca-bundle.crt": plan.trust_bundle},
    }


def secret_names(plan: Plan) -> list[str]:
    """The Secrets that the cluster needs, by name."""
    return list(_contents(plan))


def secrets(plan: Plan) -> list[Object]:
    """The Secrets that the cluster needs, written down."""
    opaque = names.encryption_key_name(plan.flags.name)
    return [
        {
            "apiVersion": "v1",
            "kind": "Secret",
            "metadata": {
                "name": name,
                "namespace": plan.flags.namespace,
                "labels": {SAFE_TO_DELETE_WITH_CLUSTER: "true"},
            },
            "data": content(),
            **({"type": "Opaque"} if name == opaque else {}),
        }
        for name, content in _contents(plan).items()
    ]


def _contents(plan: Plan) -> dict[str, Callable[[], Content]]:
    """How the content of each Secret comes about, in the order of the manifests."""
    cluster = plan.flags.name
    contents: dict[str, Callable[[], Content]] = {
        names.pull_secret_name(cluster): lambda: {".dockerconfigjson": plan.pull_secret}
    }
    if plan.has_ssh_key:
        contents[names.ssh_key_name(cluster)] = lambda: _ssh_key(plan)
    contents[names.cloud_credentials_name(cluster)] = lambda: {
        "AZURE_SUBSCRIPTION_ID": plan.credentials.subscription_id.encode(),
        "AZURE_TENANT_ID": plan.credentials.tenant_id.encode(),
    }
    if plan.signing_key:
        contents[names.signing_key_name(cluster)] = lambda: {"key": plan.signing_key}
    if plan.encryption.aescbc:
        contents[names.encryption_key_name(cluster)] = _encryption_key
    return contents


def _encryption_key() -> Content:
    from secrets import token_bytes

    return {"key": token_bytes(_AES_KEY_BYTES)}


def _ssh_key(plan: Plan) -> Content:
    if plan.ssh_key:
        return {"id_rsa.pub": plan.ssh_key}

    from hypershift.cli.create.cluster.ssh import generate_ssh_key

    key = generate_ssh_key()
    return {"id_rsa": key.private, "id_rsa.pub": key.public}
