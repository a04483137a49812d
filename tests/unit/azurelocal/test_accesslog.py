"""The access log: its size has a bound, and who follows it misses nothing."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from azurelocal.accesslog import AccessLog, Entry, Grant
from azurelocal.errors import AzureLocalError
from azurelocal.folder import ACCESS_LOG
from azurelocal.logview import FORMS, entries

if TYPE_CHECKING:
    from pathlib import Path


def entry(path: str = "/", **values: object) -> Entry:
    said = {"service": "arm", "method": "GET", "status": 200, "milliseconds": 1.0, **values}
    return Entry(time=1_800_000_000.0, path=path, **said)  # pyright: ignore[reportArgumentType]


def paths(lines: list[bytes]) -> list[str]:
    return [FORMS["json"](line).partition('"path":"')[2].partition('"')[0] for line in lines]


def test_it_keeps_one_older_file_and_neither_outgrows_the_bound(tmp_path: Path) -> None:
    log = AccessLog(tmp_path / ACCESS_LOG, largest=2000)

    for number in range(200):
        log.append(entry(f"/{number}"))

    log.close()
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == [ACCESS_LOG, f"{ACCESS_LOG}.1"]
    assert all(file.stat().st_size <= 2000 for file in files)
    assert files[0].stat().st_mode & 0o777 == 0o600


def test_the_last_entries_come_from_the_older_file_too(tmp_path: Path) -> None:
    log = AccessLog(tmp_path / ACCESS_LOG, largest=1000)
    for number in range(30):
        log.append(entry(f"/{number}"))
    log.close()

    shown = paths(list(entries(tmp_path, 8, follow=False)))

    assert shown == [f"/{number}" for number in range(22, 30)]


def test_who_follows_sees_each_entry_once_while_the_file_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = AccessLog(tmp_path / ACCESS_LOG, largest=2000)
    numbers = iter(range(100))

    def write_more(_seconds: float) -> None:
        for _ in range(7):
            log.append(entry(f"/{next(numbers)}"))

    monkeypatch.setattr(time, "sleep", write_more)
    following: Any = entries(tmp_path, 0, follow=True)

    seen = paths([next(following) for _ in range(90)])

    following.close()
    log.close()
    assert seen == [f"/{number}" for number in range(90)]


def test_a_line_that_is_not_finished_is_not_shown(tmp_path: Path) -> None:
    log = AccessLog(tmp_path / ACCESS_LOG)
    log.append(entry("/whole"))
    log.close()
    with (tmp_path / ACCESS_LOG).open("ab") as file:
        file.write(b'{"time": 18')

    assert paths(list(entries(tmp_path, 10, follow=False))) == ["/whole"]


def test_people_see_who_did_what_with_which_role(tmp_path: Path) -> None:
    log = AccessLog(tmp_path / ACCESS_LOG)
    allowed = Grant(action="a/read", scope="/s/x", role="Reader", assigned_at="/s")
    refused = Grant(action="a/write", scope="/s/x")
    log.append(entry("/s/x", name="operator", grants=[allowed]))
    log.append(
        entry("/s/x", app_id="1234", status=403, code="AuthorizationFailed", grants=[refused])
    )
    log.append(entry("/" + "x" * 5000, name="\x1b[2Jevil"))
    log.close()

    shown = [FORMS["text"](line).partition(" ")[2] for line in entries(tmp_path, 3, follow=False)]

    assert shown[0] == "200     1.0 ms  operator  GET /s/x  [Reader at /s]"
    assert shown[1] == (
        "403     1.0 ms  1234  GET /s/x  AuthorizationFailed  [no role gives a/write]"
    )
    assert "\x1b" not in shown[2]
    assert len(shown[2]) < 2200


def test_a_folder_without_a_log_is_named(tmp_path: Path) -> None:
    with pytest.raises(AzureLocalError, match=f"no access log in {tmp_path}"):
        list(entries(tmp_path, 1, follow=False))
