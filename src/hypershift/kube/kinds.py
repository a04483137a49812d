"""Kinds: where the API server serves them, and as what they are read.

Our own kinds are types of `hypershift.api`, and stand for themselves: `client.get(HostedCluster,
…)`. Others are read as plain dictionaries, or as a *view*: a structure that names the fields which
are wanted.

    class Rollout(View):
        status: RolloutStatus | None = None

    client.get(DEPLOYMENT, …)                # a dictionary
    informers.get(DEPLOYMENT.view(Rollout))  # a cache that holds nothing else

What a structure does not name never gets into memory. So what was read is never written back:
writers apply the fields that they own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, Protocol, TypeVar, cast

import msgspec

from hypershift.api.schema import ObjectMeta, Resource, Struct

JsonObject = dict[str, Any]


class Described(Protocol):
    """Whatever has metadata: API types and views."""

    metadata: ObjectMeta


class View(Struct):
    """The part of an object that somebody wants. By itself: its metadata."""

    metadata: ObjectMeta = msgspec.field(default_factory=ObjectMeta)


T = TypeVar("T", bound=Described | JsonObject)
V = TypeVar("V", bound=Described)


@dataclass(frozen=True)
class Kind(Generic[T]):
    """A kind as the API server serves it, and the type that its objects are read as."""

    group: str
    version: str
    kind: str
    plural: str
    type: type[T]
    namespaced: bool = True

    @property
    def api_version(self) -> str:
        """The group and version as manifests spell them."""
        return f"{self.group}/{self.version}" if self.group else self.version

    def view(self, type_: type[V]) -> Kind[V]:
        """Read the same objects as another type."""
        return Kind(self.group, self.version, self.kind, self.plural, type_, self.namespaced)

    def path(self, namespace: str = "", name: str = "", subresource: str = "") -> str:
        """Give the path of an object, or of all of them, in a namespace or in all."""
        root = f"/apis/{self.group}" if self.group else "/api"
        scope = f"namespaces/{namespace}" if self.namespaced and namespace else ""
        parts = (root, self.version, scope, self.plural, name, subresource)
        return "/".join(part for part in parts if part)

    def decode(self, content: bytes | msgspec.Raw) -> T:
        """Read one object. The record of who wrote which field is left out: it is half of most."""
        read: Any = _decoder(self.type).decode(content)
        if isinstance(read, dict):
            # The items of a list do not say of which kind they are.
            plain = cast("JsonObject", read)
            plain.setdefault("apiVersion", self.api_version)
            plain.setdefault("kind", self.kind)
            plain.get("metadata", {}).pop("managedFields", None)
        return cast("T", read)


@lru_cache
def _decoder(type_: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(type_)


def kind_of(what: type[T] | Kind[T]) -> Kind[T]:
    """Find the kind of an API type; a kind is its own."""
    return what if isinstance(what, Kind) else _kind_of(what)


@lru_cache
def _kind_of(type_: Any) -> Kind[Any]:
    if not (isinstance(type_, type) and issubclass(type_, Resource)):
        raise TypeError(f"{type_} is no API type: give a Kind")
    info = type_.info
    return Kind(info.group, info.version, info.kind, info.plural, type_)


def meta(obj: Described | JsonObject) -> ObjectMeta:
    """Give the metadata of any object."""
    if isinstance(obj, dict):
        return msgspec.convert(obj.get("metadata", {}), ObjectMeta)
    return obj.metadata


def _core(kind: str, plural: str = "", *, namespaced: bool = True) -> Kind[JsonObject]:
    return _grouped("", "v1", kind, plural, namespaced=namespaced)


def _grouped(
    group: str, version: str, kind: str, plural: str = "", *, namespaced: bool = True
) -> Kind[JsonObject]:
    return Kind(group, version, kind, plural or f"{kind.lower()}s", JsonObject, namespaced)


_RBAC = "rbac.authorization.k8s.io"

NAMESPACE = _core("Namespace", namespaced=False)
NODE = _core("Node", namespaced=False)
POD = _core("Pod")
SECRET = _core("Secret")
CONFIG_MAP = _core("ConfigMap")
SERVICE = _core("Service")
SERVICE_ACCOUNT = _core("ServiceAccount")
ENDPOINTS = _core("Endpoints", "endpoints")
EVENT = _core("Event")
PERSISTENT_VOLUME_CLAIM = _core("PersistentVolumeClaim")
DEPLOYMENT = _grouped("apps", "v1", "Deployment")
STATEFUL_SET = _grouped("apps", "v1", "StatefulSet")
JOB = _grouped("batch", "v1", "Job")
CRON_JOB = _grouped("batch", "v1", "CronJob")
NETWORK_POLICY = _grouped("networking.k8s.io", "v1", "NetworkPolicy", "networkpolicies")
POD_DISRUPTION_BUDGET = _grouped("policy", "v1", "PodDisruptionBudget")
ROLE = _grouped(_RBAC, "v1", "Role")
ROLE_BINDING = _grouped(_RBAC, "v1", "RoleBinding")
CLUSTER_ROLE = _grouped(_RBAC, "v1", "ClusterRole", namespaced=False)
CLUSTER_ROLE_BINDING = _grouped(_RBAC, "v1", "ClusterRoleBinding", namespaced=False)
CUSTOM_RESOURCE_DEFINITION = _grouped(
    "apiextensions.k8s.io", "v1", "CustomResourceDefinition", namespaced=False
)
