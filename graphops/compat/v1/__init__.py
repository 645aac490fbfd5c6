"""``import graphops.compat.v1 as tf``: TensorFlow 1's names, as far as they exist here."""

from __future__ import annotations

from typing import Any

import graphops
from graphops.compat.v1 import nn, raw_ops

# Everything that graphops itself exports under TensorFlow 1's own name is the same object here.
_SHARED = frozenset(graphops.__all__) - {"compat", "eager", "ops", "nn", "raw_ops", "extend", "testing"}


def __getattr__(name: str) -> Any:
    if name in _SHARED:
        return getattr(graphops, name)
    raise AttributeError(f"module 'graphops.compat.v1' has no attribute '{name}'", name=name)


def __dir__() -> list[str]:
    return sorted({*_SHARED, "nn", "raw_ops"})


__all__ = ["nn", "raw_ops"]
