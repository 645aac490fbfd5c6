"""Convolutions computed with NumPy's matrix product (BLAS) alone.

May import :mod:`graphops_cpu.plain` and below.  Begin with ``kernels.py``, which chooses how a problem is computed.
"""

from graphops_cpu.blas import kernels  # noqa: F401  (registers them)
