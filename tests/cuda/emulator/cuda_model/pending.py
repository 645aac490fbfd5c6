"""Copies from and to pinned memory, done as late as the order allows.

A real device copies some time between the call and the next wait.  Here it is as late as can be for the program to be
right, so that a staging buffer that is filled again too early, or read too early, gives wrong numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from cuda_model.clocks import Clock

Range: TypeAlias = tuple[int, int]


@dataclass(eq=False, slots=True)
class Pending:
    """A copy that was queued and not done.

    Attributes:
        stream, number: which work it is.
        clock: what it is ordered after.
        device: the bytes of the device that it writes, or ``None``.
        host: the bytes of the host that it reads or writes.
        run: does it.
    """

    stream: int
    number: int
    clock: Clock
    device: Range | None
    host: Range
    run: Callable[[], None]


_queue: list[Pending] = []


def add(pending: Pending) -> None:
    """Do this later. What it is ordered after and uses the same memory of the host is done now."""
    low, high = pending.host
    _run([p for p in _queue if p.host[0] < high and low < p.host[1] and _before(p, pending.clock)])
    _queue.append(pending)


def run_for(low: int, high: int) -> None:
    """Do the copies to these bytes of a device, for somebody looks at them now."""
    if _queue:
        _run([p for p in _queue if p.device is not None and p.device[0] < high and low < p.device[1]])


def run_until(clock: Clock) -> None:
    """Do what is ordered before everything of this clock, for somebody has waited for it."""
    if _queue:
        _run([p for p in _queue if _before(p, clock)])


def _before(pending: Pending, clock: Clock) -> bool:
    return clock.get(pending.stream, 0) >= pending.number


def _run(wanted: list[Pending]) -> None:
    """Do these copies, and first those that each of them is ordered after."""
    for pending in wanted:
        if pending not in _queue:
            continue
        for earlier in [p for p in _queue if p is not pending and _before(p, pending.clock)]:
            if earlier in _queue:
                _queue.remove(earlier)
                earlier.run()
        _queue.remove(pending)
        pending.run()
