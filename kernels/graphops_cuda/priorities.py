"""How good the kernels for GPUs are beside each other: of those that can do a problem the highest number runs.

Plain kernels, the CPU's with CuPy, have 0: they are left what nothing else can do.
"""

from __future__ import annotations

from typing import Final

NATIVE: Final = 10
"""Kernels in CUDA C or by a library of CUDA, where there is nothing else beside the plain one."""

CUDNN: Final = 10
"""Convolutions by cuDNN."""
GEMM: Final = 5
"""Convolutions as products by cuBLAS: for what cuDNN refuses, and where it is missing."""

DEPTHWISE: Final = 20
"""Depthwise convolutions in CUDA C."""
DEPTHWISE_AFTER_CUDNN: Final = 8  # half, channels last, where there is no kernel that marches: cuDNN has its own
