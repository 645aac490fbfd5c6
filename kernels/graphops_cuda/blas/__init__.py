"""Products of matrices by cuBLAS, and convolutions as such products.

May import :mod:`graphops_cuda.lib` and below.  Begin with ``products.py``, then ``gemm_conv.py``.
"""
