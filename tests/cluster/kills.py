"""Workers end by SIGKILL at random moments, while something runs on them: what comes out, and how long it takes.

To add something that runs, write a :class:`Scenario` and put it into ``SCENARIOS`` of test_kills.py.
"""

from __future__ import annotations

import os
import random
import signal
import statistics
import threading
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, Final

BOUND: Final = 90.0  # seconds, after which an operation hangs
_USUAL: Final = 5  # operations without a kill, for the usual time


class Scenario(ABC):
    """What runs while workers end.

    Args:
        cluster: a ``LocalCluster`` of two workers.
    """

    @abstractmethod
    def __init__(self, cluster: Any) -> None: ...

    @abstractmethod
    def go(self) -> None:
        """One operation, of a tenth of a second or more."""

    @abstractmethod
    def check(self) -> str:
        """What is wrong after the operations so far; ``""`` for nothing."""

    def lost(self) -> None:  # noqa: B027  # most scenarios need nothing
        """Called after an operation that raised, so that ``check`` can expect what is there."""

    def close(self) -> None:  # noqa: B027
        """End it."""


@dataclass
class Tally:
    """What the kills of one scenario did.

    Attributes:
        usual: seconds of an operation without a kill, the median.
        kills: workers that were ended; ``within`` of them before the operation ended.
        wrong: operations after which ``check`` complained.
        hung: operations that did not end in time.
        lost: operations that raised.
        extra: seconds that an operation with a kill within took longer than usual.
        back: seconds from a kill until the scheduler had all workers again.
        stories: what was wrong, hung or lost.
    """

    name: str
    usual: float = 0.0
    kills: int = 0
    within: int = 0
    wrong: int = 0
    hung: int = 0
    lost: int = 0
    extra: list[float] = field(default_factory=list)
    back: list[float] = field(default_factory=list)
    stories: list[str] = field(default_factory=list)

    HEADER = (
        "scenario            | kills | within a run | wrong | hung | lost | usual s | extra s: median, max "
        "| worker back s: median, max"
    )

    def row(self) -> str:
        """Its line in the table."""
        extra, back = self.extra or [0.0], self.back or [0.0]
        return (
            f"{self.name:19} | {self.kills:5} | {self.within:12} | {self.wrong:5} | {self.hung:4} | {self.lost:4} "
            f"| {self.usual:7.2f} | {statistics.median(extra):9.2f}, {max(extra):8.2f} "
            f"| {statistics.median(back):12.2f}, {max(back):10.2f}"
        )


class Operation(threading.Thread):
    """``go()`` in a thread of its own, so that one that hangs can be left."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(daemon=True)
        self._scenario = scenario
        self.begun = self.ended = time.monotonic()
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self._scenario.go()
        except BaseException as error:
            self.error = error
        self.ended = time.monotonic()


def campaign(scenario: Scenario, cluster: Any, kills: int, seed: int, tally: Tally) -> None:
    """End ``kills`` workers of ``cluster``, one or now and then both in an operation, and count in ``tally``."""
    choose = random.Random(seed)  # noqa: S311
    tally.usual = statistics.median([_one(scenario, tally) for _ in range(_USUAL)])
    while tally.kills < kills and not tally.hung:
        numbers = [0, 1] if choose.random() < 0.1 else [choose.randrange(2)]
        operation = Operation(scenario)
        operation.start()
        time.sleep(choose.uniform(0, tally.usual))
        killed, victims = time.monotonic(), [cluster.dask.workers[number].pid for number in numbers]
        for victim in victims:
            os.kill(victim, signal.SIGKILL)
        is_within = operation.is_alive()
        operation.join(BOUND)
        tally.kills += len(numbers)
        tally.within += len(numbers) * is_within
        _judge(scenario, operation, tally)
        if is_within and not tally.hung:
            tally.extra.append(operation.ended - operation.begun - tally.usual)
        tally.back.append(_until_back(cluster, victims, killed))


def _one(scenario: Scenario, tally: Tally) -> float:
    operation = Operation(scenario)
    operation.start()
    operation.join(BOUND)
    _judge(scenario, operation, tally)
    return operation.ended - operation.begun


def _judge(scenario: Scenario, operation: Operation, tally: Tally) -> None:
    if operation.is_alive():
        tally.hung += 1
        tally.stories.append(f"hung: {BOUND} s")
        return
    if operation.error is not None:
        tally.lost += 1
        tally.stories.append(f"lost: {type(operation.error).__name__}: {operation.error}")
        scenario.lost()
        return
    if problem := scenario.check():
        tally.wrong += 1
        tally.stories.append(f"wrong: {problem}")


def _until_back(cluster: Any, victims: list[int], killed: float) -> float:
    """Seconds from a kill until other processes are there in place of the victims."""
    nannies = list(cluster.dask.workers.values())
    while time.monotonic() - killed < BOUND:
        there = set(cluster.dask.scheduler.workers)
        if all(nanny.pid and nanny.pid not in victims and nanny.worker_address in there for nanny in nannies):
            return time.monotonic() - killed
        time.sleep(0.02)
    raise AssertionError("a worker did not come back")
