"""Launching the marching kernels of ``cuda/depthwise*.cu``: which instance, how many blocks, which arguments.

They compute depthwise convolutions of multiplier 1 with square kernels of 3, 5 and 7 and strides of 1 and 2; of stride
1 with dilations too.  A thread marches down the rows of a strip of ``width`` columns and ``vector`` channels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final, TypeAlias

import numpy as np

from graphops_cpu.lib.conv_problem import ConvProblem
from graphops_cuda.lib.vectors import ALIGNMENT, FLOATS
from graphops_cuda.runtime import source
from graphops_registry.dtypes import DType

MARCH: Final = np.dtype(  # struct DepthwiseMarch
    [
        *[(name, np.int64) for name in ("items", "share")],
        *[
            (name, np.int32)
            for name in (
                "channels", "in_rows", "in_columns", "out_rows", "out_columns", "before_rows", "before_columns",
                "row_dilation", "column_dilation", "row_phases", "column_phases", "first_row", "rows", "first_column",
                "strips", "chunk", "chunks", "channel_blocks", "at_once",
            )
        ],
    ],
    align=True,
)  # fmt: skip

GRID: Final = 2**31 - 1
LANES: Final = 32  # threads of a warp
MULTIPROCESSORS: Final = 132  # an H200's. Work is divided for so many on every device, so that sums are the same
_KERNELS: Final = (3, 5, 7)
_STRIDES: Final = (1, 2)
_JOINING: Final = 8  # rows that could be marched over while a block adds up what its threads have
_LARGEST_STEP: Final = 2**31  # bytes, between rows and across the columns of a strip
_MOST_COLUMNS: Final = 16  # that a strip reads

_Table: TypeAlias = dict[int, dict[tuple[int, int], tuple[tuple[int, int], ...]]]

# (vector, width) for channels last, by bytes of an element, kernel and stride: as much as fits into the registers that
# a thread may have (MarchLimits in depthwise.cuh).  The more bytes a thread has on their way, the more of the memory's
# latency is hidden; 8 bytes of channels and strips of a few columns need fewer registers for it than 16 and one.
_SUMS: Final[_Table] = {  # forward and the input's gradient
    2: {(3, 1): ((4, 3), (1, 8)), (3, 2): ((4, 2), (1, 4)), (5, 1): ((2, 4), (1, 8)), (5, 2): ((2, 2), (1, 4)),
        (7, 1): ((1, 4),), (7, 2): ((1, 2),)},
    4: {(3, 1): ((2, 4), (1, 8)), (3, 2): ((2, 2), (1, 4)), (5, 1): ((1, 8),), (5, 2): ((1, 4),),
        (7, 1): ((1, 4),), (7, 2): ((1, 2),)},
    8: {(3, 1): ((1, 4),), (3, 2): ((1, 2),), (5, 1): ((1, 2),), (5, 2): ((1, 1),), (7, 1): ((1, 2),),
        (7, 2): ((1, 1),)},
}  # fmt: skip
_PRODUCTS: Final[_Table] = {  # the filter's gradient
    2: {(3, 1): ((4, 3), (1, 4)), (3, 2): ((4, 2), (1, 2)), (5, 1): ((2, 4), (1, 4)), (5, 2): ((2, 2), (1, 2)),
        (7, 1): ((1, 4),), (7, 2): ((1, 2),)},
    4: {(3, 1): ((2, 3), (1, 4)), (3, 2): ((2, 2), (1, 2)), (5, 1): ((1, 4),), (5, 2): ((1, 2),),
        (7, 1): ((1, 4),), (7, 2): ((1, 2),)},
    8: {(3, 1): ((1, 3),), (3, 2): ((1, 2),), (5, 1): ((1, 2),), (5, 2): ((1, 1),), (7, 1): ((1, 2),),
        (7, 2): ((1, 1),)},
}  # fmt: skip


def _choices(pass_: str, itemsize: int, kernel: int, stride: int, channels_first: bool) -> tuple[tuple[int, int], ...]:
    """(vector, width), the best first; the last one takes any number of channels."""
    if channels_first:
        return ((1, {1: 4, 2: 2}[stride] // (2 if itemsize == 8 else 1)),)
    return (_PRODUCTS if pass_ == "filter_gradient" else _SUMS)[itemsize][kernel, stride]


def _name(pass_: str, dtype: DType, vector: int, kernel: int, stride: int, width: int, channels_first: bool) -> str:
    numbers = f"{vector}, {kernel}, {stride}, {width}, {'true' if channels_first else 'false'}"
    return f"{pass_}<{source.c_type(dtype)}, {numbers}>"


def _instances(pass_: str) -> Iterator[str]:
    for dtype in FLOATS:
        for kernel in _KERNELS:
            for stride in _STRIDES:
                for first in (False, True):
                    for vector, width in _choices(pass_, dtype.size, kernel, stride, first):
                        yield _name(pass_, dtype, vector, kernel, stride, width, first)


for _pass in ("forward", "input_gradient", "filter_gradient"):
    source.declare(f"depthwise_{_pass}", tuple(_instances(_pass)))


@dataclass(frozen=True)
class Launch:
    """A kernel and all that it is launched with but its arrays.

    Attributes:
        source, name: of the kernel.
        grid, block: its size.
        sizes: the struct that it takes by value, 0-d.
        alignment: bytes that the addresses of its arrays must be multiples of.
        splits: of the filter's gradient: how many partial sums there are of each element; otherwise 0.
    """

    source: str
    name: str
    grid: int
    block: tuple[int, int]
    sizes: np.ndarray[Any, Any]
    alignment: int
    splits: int

    def __call__(self, arrays: Sequence[Any]) -> None:
        """Launch it on the current stream."""
        source.kernel(self.source, self.name)((self.grid,), self.block, (*arrays, self.sizes))


def why_not_march(problem: ConvProblem) -> str | None:
    """Why a problem is left to the kernels that take anything, or ``None``."""
    rows, columns = problem.kernel
    if problem.multiplier != 1:
        return "the multiplier is not 1"
    if rows != columns or rows not in _KERNELS:
        return "the kernel is not 3x3, 5x5 or 7x7"
    stride = problem.strides[0]
    if problem.strides[1] != stride or stride not in _STRIDES:
        return "the strides are not both 1 or both 2"
    if stride > 1 and problem.dilations != (1, 1):
        return "there are strides and dilations"
    # Of few positions for each phase most threads would have nothing to do.
    if any(d > 1 and 4 * d > size for d, size in zip(problem.dilations, problem.outputs, strict=True)):
        return "the dilation is more than a quarter of the size"
    position = (1 if problem.channels_first else problem.in_channels) * problem.dtype.size
    row = position * max(problem.inputs[1], problem.outputs[1]) * problem.dilations[0]
    if max(row, position * problem.dilations[1] * _MOST_COLUMNS) >= _LARGEST_STEP:
        return "rows are further apart than 31 bits can say"
    return None


def march(problem: ConvProblem, workspace: int) -> Launch | None:
    """The launch for a problem that :func:`why_not_march` lets pass; ``None`` if it is too large for a grid, or its
    partial sums for ``workspace`` bytes."""
    if problem.pass_ == "filter_gradient":
        return _filter_gradient(problem, workspace)
    return _sums(problem)


def _instance(problem: ConvProblem) -> tuple[int, int]:
    """(vector, width) for a problem."""
    first, size = problem.channels_first, problem.dtype.size
    for vector, width in _choices(problem.pass_, size, problem.kernel[0], problem.strides[0], first):
        if problem.in_channels % vector == 0:
            return vector, width
    raise AssertionError("the last choice takes any number of channels")


def _threads(kernel: int) -> tuple[int, int]:
    """Threads of a block, and blocks on a multiprocessor: MarchLimits in depthwise.cuh."""
    return {3: (256, 2), 5: (128, 3), 7: (128, 2)}[kernel]


def _block(problem: ConvProblem, vector: int) -> tuple[int, int, int]:
    """Lanes along the channels, other threads of a block, and blocks side by side along the channels."""
    threads, _ = _threads(problem.kernel[0])
    vectors = problem.in_channels // vector
    blocks = -(-vectors // LANES)
    lanes = -(-vectors // blocks)
    return lanes, threads // lanes, blocks


def _positions(problem: ConvProblem, axis: int) -> tuple[int, int]:
    """What is marched over along an axis, in positions of a phase: the first, and how many."""
    dilation = problem.dilations[axis]
    if problem.pass_ != "input_gradient":
        return 0, -(-problem.outputs[axis] // dilation)
    # dx at p is reached from p + before = (phase + dilation * i) * stride + e; with strides there is no dilation.
    unit = dilation * problem.strides[axis]
    first = problem.before[axis] // unit
    return first, (problem.before[axis] + problem.inputs[axis] - 1) // unit - first + 1


def _sizes(problem: ConvProblem, width: int, chunks: int, channel_blocks: int) -> np.ndarray[Any, Any]:
    """The struct, but for ``items`` and ``share``."""
    first_row, rows = _positions(problem, 0)
    first_column, columns = _positions(problem, 1)
    chunk = -(-rows // chunks)
    sizes = np.zeros((), MARCH)
    values = {
        "channels": problem.in_channels,
        "in_rows": problem.inputs[0], "in_columns": problem.inputs[1],
        "out_rows": problem.outputs[0], "out_columns": problem.outputs[1],
        "before_rows": problem.before[0], "before_columns": problem.before[1],
        "row_dilation": problem.dilations[0], "column_dilation": problem.dilations[1],
        "row_phases": problem.dilations[0], "column_phases": problem.dilations[1],
        "first_row": first_row, "rows": rows, "first_column": first_column, "strips": -(-columns // width),
        "chunk": chunk, "chunks": -(-rows // chunk), "channel_blocks": channel_blocks,
        "at_once": _at_once(problem, width),
    }  # fmt: skip
    for name, value in values.items():
        sizes[name] = value
    return sizes


def _at_once(problem: ConvProblem, width: int) -> bool:
    """Whether each strip of results lies in the array, channels first, where a vector of its size can be stored."""
    if not problem.channels_first or problem.dilations[1] != 1:
        return False
    if problem.pass_ == "forward":
        return problem.outputs[1] % width == 0
    first, _ = _positions(problem, 1)
    stride = problem.strides[1]
    begin = first * stride - problem.before[1]
    return begin % (width * stride) == 0 and problem.inputs[1] % (width * stride) == 0


def _strips(sizes: np.ndarray[Any, Any]) -> int:
    """Strips of an image's rows, all phases and chunks together."""
    names = ("strips", "column_phases", "row_phases", "chunks")
    result = 1
    for name in names:
        result *= int(sizes[name])
    return result


def _sums(problem: ConvProblem) -> Launch | None:
    vector, width = _instance(problem)
    threads, per_multiprocessor = _threads(problem.kernel[0])
    lanes, others, channel_blocks = (threads, 1, 1) if problem.channels_first else _block(problem, vector)
    together = MULTIPROCESSORS * per_multiprocessor
    _, rows = _positions(problem, 0)
    # For few chunks: rows at the ends of a chunk are read twice, and to begin one costs as much as about three rows.
    # For many chunks: blocks end at different times, and while the last ones run, other multiprocessors have no work.
    ends = -(-problem.kernel[0] // problem.strides[0]) + 2
    best: tuple[int, int, np.ndarray[Any, Any]] | None = None
    for chunks in range(1, max(2, min(64, rows // 2 + 1))):
        sizes = _sizes(problem, width, chunks, channel_blocks)
        items = problem.batch * _strips(sizes) * (problem.in_channels if problem.channels_first else 1)
        sizes["items"] = items
        grid = channel_blocks * -(-items // (lanes if problem.channels_first else others))
        cost = -(-grid // together) * (int(sizes["chunk"]) + ends)
        if grid <= GRID and (best is None or cost < best[0]):
            best = (cost, grid, sizes)
    if best is None:
        return None
    name = _name(
        problem.pass_, problem.dtype, vector, problem.kernel[0], problem.strides[0], width, problem.channels_first
    )
    return Launch(f"depthwise_{problem.pass_}", name, best[1], (lanes, others), best[2], ALIGNMENT, 0)


def _filter_gradient(problem: ConvProblem, workspace: int) -> Launch | None:
    vector, width = _instance(problem)
    threads, per_multiprocessor = _threads(problem.kernel[0])
    strips = problem.batch * _strips(_sizes(problem, width, 1, 1))
    if problem.channels_first:  # of few strips, no more threads than there are, in whole warps
        lanes, others, channel_blocks = 1, min(threads, -(-strips // LANES) * LANES), problem.in_channels
    else:
        lanes, others, channel_blocks = _block(problem, vector)
    split_bytes = problem.taps * problem.in_channels * max(4, problem.dtype.size)
    most = min(workspace // split_bytes, GRID // channel_blocks)
    if most < 1:
        return None
    together = MULTIPROCESSORS * per_multiprocessor
    _, rows = _positions(problem, 0)
    ends = -(-problem.kernel[0] // problem.strides[0]) + 3
    best: tuple[int, int, np.ndarray[Any, Any]] | None = None
    for waves, chunks in product(range(1, 5), range(1, max(2, min(64, rows // 4 + 1)))):
        wanted = max(1, min(most, waves * together // channel_blocks))
        sizes = _sizes(problem, width, chunks, channel_blocks)
        items = problem.batch * _strips(sizes)
        rounds = -(-items // (wanted * others))  # items for each thread
        splits = -(-items // (rounds * others))
        cost = -(-channel_blocks * splits // together) * (rounds * (int(sizes["chunk"]) + ends) + _JOINING)
        if best is None or cost < best[0]:
            sizes["items"], sizes["share"] = items, rounds * others
            best = (cost, splits, sizes)
    assert best is not None  # noqa: S101
    _, splits, sizes = best
    name = _name(
        problem.pass_, problem.dtype, vector, problem.kernel[0], problem.strides[0], width, problem.channels_first
    )
    return Launch("depthwise_filter_gradient", name, channel_blocks * splits, (lanes, others), sizes, ALIGNMENT, splits)
