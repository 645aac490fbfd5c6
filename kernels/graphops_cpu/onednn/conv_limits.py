"""Which convolutions oneDNN computes wrong, found by comparing it with exact results on small integers.

oneDNN 3.2 on AVX-512 and AMX:

* The filter gradient of a dilated convolution in bfloat16 reads uninitialised memory, unless it has one group and all
  blocks of 16 channels are full. The values are often finite, so the result does not show the mistake.
* The filter gradient of a 3-D convolution miscounts the kernel positions that lie in the padding of the first axis - of
  the first two in bfloat16 - when a window is about as large as the input: the result is wrong, written beyond its
  end, or never ready.
* In bfloat16 channels are multiplied in pairs, positions in the filter gradient, too: where their number is odd an
  infinity of a neighbour is multiplied by a zero, which makes a NaN where none belongs.  The filter gradient also
  multiplies what lies in its scratch memory, perhaps a NaN, by zero.  By matrix multiplication (``gemm``) padding is a
  zero that meets an infinity, in float32 too; so it is in the tiles of AMX.

Kernels do not support the first two.  They detect the last one after they have run.
"""

from __future__ import annotations

from typing import Literal

from graphops_cpu.lib.conv_problem import ConvProblem
from graphops_registry.dtypes import bfloat16


def why_wrong(problem: ConvProblem) -> str | None:
    """Why oneDNN's answer to a problem would be wrong, or ``None``."""
    if problem.pass_ != "filter_gradient":
        return None
    narrow = problem.dtype is bfloat16
    dilated = any(d > 1 and k > 1 for d, k in zip(problem.dilations, problem.kernel, strict=True))
    blocks = problem.groups == 1 and problem.in_channels % 16 == 0 and problem.out_channels % 16 == 0
    if narrow and dilated and (problem.multiplier is not None or not blocks):
        return "oneDNN's bfloat16 filter gradient of a dilated convolution reads memory that nobody wrote"
    if problem.spatial_rank != 3:
        return None
    size, kernel, stride = problem.inputs[0], problem.kernel[0], problem.strides[0]
    if problem.dilations[0] == 1 and kernel >= 4 and size < kernel + stride:
        return f"oneDNN's 3-D filter gradient is wrong when a kernel of depth {kernel} slides over depth {size}"
    if narrow and any(k > n for k, n in zip(problem.kernel[:2], problem.inputs[:2], strict=True)):
        return "oneDNN's 3-D bfloat16 filter gradient is wrong when the kernel is larger than the input"
    return None


Guard = Literal["", "result", "x", "y"]


def guard(problem: ConvProblem, implementation: str) -> Guard:
    """Which array tells whether a NaN may be there where none belongs: the result if it holds NaN, x or y (its
    gradient) if it holds NaN or infinity; none if this cannot happen."""
    narrow = problem.dtype is bfloat16
    pads_with_zeros = "gemm" in implementation or "amx" in implementation
    if pads_with_zeros:
        return "result"
    if problem.pass_ == "filter_gradient":
        return "result" if narrow else ""
    if not narrow:
        return ""
    of_group = (problem.in_channels if problem.pass_ == "forward" else problem.out_channels) // problem.groups
    if of_group % 2 == 0:
        return ""
    return "x" if problem.pass_ == "forward" else "y"
