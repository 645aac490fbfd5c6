"""The built-in ops, one file per family. Importing a family registers its ops; :func:`load` imports all families.

A look-up imports the family that :mod:`graphops_registry.op_index` names for the op.
"""

from __future__ import annotations

import importlib
from functools import cache


@cache
def load() -> None:
    """Import every family in this package. The first call that ends does it for all that follow."""
    import pkgutil  # most programs need a few families, each by name

    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
