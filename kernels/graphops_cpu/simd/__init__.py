"""Kernels with explicit SIMD vectors, compiled by Numba: convolutions, layers, updates, conversions, transposes.

compile/    from Python functions over vectors to machine code, kept on disk, run over threads
copies/     whole arrays converted between float dtypes, and transposed
dense/      dense convolutions, in float64 and float32
depthwise/  depthwise convolutions, in every float dtype
layers/     what is done in a pass or two over memory: activations, biases, pools, norms, softmax, steps of optimizers
convolution.py   what the kernels of dense/ and depthwise/ share
warmup.py   every kernel compiled ahead
jit.py, loops.py, vector.py    what authors of kernels import (``docs/how-to/write_a_simd_kernel.md``)

May import :mod:`graphops_cpu.plain` and below.  Importing this package registers its kernels; it costs nothing and
works without Numba: modules that need Numba are imported when a kernel is prepared.  :func:`why_unavailable` says why
there are no such kernels.  Begin with ``docs/how-to/write_a_simd_kernel.md``, then :mod:`graphops_cpu.simd.compile`.
"""

from __future__ import annotations

from graphops_cpu.simd import dense, depthwise, layers  # noqa: F401  # they register kernels
from graphops_cpu.simd.compile.available import why_unavailable

__all__ = ["why_unavailable"]
