"""Plain kernels: everything that an OpDef allows, written with NumPy's functions as ``xp``; a file for each op family.

May import :mod:`graphops_cpu.lib` and below.  Faster kernels are registered separately; there are no fast paths in
these.  File names are those of ``graphops_registry.ops``; begin with ``math_arithmetic.py``.
"""

from __future__ import annotations

import importlib
import pkgutil


def load() -> None:
    """Import every family, which registers its kernels."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
