"""Looking at graphs and runs: which kernels, which values, how far from float64 or from TensorFlow, and pictures.

May import :mod:`graphops.compat` and below.  Begin with :mod:`graphops.inspect.explain`.
"""
