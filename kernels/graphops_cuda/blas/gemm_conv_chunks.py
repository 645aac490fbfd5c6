"""How a convolution by matrix products is cut into pieces whose columns fit into bounded memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Final

from graphops_cpu.lib.conv_problem import ConvProblem
from graphops_registry.kernel_def import Mode

COLUMN_BYTES: Final = 256 << 20
"""Of columns at a time: enough for products that fill a GPU."""

_ALLOWED: Final = 4 << 30  # bytes, if even the smallest piece takes more than that and no Session says otherwise
_LARGEST: Final = 2**31 - 1  # elements that a kernel counts, and sizes of a matrix
_MOST_POSITIONS: Final = 1 << 30


@dataclass(frozen=True, slots=True)
class Rows:
    """A piece of an input gradient: rows [row, row + rows) of the first spatial axis of images [image, image + images),
    and the output rows [out_row, out_row + out_rows) that meet them."""

    image: int
    images: int
    row: int
    rows: int
    out_row: int
    out_rows: int


@dataclass(frozen=True, slots=True)
class Axis:
    """One spatial axis of a window."""

    input: int
    output: int
    kernel: int
    stride: int
    dilation: int
    before: int

    def outputs_for(self, start: int, stop: int) -> tuple[int, int]:
        """The first output that meets an input position in [start, stop), and how many there are up to the last."""
        first = max(0, -((-(start + self.before - (self.kernel - 1) * self.dilation)) // self.stride))
        last = min(self.output - 1, (stop - 1 + self.before) // self.stride)
        return (first, last - first + 1) if first <= last else (0, 0)


def axes(problem: ConvProblem) -> tuple[Axis, Axis, Axis]:
    """The spatial axes, with one of size 1 after the two of a plane."""
    columns = (
        problem.inputs, problem.outputs, problem.kernel, problem.strides, problem.dilations, problem.before,
    )  # fmt: skip
    found = [Axis(*numbers) for numbers in zip(*columns, strict=True)]
    found += [Axis(1, 1, 1, 1, 1, 0)] * (3 - len(found))
    return found[0], found[1], found[2]


def needs_no_columns(problem: ConvProblem) -> bool:
    """Whether each window is one position of the input, so that the images are their own columns."""
    return problem.taps == 1 and problem.inputs == problem.outputs and not any(problem.before)


@dataclass(frozen=True, slots=True)
class Chunks:
    """The pieces of a problem.

    Attributes:
        problem: what is cut.
        positions: how many output positions are a piece, of a forward pass or a filter gradient.
        images: how many images are a piece of an input gradient; 0: one is too much, ...
        rows: ... and is cut into so many rows of its first axis.
        columns: elements of the columns of a piece.
    """

    problem: ConvProblem
    positions: int
    images: int
    rows: int
    columns: int

    def spans(self) -> Iterator[tuple[int, int]]:
        """(first, count) of the output positions of each piece."""
        total = self.problem.batch * prod(self.problem.outputs)
        for first in range(0, total, self.positions):
            yield first, min(self.positions, total - first)

    def blocks(self) -> Iterator[Rows]:
        """The pieces of an input gradient."""
        axis = axes(self.problem)[0]
        if self.images:
            for image in range(0, self.problem.batch, self.images):
                count = min(self.images, self.problem.batch - image)
                yield Rows(image, count, 0, axis.input, 0, axis.output)
            return
        for image in range(self.problem.batch):
            for row in range(0, axis.input, self.rows):
                rows = min(self.rows, axis.input - row)
                yield Rows(image, 1, row, rows, *axis.outputs_for(row, row + rows))


def is_direct(problem: ConvProblem) -> bool:
    """Whether channels-first images are multiplied as they are: the batch is then one of products."""
    return (
        problem.channels_first
        and problem.groups == 1
        and problem.pass_ != "filter_gradient"
        and needs_no_columns(problem)
        and prod(problem.inputs) <= _LARGEST
    )


def copied_bytes(problem: ConvProblem) -> int:
    """Of copies of operands: channels-first images with their channels last, a filter gradient in the wide dtype."""
    size = problem.dtype.size
    total = 0
    if problem.channels_first and not is_direct(problem):
        x = problem.batch * prod(problem.inputs) * problem.in_channels
        y = problem.batch * prod(problem.outputs) * problem.out_channels
        total += (x + y) * size
    if problem.pass_ == "filter_gradient" and size < 4:
        total += problem.taps * problem.in_channels // problem.groups * problem.out_channels * 4
    return total


def chunks(problem: ConvProblem, mode: Mode) -> Chunks | str:
    """The pieces of a problem that has products, or why it cannot be cut into pieces that are small enough."""
    widest = max(problem.in_channels, problem.out_channels, problem.taps * problem.in_channels)
    if widest > _LARGEST:
        return f"cuBLAS counts rows with 32 bits, and one has {widest:,} elements"
    allowed = (_ALLOWED if mode.workspace is None else mode.workspace) - copied_bytes(problem)
    if mode.workspace is None:
        allowed = max(allowed, COLUMN_BYTES)
    if allowed < 0:
        return f"copies of its operands take {copied_bytes(problem):,} bytes, more than the workspace may"
    if needs_no_columns(problem):
        return Chunks(problem, _MOST_POSITIONS, problem.batch, problem.inputs[0], 0)
    wanted = min(allowed, COLUMN_BYTES)
    if problem.pass_ == "input_gradient":
        return _of_input_gradient(problem, wanted, allowed)
    of_one = problem.taps * problem.in_channels
    if of_one * problem.dtype.size > allowed:
        return _too_small(of_one * problem.dtype.size, allowed)
    positions = max(1, min(wanted // problem.dtype.size, _LARGEST) // of_one)
    positions = min(positions, problem.batch * prod(problem.outputs))
    return Chunks(problem, positions, 0, 0, positions * of_one)


def _of_input_gradient(problem: ConvProblem, wanted: int, allowed: int) -> Chunks | str:
    """Whole images if one fits, else as many rows of its first axis as do, and at least one."""
    size = max(4, problem.dtype.size)  # columns are kept as wide as they are added up
    first, *others = axes(problem)
    of_one = problem.taps * problem.in_channels * prod(axis.output for axis in others)  # columns of an output row
    of_row = problem.in_channels * prod(axis.input for axis in others)
    of_image = of_one * first.output
    images = min(wanted // size // of_image, _LARGEST // max(of_image, of_row * first.input), problem.batch)
    if images:
        return Chunks(problem, 0, images, 0, images * of_image)
    rows = first.input
    while True:
        reach = (first.kernel - 1) * first.dilation + rows  # for every alignment, these rows meet no more outputs
        columns = min(first.output, -(-reach // first.stride)) * of_one
        fits = max(columns, rows * of_row) <= _LARGEST
        if fits and columns * size <= (wanted if rows > 1 else allowed):
            return Chunks(problem, 0, 0, rows, columns)
        if rows == 1:
            return _too_small(columns * size, allowed)
        rows //= 2


def _too_small(needed: int, allowed: int) -> str:
    return f"the columns of its smallest piece take {needed:,} bytes, and the workspace may take {allowed:,}"
