"""Convolutions computed with NumPy's matrix product (BLAS) alone.

May import :mod:`graphops_cpu.plain` and below.  Begin with ``kernels.py``, which chooses how a problem is computed.
"""
