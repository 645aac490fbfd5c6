"""The built-in ops, one file per family. Importing a family registers its ops; :func:`load` imports all families."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache


@cache
def load() -> None:
    """Import every family in this package. The first call that ends does it for all that follow."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
