"""A running azurelocal for Microsoft's libraries, started once for all tests.

    def test_a_group_that_was_made_is_listed(server: Server, group: str) -> None:
        resources = server.client(ResourceManagementClient)

        names = [one.name for one in resources.resource_groups.list()]

        assert group in names

* `server` (see `running.Server`) has `url`, `ca`, `subscription`, `tenant`, `credentials` (the
  content of credentials.json) and `credential` (the owner's). `server.client(Kind)` makes a client
  of an azure-mgmt library; everything else takes `**server.trust`, credentials of azure-identity
  `**server.authority` too, and blobs and vaults are at `server.blob_url(account)` and
  `server.vault_url(name)`. What is opened is closed with the server: hand it to `server.opened`.
* `group` is the name of a resource group of the test's own, which is deleted after it.
* Whoever stops, kills, slows or breaks a server starts one of its own with `running.serving`.

* `secluded_azure` (see `names.SecludedAzure`) is another one, under Azure's own names in namespaces
  of its own, started once for a module; `az` is the real Azure CLI there, logged in as the owner.

`server` is one process with one state: names of accounts, vaults and applications are to be the
test's own. `*.blob.core.localhost` and `*.vault.localhost` lead to this machine within the tests.
"""

from __future__ import annotations

import itertools
import socket
from typing import TYPE_CHECKING, Any

import pytest
from azure.mgmt.resource.resources import ResourceManagementClient

from tests.integration.azurelocal.names import SecludedAzure, installed_az, secluded
from tests.integration.azurelocal.running import Server, serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.integration.azurelocal.names import Az

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, _names_of_loopback: None) -> Iterator[Server]:
    """A running azurelocal in custom-cloud mode, which tests share."""
    with serving(tmp_path_factory.mktemp("azurelocal") / "state") as running:
        yield running


@pytest.fixture
def group(server: Server) -> Iterator[str]:
    """A resource group of the test's own."""
    name = f"test-{next(_numbers)}"
    groups = server.client(ResourceManagementClient).resource_groups
    groups.create_or_update(name, {"location": "eastus"})
    yield name
    if groups.check_existence(name):
        groups.begin_delete(name).result()


@pytest.fixture(scope="session")
def az_executable() -> str:
    """The path of the real Azure CLI."""
    return installed_az()


@pytest.fixture(scope="module")
def secluded_azure(
    tmp_path_factory: pytest.TempPathFactory, az_executable: str
) -> Iterator[SecludedAzure]:
    """A running azurelocal under Azure's own names, which the tests of a module share."""
    with secluded(tmp_path_factory.mktemp("secluded"), az_executable) as azure:
        yield azure


@pytest.fixture(scope="module")
def az(secluded_azure: SecludedAzure) -> Az:
    """The owner's Azure CLI."""
    return secluded_azure.az_of_owner()


@pytest.fixture(scope="session")
def _names_of_loopback() -> Iterator[None]:
    """Lead all names below localhost to this machine: browsers do, the C library does not."""
    real = socket.getaddrinfo

    def resolve(host: Any, *arguments: Any, **options: Any) -> Any:
        below = isinstance(host, str) and host.endswith(".localhost")
        return real("127.0.0.1" if below else host, *arguments, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "getaddrinfo", resolve)
        yield
