"""The client and a real API server."""

from __future__ import annotations

import asyncio
import base64
import ssl
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from hypershift.api.schema import ObjectMeta
from hypershift.kube import errors
from hypershift.kube.client import Client, Selection
from hypershift.kube.credentials import TokenFile
from hypershift.kube.errors import (
    AlreadyExistsError,
    ConflictError,
    ForbiddenError,
    InvalidError,
    NotFoundError,
    UnauthorizedError,
    UnreachableError,
)
from hypershift.kube.kinds import CONFIG_MAP, NAMESPACE, View, meta
from hypershift.kube.leader import Lease, LeaseSpec
from tests.integration.kube.helping import config_map, port, through
from tests.integration.kube.proxy import Proxy

if TYPE_CHECKING:
    from pathlib import Path

    from hypershift.kube.config import Access
    from sandbox.apiserver import Client as Administrator


def names(objects: list[Any]) -> list[str | None]:
    return [meta(obj).name for obj in objects]


def test_applies_reads_and_deletes(access: Access, cluster: Administrator) -> None:
    async def work() -> None:
        async with Client(access) as client:
            applied = await client.apply(config_map("one", cluster.namespace, a="1"))
            read = await client.get(CONFIG_MAP, "one", cluster.namespace)
            gone = await client.delete(CONFIG_MAP, "one", cluster.namespace)
            again = await client.delete(CONFIG_MAP, "one", cluster.namespace)
            left = await client.find(CONFIG_MAP, "one", cluster.namespace)

        assert applied == read
        assert read["data"] == {"a": "1"}
        assert "managedFields" not in read["metadata"]
        assert (gone, again, left) == (True, False, None)

    asyncio.run(work())


def test_what_is_applied_no_more_goes_and_what_others_wrote_stays(
    access: Access, cluster: Administrator
) -> None:
    async def work() -> None:
        async with (
            Client(access, manager="ours") as ours,
            Client(access, manager="theirs") as other,
        ):
            await ours.apply(config_map("one", cluster.namespace, a="1", b="1"))
            await other.apply(config_map("one", cluster.namespace, c="1"))
            applied = await ours.apply(config_map("one", cluster.namespace, a="2"))

        assert applied["data"] == {"a": "2", "c": "1"}

    asyncio.run(work())


def test_two_writers_of_one_field_conflict_unless_one_insists(
    access: Access, cluster: Administrator
) -> None:
    async def work() -> None:
        async with (
            Client(access, manager="ours") as ours,
            Client(access, manager="theirs") as other,
        ):
            await ours.apply(config_map("one", cluster.namespace, a="ours"))
            with pytest.raises(ConflictError, match='conflict with "ours"'):
                await other.apply(config_map("one", cluster.namespace, a="theirs"), force=False)
            before = await ours.get(CONFIG_MAP, "one", cluster.namespace)
            after = await other.apply(config_map("one", cluster.namespace, a="theirs"))

        assert before["data"] == {"a": "ours"}
        assert after["data"] == {"a": "theirs"}

    asyncio.run(work())


def test_a_version_that_has_passed_is_not_replaced(access: Access, cluster: Administrator) -> None:
    async def work() -> None:
        async with Client(access) as client:
            meta = ObjectMeta(name="lease", namespace=cluster.namespace)
            first = await client.create(Lease(metadata=meta, spec=LeaseSpec(holderIdentity="a")))
            first.spec = LeaseSpec(holderIdentity="b")
            await client.replace(first)
            with pytest.raises(ConflictError):
                await client.replace(first)
            with pytest.raises(AlreadyExistsError):
                await client.create(Lease(metadata=meta))

    asyncio.run(work())


def test_deletes_only_the_object_that_is_meant(access: Access, cluster: Administrator) -> None:
    async def work() -> None:
        async with Client(access) as client:
            await client.apply(config_map("one", cluster.namespace))
            with pytest.raises(ConflictError):
                await client.delete(CONFIG_MAP, "one", cluster.namespace, uid="another")
            kept = await client.get(CONFIG_MAP, "one", cluster.namespace)
            gone = await client.delete(
                CONFIG_MAP, "one", cluster.namespace, uid=kept["metadata"]["uid"]
            )

        assert gone

    asyncio.run(work())


def test_lists_page_by_page_and_by_selection(
    access: Access, cluster: Administrator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hypershift.kube.client.PAGE", 3)

    async def work() -> None:
        async with Client(access) as client:
            for number in range(8):
                await client.apply(config_map(f"n{number}", cluster.namespace))
            here = Selection(cluster.namespace)
            everything = await client.list(CONFIG_MAP, replace(here, labels="app=test"))
            one = await client.list(CONFIG_MAP, replace(here, fields="metadata.name=n3"))
            views = await client.list(CONFIG_MAP.view(View), replace(here, labels="app=test"))
            spaces = await client.list(NAMESPACE)

        assert names(everything.items) == [f"n{number}" for number in range(8)]
        assert everything.version.isdigit()
        assert names(one.items) == ["n3"]
        assert {type(each) for each in views.items} == {View}
        assert cluster.namespace in names(spaces.items)

    asyncio.run(work())


def test_says_what_the_server_minds(access: Access, cluster: Administrator) -> None:
    async def work() -> None:
        async with Client(access) as client:
            bad: dict[str, Any] = {**config_map("one", cluster.namespace), "data": {"a b": "1"}}
            with pytest.raises(InvalidError, match="data"):
                await client.apply(bad)
            with pytest.raises(NotFoundError, match='configmaps "none" not found'):
                await client.get(CONFIG_MAP, "none", cluster.namespace)
            unknown = {"apiVersion": "v1", "kind": "Nothing", "metadata": {"name": "a"}}
            with pytest.raises(NotFoundError, match="no kind Nothing"):
                await client.apply(unknown)

    asyncio.run(work())


def test_another_user_is_told_what_is_not_allowed(
    access: Access, cluster: Administrator, tmp_path: Path
) -> None:
    token = tmp_path / "token"
    token.write_text("no such token")
    # Without the administrator's certificate, the token alone says who asks.
    authority = ssl.create_default_context()
    authority.load_verify_locations(cadata=b"".join(access.tls.get_ca_certs(binary_form=True)))
    nobody = replace(access, tls=authority, credentials=TokenFile(token))
    account = {
        "apiVersion": "v1",
        "kind": "ServiceAccount",
        "metadata": {"name": "some", "namespace": cluster.namespace},
    }
    assert cluster.create(account).ok
    path = f"/api/v1/namespaces/{cluster.namespace}/serviceaccounts/some/token"
    request: dict[str, Any] = {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest"}

    async def work() -> None:
        async with Client(nobody) as client:
            with pytest.raises(UnauthorizedError):
                await client.get(CONFIG_MAP, "one", cluster.namespace)
            answer = cluster.request("POST", path, {**request, "spec": {}})
            token.write_text(answer.body["status"]["token"])
            # A token that was refused is read again, without waiting for its time.
            with pytest.raises(ForbiddenError, match="system:serviceaccount"):
                await client.get(CONFIG_MAP, "one", cluster.namespace)

    asyncio.run(work())


def test_a_server_that_is_not_who_it_says_is_not_talked_to(access: Access) -> None:
    async def work() -> None:
        stranger = replace(access, tls=ssl.create_default_context())
        async with Client(stranger) as client:
            with pytest.raises(UnreachableError, match="its certificate is not trusted"):
                await client.get(NAMESPACE, "default")

    asyncio.run(work())


def test_reads_go_on_when_the_connection_was_lost(access: Access) -> None:
    async def work() -> None:
        async with Proxy(port(access)) as proxy, Client(through(access, proxy)) as client:
            await client.get(NAMESPACE, "default")
            proxy.cut()
            read = await client.get(NAMESPACE, "default")
            proxy.refuse()
            with pytest.raises(UnreachableError):
                await client.get(NAMESPACE, "default")

        assert read["metadata"]["name"] == "default"

    asyncio.run(work())


def test_errors_hold_no_credential(access: Access, tmp_path: Path) -> None:
    secret = base64.b64encode(b"very secret").decode()
    token = tmp_path / "token"
    token.write_text(secret)
    bearer = replace(access, server="https://127.0.0.1:1", credentials=TokenFile(token))

    async def work() -> None:
        async with Client(bearer) as client:
            with pytest.raises(errors.KubeError) as caught:
                await client.delete(NAMESPACE, "default")

        assert secret not in repr(caught.value)
        assert secret not in repr(caught.value.__cause__)
        assert secret not in repr(bearer)

    asyncio.run(work())
