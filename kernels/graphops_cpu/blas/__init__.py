"""Convolutions by nothing but NumPy's matrix product (BLAS).

May import :mod:`graphops_cpu.plain` and below.  Begin with ``kernels.py``, which says which way a problem is computed.
"""

from graphops_cpu.blas import kernels  # noqa: F401  (registers them)
