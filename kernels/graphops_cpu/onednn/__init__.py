"""Kernels that oneDNN computes, driven through its C interface: float32, and bfloat16 where the CPU multiplies it.

:mod:`library` finds it, :mod:`objects` owns what it makes, :mod:`program` runs it.  Nothing is loaded before a kernel
is prepared; where it cannot be loaded every kernel here refuses, with the reason.

May import :mod:`graphops_cpu.plain` and below.  Begin with ``conv.py`` and ``conv_desc.py``.
"""

from __future__ import annotations

from graphops_cpu.onednn import conv, conv_product, fused, matmul  # noqa: F401  # they register kernels
