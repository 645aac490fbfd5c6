"""Code that kernels share: loops of convolutions, element-wise arithmetic, random generators, strings and more.

Registers nothing.  May import :mod:`graphops_cpu.runtime` and the registry.  For convolutions begin with
``conv_problem.py``, which makes the description of a problem from a spec.
"""
