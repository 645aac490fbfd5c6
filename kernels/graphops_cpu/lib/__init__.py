"""What kernels share: loops of convolutions, element-wise arithmetic, generators, texts, and so on.

Registers nothing.  May import the registry and :mod:`graphops_cpu.runtime`.
"""
