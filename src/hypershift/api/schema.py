"""The vocabulary that API types are written in.

A type is a `Struct`; its fields carry the API's own spelling, and what the API server has to check
is said beside the field, as a marker inside `Annotated`. `hypershift.api.crd` turns the whole into
a CustomResourceDefinition.

Markers inform the API server and nobody else: reading an object never checks them, so that a
controller can still read what an older schema let in. `None` means absent. A field that the API
server fills in is `None` on our side too, and says so with `Default`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Literal, TypeVar, dataclass_transform

import msgspec
from msgspec import field

Json = None | bool | int | float | str | list[Any] | dict[str, Any]


@dataclass_transform(kw_only_default=True, field_specifiers=(msgspec.field,))
class _StructMeta(msgspec.StructMeta):
    """Makes `kw_only` hold for every API type: msgspec does not let it be inherited."""

    def __new__(cls, *definition: Any, **options: Any) -> Any:
        return super().__new__(cls, *definition, **{"kw_only": True} | options)


class Struct(msgspec.Struct, metaclass=_StructMeta, omit_defaults=True):
    """What every API type derives from."""


class _Marker(msgspec.Struct, frozen=True):
    """What every word of the vocabulary derives from."""


class Text(_Marker, frozen=True):
    """Bounds of a string, in characters, and the form that it must have."""

    min: int | None = None
    max: int | None = None
    pattern: str | None = None
    format: str | None = None


class Number(_Marker, frozen=True):
    """Bounds of a number, both included."""

    min: float | None = None
    max: float | None = None
    format: Literal["int32", "int64"] | None = None


class Items(_Marker, frozen=True):
    """Bounds of a list, and how two writers' lists are merged by server-side apply."""

    min: int | None = None
    max: int | None = None
    type: Literal["atomic", "set", "map"] | None = None
    keys: tuple[str, ...] = ()


class Entries(_Marker, frozen=True):
    """How many keys an object may have, and whether server-side apply takes it as one value."""

    min: int | None = None
    max: int | None = None
    atomic: bool = False


class Default(_Marker, frozen=True, eq=False):
    """What the API server writes where the field is absent."""

    value: Json


class Rule(_Marker, frozen=True, omit_defaults=True):
    """A CEL expression that has to hold, and what the user is told where it does not.

    Without a message the API server shows the expression itself.
    """

    rule: str
    message: str | None = None


class AnyValue(_Marker, frozen=True):
    """The API server keeps whatever it is given here."""


class Nullable(_Marker, frozen=True):
    """An explicit null is kept, and differs from the absent field."""


class IntOrStringMarker(_Marker, frozen=True):
    """A number, or a string that says one."""

    pattern: str | None = None


Time = Annotated[str, Text(format="date-time")]
"""A moment in RFC 3339 form."""

Int32 = Annotated[int, Number(format="int32")]
Int64 = Annotated[int, Number(format="int64")]

IntOrString = Annotated[int | str, IntOrStringMarker()]
"""A count, or a share such as 25%."""

Quantity = Annotated[
    int | str,
    IntOrStringMarker(
        r"^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))"
        r"(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$"
    ),
]
"""An amount of a resource, such as 8Gi."""


class ObjectSchema(msgspec.Struct, kw_only=True):
    """What is said about an object as a whole rather than about one of its fields."""

    rules: tuple[Rule, ...] = ()
    entries: Entries | None = None
    any_value: bool = False


_objects: dict[type, ObjectSchema] = {}

T = TypeVar("T", bound="type[Struct]")


def object_schema(cls: type) -> ObjectSchema:
    """Tells what the decorators of a type said about it."""
    return _objects.setdefault(cls, ObjectSchema())


def rule(expression: str, message: str | None = None) -> Callable[[T], T]:
    """Demands that a CEL expression holds for every object of the decorated type."""

    def decorate(cls: T) -> T:
        schema = object_schema(cls)
        # Decorators run from the bottom up; the rules are wanted in reading order.
        schema.rules = (Rule(expression, message), *schema.rules)
        return cls

    return decorate


def entries(
    minimum: int | None = None, maximum: int | None = None, *, atomic: bool = False
) -> Callable[[T], T]:
    """Demands a number of fields, or makes server-side apply take the object as one value."""

    def decorate(cls: T) -> T:
        object_schema(cls).entries = Entries(min=minimum, max=maximum, atomic=atomic)
        return cls

    return decorate


def any_value(cls: T) -> T:
    """Makes the API server keep fields that the decorated type does not name."""
    object_schema(cls).any_value = True
    return cls


class Column(_Marker, frozen=True, kw_only=True):
    """A column of `kubectl get`. Priority 1 shows it only with `-o wide`."""

    name: str
    path: str
    type: Literal["string", "integer", "date", "boolean"] = "string"
    priority: int = 0


FeatureSet = Literal["Default", "TechPreviewNoUpgrade"]
"""Which clusters a kind is installed for: all, or only those that try what is not finished."""


class ResourceInfo(msgspec.Struct, frozen=True, kw_only=True):
    """How the API server names and serves a kind. `resource` says it, and has the defaults."""

    group: str
    version: str
    kind: str
    plural: str
    short_names: tuple[str, ...]
    categories: tuple[str, ...]
    columns: tuple[Column, ...]
    status: bool
    scale: bool
    feature_set: FeatureSet
    labels: dict[str, str]

    @property
    def api_version(self) -> str:
        """The group and version as manifests spell them."""
        return f"{self.group}/{self.version}"

    @property
    def crd_name(self) -> str:
        """The name of the CustomResourceDefinition."""
        return f"{self.plural}.{self.group}"


class OwnerReference(Struct):
    """An object without which the bearer of this reference has no reason to exist."""

    apiVersion: str
    kind: str
    name: str
    uid: str
    controller: bool | None = None
    blockOwnerDeletion: bool | None = None


class ObjectMeta(Struct):
    """What every object in the API server has beside its spec and status."""

    name: str | None = None
    generateName: str | None = None
    namespace: str | None = None
    labels: dict[str, str] | None = None
    annotations: dict[str, str] | None = None
    finalizers: list[str] | None = None
    ownerReferences: list[OwnerReference] | None = None
    uid: str | None = None
    resourceVersion: str | None = None
    generation: int | None = None
    creationTimestamp: Time | None = None
    deletionTimestamp: Time | None = None


class Resource(Struct):
    """An object with a name of its own in the API server."""

    info: ClassVar[ResourceInfo]

    apiVersion: str = ""
    """The group and version of the schema that the object is written in."""
    kind: str = ""
    """The kind of the object."""
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    """The name, namespace, labels and annotations of the object, and what the API server adds."""

    def __post_init__(self) -> None:
        """Every object knows its own kind, so that no caller has to spell it."""
        self.apiVersion = self.apiVersion or self.info.api_version
        self.kind = self.kind or self.info.kind


R = TypeVar("R", bound="type[Resource]")


def resource(
    *,
    group: str,
    version: str,
    plural: str,
    kind: str | None = None,
    short_names: tuple[str, ...] = (),
    categories: tuple[str, ...] = (),
    columns: tuple[Column, ...] = (),
    status: bool = True,
    scale: bool = False,
    feature_set: FeatureSet = "Default",
    labels: dict[str, str] | None = None,
) -> Callable[[R], R]:
    """Says how a kind is named and served; its name is the type's unless told otherwise."""

    def decorate(cls: R) -> R:
        cls.info = ResourceInfo(
            group=group,
            version=version,
            kind=kind or cls.__name__,
            plural=plural,
            short_names=short_names,
            categories=categories,
            columns=columns,
            status=status,
            scale=scale,
            feature_set=feature_set,
            labels=labels or {},
        )
        return cls

    return decorate
