"""Kernels for GPUs beside the plain ones, in CUDA C and by libraries; one file for each family of ops.

May import the rooms :mod:`graphops_cuda.cudnn`, :mod:`graphops_cuda.blas` and below.
Begin with ``math_elementwise.py`` and ``nn_softmax.py``.
"""
