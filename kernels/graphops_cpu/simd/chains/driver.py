"""The loops that every chain runs in: they follow a plan (:mod:`plan_words`) and call segments. Compiled once by Numba.

:func:`serial` and :func:`threaded` return 0, or 1 if the arrays are not those that the plan is for; nothing is computed
then.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import prange, types

from graphops_cpu.simd.chains.memory import (
    ARRAYS,
    DATA,
    DESCRIPTION,
    FIELDS,
    ITEMSIZE,
    NOTHING,
    address_of,
    call,
    move,
    peek,
    poke,
    scratch,
)
from graphops_cpu.simd.chains.plan_words import (
    ARRAY,
    BLOCK,
    BOUNCE,
    CHECKS,
    COLUMNS,
    COPIES,
    DIMENSIONS,
    HEADER,
    INPUTS,
    LANES,
    OUTPUTS,
    PER_ROW,
    PERIOD,
    PLACE,
    SEGMENTS,
    SLOTS,
    STEP,
    UNITS,
    VECTOR,
    WIDTH,
)
from graphops_cpu.simd.compile import disk_cache
from graphops_cpu.simd.compile.jit import part
from graphops_cpu.simd.compile.launch import address_of_compiled
from graphops_cpu.simd.compile.loops import Compiling

_PLAN = types.Array(types.intp, 1, "C", readonly=True)


@part
def _described(plan, inputs, outs, i):  # type: ignore[no-untyped-def]
    """The address of the description of array ``i``."""
    if i < plan[INPUTS]:
        return inputs + 8 * (1 + i * DESCRIPTION)
    return outs + 8 * (1 + (i - plan[INPUTS]) * DESCRIPTION)


@part
def _agrees(plan, inputs, outs):  # type: ignore[no-untyped-def]
    """Whether the arrays have the itemsizes, ranks, shapes and strides that the plan is for."""
    if peek(inputs) != plan[INPUTS] or peek(outs) != plan[OUTPUTS]:
        return False
    at = plan[CHECKS]
    for i in range(plan[INPUTS] + plan[OUTPUTS]):
        found = _described(plan, inputs, outs, i)
        words = 2 * plan[at + 1]
        if peek(found + 8 * ITEMSIZE) != plan[at] or peek(found + 8 * (FIELDS + words)) != NOTHING:
            return False
        for k in range(words):
            if peek(found + 8 * (FIELDS + k)) != plan[at + 2 + k]:
                return False
        at += 2 + words
    return True


@part
def _begin_row(plan, inputs, outs, memory, bases, index, arrays):  # type: ignore[no-untyped-def]
    """Where each array's elements of a row begin; what is repeated along the row is written to the scratch memory."""
    dimensions = plan[DIMENSIONS]
    for i in range(plan[INPUTS] + plan[OUTPUTS]):
        at = arrays + i * (ARRAY + dimensions)
        base = peek(_described(plan, inputs, outs, i) + 8 * DATA)
        for d in range(dimensions):
            base += peek(index + 8 * d) * plan[at + ARRAY + d]
        period = plan[at + PERIOD]
        if period > 0:
            place = memory + plan[at + PLACE]
            for k in range(plan[at + COPIES]):
                move(place + k * period, base, period)
            base = place
        poke(bases + 8 * i, base)


@part
def _run_end(plan, memory, table, other, arrays, done, left):  # type: ignore[no-untyped-def]
    """The last elements of a row, fewer than a vector: vectors in the scratch memory are read and written instead."""
    count, stride = plan[INPUTS] + plan[OUTPUTS], ARRAY + plan[DIMENSIONS]
    for i in range(count):
        width = plan[arrays + i * stride + WIDTH]
        place = memory + plan[BOUNCE] + VECTOR * i
        if width == 0:
            place = peek(table + 8 * i)
        elif i < plan[INPUTS]:
            move(place, peek(table + 8 * i) + done * width, left * width)
        poke(other + 8 * i, place)
    for k in range(plan[SEGMENTS]):
        call(plan[HEADER + k], other, 1)
    for i in range(plan[INPUTS], count):
        width = plan[arrays + i * stride + WIDTH]
        move(peek(table + 8 * i) + done * width, peek(other + 8 * i), left * width)


@part
def _run_units(plan, inputs, outs, start, stop):  # type: ignore[no-untyped-def]
    """Compute units ``start..stop-1``."""
    memory = scratch()
    count, slots, dimensions = plan[INPUTS] + plan[OUTPUTS], plan[SLOTS], plan[DIMENSIONS]
    table = memory
    other = table + 8 * (count + slots)
    bases = other + 8 * (count + slots)
    index = bases + 8 * count
    sizes = HEADER + plan[SEGMENTS]
    arrays = sizes + dimensions + slots
    for k in range(slots):
        place = memory + plan[sizes + dimensions + k]
        poke(table + 8 * (count + k), place)
        poke(other + 8 * (count + k), place)
    row = start // plan[PER_ROW]
    position = start - row * plan[PER_ROW]
    for d in range(dimensions - 1, -1, -1):
        poke(index + 8 * d, row % plan[sizes + d])
        row //= plan[sizes + d]
    _begin_row(plan, inputs, outs, memory, bases, index, arrays)
    for unit in range(start, stop):
        first = position * plan[BLOCK]
        size = min(plan[BLOCK], plan[COLUMNS] - first)
        for i in range(count):
            poke(table + 8 * i, peek(bases + 8 * i) + first * plan[arrays + i * (ARRAY + dimensions) + STEP])
        vectors = size // plan[LANES]
        if vectors > 0:
            for k in range(plan[SEGMENTS]):
                call(plan[HEADER + k], table, vectors)
        done = vectors * plan[LANES]
        if done < size:
            _run_end(plan, memory, table, other, arrays, done, size - done)
        position += 1
        if position == plan[PER_ROW] and unit + 1 < stop:
            position = 0
            for d in range(dimensions - 1, -1, -1):
                k = peek(index + 8 * d) + 1
                if k < plan[sizes + d]:
                    poke(index + 8 * d, k)
                    break
                poke(index + 8 * d, 0)
            _begin_row(plan, inputs, outs, memory, bases, index, arrays)


def _serial(plan, inputs, outs):  # type: ignore[no-untyped-def]
    """Compute everything in this thread."""
    given, wanted = address_of(inputs), address_of(outs)
    if not _agrees(plan, given, wanted):
        return 1
    _run_units(plan, given, wanted, 0, plan[UNITS])
    return 0


def _threaded(plan, inputs, outs, chunks):  # type: ignore[no-untyped-def]
    """Compute everything, the units cut into ``chunks`` for the threads."""
    given, wanted = address_of(inputs), address_of(outs)
    if not _agrees(plan, given, wanted):
        return 1
    units = plan[UNITS]
    for number in prange(chunks):
        chunk = np.intp(number)  # it is unsigned, and times an integer with a sign it would be a float
        _run_units(plan, given, wanted, units * chunk // chunks, units * (chunk + 1) // chunks)
    return 0


_HOW = {"nogil": True, "error_model": "numpy", "boundscheck": False}
_SERIAL = numba.njit(**_HOW)(_serial)
_THREADED = numba.njit(**_HOW, parallel=True)(_threaded)
disk_cache.enable(_SERIAL)
disk_cache.enable(_THREADED)


class Entry(NamedTuple):
    """A compiled loop for Python, and its address.

    For machine code inputs and outs are the addresses of descriptions, see :mod:`memory`.
    """

    run: Callable[..., int]
    address: int


def serial() -> Entry:
    """``run(plan, inputs, outs)``, compiled; inputs and outs are tuples."""
    return _entry_point(_SERIAL, (_PLAN, ARRAYS, ARRAYS))


def threaded() -> Entry:
    """``run(plan, inputs, outs, chunks)``, compiled, over threads."""
    return _entry_point(_THREADED, (_PLAN, ARRAYS, ARRAYS, types.intp))


def _entry_point(function: Any, arguments: tuple[Any, ...]) -> Entry:
    function.compile(arguments)
    found = function.overloads[arguments]
    return Entry(found.entry_point, address_of_compiled(found))


def warm_up() -> Iterator[Compiling]:
    """Compile both, or load them, and say how long it takes."""
    for name, function, compiled in (
        ("element-wise chains", _SERIAL, serial),
        ("element-wise chains over threads", _THREADED, threaded),
    ):
        begun, before = time.perf_counter(), sum(function.stats.cache_misses.values())
        compiled()
        seconds = time.perf_counter() - begun
        yield Compiling(name, seconds, sum(function.stats.cache_misses.values()) == before)
