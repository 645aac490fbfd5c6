"""The priorities of the GPU kernels. Of the kernels that support a problem, the one with the highest number runs.

Plain kernels, the CPU's with CuPy, have 0: they run if no other kernel supports the problem.
"""

from __future__ import annotations

from typing import Final

NATIVE: Final = 10
"""Kernels in CUDA C or by a library of CUDA, where there is nothing else beside the plain one."""

CUDNN: Final = 10
"""Convolutions by cuDNN."""
GEMM: Final = 5
"""Convolutions as products by cuBLAS: for problems that cuDNN does not support, and if it is missing."""

DEPTHWISE: Final = 20
"""Depthwise convolutions in CUDA C."""
DEPTHWISE_AFTER_CUDNN: Final = 8  # half, channels last, where there is no kernel that marches: cuDNN has its own
