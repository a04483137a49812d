"""Makes requests that are wrong in one way or in many, for everything that is registered."""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from azurelocal.arm.routes import ROUTES
from azurelocal.http import Request, read_query
from tests.integration.azurelocal.fuzzing.bodies import (
    WRONG,
    bodies,
    places,
    put_at,
    random_body,
)
from tests.integration.azurelocal.fuzzing.words import words_of

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from azurelocal.cloud import Cloud

ARM = "management.azure.com"
METHODS = ("GET", "HEAD", "PUT", "PATCH", "DELETE", "POST")
NAMES = [
    *("a", "a", "a", "b", "A", "default", "%2e%2e", "%2E", "..", ".", "%00", "a%00b", "a%2Fb", ""),
    *("x" * 300, "é", "%C3%A9", "%ff%fe", "%F0%9F%98%80", "a%20b", "%25", "{name}", "[a]", "$web"),
    *("a;b", "a%3Fb", "a%23b", "%0d%0aSet-Cookie:a", "'", "%27%20or%201", "*", "-", "_", "null"),
    *("providers", "subscriptions", "@", "a.test", "%E2%80%AE", "1", "0", "a" * 64, "٣"),
]
QUERIES = [
    *("api-version=2024-03-01",) * 6,
    *("", "api-version=", "api-version=latest", "api-version=9999-99-99", "API-VERSION=2024-03-01"),
    "api-version=2024-03-01&api-version=2020-01-01",
    "api-version=2024-03-01&$top=-1",
    "api-version=2024-03-01&$top=%D9%A3",
    "api-version=2024-03-01&$top=99999999999999999999",
    "api-version=2024-03-01&$filter=" + "(" * 500,
    "api-version=2024-03-01&$filter=%00%ff",
    "api-version=2024-03-01&$filter=tagName eq 'a' and tagValue eq 'b'",
    "api-version=2024-03-01&$filter=atScope()",
    "api-version=2024-03-01&$filter=principalId eq 'a'",
    "api-version=2024-03-01&$filter=location eq 'eastus'",
    "api-version=2024-03-01&$skiptoken=%zz&$expand=instanceView",
    "api-version=2024-03-01&$orderby=name desc&$top=1&$expand=a",
    "%ff=%fe&&&=&a=b=c",
]
HEADERS: list[dict[str, str]] = [
    *({},) * 8,
    *({"if-match": value} for value in ("*", '"x"', "", "\xff", "W/")),
    *({"if-none-match": value} for value in ("*", '"x"', "")),
    {"content-type": "text/plain"},
    {"x-ms-client-request-id": "x" * 5000},
    {"authorization": "Bearer nothing"},
    {"authorization": "Bearer a.b.c"},
    {"authorization": "Basic \xff"},
    {"authorization": ""},
]
BROKEN = [
    *(b"", b" ", b"{", b"null", b"[]", b'"x"', b"0", b"NaN", b"\xff\xfe", b'{"a":', b"{}"),
    *(b"[" * 20000, b'{"a":' * 20000, b'{"location": "\\ud800"}', b'{"properties": 1e999}'),
    *(b'{"properties": null}', b'{"properties": []}', b'{"tags": {"a": 1}}', b'{"tags": []}'),
    b'{"location": "eastus", "location": 5}',
]


@dataclass
class Fuzz:
    """Makes requests to Resource Manager in the name of the owner."""

    cloud: Cloud
    group: str
    dice: random.Random
    token: str
    _bodies: dict[str, dict[str, Any]] = field(init=False)

    def __post_init__(self) -> None:
        self._bodies = bodies(self.group)
        self._words = words_of("azurelocal.arm")

    @property
    def subscription(self) -> str:
        return "/".join(self.group.split("/")[:3])

    def targets(self) -> list[tuple[str, str]]:
        """Every route: a path with words in braces, and the method, if there is but one."""
        found = [("", path) for path in self._type_paths()]
        found += [(route.method, route.path) for route in ROUTES]
        return sorted(set(found))

    def _type_paths(self) -> Iterator[str]:
        yield "/subscriptions/{s}/resourceGroups/{name}"
        yield "/subscriptions/{s}/resourceGroups/{g}/providers/Microsoft.Resources/tags/default"
        for type in self.cloud.registry:
            path = self._path(type.name)
            yield path
            yield path.rpartition("/")[0]
            namespace, *kinds = type.name.split("/")
            if len(kinds) == 1:
                yield f"/subscriptions/{{s}}/providers/{namespace}/{kinds[0]}"
            for part in type.parts:
                yield f"{path}/{part.kind}/{{name}}"
                yield f"{path}/{part.kind}"
            for word in (*type.actions, *type.views):
                yield f"{path}/{word}"

    def _path(self, type: str) -> str:
        namespace, *kinds = type.split("/")
        pairs = "/".join(f"{kind}/{{name}}" for kind in kinds)
        return f"/subscriptions/{{s}}/resourceGroups/{{g}}/providers/{namespace}/{pairs}"

    def seeds(self) -> Iterator[Request]:
        """Valid requests that make one of everything, so that there is something to break."""
        yield self._request("PUT", self.group, body={"location": "eastus"})
        for _ in range(4):  # what refers to others comes to be once they are there
            for type in self.cloud.registry:
                yield self._request("PUT", self.id(type.name), body=self.body(type.name))

    def one(self, method: str, path: str) -> Request:
        """One random request for a route."""
        dice = self.dice
        method = dice.choice(METHODS) if not method or dice.random() < 0.1 else method
        filled = self._filled(path)
        if dice.random() < 0.05:
            filled = filled.replace("/", "//", 1) + "/"
        if dice.random() < 0.1:
            filled = filled.upper() if dice.random() < 0.5 else filled.lower()
        if dice.random() < 0.03:
            filled += "/" + dice.choice(NAMES)
        content: Any = b""
        if method in ("PUT", "PATCH", "POST") or dice.random() < 0.02:
            content = self._content(path)
        return self._request(
            method,
            filled,
            body=content,
            query=dice.choice(QUERIES),
            headers=dice.choice(HEADERS),
        )

    def _filled(self, path: str) -> str:
        """A path with names: mostly good ones."""
        dice = self.dice
        parts: list[str] = []
        for part in path.split("/"):
            if not part.startswith("{"):
                parts.append(part)
            elif part == "{s}" and dice.random() < 0.95:
                parts.append(self.subscription.rpartition("/")[2])
            elif part == "{g}" and dice.random() < 0.9:
                parts.append(self.group.rpartition("/")[2])
            elif part == "{namespace}":
                parts.append(dice.choice([*self.cloud.registry.namespaces(), *NAMES]))
            else:
                good = good_name(parts[-1]) if parts else "a"
                parts.append(good if dice.random() < 0.6 else dice.choice(NAMES))
        return "/".join(parts)

    def _content(self, path: str) -> bytes:
        dice = self.dice
        roll = dice.random()
        if roll < 0.1:
            return dice.choice(BROKEN)
        if roll < 0.35:
            made = random_body(dice, self._words)
            if dice.random() < 0.7:
                made |= {"location": "eastus", "properties": random_body(dice, self._words)}
            return _encoded(made)
        kinds = path.partition("/providers/")[2].split("/")
        body = self.body("/".join([kinds[0], *kinds[1::2]]))
        for _ in range(dice.randrange(3)):
            put_at(body, dice.choice(list(places(body))), self._value())
        return _encoded(body)

    def _value(self) -> Any:
        dice = self.dice
        if dice.random() < 0.8:
            return copy.deepcopy(dice.choice(WRONG))
        return dice.choice([dice.choice(self._words), random_body(dice, self._words)])

    def wrong_types(self, type: str) -> Iterator[Request]:
        """Each property of a realistic body with many values that it may not have."""
        whole = self.body(type)
        path = self.id(type)
        for place in places(whole):
            for value in self.dice.sample(WRONG, 20):
                body = copy.deepcopy(whole)
                put_at(body, place, copy.deepcopy(value))
                yield self._request("PUT", path, body=_encoded(body))

    def id(self, type: str) -> str:
        """The ID of the one resource of a type that is there."""
        namespace, *kinds = type.split("/")
        pairs = "/".join(f"{kind}/{good_name(kind)}" for kind in kinds)
        return f"{self.group}/providers/{namespace}/{pairs}"

    def body(self, type: str) -> dict[str, Any]:
        """A realistic body of a type, or the plainest one."""
        tenant = self.cloud.tenancy.tenant.id
        found = self._bodies.get(type.lower(), {"location": "eastus", "properties": {}})
        if "nszones" in type.lower():
            found = {**found, "location": "global"}
        written = json.dumps(found).replace("{tenant}", tenant).replace("{group}", self.group)
        return json.loads(written)

    def _request(
        self,
        method: str,
        path: str,
        *,
        body: Any = b"",
        query: str = "api-version=2024-03-01",
        headers: dict[str, str] | None = None,
    ) -> Request:
        return Request(
            method=method,
            host=ARM,
            path=path,
            query=read_query(query),
            headers={"authorization": f"Bearer {self.token}", **(headers or {})},
            body=body if isinstance(body, bytes) else _encoded(body),
            raw_query=query,
        )


def good_name(kind: str) -> str:
    """A name that a resource of a kind may have; the last word of the type tells."""
    return _GOOD.get(kind.lower(), "a")


_GOOD = {
    "storageaccounts": "fuzzaccount",
    "vaults": "fuzzvault",
    "containers": "fuzz",
    "shares": "fuzz",
    "blobservices": "default",
    "fileservices": "default",
    "versions": "1.0.0",
    "roledefinitions": "22222222-2222-2222-2222-222222222222",
    "roleassignments": "33333333-3333-3333-3333-333333333333",
    "dnszones": "a.test",
    "privatednszones": "a.test",
    "soa": "@",
    **{kind: kind for kind in ("aaaa", "caa", "cname", "mx", "ns", "ptr", "srv", "txt")},
}


def _encoded(body: Any) -> bytes:
    return json.dumps(body).encode()
