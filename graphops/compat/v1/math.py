"""``tf.math``: element-wise functions and reductions, which the outer module has, too."""

from __future__ import annotations

from typing import Any

from graphops.compat.v1.composed import composed
from graphops.compat.v1.functions import arithmetic, casts, clipping, reductions, tables
from graphops.compat.v1.functions.marked import mark_all, marking
from graphops.compat.v1.functions.missing import missing
from graphops.compat.v1.networks.nn_layers import in_top_k, l2_normalize, top_k, zero_fraction

_PARTS = (arithmetic, casts, clipping, reductions)


def __getattr__(name: str) -> Any:
    for part in _PARTS:
        if name in part.__all__:
            return marking(getattr(part, name))
    if name in tables.FUNCTIONS:
        return marking(tables.function(name))
    if name == "bincount":
        return marking(composed(name))
    raise missing("math", name)


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for part in _PARTS for name in part.__all__), *tables.FUNCTIONS})


__all__ = ["in_top_k", "l2_normalize", "top_k", "zero_fraction"]

mark_all(globals(), __all__)
