"""How good oneDNN is at a convolution beside the other kernels, as measured on a Zen 5 with AVX-512 and two threads.

SIMD kernels have 20, what goes through float32 has 15, BLAS 10, a folded input gradient 25.
"""

from __future__ import annotations

from math import prod
from typing import Final

from graphops_cpu.lib.conv_problem import ConvProblem
from graphops_registry.dtypes import bfloat16, float32

PRIORITY: Final = 30
AFTER_SIMD: Final = 18
AFTER_ALL_FAST: Final = 10  # several times slower than others
AFTER_FOLD: Final = 12

_FEW_CHANNELS: Final = 4
_FEW_POSITIONS: Final = 128  # that a filter gradient sums over
_LARGE: Final = 28 * 28  # positions of an image


def priority(problem: ConvProblem) -> int:
    """The priority for a problem."""
    if problem.multiplier is not None:
        return _depthwise(problem)
    if problem.pass_ == "input_gradient" and problem.in_channels // problem.groups <= _FEW_CHANNELS:
        return AFTER_FOLD  # channels are padded to 16
    if problem.pass_ == "filter_gradient" and problem.dtype is float32:
        return _filter_gradient(problem)
    return PRIORITY


def _filter_gradient(problem: ConvProblem) -> int:
    """Dense, in float32: SIMD kernels lead where windows overlap little, and where there is more filter than image."""
    strided = any(s > 1 and k > 1 for s, k in zip(problem.strides, problem.kernel, strict=True))
    many_channels = problem.in_channels // problem.groups >= 2 * _FEW_CHANNELS
    few = problem.batch * prod(problem.outputs) <= _FEW_POSITIONS
    temporal = problem.taps > 1 and prod(problem.kernel[-2:]) == 1
    rare = (strided or temporal) and not problem.channels_first
    return AFTER_SIMD if many_channels and (few or rare) else PRIORITY


def _depthwise(problem: ConvProblem) -> int:
    small_kernel = max(problem.kernel) <= 3
    dilated, strided = max(problem.dilations) > 1, max(problem.strides) > 1
    large = prod(problem.inputs) >= _LARGE
    narrow = problem.dtype is bfloat16
    if problem.pass_ == "filter_gradient":
        return PRIORITY if small_kernel and not dilated else AFTER_ALL_FAST
    if problem.pass_ == "input_gradient" and (dilated or (narrow and strided)):
        return AFTER_ALL_FAST
    return PRIORITY if large and small_kernel and not narrow else AFTER_SIMD
