"""Talks to an API server as its administrator: JSON over one connection, or through kubectl.

    client = Client(server, namespace="clusters")
    answer = client.create({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "pull"}})
    if not answer.ok:
        print(answer.message)

Objects are dictionaries, or structures of msgspec such as the types of the API. A request takes
milliseconds, a kubectl a quarter of a second.
"""

from __future__ import annotations

import http.client
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import msgspec

from sandbox.errors import SandboxError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandbox.apiserver.server import ApiServer

TIMEOUT = 60.0  # seconds
JSON = "application/json"
MERGE_PATCH = "application/merge-patch+json"

Object = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """What the API server answered: an object, or the Status that says why there is none."""

    code: int
    body: Object

    @property
    def ok(self) -> bool:
        """Whether the server did what it was asked for."""
        return self.code < http.HTTPStatus.BAD_REQUEST

    @property
    def message(self) -> str:
        """The sentence with which a request was refused; empty for an object."""
        return self.body.get("message", "") if self.body.get("kind") == "Status" else ""


@dataclass(frozen=True)
class _Resource:
    plural: str
    namespaced: bool


class Client:
    """The administrator, at work in one namespace."""

    def __init__(self, server: ApiServer, namespace: str = "default") -> None:
        """Connect when the first request is made. Close it in the end, or use it in a `with`."""
        self.server, self.namespace = server, namespace
        self._connection = http.client.HTTPSConnection(
            server.address, context=server.trust(), timeout=TIMEOUT
        )
        self._resources: dict[tuple[str, str], _Resource] = {}

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the connection."""
        self._connection.close()

    def create(self, thing: object, *, dry_run: bool = False) -> Answer:
        """Create an object."""
        value = _plain(thing)
        path = self._path(value["apiVersion"], value["kind"], namespace=_namespace(value))
        return self.request("POST", path + _query(dry_run), value)

    def get(self, api_version: str, kind: str, name: str) -> Answer:
        """Read an object."""
        return self.request("GET", self._path(api_version, kind, name))

    def update(self, thing: object, subresource: str = "", *, dry_run: bool = False) -> Answer:
        """Replace an object, or a subresource of it such as its status."""
        value = _plain(thing)
        path = self._path_of(value, subresource)
        return self.request("PUT", path + _query(dry_run), value)

    def patch(self, thing: object, subresource: str = "", *, dry_run: bool = False) -> Answer:
        """Merge fields into an object, or into a subresource of it; null removes a field."""
        value = _plain(thing)
        path = self._path_of(value, subresource)
        return self.request("PATCH", path + _query(dry_run), value, MERGE_PATCH)

    def delete(self, thing: object) -> Answer:
        """Delete an object."""
        return self.request("DELETE", self._path_of(_plain(thing)))

    def request(self, method: str, path: str, body: object = None, kind: str = JSON) -> Answer:
        """Make any request, and read the JSON of its answer."""
        content = None if body is None else msgspec.json.encode(body)
        headers = {"Accept": JSON, "Content-Type": kind}
        try:
            self._connection.request(method, path, content, headers)
            response = self._connection.getresponse()
            return Answer(response.status, msgspec.json.decode(response.read(), type=Object))
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise SandboxError(
                f"{self.server.url}: {method} {path} got no answer ({error}): see the logs in"
                f" {self.server.directory}"
            ) from error

    def apply(
        self, things: Iterable[object], *, dry_run: bool = False
    ) -> subprocess.CompletedProcess[str]:
        """Apply objects as `kubectl apply --server-side` does."""
        documents = b"\n".join(msgspec.json.encode(thing) for thing in things).decode()
        extra = ["--dry-run=server"] if dry_run else []
        return self.kubectl("apply", "--server-side", *extra, "-f", "-", stdin=documents)

    def kubectl(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run kubectl in the namespace of this client, and give its exit code and output."""
        return subprocess.run(
            [self.server.kubectl, f"--namespace={self.namespace}", *arguments],
            env=self.server.environment(),
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
        )

    def _path_of(self, value: Object, subresource: str = "") -> str:
        name, namespace = value["metadata"]["name"], _namespace(value)
        path = self._path(value["apiVersion"], value["kind"], name, namespace)
        return f"{path}/{subresource}" if subresource else path

    def _path(self, api_version: str, kind: str, name: str = "", namespace: str = "") -> str:
        root = f"/apis/{api_version}" if "/" in api_version else f"/api/{api_version}"
        resource = self._resource(root, kind)
        place = f"/namespaces/{namespace or self.namespace}" if resource.namespaced else ""
        return f"{root}{place}/{resource.plural}" + (f"/{name}" if name else "")

    def _resource(self, root: str, kind: str) -> _Resource:
        """Ask the server under which name it serves a kind, once."""
        if (root, kind) not in self._resources:
            for served in self.request("GET", root).body.get("resources", []):
                if "/" not in served["name"]:
                    found = _Resource(served["name"], served["namespaced"])
                    self._resources[root, served["kind"]] = found
        try:
            return self._resources[root, kind]
        except KeyError:
            raise SandboxError(
                f"{self.server.url}{root} serves no {kind}: create its CustomResourceDefinition"
            ) from None


def _plain(thing: object) -> Object:
    return cast("Object", msgspec.to_builtins(thing))


def _namespace(value: Object) -> str:
    return value.get("metadata", {}).get("namespace", "")


def _query(dry_run: bool) -> str:
    """As with kubectl, a field that the server does not know is an error."""
    return "?fieldValidation=Strict" + ("&dryRun=All" if dry_run else "")
