"""Launching the kernels of ``cuda/depthwise*.cu`` that compute any depthwise convolution."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any, Final

import numpy as np

from graphops_cpu.lib.conv_problem import ConvProblem
from graphops_cuda.lib.vectors import ALIGNMENT, FLOATS
from graphops_cuda.native.nn_depthwise_march import GRID, LANES, MULTIPROCESSORS, Launch
from graphops_cuda.runtime import source
from graphops_registry.dtypes import DType

SIZES: Final = np.dtype(  # struct DepthwiseSizes
    [
        *[(name, np.int64) for name in ("count", "positions", "share", "element_blocks")],
        *[
            (name, np.int32)
            for name in (
                "channels", "multiplier", "in_rows", "in_columns", "out_rows", "out_columns", "kernel_rows",
                "kernel_columns", "row_stride", "column_stride", "row_dilation", "column_dilation", "before_rows",
                "before_columns",
            )
        ],
    ],
    align=True,
)  # fmt: skip

THREADS: Final = 256
_VECTOR_BYTES: Final = 8
_BLOCKS: Final = 8  # on each multiprocessor


def _layout(channels_first: bool) -> str:
    return "true" if channels_first else "false"


def _sums_name(pass_: str, dtype: DType, vector: int, channels_first: bool) -> str:
    return f"{pass_}_any<{source.c_type(dtype)}, {vector}, {_layout(channels_first)}>"


def _products_name(dtype: DType, channels_first: bool) -> str:
    return f"filter_gradient_any<{source.c_type(dtype)}, {_layout(channels_first)}>"


def reduction_name(dtype: DType) -> str:
    """The kernel of ``depthwise_filter_gradient`` that adds the partial sums of either kind."""
    return f"sum_partials<{source.c_type(dtype)}>"


def _sums_names(pass_: str) -> Iterator[str]:
    for dtype in FLOATS:
        yield _sums_name(pass_, dtype, 1, True)
        for vector in sorted({1, _VECTOR_BYTES // dtype.size}):
            yield _sums_name(pass_, dtype, vector, False)


for _pass in ("forward", "input_gradient"):
    source.declare(f"depthwise_{_pass}", tuple(_sums_names(_pass)))
for _dtype in FLOATS:
    source.declare(
        "depthwise_filter_gradient",
        (_products_name(_dtype, False), _products_name(_dtype, True), reduction_name(_dtype)),
    )


def any_sizes(problem: ConvProblem, workspace: int) -> Launch | None:
    """The launch for a problem; ``None`` if it is too large for a grid, or its partial sums for ``workspace`` bytes."""
    if problem.pass_ == "filter_gradient":
        return _filter_gradient(problem, workspace)
    channels = problem.in_channels if problem.pass_ == "input_gradient" else problem.out_channels
    positions = prod(problem.inputs if problem.pass_ == "input_gradient" else problem.outputs)
    vector = _VECTOR_BYTES // problem.dtype.size
    if problem.channels_first or problem.multiplier != 1 or channels % vector:
        vector = 1
    sizes = _sizes(problem)
    sizes["count"] = problem.batch * positions * (channels // vector)
    grid = -(-int(sizes["count"]) // THREADS)
    if grid > GRID:
        return None
    name = _sums_name(problem.pass_, problem.dtype, vector, problem.channels_first)
    return Launch(f"depthwise_{problem.pass_}", name, grid, (THREADS, 1), sizes, ALIGNMENT, 0)


def _filter_gradient(problem: ConvProblem, workspace: int) -> Launch | None:
    lanes = 1 if problem.channels_first else min(LANES, problem.out_channels)
    others = THREADS // lanes
    elements = problem.taps * problem.out_channels
    blocks = -(-elements // lanes)
    positions = problem.batch * prod(problem.outputs)
    most = min(workspace // (elements * max(4, problem.dtype.size)), GRID // blocks)
    if most < 1:
        return None
    splits = max(1, min(most, -(-MULTIPROCESSORS * _BLOCKS // blocks), -(-positions // (4 * others))))
    share = -(-positions // splits)
    splits = -(-positions // share)
    sizes = _sizes(problem)
    sizes["count"], sizes["positions"], sizes["share"], sizes["element_blocks"] = elements, positions, share, blocks
    name = _products_name(problem.dtype, problem.channels_first)
    return Launch("depthwise_filter_gradient", name, blocks * splits, (lanes, others), sizes, ALIGNMENT, splits)


def _sizes(problem: ConvProblem) -> np.ndarray[Any, Any]:
    """The struct, but for what counts results."""
    sizes = np.zeros((), SIZES)
    values = {
        "channels": problem.in_channels, "multiplier": problem.multiplier,
        "in_rows": problem.inputs[0], "in_columns": problem.inputs[1],
        "out_rows": problem.outputs[0], "out_columns": problem.outputs[1],
        "kernel_rows": problem.kernel[0], "kernel_columns": problem.kernel[1],
        "row_stride": problem.strides[0], "column_stride": problem.strides[1],
        "row_dilation": problem.dilations[0], "column_dilation": problem.dilations[1],
        "before_rows": problem.before[0], "before_columns": problem.before[1],
    }  # fmt: skip
    for name, value in values.items():
        sizes[name] = value
    return sizes
