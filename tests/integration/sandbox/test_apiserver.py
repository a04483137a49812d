"""An API server belongs to one owner, and is gone with it."""

from __future__ import annotations

import http.client
import os
import signal
import ssl
import subprocess
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import jwt
import pytest

from sandbox import apiserver
from sandbox.apiserver import Client
from tests.integration.sandbox.ends import watched
from tests.integration.sandbox.workshop import SANDBOX

if TYPE_CHECKING:
    from collections.abc import Generator

    from sandbox.apiserver import ApiServer


@contextmanager
def owner(*arguments: str) -> Generator[tuple[subprocess.Popen[str], Path]]:
    """Run `sandbox apiserver`, and give it with the kubeconfig file that it has printed."""
    with subprocess.Popen(
        [SANDBOX, "apiserver", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        try:
            kubeconfig = process.stdout.readline().strip()
            assert kubeconfig, process.communicate()[1]
            yield process, Path(kubeconfig)
        finally:
            process.kill()


def children(process: int) -> dict[str, int]:
    """The processes that one has started, by the name of their program."""
    listing = Path(f"/proc/{process}/task/{process}/children").read_text()
    return {
        Path(f"/proc/{child}/comm").read_text().strip(): int(child) for child in listing.split()
    }


def test_two_api_servers_run_side_by_side_and_share_nothing(
    api_server: ApiServer, cluster: Client
) -> None:
    secret = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "mine"}}

    with apiserver.run() as other, Client(other) as elsewhere:
        here = cluster.create(secret)
        there = elsewhere.get("v1", "Secret", "mine")

    assert (here.code, there.code) == (201, 404)
    assert other.url != api_server.url


def test_an_api_server_whose_block_has_ended_is_gone() -> None:
    with apiserver.run() as server:
        processes = [daemon.process for daemon in server.daemons]

    assert [process.returncode for process in processes] == [-signal.SIGKILL, -signal.SIGKILL]
    assert not server.directory.exists()


@pytest.mark.parametrize(
    ("number", "code", "said"),
    [
        (signal.SIGINT, 130, "\nError: interrupted\n"),
        (signal.SIGTERM, 143, ""),
        (signal.SIGKILL, -signal.SIGKILL, ""),
    ],
)
def test_however_its_owner_ends_no_process_and_no_file_is_left(
    number: signal.Signals, code: int, said: str
) -> None:
    with (
        owner() as (process, kubeconfig),
        watched(started := children(process.pid).values()) as end,
    ):
        count = len(started)
        process.send_signal(number)
        _, errors = process.communicate()
        end()

    assert (process.returncode, count) == (code, 3)
    assert errors.endswith(f"Ctrl-C ends the API server.\n{said}")
    assert not kubeconfig.parent.exists()


def test_a_server_that_ends_by_itself_is_named() -> None:
    with owner() as (process, kubeconfig):
        os.kill(children(process.pid)["etcd"], signal.SIGKILL)

        _, errors = process.communicate()

    assert (process.returncode, errors.splitlines()[-1]) == (
        1,
        "Error: etcd has ended by signal 9: look at the end of its log, above, then start again",
    )
    assert not kubeconfig.parent.exists()


def test_a_directory_that_is_given_is_kept(tmp_path: Path) -> None:
    place = tmp_path / "new"

    with owner(f"--directory={place}") as (process, kubeconfig):
        process.send_signal(signal.SIGINT)
        process.wait()

    assert kubeconfig == place / "kubeconfig"
    assert {path.name for path in place.iterdir()} >= {"etcd.log", "kube-apiserver.log"}


def test_a_directory_with_something_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "precious").touch()

    result = subprocess.run(
        [SANDBOX, "apiserver", f"--directory={tmp_path}"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (result.returncode, result.stdout, result.stderr) == (
        2,
        "",
        f"Error: {tmp_path} is not empty: name an empty directory, or a new one\n",
    )
    assert [path.name for path in tmp_path.iterdir()] == ["precious"]


def test_nobody_but_the_owner_can_read_a_file(api_server: ApiServer) -> None:
    # kubectl chooses the modes of its cache itself; nobody comes past the directory around it.
    cache = Path(api_server.environment()["KUBECACHEDIR"])
    found = [path for path in api_server.directory.rglob("*") if cache not in (path, *path.parents)]
    files = [api_server.directory, *found]

    open_to_others = [str(path) for path in files if path.stat().st_mode & 0o077]

    assert len(files) > 10
    assert open_to_others == []


def test_who_has_no_certificate_is_refused(api_server: ApiServer) -> None:
    stranger = ssl.create_default_context(cafile=api_server.authority)
    connection = http.client.HTTPSConnection(api_server.address, context=stranger)

    connection.request("GET", "/api")
    answer = connection.getresponse().status
    connection.close()

    assert answer == http.HTTPStatus.UNAUTHORIZED


def test_who_does_not_trust_the_authority_gets_no_connection(api_server: ApiServer) -> None:
    connection = http.client.HTTPSConnection(api_server.address)

    with pytest.raises(ssl.SSLCertVerificationError, match="unable to get local issuer"):
        connection.connect()

    connection.close()


def test_rights_are_asked_for(cluster: Client) -> None:
    result = cluster.kubectl("get", "secrets", "--as=somebody")

    assert (result.returncode, result.stderr) == (
        1,
        'Error from server (Forbidden): secrets is forbidden: User "somebody" cannot list resource'
        f' "secrets" in API group "" in the namespace "{cluster.namespace}"\n',
    )


def test_service_accounts_get_tokens(api_server: ApiServer, cluster: Client) -> None:
    cluster.create({"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "robot"}})

    token = cluster.kubectl("create", "token", "robot").stdout

    claims = jwt.decode(token, options={"verify_signature": False})
    assert (claims["iss"], claims["sub"]) == (
        api_server.url,
        f"system:serviceaccount:{cluster.namespace}:robot",
    )


def test_programs_get_the_kubectl_of_the_server_and_nothing_from_home(
    api_server: ApiServer, tmp_path: Path
) -> None:
    environment = {**api_server.environment(), "HOME": str(tmp_path)}

    result = subprocess.run(
        ["kubectl", "get", "namespaces", "default", "-o", "name"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (result.stdout, result.stderr) == ("namespace/default\n", "")
    assert list(tmp_path.iterdir()) == []
