"""Convolutions that are computed as other convolutions: folded, undilated, or in float32.

May import every folder of this package, but not ``device.py``.  Looks up the best kernel for the other convolution in
the registry (``lib/best_kernel.py``).  Begin with ``through_float32.py``.
"""

from __future__ import annotations

from graphops_cpu.reduce import fold, fold_dilation, through_float32  # noqa: F401  # they register kernels
