"""Plain kernels: everything that an OpDef allows, in NumPy's terms, against ``xp``; one file for each family of ops.

May import :mod:`graphops_cpu.lib` and below.  Faster kernels are registered beside these, never within them.  File
names are those of ``graphops_registry.ops``; begin with ``math_arithmetic.py``.
"""

from __future__ import annotations

import importlib
import pkgutil


def load() -> None:
    """Import every family, which registers its kernels."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
