"""How good oneDNN is at a convolution beside the other kernels, as measured on a Zen 5 with AVX-512 and two threads.

SIMD kernels have 20, what goes through float32 has 15, BLAS 10, a folded input gradient 25.
"""

from __future__ import annotations

from math import prod
from typing import Final

from graphops_cpu.conv_problem import ConvProblem
from graphops_registry.dtypes import bfloat16

PRIORITY: Final = 30
AFTER_SIMD: Final = 18
AFTER_ALL_FAST: Final = 10  # several times slower than others
AFTER_FOLD: Final = 12

_FEW_CHANNELS: Final = 4
_LARGE: Final = 28 * 28  # positions of an image


def priority(problem: ConvProblem) -> int:
    """The priority for a problem."""
    if problem.multiplier is not None:
        return _depthwise(problem)
    if problem.pass_ == "input_gradient" and problem.in_channels // problem.groups <= _FEW_CHANNELS:
        return AFTER_FOLD  # channels are padded to 16
    return PRIORITY


def _depthwise(problem: ConvProblem) -> int:
    small_kernel = max(problem.kernel) <= 3
    dilated, strided = max(problem.dilations) > 1, max(problem.strides) > 1
    large = prod(problem.inputs) >= _LARGE
    narrow = problem.dtype is bfloat16
    if problem.pass_ == "filter_gradient":
        if not small_kernel or dilated:
            return AFTER_ALL_FAST
        return AFTER_SIMD if narrow and large else PRIORITY
    if problem.pass_ == "input_gradient" and (dilated or (narrow and strided)):
        return AFTER_ALL_FAST
    return PRIORITY if large and small_kernel and not strided and not narrow else AFTER_SIMD
