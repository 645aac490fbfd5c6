"""From a convolution to what the compiled loops are told: sizes, offsets of taps, pieces of work. Needs no Numba.

Every convolution is one over three axes here; those that it does not have are of size 1.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np

from graphops_cpu.lib.conv_problem import ConvProblem
from graphops_cpu.simd.dense import sizes as at

Table = np.ndarray[Any, np.dtype[np.intp]]

_UNEVEN: Final = 1.05
"""How much longer the busiest thread may work than it would if work were cut evenly, before work is cut finer."""

_POSITIONS_OF_PART: Final = 512
"""Adding up the parts of a filter gradient takes as long as some 16 positions for each part: not worth it for few."""

_PARTS_BYTES: Final = 1 << 26
"""The most that such parts may take."""


class Axis(NamedTuple):
    """One axis of a pass: ``size`` of x, positions ``grid``, and for the taps where they begin."""

    size: int
    grid: int
    step: int
    offsets: tuple[int, ...]

    @property
    def padded(self) -> bool:
        """Whether some tap meets the padding."""
        last = (self.grid - 1) * self.step
        return any(offset < 0 or last + offset >= self.size for offset in self.offsets)

    @property
    def adjacent(self) -> bool:
        """Whether neighbouring taps meet neighbours."""
        return all(b - a == 1 for a, b in itertools.pairwise(self.offsets))


@dataclass(frozen=True)
class DensePass:
    """What one call of a compiled loop does, but for how work is cut: see :meth:`sizes`.

    Attributes:
        base: the sizes with one piece of everything.
        offsets: of the taps of all axes.
        panels_of: what is cut into panels of rows: positions, or (tap, channel) pairs of a filter gradient.
        padded: some tap meets the padding.
    """

    base: Table
    offsets: Table
    panels_of: int
    padded: bool

    def sizes(self, rows: int, columns: int, threads: int) -> tuple[Table, int]:
        """The sizes for so many threads, and the number of units of work.

        Args:
            rows, columns: of a tile.
        """
        panels = -(-self.panels_of // rows)
        units = panels * int(self.base[at.GROUPS])
        column_panels = -(-int(self.base[at.OUTPUTS]) // columns)
        splits = _splits(units, column_panels, threads)
        return self._cut(splits, 1), units * splits

    def sizes_in_parts(self, rows: int, columns: int, threads: int, itemsize: int) -> tuple[Table, int]:
        """The same for a filter gradient, whose positions may be cut into parts as well."""
        panels = -(-self.panels_of // rows) * int(self.base[at.GROUPS])
        parts = threads * int(self.base[at.PART]) * itemsize
        if (
            _unevenness(panels, threads) <= _UNEVEN
            or self.positions < threads * _POSITIONS_OF_PART
            or parts > _PARTS_BYTES
        ):
            return self.sizes(rows, columns, threads)
        return self._cut(1, threads), panels * threads

    @property
    def positions(self) -> int:
        return int(prod(self.base[[at.BATCH, at.GRID_DEPTH, at.GRID_HEIGHT, at.GRID_WIDTH]].tolist()))

    def sizes_first(self, rows: int, columns: int, threads: int) -> tuple[Table, int]:
        """The sizes and the number of units where channels come first, and rows of a tile are output channels."""
        plane = prod(self.base[at.GRID_DEPTH : at.GRID_WIDTH + 1].tolist())
        units = int(self.base[at.BATCH]) * -(-plane // columns) * int(self.base[at.GROUPS])
        row_panels = -(-int(self.base[at.OUTPUTS]) // rows)
        splits = _splits(units, row_panels, threads)
        return self._cut(splits, 1), units * splits

    @property
    def channels_first(self) -> DensePass:
        """The same pass over arrays whose channels come first."""
        base = self.base.copy()
        channels = int(base[at.OUTPUTS] * base[at.GROUPS])
        for place in (at.Y_START, at.Y_DEPTH, at.Y_HEIGHT, at.Y_WIDTH):
            base[place] //= channels
        base[at.Y_CHANNEL] = base[at.Y_BATCH] // channels
        base[at.CONTIGUOUS] = (
            base[at.Y_WIDTH] == 1
            and base[at.Y_HEIGHT] == base[at.GRID_WIDTH]
            and base[at.Y_DEPTH] == base[at.GRID_HEIGHT] * base[at.GRID_WIDTH]
        )
        base[at.CHANNELS_FIRST] = 1
        return DensePass(base, self.offsets, self.panels_of, self.padded)

    def _cut(self, splits: int, parts: int) -> Table:
        sizes = self.base.copy()
        sizes[at.SPLITS] = splits
        sizes[at.PARTS] = parts
        return sizes


def _unevenness(units: int, threads: int) -> float:
    """The units of the busiest thread over those of the average one."""
    return -(-units // threads) * threads / max(1, units)


def _splits(units: int, panels: int, threads: int) -> int:
    """Into how many pieces so many panels are cut, each a unit of its own, so that all threads have work."""
    return min(range(1, panels + 1), key=lambda s: (max(_UNEVEN, _unevenness(units * s, threads)), s))


def three(values: tuple[int, ...], fill: int) -> tuple[int, int, int]:
    """Values for the axes depth, height, width."""
    depth, height, width = (fill,) * (3 - len(values)) + values
    return depth, height, width


def _window_axes(problem: ConvProblem) -> list[Axis]:
    """The axes of a pass whose positions are those of y."""
    return [
        Axis(size, output, stride, tuple(tap * dilation - before for tap in range(kernel)))
        for size, output, kernel, stride, dilation, before in zip(
            three(problem.inputs, 1), three(problem.outputs, 1), three(problem.kernel, 1), three(problem.strides, 1),
            three(problem.dilations, 1), three(problem.before, 0), strict=True,
        )
    ]  # fmt: skip


def _pass(problem: ConvProblem, axes: list[Axis], channels: int, outputs: int, **values: int) -> DensePass:
    """The tables of a pass over ``axes`` from ``channels`` to ``outputs`` of all groups."""
    groups = problem.groups
    base = np.zeros(at.COUNT, np.intp)
    base[at.BATCH] = problem.batch
    base[at.X_DEPTH : at.X_WIDTH + 1] = [axis.size for axis in axes]
    base[at.X_PIXEL] = channels
    base[at.CHANNELS] = channels // groups
    base[at.GRID_DEPTH : at.GRID_WIDTH + 1] = [axis.grid for axis in axes]
    base[at.STEP_DEPTH : at.STEP_WIDTH + 1] = [axis.step for axis in axes]
    base[at.TAPS_DEPTH : at.TAPS_WIDTH + 1] = [len(axis.offsets) for axis in axes]
    base[at.ADJACENT] = axes[2].adjacent and groups == 1
    base[at.OUTPUTS] = outputs // groups
    base[at.GROUPS] = groups
    base[at.SPLITS] = base[at.PARTS] = 1
    for name, value in values.items():
        base[getattr(at, name)] = value
    offsets = np.array([offset for axis in axes for offset in axis.offsets], np.intp)
    positions = problem.batch * prod(axis.grid for axis in axes)
    return DensePass(base, offsets, positions, any(axis.padded for axis in axes))


def forward_pass(problem: ConvProblem) -> DensePass:
    """x (N, D, H, W, C) with w (taps, C/G, D) into y (N, D, H, W, D)."""
    axes = _window_axes(problem)
    outputs = problem.out_channels
    height, width = axes[1].grid, axes[2].grid
    return _pass(
        problem, axes, problem.in_channels, outputs,
        B_ROW=outputs, B_GROUP=outputs // problem.groups,
        Y_BATCH=axes[0].grid * height * width * outputs, Y_DEPTH=height * width * outputs, Y_HEIGHT=width * outputs,
        Y_WIDTH=outputs,
    )  # fmt: skip


def filter_pass(problem: ConvProblem) -> DensePass:
    """x (N, D, H, W, C) with dy (N, D, H, W, D) into dw (taps, C/G, D)."""
    axes = _window_axes(problem)
    outputs = problem.out_channels
    rows = problem.taps * (problem.in_channels // problem.groups)
    made = _pass(
        problem, axes, problem.in_channels, outputs,
        B_ROW=outputs, B_GROUP=outputs // problem.groups, Y_WIDTH=outputs, PART=rows * outputs,
    )  # fmt: skip
    return DensePass(made.base, made.offsets, rows, made.padded)


class InputPasses(NamedTuple):
    """An input gradient, cut by phase: positions of x that leave the same remainders by the strides meet the same taps.

    Attributes:
        passes: one for each phase that some tap meets: dy with a part of the transposed filter into positions of dx.
        empty: for each phase that no tap meets, the slices of (depth, height, width) of dx that are zero.
    """

    passes: list[DensePass]
    empty: list[tuple[slice, ...]]


def input_passes(problem: ConvProblem) -> InputPasses:
    """dy (N, D, H, W, D) with w (taps, C/G, D), transposed, into dx (N, D, H, W, C).

    Input position ``r + s j`` of a phase r meets tap t at output position ``j + (r + before - t dilation) / s`` where
    that is whole: a convolution with stride 1.
    """
    sizes, outputs = three(problem.inputs, 1), three(problem.outputs, 1)
    kernel, strides = three(problem.kernel, 1), three(problem.strides, 1)
    dilations, before = three(problem.dilations, 1), three(problem.before, 0)
    channels = problem.in_channels
    steps = (sizes[1] * sizes[2] * channels, sizes[2] * channels, channels)  # in dx
    passes: list[DensePass] = []
    empty: list[tuple[slice, ...]] = []
    for phase in itertools.product(*(range(min(s, n)) for s, n in zip(strides, sizes, strict=True))):
        met = [
            [
                (t, (r + pad - t * d) // s)
                for t in reversed(range(k))
                if (r + pad - t * d) % s == 0 and -((n - r - 1) // s) <= (r + pad - t * d) // s < o
            ]
            for r, pad, d, s, k, n, o in zip(phase, before, dilations, strides, kernel, sizes, outputs, strict=True)
        ]
        if not all(met):
            empty.append(tuple(slice(r, None, s) for r, s in zip(phase, strides, strict=True)))
            continue
        taps = [(a * kernel[1] + b) * kernel[2] + c for (a, _), (b, _), (c, _) in itertools.product(*met)]
        axes = [
            Axis(o, -(-(n - r) // s), 1, tuple(offset for _, offset in m))
            for o, n, r, s, m in zip(outputs, sizes, phase, strides, met, strict=True)
        ]
        made = _pass(
            problem, axes, problem.out_channels, channels,
            B_TRANSPOSED=1, B_ROW=problem.out_channels, B_GROUP=problem.out_channels // problem.groups,
            B_TAP=channels // problem.groups * problem.out_channels,
            Y_START=sum(r * step for r, step in zip(phase, steps, strict=True)), Y_BATCH=sizes[0] * steps[0],
            Y_DEPTH=strides[0] * steps[0], Y_HEIGHT=strides[1] * steps[1], Y_WIDTH=strides[2] * steps[2],
        )  # fmt: skip
        offsets = np.concatenate([made.offsets, np.array(taps, np.intp)])
        passes.append(DensePass(made.base, offsets, made.panels_of, made.padded))
    return InputPasses(passes, empty)


def scatter_pass(problem: ConvProblem) -> DensePass:
    """dy (N, D, H, W, D) with w (depth taps, other taps and channels, D), transposed, added into dx (N, D, H, W, C)."""
    window = _window_axes(problem)
    axes = [Axis(axis.grid, axis.size, axis.step, axis.offsets) for axis in window]
    columns = problem.in_channels * len(axes[1].offsets) * len(axes[2].offsets)
    return _pass(
        problem, axes, problem.out_channels, problem.in_channels,
        B_ROW=problem.out_channels, B_TAP=columns * problem.out_channels,
    )  # fmt: skip


def scatters(problem: ConvProblem, lanes: int) -> bool:
    """Whether an input gradient has so few channels that vectors of channels would stay half empty, which those of
    (tap, channel) pairs do not."""
    columns = problem.in_channels * prod(problem.kernel[-2:])
    return problem.groups == 1 and 2 * problem.in_channels <= lanes and problem.in_channels < columns <= at.SCATTERED
