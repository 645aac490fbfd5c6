"""For authors of kernels: :mod:`graphops_cpu.simd.compile.jit`."""

from graphops_cpu.simd.compile.jit import inline, kernel

__all__ = ["inline", "kernel"]
