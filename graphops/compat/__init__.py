"""TensorFlow's names for programs that were written for it.

May import :mod:`graphops.train` and below.  Begin with :mod:`graphops.compat.v1`.  :func:`install` lets ``import
tensorflow`` give it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def __getattr__(name: str) -> Any:
    if name == "v1":
        return import_module("graphops.compat.v1")
    if name == "install":
        return import_module("graphops.compat.imports").install
    raise AttributeError(f"module 'graphops.compat' has no attribute '{name}'", name=name)
