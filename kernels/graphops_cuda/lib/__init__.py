"""Code that kernels share: operands in the form that libraries need, vectors, launches of element-wise functions.

Registers nothing.  May import :mod:`graphops_cuda.runtime` and below.  Begin with ``vectors.py``.
"""
