"""Plain kernels: everything that an OpDef allows, written with NumPy's functions as ``xp``; a file for each op family.

May import :mod:`graphops_cpu.lib` and below.  Faster kernels are registered separately; there are no fast paths in
these.  File names are those of ``graphops_registry.ops``; begin with ``math_arithmetic.py``.
"""
