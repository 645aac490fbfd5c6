"""One spatial axis of a convolution for the BLAS kernels, without taps that meet no input and without unneeded strides.

A *gather* computes each output from the input elements that its window meets.  The forward pass and the filter
gradient are gathers from x; the input gradient is a gather from dy for each *phase*, the input positions that share
their remainder modulo the stride: with ``p = o * stride + k * dilation - before``, position ``p = q * stride + r``
receives ``dy[q + (r + before - k * dilation) / stride] * w[k]`` from every kernel position k for which that division
has no remainder.  These k are equally spaced, so each phase is a convolution of stride 1 with part of the kernel in
reverse order, and no gradient is ever dilated with zeros.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from graphops_cpu.lib.conv_problem import ConvProblem
from graphops_registry.rules.conv_geometry import Tap, Window


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis of a gather: output o reads ``source[o * stride + k * dilation - before]`` where that exists.

    Attributes:
        source: which positions of the array's axis take part, as a slice; the others are never met.
        size: how many these are.
        taps: which kernel positions take part.
        kernel: how many these are; at least 1.
        stride, dilation, before: relative to the positions of ``source``.
        output: the number of outputs.
    """

    source: slice
    size: int
    taps: slice
    kernel: int
    stride: int
    dilation: int
    before: int
    output: int

    def reach(self, outputs: int) -> int:
        """How many positions ``outputs`` neighbouring outputs span, from the first that is met to the last."""
        return (outputs - 1) * self.stride + (self.kernel - 1) * self.dilation + 1

    @property
    def padded(self) -> bool:
        """Whether a tap of some output meets the padding."""
        return self.before > 0 or self.reach(self.output) - self.before > self.size


def forward_axes(problem: ConvProblem) -> tuple[Axis, ...]:
    """The axes of the forward pass and of the filter gradient, both gathers from x; the problem has products."""
    return tuple(_reduced(window, slice(None)) for window in _windows(problem))


@dataclass(frozen=True, slots=True)
class Phase:
    """A gather from dy that gives the input gradient at the positions ``target`` of each axis.

    The filter is ``w[axis.taps]``: reversed where it must be, its channels to be exchanged.
    """

    axes: tuple[Axis, ...]
    target: tuple[slice, ...]


def input_gradient_phases(problem: ConvProblem) -> list[Phase]:
    """The phases that meet any kernel position; every other input position has a gradient of zero."""
    found = []
    for parts in product(*(_axis_phases(window) for window in _windows(problem))):
        axes, targets = zip(*parts, strict=True)
        found.append(Phase(axes, targets))
    return found


def _windows(problem: ConvProblem) -> list[Window]:
    columns = (
        problem.inputs, problem.kernel, problem.strides, problem.dilations, problem.before, problem.after,
        problem.outputs,
    )  # fmt: skip
    return [Window(*values) for values in zip(*columns, strict=True)]


def _reduced(window: Window, kernel: slice) -> Axis:
    """The axis without the taps at either end that meet only padding; a single tap needs no stride."""
    taps = window.taps()
    first, last = taps[0].index, taps[-1].index
    output = _number(window.output)
    own = _part(kernel, first, last - first + 1)
    if len(taps) == 1:
        (tap,) = taps
        count = tap.stop - tap.first
        source = slice(tap.start, tap.start + (count - 1) * window.stride + 1, window.stride)
        return Axis(source, count, own, 1, 1, 1, tap.first, output)
    before = (window.before or 0) - first * window.dilation
    return Axis(
        slice(None), _number(window.input), own, last - first + 1, window.stride, window.dilation, before, output
    )


def _part(whole: slice, first: int, count: int) -> slice:
    """The slice of ``count`` positions from the ``first`` of those of ``whole`` on."""
    step = whole.step or 1
    start = (whole.start or 0) + first * step
    stop = start + (count - 1) * step + (1 if step > 0 else -1)
    return slice(start, stop if stop >= 0 else None, step)


def _axis_phases(window: Window) -> list[tuple[Axis, slice]]:
    """Each phase of one axis, as the gather from dy and where its outputs belong."""
    by_remainder: dict[int, list[Tap]] = {}
    for tap in window.taps():
        by_remainder.setdefault(tap.start % window.stride, []).append(tap)
    size, before = _number(window.input), window.before or 0
    phases = []
    for remainder, taps in sorted(by_remainder.items()):
        step = taps[1].index - taps[0].index if len(taps) > 1 else 1
        last = taps[-1].index
        # Output q of the phase reads dy[q + nearest + j * dilation] for the j-th tap from the end.
        nearest = (remainder + before - last * window.dilation) // window.stride
        dilation = max(1, step * window.dilation // window.stride)
        positions = -(-(size - remainder) // window.stride)
        phase = Window(window.output, len(taps), 1, dilation, -nearest, 0, positions)
        reverse = _part(slice(last, None, -step), 0, len(taps))
        phases.append((_reduced(phase, reverse), slice(remainder, None, window.stride)))
    return phases


def _number(size: object) -> int:
    if not isinstance(size, int):
        raise TypeError(f"unknown size {size!r}")
    return size


def source_view(axes: Sequence[Axis]) -> tuple[slice, ...]:
    """Index of the part of an array's spatial axes that a gather reads."""
    return tuple(axis.source for axis in axes)


def tap_view(axes: Sequence[Axis]) -> tuple[slice, ...]:
    """Index of the part of a filter's spatial axes that a gather uses."""
    return tuple(axis.taps for axis in axes)
