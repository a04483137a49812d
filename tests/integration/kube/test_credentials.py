"""Programs that give tokens, as kubeconfigs name them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from hypershift.kube.credentials import Program
from hypershift.kube.errors import ConfigError

if TYPE_CHECKING:
    from pathlib import Path

V1 = "client.authentication.k8s.io/v1"
SECRET = "a-token-nobody-may-see"


def script(folder: Path, body: str) -> str:
    path = folder / "login"
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return str(path)


def answer(end: str) -> str:
    status = f'"token": "{SECRET}-\'$count\'", "expirationTimestamp": "{end}"'
    return f"""
        count=$(($(cat runs 2>/dev/null || echo 0) + 1)); echo $count > runs
        case "$KUBERNETES_EXEC_INFO" in *{V1}*) ;; *) exit 1;; esac
        echo '{{"kind": "ExecCredential", "status": {{{status}}}}}'
    """


@pytest.mark.parametrize(
    ("end", "expected"),
    [("2999-01-01T00:00:00Z", ["1", "1", "2"]), ("2020-01-01T00:00:00Z", ["1", "2", "3"])],
)
def test_a_token_is_used_until_it_ends_or_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str, expected: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    program = script(tmp_path, answer(end))

    async def work() -> list[str]:
        credentials = Program([program], {}, V1)
        seen = [await credentials.token(), await credentials.token()]
        credentials.refused()
        return [*seen, await credentials.token()]

    assert asyncio.run(work()) == [f"{SECRET}-{number}" for number in expected]


@pytest.mark.parametrize(
    "body", ["exit 1", f"echo {SECRET}", "echo '{\"status\": {}}'", f"echo {SECRET}; exit 1"]
)
def test_a_program_that_gives_no_token_is_named_without_what_it_said(
    tmp_path: Path, body: str
) -> None:
    program = script(tmp_path, body)

    async def work() -> None:
        with pytest.raises(ConfigError, match="login, which the kubeconfig names") as caught:
            await Program([program], {}, V1).token()

        assert SECRET not in str(caught.value)
        assert caught.value.__cause__ is None
        assert caught.value.__context__ is None

    asyncio.run(work())


def test_a_program_that_is_not_there_is_named() -> None:
    async def work() -> None:
        with pytest.raises(ConfigError, match="does not start"):
            await Program(["/nowhere/login"], {}, V1).token()

    asyncio.run(work())
