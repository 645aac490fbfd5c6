"""What kernels share: loops of convolutions, element-wise arithmetic, generators, texts, regular expressions.

Registers nothing.  May import the registry and :mod:`graphops_cpu.runtime`.
"""
