"""The file with the serial console."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.machines.keeper.console import LIMIT, Console

if TYPE_CHECKING:
    from pathlib import Path


def test_it_keeps_the_last_lines_when_it_is_full(tmp_path: Path) -> None:
    path = tmp_path / "console.log"
    console = Console(path)

    for number in range(LIMIT // 100):
        console.write(f"{number:0200}\n".encode())

    kept = path.read_text().splitlines()
    first, last = int(kept[0]), int(kept[-1])
    assert path.stat().st_size <= LIMIT
    assert [int(line) for line in kept] == list(range(first, last + 1))  # whole lines, no gap
    assert last == LIMIT // 100 - 1


def test_it_goes_on_where_an_earlier_boot_has_ended(tmp_path: Path) -> None:
    path = tmp_path / "console.log"
    Console(path).write(b"first\n")
    Console(path).write(b"second\n")

    assert path.read_text() == "first\nsecond\n"
    assert path.stat().st_mode & 0o777 == 0o600


def test_what_only_a_terminal_understands_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "console.log"
    Console(path).write(b"\x1b[0;32mOK\x1b[0m\r\r\n")

    assert path.read_text() == "OK\n"


def test_its_last_words_are_about_failures_when_there_are_any(tmp_path: Path) -> None:
    console = Console(tmp_path / "console.log")
    console.write(b"one\ntwo\n")
    assert console.last_words(1) == "two"

    console.write(b"Failed to start a.service\nthree\n")
    assert console.last_words(5) == "Failed to start a.service"
