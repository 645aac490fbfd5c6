"""What kernels share: loops of convolutions, element-wise arithmetic, generators, texts, and so on.

Registers nothing.  May import :mod:`graphops_cpu.runtime` and the registry.  Kernels of convolutions begin with
``conv_problem.py``, which reads a problem off a spec.
"""
