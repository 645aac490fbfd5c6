"""Layers that take a pass or two over memory: a file for each registers kernels, ``<file>_kernels.py`` has its loops.

``base.py`` has the base of the registered kernels, ``results.py`` the base of the prepared ones.

May import :mod:`graphops_cpu.plain`, :mod:`graphops_cpu.simd.compile` and below.
"""
