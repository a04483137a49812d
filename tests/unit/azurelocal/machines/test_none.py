"""Machines that are only states."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from azurelocal.machines.driver import Driver, Phase, State
from azurelocal.machines.errors import MachineError
from azurelocal.machines.none import StatesOnly
from tests.unit.azurelocal.machines.test_specs import SPEC

if TYPE_CHECKING:
    from collections.abc import Coroutine

RUNNING = State(Phase.RUNNING, provisioned=True)
STOPPED = State(Phase.STOPPED, provisioned=True)


def test_a_machine_is_in_the_state_that_was_asked_for() -> None:
    driver: Driver = StatesOnly()
    _run(driver.create(SPEC))
    assert _state(driver) == RUNNING

    _run(driver.stop("vm1"))
    assert _state(driver) == STOPPED

    _run(driver.start("vm1"))
    assert _state(driver) == RUNNING

    _run(driver.delete("vm1"))
    assert _machines(driver) == {}


def test_a_lun_has_one_disk() -> None:
    driver = StatesOnly()
    _run(driver.create(SPEC))
    [disk] = SPEC.data_disks

    _run(driver.attach("vm1", disk))  # the same again is fine
    with pytest.raises(MachineError, match="has another disk at LUN 0"):
        _run(driver.attach("vm1", replace(disk, size=1)))
    _run(driver.detach("vm1", 0))
    _run(driver.attach("vm1", replace(disk, size=1)))


def test_only_a_machine_that_is_off_can_be_changed() -> None:
    driver = StatesOnly()
    _run(driver.create(SPEC))

    with pytest.raises(MachineError, match="is running: stop it"):
        _run(driver.change(replace(SPEC, cpus=4)))
    _run(driver.stop("vm1"))
    _run(driver.change(replace(SPEC, cpus=4)))


def test_a_machine_that_is_not_there_can_do_nothing() -> None:
    driver = StatesOnly()

    for work in (driver.start("vm1"), driver.stop("vm1"), driver.execute("vm1", ["true"])):
        with pytest.raises(MachineError, match="there is no machine vm1"):
            _run(work)
    _run(driver.delete("vm1"))


def test_a_sweep_leaves_what_can_be_started_again() -> None:
    driver = StatesOnly()
    _run(driver.create(SPEC))

    _run(driver.sweep())
    assert _machines(driver) == {"vm1": STOPPED}

    _run(driver.sweep(forget=True))
    assert _machines(driver) == {}


def _run(work: Coroutine[Any, Any, object]) -> None:
    asyncio.run(work)


def _state(driver: Driver) -> State:
    return asyncio.run(driver.state("vm1"))


def _machines(driver: Driver) -> dict[str, State]:
    return asyncio.run(driver.machines())
