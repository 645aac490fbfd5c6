"""The priority of oneDNN for a convolution, one of its numbers in ``priorities.py``."""

from __future__ import annotations

from math import prod
from typing import Final

from graphops_cpu.lib.conv_problem import ConvProblem
from graphops_cpu.priorities import ONEDNN, ONEDNN_AFTER_ALL_FAST, ONEDNN_AFTER_FOLD, ONEDNN_AFTER_SIMD
from graphops_registry.dtypes import bfloat16, float32

_FEW_CHANNELS: Final = 4
_FEW_POSITIONS: Final = 128  # that a filter gradient sums over
_LARGE: Final = 28 * 28  # positions of an image


def priority(problem: ConvProblem) -> int:
    """The priority for a problem."""
    if problem.multiplier is not None:
        return _depthwise(problem)
    if problem.pass_ == "input_gradient" and problem.in_channels // problem.groups <= _FEW_CHANNELS:
        return ONEDNN_AFTER_FOLD  # channels are padded to 16
    if problem.pass_ == "filter_gradient" and problem.dtype is float32:
        return _filter_gradient(problem)
    return ONEDNN


def _filter_gradient(problem: ConvProblem) -> int:
    """Dense, in float32: SIMD kernels lead where windows overlap little, and where there is more filter than image."""
    strided = any(s > 1 and k > 1 for s, k in zip(problem.strides, problem.kernel, strict=True))
    many_channels = problem.in_channels // problem.groups >= 2 * _FEW_CHANNELS
    few = problem.batch * prod(problem.outputs) <= _FEW_POSITIONS
    temporal = problem.taps > 1 and prod(problem.kernel[-2:]) == 1
    rare = (strided or temporal) and not problem.channels_first
    return ONEDNN_AFTER_SIMD if many_channels and (few or rare) else ONEDNN


def _depthwise(problem: ConvProblem) -> int:
    small_kernel = max(problem.kernel) <= 3
    dilated, strided = max(problem.dilations) > 1, max(problem.strides) > 1
    large = prod(problem.inputs) >= _LARGE
    narrow = problem.dtype is bfloat16
    if problem.pass_ == "filter_gradient":
        return ONEDNN if small_kernel and not dilated else ONEDNN_AFTER_ALL_FAST
    if problem.pass_ == "input_gradient" and (dilated or (narrow and strided)):
        return ONEDNN_AFTER_ALL_FAST
    return ONEDNN if large and small_kernel and not narrow else ONEDNN_AFTER_SIMD
