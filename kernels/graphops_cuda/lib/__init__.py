"""What kernels share: operands as libraries want them, vectors, launches of element-wise functions.

Registers nothing.  May import :mod:`graphops_cuda.runtime` and below.  Begin with ``vectors.py``.
"""
