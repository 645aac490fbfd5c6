"""The simulator against closed formulas of cases that are simple enough to have one."""

from __future__ import annotations

import pytest

from graphops.apps.bench.simulator import Costs, Task, chain, data_parallel, independent, simulate
from graphops.errors import InvalidArgumentError

FREE = Costs(client=0.0, scheduler=0.0, worker=0.0, latency=0.0, bandwidth=1e30)
S, W, L, B = 0.001, 0.002, 0.004, 1e6  # scheduler, worker, latency, bandwidth
COSTS = Costs(client=0.0, scheduler=S, worker=W, latency=L, bandwidth=B)
WORK = 0.25


def equal(found: float, expected: float) -> None:
    assert found == pytest.approx(expected, abs=2e-9)


@pytest.mark.parametrize("number", [1, 2, 17])
@pytest.mark.parametrize("workers", [1, 5])
def test_a_chain(number: int, workers: int) -> None:
    """Each task goes to the worker and back; nothing overlaps, and the chain stays on its worker."""
    equal(simulate(chain(number, WORK, 1000), workers, COSTS), L + number * (S + L + W + WORK + L) + L + 1000 / B)


@pytest.mark.parametrize(("number", "workers"), [(1, 1), (8, 4), (9, 4), (3, 7), (1000, 8)])
def test_tasks_that_are_perfectly_parallel(number: int, workers: int) -> None:
    """Without costs the time is that of the fullest worker."""
    equal(simulate(independent(number, WORK), workers, FREE), -(-number // workers) * WORK)


def test_the_latency_is_hidden_where_a_worker_has_the_next_task() -> None:
    costs = Costs(client=0.0, scheduler=0.0, worker=W, latency=L, bandwidth=B)
    equal(simulate(independent(40, WORK), 4, costs), L + L + 10 * (W + WORK) + L + L)


@pytest.mark.parametrize("number", [10, 1000])
def test_a_scheduler_that_is_the_limit(number: int) -> None:
    """With workers without end, the last task begins when the scheduler has handled all."""
    equal(simulate(independent(number, WORK), 10 * number, COSTS), L + number * S + L + W + WORK + L + L)


def test_a_client_that_is_the_limit() -> None:
    costs = Costs(client=5 * S, scheduler=S, worker=W, latency=L, bandwidth=B)
    equal(simulate(independent(100, WORK), 1000, costs), 100 * 5 * S + L + S + L + W + WORK + L + L)


def test_a_result_that_travels() -> None:
    tasks = [Task(WORK, bytes=5000, worker=0, wanted=False), Task(WORK, (0,), worker=1)]
    first = L + S + L + W + WORK + L  # known to the scheduler
    equal(simulate(tasks, 2, COSTS), first + S + L + (L + 5000 / B + L) + W + WORK + L + L)
    tasks[1] = Task(WORK, (0,))  # not pinned: it follows its input
    equal(simulate(tasks, 2, COSTS), first + S + L + W + WORK + L + L)


def test_results_of_one_worker_leave_one_after_the_other() -> None:
    tasks = [Task(0.0, bytes=5000, worker=0, wanted=False), *(Task(0.0, (0,), worker=at) for at in (1, 2, 3))]
    costs = Costs(client=0.0, scheduler=0.0, worker=0.0, latency=0.0, bandwidth=B)
    equal(simulate(tasks, 4, costs), 3 * 5000 / B)


@pytest.mark.parametrize("doublings", [0, 1, 3, 5])
@pytest.mark.parametrize("steps", [1, 2])
def test_a_data_parallel_step(doublings: int, steps: int) -> None:
    """A tree has a level for each doubling; the parameters of a later step leave one worker one after the other."""
    workers, size = 2**doublings, 1000
    costs = Costs(client=0.0, scheduler=0.0, worker=0.0, latency=0.0, bandwidth=B)
    step = WORK + doublings * size / B
    equal(
        simulate(data_parallel(workers, WORK, size, steps), workers, costs),
        steps * step + (steps - 1) * (workers - 1) * size / B,
    )


def test_a_step_of_workers_that_are_no_power_of_two() -> None:
    assert [task.after for task in data_parallel(3, WORK, 8)] == [(), (), (), (0, 1), (3, 2), (4,), (5,)]


@pytest.mark.parametrize(
    ("tasks", "workers", "message"),
    [
        (independent(1, WORK), 0, "workers of simulate.. must be 1 or more, got 0"),
        ([Task(WORK, worker=2)], 2, "worker of task 0 must be in .0, 2., got 2"),
        ([Task(WORK, (0,))], 2, "after of task 0 must name tasks before it, got .0,."),
    ],
)
def test_what_is_refused(tasks: list[Task], workers: int, message: str) -> None:
    with pytest.raises(InvalidArgumentError, match=message):
        simulate(tasks, workers, COSTS)
