"""Kernels with explicit SIMD vectors, compiled by Numba: convolutions, layers, updates, conversions, transposes.

chains/     groups of element-wise steps, each group compiled to one pass over memory
compile/    from Python functions over vectors to machine code, kept on disk, run over threads
copies/     whole arrays converted between float dtypes, and transposed
dense/      dense convolutions, in float64 and float32
depthwise/  depthwise convolutions, in every float dtype
layers/     ops that take a pass or two over memory: activations, biases, pools, norms, softmax, steps of optimizers
convolution.py   the base of the kernels of dense/ and depthwise/
warmup.py   compiles every kernel ahead
jit.py, loops.py, vector.py    what authors of kernels import (``docs/how-to/write_a_simd_kernel.md``)

May import :mod:`graphops_cpu.plain` and below.  Modules that register kernels work without Numba, because those that
need it are imported when a kernel is prepared.  :func:`why_unavailable` returns why these kernels cannot run.  Begin
with ``docs/how-to/write_a_simd_kernel.md``, then :mod:`graphops_cpu.simd.compile`.
"""

from __future__ import annotations

from graphops_cpu.simd.compile.available import why_unavailable

__all__ = ["why_unavailable"]
