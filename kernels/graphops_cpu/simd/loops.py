"""For authors of kernels: :mod:`graphops_cpu.simd.compile.loops`."""

from graphops_cpu.simd.compile.arrays import flat
from graphops_cpu.simd.compile.loops import CompiledLoops, Loops, why_unusable

__all__ = ["CompiledLoops", "Loops", "flat", "why_unusable"]
