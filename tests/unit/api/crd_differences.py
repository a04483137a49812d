"""What two CustomResourceDefinitions say differently, each difference by its path.

Only texts for people and annotations of build tools are passed over. Every other keyword is
compared, known to this module or not.
"""

import json
from collections.abc import Iterator, Mapping, Set
from typing import Any, NamedTuple

Object = Mapping[str, Any]

# What is a set: the order in which the members are written means nothing.
SETS = {"categories", "enum", "required", "shortNames", "x-kubernetes-list-map-keys"}

FEATURE_SET = "release.openshift.io/feature-set"


class Difference(NamedTuple):
    """One thing that one definition says and the other does not, or says differently."""

    definition: str
    path: str
    what: str
    ours: str | None
    reference: str | None

    def __str__(self) -> str:
        place = ": ".join(part for part in (self.definition, self.path, self.what) if part)
        if self.ours is None:
            return f"{place}: ours lacks {self.reference}"
        if self.reference is None:
            return f"{place}: only ours has {self.ours}"
        return f"{place}: ours {self.ours}, reference {self.reference}"


Found = Iterator[tuple[str, str, str | None, str | None]]


def differences(ours: Object, reference: Object) -> list[Difference]:
    """Name all that distinguishes our definition from the reference."""
    name = reference["spec"]["names"]["plural"]
    return [Difference(name, *found) for found in _definition(ours, reference)]


def _definition(ours: Object, reference: Object) -> Found:
    yield from _metadata(ours["metadata"], reference["metadata"])
    yield from _values("", ours["spec"], reference["spec"], apart={"names", "versions"})
    yield from _values("names", ours["spec"]["names"], reference["spec"]["names"])
    yield from _named("", "version", ours["spec"]["versions"], reference["spec"]["versions"])
    theirs = _by("name", reference["spec"]["versions"])
    for name, version in _by("name", ours["spec"]["versions"]).items():
        if name in theirs:
            yield from _version(name, version, theirs[name])


def _metadata(ours: Object, reference: Object) -> Found:
    yield from _values("", {"name": ours["name"]}, {"name": reference["name"]})
    yield from _values("labels", ours.get("labels", {}), reference.get("labels", {}))
    of_ours, of_reference = (
        {FEATURE_SET: metadata.get("annotations", {}).get(FEATURE_SET, "Default")}
        for metadata in (ours, reference)
    )
    yield from _values("annotations", of_ours, of_reference)


def _version(name: str, ours: Object, reference: Object) -> Found:
    listed = "additionalPrinterColumns"
    yield from _values(name, ours, reference, apart={"schema", listed})
    columns, wanted = ours.get(listed, []), reference.get(listed, [])
    yield from _named(name, "column", columns, wanted)
    theirs = _by("name", wanted)
    for title, column in _by("name", columns).items():
        if title in theirs:
            yield from _values(name, column, theirs[title], of=f" of column {title}")
    order, wanted_order = list(_by("name", columns)), list(theirs)
    if sorted(order) == sorted(wanted_order) and order != wanted_order:
        yield name, "order of columns", _text(order), _text(wanted_order)
    yield from _schema(
        "", ours["schema"]["openAPIV3Schema"], reference["schema"]["openAPIV3Schema"]
    )


def _schema(path: str, ours: Object, reference: Object) -> Found:
    rules = "x-kubernetes-validations"
    below, below_reference = _children(path, ours), _children(path, reference)
    apart = {"description", "properties", rules}
    apart |= {what for what, _ in below.keys() | below_reference.keys()}
    yield from _values(path, ours, reference, apart=apart)
    yield from _rules(path, ours.get(rules, []), reference.get(rules, []))
    for what, name in sorted(below.keys() - below_reference.keys()):
        yield path, what, name, None
    for what, name in sorted(below_reference.keys() - below.keys()):
        yield path, what, None, name
    for child in sorted(below.keys() & below_reference.keys()):
        place, schema = below[child]
        yield from _schema(place, schema, below_reference[child][1])


def _children(path: str, schema: Object) -> dict[tuple[str, str], tuple[str, Object]]:
    children: dict[tuple[str, str], tuple[str, Object]] = {
        ("property", name): (f"{path}.{name}".lstrip("."), child)
        for name, child in schema.get("properties", {}).items()
    }
    for keyword, suffix in (("items", "[]"), ("additionalProperties", "{}")):
        if isinstance(schema.get(keyword), dict):
            children[keyword, "a schema"] = (path + suffix, schema[keyword])
    return children


def _rules(path: str, ours: list[Object], reference: list[Object]) -> Found:
    for rule in _only(ours, reference, "rule"):
        yield path, "rule", rule, None
    for rule in _only(reference, ours, "rule"):
        yield path, "rule", None, rule
    theirs = _by("rule", reference)
    for expression, rule in _by("rule", ours).items():
        if expression in theirs:
            yield from _values(path, rule, theirs[expression], of=f" of rule {expression}")


def _named(path: str, what: str, ours: list[Object], reference: list[Object]) -> Found:
    for name in _only(ours, reference, "name"):
        yield path, what, name, None
    for name in _only(reference, ours, "name"):
        yield path, what, None, name


def _only(those: list[Object], others: list[Object], key: str) -> list[str]:
    return sorted(_by(key, those).keys() - _by(key, others).keys())


def _by(key: str, those: list[Object]) -> dict[str, Object]:
    found = {one[key]: one for one in those}
    assert len(found) == len(those), f"{key} is given twice in {those}"
    return found


def _values(
    path: str, ours: Object, reference: Object, *, of: str = "", apart: Set[str] = frozenset()
) -> Found:
    for keyword in sorted((ours.keys() | reference.keys()) - apart):
        mine, theirs = ours.get(keyword), reference.get(keyword)
        if keyword in SETS:
            yield from _members(path, keyword, mine or [], theirs or [])
        elif _text(mine) != _text(theirs):
            yield (
                path,
                keyword + of,
                _text(mine) if keyword in ours else None,
                _text(theirs) if keyword in reference else None,
            )


def _members(path: str, what: str, ours: list[str], reference: list[str]) -> Found:
    for member in sorted(set(ours) - set(reference)):
        yield path, what, member, None
    for member in sorted(set(reference) - set(ours)):
        yield path, what, None, member


def _text(value: Any) -> str:
    """Tells apart what Python takes as equal, such as 1 and true."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
