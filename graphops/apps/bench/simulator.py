"""A model of a Dask cluster with few numbers: how long tasks take on many workers, without having them.

The scheduler handles one task after the other, a message takes a while, and each process has one link for what it sends
and one for what it receives. The explanation "the cost of a cluster" compares it with measurements.

>>> costs = Costs(client=0.0, scheduler=0.001, worker=0.0, latency=0.0, bandwidth=1e9)
>>> simulate(independent(100, 0.01), 10_000, costs)  # 100 ms of a scheduler that has nothing else to do, and a task
0.11
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Final

from graphops_registry.errors import InvalidArgumentError

_AHEAD: Final = 2  # tasks without inputs that a worker has at a time: Dask's worker-saturation of 1.1, rounded up


@dataclass(frozen=True)
class Costs:
    """What a cluster costs, beside the work.

    Attributes:
        client: seconds of the client for each task that it submits.
        scheduler: seconds of the scheduler for each task.
        worker: seconds of a worker for each task, around the work.
        latency: seconds from one process to another.
        bandwidth: bytes per second of a process's link, in each direction.
    """

    client: float
    scheduler: float
    worker: float
    latency: float
    bandwidth: float


@dataclass(frozen=True)
class Task:
    """A call.

    Attributes:
        seconds: of work.
        after: the numbers of the tasks whose results it takes, each less than its own.
        bytes: of its result.
        worker: the one that it is pinned to; ``None`` for any.
        wanted: whether the client waits for its result.
    """

    seconds: float
    after: tuple[int, ...] = ()
    bytes: int = 0
    worker: int | None = None
    wanted: bool = True


def simulate(tasks: Sequence[Task], workers: int, costs: Costs) -> float:
    """Seconds until the client has the results that it wants, from the moment when it submits the first task.

    Raises:
        InvalidArgumentError: no worker, a task on a worker that is not there, or one that takes a later one's result.
    """
    if workers < 1:
        raise InvalidArgumentError(f"workers of simulate() must be 1 or more, got {workers}")
    for number, task in enumerate(tasks):
        if task.worker is not None and not 0 <= task.worker < workers:
            raise InvalidArgumentError(f"worker of task {number} must be in [0, {workers}), got {task.worker}")
        if any(not 0 <= before < number for before in task.after):
            raise InvalidArgumentError(f"after of task {number} must name tasks before it, got {task.after}")
    return round(_Simulation(tasks, workers, costs).run(), 9)


class _Simulation:
    """Events in the order of their time."""

    def __init__(self, tasks: Sequence[Task], workers: int, costs: Costs) -> None:
        self.tasks, self.costs = tasks, costs
        self.now = 0.0
        self.events: list[tuple[float, int, Callable[[], None]]] = []
        self.order = count()
        self.missing = [1 + len(task.after) for task in tasks]  # its arrival, and its inputs
        self.users: list[list[int]] = [[] for _ in tasks]
        for number, task in enumerate(tasks):
            for before in task.after:
                self.users[before].append(number)
        self.waiting: deque[int] = deque()  # for any worker that has room
        self.placed: deque[tuple[int, int]] = deque()  # task and worker
        self.scheduler_busy = False
        self.load = [0] * workers
        self.room = [(0, worker) for worker in range(workers)]  # a heap; entries of another load are stale
        self.free_at = [0.0] * workers
        self.sends_at = [0.0] * workers
        self.receives_at = [0.0] * workers
        self.client_at = 0.0
        self.place: list[int] = [-1] * len(tasks)
        self.copies: dict[int, dict[int, float]] = {}  # task -> worker -> when its result is there
        self.end = 0.0

    def run(self) -> float:
        for number in range(len(self.tasks)):
            self.at((number + 1) * self.costs.client + self.costs.latency, partial(self.has_one_more, number))
        while self.events:
            self.now, _, action = heapq.heappop(self.events)
            action()
        return self.end

    def at(self, time: float, action: Callable[[], None]) -> None:
        heapq.heappush(self.events, (time, next(self.order), action))

    # -- the scheduler --------------------------------------------------------------------------------------------

    def has_one_more(self, number: int) -> None:
        """A task arrived at the scheduler, or one of its inputs is there."""
        self.missing[number] -= 1
        if not self.missing[number]:
            self.ready(number)

    def ready(self, number: int) -> None:
        task = self.tasks[number]
        if task.worker is not None:
            self.placed.append((number, task.worker))
        elif task.after:  # where most of its inputs are
            held: dict[int, int] = {}
            for before in task.after:
                held[self.place[before]] = held.get(self.place[before], 0) + self.tasks[before].bytes
            self.placed.append((number, max(held, key=lambda worker: (held[worker], -self.load[worker]))))
        else:
            self.waiting.append(number)
        self.schedule()

    def schedule(self) -> None:
        """Handle the next task, if one can be handled."""
        if self.scheduler_busy:
            return
        if self.placed:
            number, worker = self.placed.popleft()
        elif self.waiting and (found := self.least_loaded()) is not None:
            number, worker = self.waiting.popleft(), found
        else:
            return
        self.scheduler_busy = True
        self.place[number] = worker
        self.change_load(worker, 1)
        self.at(self.now + self.costs.scheduler, lambda: self.scheduled(number, worker))

    def scheduled(self, number: int, worker: int) -> None:
        self.scheduler_busy = False
        self.at(self.now + self.costs.latency, lambda: self.fetch(number, worker))
        self.schedule()

    def least_loaded(self) -> int | None:
        while self.room and self.room[0][0] != self.load[self.room[0][1]]:
            heapq.heappop(self.room)
        return self.room[0][1] if self.room and self.room[0][0] < _AHEAD else None

    def change_load(self, worker: int, change: int) -> None:
        self.load[worker] += change
        heapq.heappush(self.room, (self.load[worker], worker))

    # -- workers --------------------------------------------------------------------------------------------------

    def fetch(self, number: int, worker: int) -> None:
        """Get the inputs that are elsewhere; begin when all are there and the worker is free."""
        there = self.now
        for before in self.tasks[number].after:
            source = self.place[before]
            if source == worker:
                continue
            copies = self.copies.setdefault(before, {})
            if worker not in copies:
                copies[worker] = self.send(self.tasks[before].bytes, source, worker)
            there = max(there, copies[worker])
        self.at(there, lambda: self.begin(number, worker))

    def send(self, size: int, source: int, worker: int) -> float:
        """When a result that is asked for now arrives: a question, and an answer over both links."""
        asked = self.now + self.costs.latency
        begin = max(asked, self.sends_at[source], self.receives_at[worker])
        end = begin + size / self.costs.bandwidth
        self.sends_at[source] = self.receives_at[worker] = end
        return end + self.costs.latency

    def begin(self, number: int, worker: int) -> None:
        end = max(self.now, self.free_at[worker]) + self.costs.worker + self.tasks[number].seconds
        self.free_at[worker] = end
        self.at(end, lambda: self.finish(number, worker))

    def finish(self, number: int, worker: int) -> None:
        self.at(self.now + self.costs.latency, lambda: self.finished(number, worker))

    def finished(self, number: int, worker: int) -> None:
        """The scheduler knows it."""
        self.change_load(worker, -1)
        task = self.tasks[number]
        if task.wanted:
            self.client_at = max(self.now + self.costs.latency, self.client_at) + task.bytes / self.costs.bandwidth
            self.end = max(self.end, self.client_at)
        for user in self.users[number]:
            self.has_one_more(user)
        self.schedule()


# -- what people compute ------------------------------------------------------------------------------------------


def independent(number: int, seconds: float, size: int = 0) -> list[Task]:
    """A map: ``number`` tasks that need nothing of each other."""
    return [Task(seconds, bytes=size) for _ in range(number)]


def chain(number: int, seconds: float, size: int = 0) -> list[Task]:
    """Each task takes the result of the last one."""
    return [Task(seconds, (at - 1,) if at else (), size, wanted=at == number - 1) for at in range(number)]


def data_parallel(workers: int, seconds: float, size: int, steps: int = 1) -> list[Task]:
    """Training steps: each worker computes gradients of ``size`` bytes, pairs of them are added until one is left, and
    the new parameters, as large, are what the next step begins with."""
    tasks: list[Task] = []
    before: tuple[int, ...] = ()
    for _ in range(steps):
        level = []
        for worker in range(workers):
            level.append(len(tasks))
            tasks.append(Task(seconds, before, size, worker, wanted=False))
        while len(level) > 1:
            above = []
            for left, right in zip(level[::2], level[1::2], strict=False):
                above.append(len(tasks))
                tasks.append(Task(0.0, (left, right), size, wanted=False))
            level = above + level[len(level) - len(level) % 2 :]
        before = (len(tasks),)
        tasks.append(Task(0.0, tuple(level), size, wanted=False))
    tasks.append(Task(0.0, before, 0))  # the loss, which the client waits for
    return tasks


__all__ = ["Costs", "Task", "chain", "data_parallel", "independent", "simulate"]
