"""Kernels for the CPU: plain ones in NumPy, written against ``xp`` so that other devices can subclass them.

File names mirror ``graphops_registry.ops``. :func:`load` registers everything.
"""

from __future__ import annotations

import importlib
import pkgutil


def load() -> None:
    """Import every kernel module of this package, which registers its kernels."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
