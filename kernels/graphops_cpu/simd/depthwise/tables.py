"""How a depthwise convolution is cut into tiles: tables of integers, made once for each shape.

Forward pass and input gradient are the same loops: each output row meets a few rows of x, each output of a row a few
taps.  In one dimension, output ``o`` meets tap ``k`` at ``x[o * stride + k * dilation - before]``; the input gradient
turns that round: the positions of one residue modulo the stride meet every ``stride / gcd(stride, dilation)``-th tap
and move over y in steps of one.  Outputs whose windows are shifted by whole taps against one another share what they
load; with dilation those are not neighbours, so a row is cut into *phases*, and a phase into tiles of ``OUTPUTS``.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd
from typing import Any, Final, NamedTuple

import numpy as np

Table = np.ndarray[Any, Any]

OUTPUTS: Final = 8
"""Outputs of a tile of the forward pass and the input gradient."""

UNROLLED: Final = {(1, 1): 1, (2, 1): 2, (3, 1): 3, (4, 1): 4, (5, 1): 5, (7, 1): 6, (3, 2): 7, (5, 2): 8}
"""(taps, taps by which the windows of neighbours in a tile are shifted) for which there is code of its own, and its
number; number 0 is the code for any other."""

IN_PAIRS: Final = {shape: UNROLLED[shape] for shape in ((3, 1), (5, 1), (7, 1))}
"""Those of which two rows of y can be computed at once."""

SUM_UNROLLED: Final = {(1, 1): 1, (3, 1): 2, (5, 1): 3, (7, 1): 4, (3, 2): 5, (5, 2): 6}
"""The same for filter gradients; any other kernel is taken tap by tap, with number 1."""

IN_THREES: Final = {shape: SUM_UNROLLED[shape] for shape in ((3, 1), (3, 2))}
"""Those of which three rows of taps are summed at once."""

SUM_OUTPUTS: Final = {1: 8, 2: 4, 3: 4, 4: 4, 5: 4, 6: 4}
"""Outputs of a tile of each of these."""


class Axis(NamedTuple):
    """One axis of a convolution."""

    input: int
    output: int
    kernel: int
    stride: int
    dilation: int
    before: int


class Phase(NamedTuple):
    """Outputs ``first + i * step`` for ``i < outputs``, which meet the taps ``tap + j * tap_step`` for ``j < taps`` at
    the pixels ``pixel + i * stride + j * dilation``, as far as they exist."""

    first: int
    step: int
    outputs: int
    pixel: int
    stride: int
    dilation: int
    taps: int
    tap: int
    tap_step: int


def forward_phases(axis: Axis) -> list[Phase]:
    """Of y's axis, over the pixels of x."""
    step = _sharing_step(axis.dilation // gcd(axis.stride, axis.dilation), axis.output)
    return [
        Phase(
            first,
            step,
            len(range(first, axis.output, step)),
            first * axis.stride - axis.before,
            step * axis.stride,
            axis.dilation,
            axis.kernel,
            0,
            1,
        )
        for first in range(min(step, axis.output))
    ]


def gradient_phases(axis: Axis) -> list[Phase]:
    """Of x's axis, over the pixels of y."""
    common = gcd(axis.stride, axis.dilation)
    dilation, tap_step = axis.dilation // common, axis.stride // common
    phases = []
    for residue in range(min(axis.stride, axis.input)):
        tap, taps = _taps_of_residue(axis, residue)
        last = tap + (taps - 1) * tap_step  # the taps backwards, so that the pixels go forwards
        pixel = (residue + axis.before - last * axis.dilation) // axis.stride if taps else 0
        step = _sharing_step(dilation, len(range(residue, axis.input, axis.stride)))
        for shift in range(step):
            first = residue + shift * axis.stride
            count = len(range(first, axis.input, step * axis.stride))
            if count:
                phases.append(
                    Phase(first, step * axis.stride, count, pixel + shift, step, dilation, taps, last, -tap_step)
                )
    return phases


def _sharing_step(step: int, outputs: int) -> int:
    """Which outputs are taken together: every ``step``-th where that fills tiles, else neighbours."""
    return step if outputs >= step * OUTPUTS // 2 else 1


def _taps_of_residue(axis: Axis, residue: int) -> tuple[int, int]:
    """The first tap that positions with this residue modulo the stride meet, and how many they meet."""
    tap_step = axis.stride // gcd(axis.stride, axis.dilation)
    for tap in range(min(tap_step, axis.kernel)):
        if (residue + axis.before - tap * axis.dilation) % axis.stride == 0:
            return tap, len(range(tap, axis.kernel, tap_step))
    return 0, 0


def forward_lines(axis: Axis) -> Table:
    """For each row of y: first row of x, its step, first tap, its step, how many taps meet a row that exists.

    Returns:
        int array [output, 5].
    """
    start = np.arange(axis.output) * axis.stride - axis.before
    low = np.maximum(-(start // axis.dilation), 0)
    high = np.minimum(-((start - axis.input) // axis.dilation), axis.kernel)
    count = np.maximum(high - low, 0)
    one = np.ones_like(start)
    return _table(start + low * axis.dilation, axis.dilation * one, low, one, count)


def gradient_lines(axis: Axis) -> Table:
    """The same for each row of x, over rows of y: int array [input, 5]."""
    common = gcd(axis.stride, axis.dilation)
    dilation, tap_step = axis.dilation // common, axis.stride // common
    residues = [_taps_of_residue(axis, residue) for residue in range(min(axis.stride, axis.input))]
    position = np.arange(axis.input)
    tap, taps = np.array(residues or [(0, 0)]).T[:, position % axis.stride]
    top = (position + axis.before - tap * axis.dilation) // axis.stride  # the row that the first tap meets
    low = np.maximum(-((axis.output - 1 - top) // dilation), 0)
    high = np.minimum(top // dilation + 1, taps)
    one = np.ones_like(position)
    return _table(
        top - low * dilation, -dilation * one, tap + low * tap_step, tap_step * one, np.maximum(high - low, 0)
    )


def in_pairs(lines: Table, wanted: bool) -> Table:
    """Which rows of y share so many rows of x with the next one that both are computed at once.

    Args:
        lines: of :func:`forward_lines` or :func:`gradient_lines`.
        wanted: whether any shall be.

    Returns:
        int array [rows, 9]: the columns of ``lines``; the rows of x that a row and the next one meet, 0 if they are
        not computed at once; those before them, which one of the two meets alone, and those after them, which the
        other one does; whether the next one is first.
    """
    pairs = np.zeros((len(lines), 4), np.intp)
    if wanted and len(lines) > 1:
        start, step, _, _, count = lines[:-1].T
        next_start, _, _, _, next_count = lines[1:].T
        ahead, left = np.divmod(next_start - start, step)
        swapped = ahead < 0
        both = np.where(swapped, next_count, count) - abs(ahead)
        behind = np.where(swapped, count, next_count) - both
        shared = (left == 0) & (behind >= 0) & (both >= abs(ahead) + behind)
        pairs[:-1] = _table(both, abs(ahead), behind, swapped) * shared[:, np.newaxis]
    return np.concatenate([lines, pairs], axis=1)


def _table(*columns: Any) -> Table:
    return np.stack(columns, axis=-1).astype(np.intp)


def output_runs(phases: list[Phase], width: int) -> Table:
    """The tiles of a row, in runs.

    Args:
        phases: of the row.
        width: how many pixels it moves over.

    Returns:
        int array [runs, 15]: number of the code, whether whole, how many tiles; first output, step between outputs;
        first pixel, step between tiles' pixels, between outputs', between taps'; taps, first tap, its step; first
        position that exists, and first that no longer does (guarded tiles); outputs of a tile.
    """
    rows = []
    for phase in phases:
        shared, left = divmod(phase.stride, phase.dilation)
        number = 0 if left else UNROLLED.get((phase.taps, shared), 0)
        rows += list(_runs(phase, number, width, OUTPUTS))
    return np.array(rows, np.intp).reshape(len(rows), 15)


def sum_runs(axis: Axis) -> Table:
    """The tiles of a row for the filter gradient, in runs: as :func:`output_runs`."""
    phases = forward_phases(axis)
    shared, left = divmod(phases[0].stride, phases[0].dilation) if phases else (1, 0)
    number = 0 if left else SUM_UNROLLED.get((axis.kernel, shared), 0)
    if not number:
        # One tap at a time, all outputs in a row: "positions" are as far apart as outputs are.
        number = 1
        phases = [
            Phase(0, 1, axis.output, tap * axis.dilation - axis.before, axis.stride, axis.stride, 1, tap, 1)
            for tap in range(axis.kernel)
        ]
    rows = [run for phase in phases for run in _runs(phase, number, axis.input, SUM_OUTPUTS[number])]
    return np.array(rows, np.intp).reshape(len(rows), 15)


def sum_spans(axis: Axis) -> Table:
    """For each row of taps, which rows of y meet rows of x that exist.

    Returns:
        int array [kernel, 3]: first row of y, the first that no longer does, and the row of x that row 0 would meet.
    """
    first = np.arange(axis.kernel) * axis.dilation - axis.before
    low = np.maximum(-(first // axis.stride), 0)
    high = np.minimum(-((first - axis.input) // axis.stride), axis.output)
    return _table(low, np.maximum(high, low), first)


def _runs(phase: Phase, number: int, width: int, outputs: int) -> Iterator[tuple[int, ...]]:
    """Guarded tiles at the left, a run of whole ones, guarded ones at the right; what meets nothing is left out of sums
    by its guards."""
    reach = (phase.taps - 1) * phase.dilation
    low = -(phase.pixel // phase.stride)  # outputs low..high-1 have all their pixels
    high = min((width - 1 - reach - phase.pixel) // phase.stride + 1, phase.outputs)
    start = 0
    while start < phase.outputs:
        whole = max(high - start, 0) // outputs if start >= low and phase.taps else 0
        pixel = phase.pixel + start * phase.stride
        yield (
            number,
            int(whole > 0),
            max(whole, 1),
            phase.first + start * phase.step,
            phase.step,
            pixel,
            outputs * phase.stride,
            phase.stride,
            phase.dilation,
            phase.taps,
            phase.tap,
            phase.tap_step,
            max(-(pixel // phase.dilation), 0),
            max(-((pixel - width) // phase.dilation), 0),
            min(phase.outputs - start, outputs),
        )
        start += max(whole, 1) * outputs
