"""A few hundred tries of every assault, each quick; `python -m tests.assault.NAME N --seed S` plays any number."""

import sys

import pytest
from tests.assault import (
    bots,
    budgets,
    calls,
    clocks,
    conversations,
    disks,
    first_use,
    interrupts,
    kills,
    maps,
    native_calls,
    plugins,
    results,
    saves,
    scenarios,
    storms,
    swaps,
    threads,
    workers,
)
from tests.assault.tries import Attempt, faults_of

NO_PROCESSES = sys.platform != "linux"
"""Where /proc, wait4 and signals are not what these assaults need."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("attempt", "count"),
    [
        pytest.param(scenarios.attempt, 150, id="scenarios"),
        pytest.param(calls.attempt, 60, id="calls"),
        pytest.param(saves.attempt, 100, id="saves"),
        pytest.param(results.attempt, 120, id="results"),
        pytest.param(maps.attempt, 200, id="maps"),
        pytest.param(native_calls.attempt, 100, id="native calls"),
        pytest.param(threads.attempt, 4, id="threads"),
        pytest.param(first_use.attempt, 4, id="first use"),
        pytest.param(storms.attempt, 6, id="storms"),
        pytest.param(swaps.attempt, 60, id="swaps"),
    ],
)
@pytest.mark.parametrize("part", range(2))
def test_hostile_files_and_calls_cause_no_fault(attempt: Attempt, count: int, part: int) -> None:
    assert faults_of(attempt, count // 2, 1_000_000 + part * count) == []


@pytest.mark.slow
@pytest.mark.skipif(NO_PROCESSES, reason="needs /proc")
@pytest.mark.parametrize(
    ("attempt", "count"),
    [
        pytest.param(conversations.attempt, 8, id="conversations"),
        pytest.param(bots.attempt, 1, id="bots"),
        pytest.param(kills.attempt, 1, id="kills"),
        pytest.param(workers.attempt, 1, id="workers"),
        pytest.param(clocks.attempt, 1, id="clocks"),
        pytest.param(plugins.attempt, 1, id="plugins"),
        pytest.param(interrupts.attempt, 1, id="interrupts"),
        pytest.param(budgets.attempt, 2, id="budgets"),
        pytest.param(disks.attempt, 2, id="disks"),
    ],
)
def test_hostile_processes_cause_no_fault(attempt: Attempt, count: int) -> None:
    assert faults_of(attempt, count, 2_000_000) == []
