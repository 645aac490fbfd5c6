"""Kernels for the CPU: plain ones in NumPy, written against ``xp`` so that other devices can subclass them, and faster ones.

:mod:`graphops_cpu.plain` mirrors ``graphops_registry.ops`` file by file.  :func:`load` registers everything.
"""

from __future__ import annotations

import importlib
import pkgutil


def load() -> None:
    """Import every kernel module of this package, which registers its kernels."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
    importlib.import_module(f"{__name__}.runtime.device")
