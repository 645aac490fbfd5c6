"""Kernels that use nothing but NumPy's matrix product (BLAS)."""

from graphops_cpu.blas import kernels  # noqa: F401  (registers them)
