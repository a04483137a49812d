"""A log tells what goes on: a line for each new step, and now and then one between."""

from __future__ import annotations

import pytest

from sandbox.progress import Plain, Step, duration


class Clock:
    """A clock that stands still until it is told."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("step", "text"),
    [
        (Step("linking"), "linking"),
        (Step("downloading", 7), "downloading, 7 so far"),
        (Step("compiling", 0, 12), "compiling, 0 of 12"),
        (Step("compiling", 12, 12), "compiling, 12 of 12"),
    ],
)
def test_a_step_says_how_much_is_done_where_that_is_known(step: Step, text: str) -> None:
    assert str(step) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0 s"),
        (0.6, "1 s"),
        (59.4, "59 s"),
        (59.6, "1 min 0 s"),
        (216, "3 min 36 s"),
        (3600, "60 min 0 s"),
    ],
)
def test_a_length_of_time_is_written_as_people_say_it(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_a_step_is_written_once_and_then_every_fifteen_seconds() -> None:
    lines: list[str] = []
    clock = Clock()
    log = Plain(lines.append, clock)

    for second in range(32):
        clock.now = 1000.0 + second
        log.working("etcd", Step("compiling", second, 100))

    assert lines == [
        "etcd: compiling, 0 of 100",
        "etcd: compiling, 15 of 100 (15 s)",
        "etcd: compiling, 30 of 100 (30 s)",
    ]


def test_a_new_step_is_written_at_once_with_the_time_since_the_first() -> None:
    lines: list[str] = []
    clock = Clock()
    log = Plain(lines.append, clock)

    log.working("etcd", Step("compiling", 1, 2))
    clock.now += 4
    log.working("etcd", Step("linking"))
    log.finished("etcd", "built in 4 s")

    assert lines == ["etcd: compiling, 1 of 2", "etcd: linking (4 s)", "etcd: built in 4 s"]


def test_the_time_starts_anew_with_each_thing() -> None:
    lines: list[str] = []
    clock = Clock()
    log = Plain(lines.append, clock)

    log.working("etcd", Step("linking"))
    clock.now += 60
    log.finished("etcd", "done")
    log.working("kubernetes", Step("linking"))

    assert lines == ["etcd: linking", "etcd: done", "kubernetes: linking"]
