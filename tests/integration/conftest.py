"""A real API server for the integration tests, started once for all of them.

    def test_the_server_refuses_a_cluster_without_a_release(cluster: Client) -> None:
        answer = cluster.create({"apiVersion": "hypershift.openshift.io/v1beta1", …})

        assert answer.code == 422
        assert answer.message == "HostedCluster.hypershift.openshift.io … is invalid: …"

* `cluster` is `sandbox.apiserver.Client`, the administrator in a namespace of the test's own. Its
  `create`, `get`, `update`, `patch` and `delete` are HTTP requests and take milliseconds; each
  gives an `Answer` (`code`, `body`, `ok`, `message`). `create`, `update` and `patch` take
  `dry_run=True`, which checks and fills in defaults but stores nothing; the latter two take a
  subresource as well, "status".
  Objects are dictionaries or API types, and need no metadata.namespace. A field that the schema
  does not know is refused, as with kubectl.
* `cluster.apply(objects)` and `cluster.kubectl("get", "nodepools")` run kubectl, which takes a
  quarter of a second, and give its `CompletedProcess`.
* `api_server` is the server itself: `kubeconfig`, `environment()` for programs that shall use it.

All CustomResourceDefinitions of the project are there, and the kinds of OpenShift that installing
the operator needs, which take anything. No controller runs: nothing is reconciled,
and a namespace is never gone once it is deleted.
"""

from __future__ import annotations

import itertools
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

import hypershift.api
from sandbox import apiserver
from sandbox.apiserver import OPENSHIFT, ApiServer, Client

if TYPE_CHECKING:
    from collections.abc import Iterator

CRDS = Path(hypershift.api.__file__).with_name("crds")
PATIENCE = 30.0  # seconds until a definition must be served
TICK = 0.05

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def api_server() -> Iterator[ApiServer]:
    """A running API server that knows every kind of the project."""
    with apiserver.run() as server:
        with Client(server) as client:
            definitions = list(_definitions())
            for definition in definitions:
                answer = client.create(definition)
                assert answer.ok, answer.message
            for definition in definitions:
                _wait_until_served(client, definition)
        yield server


@pytest.fixture
def cluster(api_server: ApiServer) -> Iterator[Client]:
    """The administrator, in a namespace of the test's own."""
    name = f"test-{next(_numbers)}"
    with Client(api_server, name) as client:
        answer = client.create(
            {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}}
        )
        assert answer.ok, answer.message
        yield client


def _definitions() -> Iterator[dict[str, Any]]:
    for path in (*sorted(CRDS.glob("*.yaml")), OPENSHIFT):
        yield from yaml.safe_load_all(path.read_text())


def _wait_until_served(client: Client, definition: dict[str, Any]) -> None:
    spec = definition["spec"]
    end = time.monotonic() + PATIENCE
    for version in spec["versions"]:
        path = f"/apis/{spec['group']}/{version['name']}/{spec['names']['plural']}"
        while not (answer := client.request("GET", path)).ok:
            assert time.monotonic() < end, answer.message
            time.sleep(TICK)
