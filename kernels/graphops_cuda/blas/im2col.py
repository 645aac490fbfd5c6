"""Columns of convolutions on the GPU: im2col gathers them, col2im adds them up."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphops_cpu.lib.conv_problem import ConvProblem
from graphops_cuda.blas.gemm_conv_chunks import Rows, axes
from graphops_cuda.runtime import source
from graphops_registry.dtypes import bfloat16, float16, float32, float64

_BLOCK: Final = 256
_WINDOW: Final = [(name, np.int32, (3,)) for name in ("input", "output", "kernel", "stride", "dilation", "before")]
_GATHER: Final = np.dtype(
    [("first", np.int64), ("positions", np.uint32), ("units", np.uint32), ("groups", np.uint32),
     ("window", np.dtype(_WINDOW, align=True))], align=True,
)  # fmt: skip
_FOLD: Final = np.dtype(
    [("image", np.int64), ("images", np.uint32), ("units", np.uint32), ("groups", np.uint32), ("row", np.int32),
     ("rows", np.int32), ("out_row", np.int32), ("out_rows", np.int32), ("window", np.dtype(_WINDOW, align=True))],
    align=True,
)  # fmt: skip
_VECTOR: Final = 16  # bytes that are moved with one instruction
_UNITS: Final = {2: "uint16", 4: "uint32", 8: "uint64", _VECTOR: "Vec<uint32, 4>"}

source.declare("im2col", [f"im2col<{unit}>" for unit in _UNITS.values()])
source.declare(
    "im2col",
    [
        f"col2im<{source.c_type(dtype)}, {vector}>"
        for dtype in (float16, bfloat16, float32, float64)
        for vector in (1, _VECTOR // dtype.size)
    ],
)


def _window(problem: ConvProblem) -> tuple[tuple[int, ...], ...]:
    spatial = axes(problem)
    names = ("input", "output", "kernel", "stride", "dilation", "before")
    return tuple(tuple(getattr(axis, name) for axis in spatial) for name in names)


def _vector(problem: ConvProblem, array: Any) -> int:
    """How many channels of a group are moved at once."""
    per_group = problem.in_channels // problem.groups
    vector = _VECTOR // problem.dtype.size
    return vector if per_group % vector == 0 and array.data.ptr % _VECTOR == 0 else 1


def gather(problem: ConvProblem, x: Any, columns: Any, first: int, positions: int) -> None:
    """Write the columns (groups, positions, taps, channels of a group) of a span of output positions.

    Args:
        x: contiguous, (batch, *inputs, channels).
        columns: a new array.
    """
    vector = _vector(problem, x)
    units = problem.in_channels // problem.groups // vector
    total = problem.groups * positions * problem.taps * units
    kernel = source.kernel("im2col", f"im2col<{_UNITS[vector * problem.dtype.size]}>")
    sizes = np.array((first, positions, units, problem.groups, _window(problem)), _GATHER)
    kernel((-(-total // _BLOCK),), (_BLOCK,), (x, columns, sizes))


def fold(problem: ConvProblem, columns: Any, dx: Any, rows: Rows) -> None:
    """Write the rows of an input gradient from the columns (groups, positions, taps, channels of a group) that meet
    them, which are of the wide dtype.

    Args:
        dx: contiguous, (batch, *inputs, channels).
    """
    vector = _vector(problem, dx)
    units = problem.in_channels // problem.groups // vector
    _, middle, last = axes(problem)
    total = rows.images * rows.rows * middle.input * last.input * problem.groups * units
    kernel = source.kernel("im2col", f"col2im<{source.c_type(problem.dtype)}, {vector}>")
    sizes = np.array(
        (rows.image, rows.images, units, problem.groups, rows.row, rows.rows, rows.out_row, rows.out_rows,
         _window(problem)), _FOLD,
    )  # fmt: skip
    kernel((-(-total // _BLOCK),), (_BLOCK,), (columns, dx, sizes))
