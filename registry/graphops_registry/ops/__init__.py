"""The built-in ops, one file per family. Importing a family registers its ops; :func:`load` imports all of them."""

from __future__ import annotations

import importlib
import pkgutil


def load() -> None:
    """Import every family in this package (each only once: Python's module cache sees to that)."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
