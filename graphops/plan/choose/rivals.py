"""Which of several good kernels is fastest here: timed on the shapes of a step, once for each kind of machine.

The order of some kernels depends on the processor.  Such a kernel says for which specs it is worth to be timed
(``worth_timing``).  Where the best kernel by priority and others say so, each of them runs a few times on made operands
before the step runs for the first time.  Another one than the first by priority runs only if it is faster by a margin,
because the times of a busy machine vary.

The times are in the table of :mod:`graphops.plan.choose.autotune`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import prod
from typing import Any, Final

import numpy as np

from graphops.plan.choose import autotune
from graphops_registry.kernel_def import KernelDef, KernelSpec, Prepared
from graphops_registry.kernels.context import IN_A_PLAN
from graphops_registry.locks import new_lock

_MARGIN: Final = 0.9  # of the time of the first by priority, below which another one takes its place
_ROUNDS: Final = 6
_SECONDS: Final = 0.5  # for the rounds of one step
_LOSING: Final = 2.0  # times slower than the best: not worth another run
_BUDGET: Final = 10.0  # seconds of a process for all timing; the next process goes on
_MOST_BYTES: Final = 1 << 30  # of the made operands

_lock: Final = new_lock()  # two threads that time at once would disturb each other
_spent = 0.0


def order(
    able: Sequence[KernelDef], spec: KernelSpec, make: Callable[[KernelDef], Any] | None
) -> tuple[Sequence[KernelDef], autotune.Figures | None]:
    """The kernels in the order in which they are chosen, and the seconds of those that were timed.

    Args:
        able: kernels that compute ``spec``, by priority.
        make: gives an instance of a kernel; ``None``: nothing is run, only times that are known count.
    """
    if len(able) < 2 or able[0].device != "CPU" or not able[0].worth_timing(spec):
        return able, None
    rivals = [definition for definition in able if definition.worth_timing(spec)]
    if len(rivals) < 2 or not autotune.may_be_timed(rivals, spec):
        return able, None
    seconds = autotune.known_seconds(rivals, spec)
    if seconds is None and make is not None:
        seconds = _measured(rivals, spec, make)
    if seconds is None:
        return able, None
    times = seconds
    fastest = min(rivals, key=lambda definition: times[definition.name])
    if times[fastest.name] < _MARGIN * times[able[0].name]:
        able = [fastest, *(definition for definition in able if definition is not fastest)]
    return able, seconds


def _measured(
    rivals: Sequence[KernelDef], spec: KernelSpec, make: Callable[[KernelDef], Any]
) -> autotune.Figures | None:
    """Seconds of each kernel, timed now and remembered; ``None`` if that would take too long or too much memory."""
    global _spent
    with _lock:
        known = autotune.known_seconds(rivals, spec)  # another thread may have timed them meanwhile
        operands = None if known is not None or _spent > _BUDGET else _operands(spec)
        if operands is None:
            return known
        start = time.perf_counter()
        figures = _times(rivals, spec, make, operands)
        _spent += time.perf_counter() - start
        autotune.TABLE.add(spec, figures, rivals[0].device)
        return figures


def _operands(spec: KernelSpec) -> list[Any] | None:
    """Normally distributed numbers of the right shapes; ``None`` if they would be no numbers, or too many."""
    if sum(prod(shape) * dtype.size for shape, dtype in zip(spec.shapes, spec.dtypes, strict=True)) > _MOST_BYTES:
        return None
    rng = np.random.default_rng(0)
    made: list[Any] = []
    for shape, dtype, value in zip(spec.shapes, spec.dtypes, spec.values, strict=True):
        if value is None and not dtype.is_floating:
            return None
        made.append(rng.standard_normal(shape, np.float32).astype(dtype.numpy_dtype) if value is None else value)
    return made


def _times(
    rivals: Sequence[KernelDef], spec: KernelSpec, make: Callable[[KernelDef], Any], operands: Sequence[Any]
) -> autotune.Figures:
    """The shortest of some runs of each kernel, which take turns; a kernel that fails takes for ever."""
    figures = dict.fromkeys((definition.name for definition in rivals), autotune.FAILED)
    ready: dict[str, Prepared] = {}
    for definition in rivals:
        with suppress(Exception):  # the run itself will report it
            prepared = definition.prepare(make(definition), spec)
            prepared.run(IN_A_PLAN, operands, None)  # compiles, fills caches
            ready[definition.name] = prepared
    end = time.perf_counter() + _SECONDS
    for turn in range(_ROUNDS):
        for name, prepared in ready.items():
            if not turn or figures[name] < _LOSING * min(figures.values()):
                figures[name] = min(figures[name], _run(prepared, operands))
        if time.perf_counter() > end:
            break
    return figures


def _run(prepared: Prepared, operands: Sequence[Any]) -> float:
    """Seconds of a run."""
    start = time.perf_counter()
    try:
        prepared.run(IN_A_PLAN, operands, None)
    except Exception:
        return autotune.FAILED
    return time.perf_counter() - start
