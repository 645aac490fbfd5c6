"""``tf.math``: element-wise functions and reductions, which the outer module has, too."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from graphops.compat.v1.composed import IN, composed
from graphops.compat.v1.functions import arithmetic, array_tables, casts, clipping, reductions, tables
from graphops.compat.v1.functions.marked import mark_all, marking
from graphops.compat.v1.functions.missing import missing
from graphops.compat.v1.networks.nn_functions import nn_function
from graphops.compat.v1.networks.nn_layers import in_top_k, l2_normalize, top_k, zero_fraction

_PARTS = (arithmetic, casts, clipping, reductions)
_SAME = frozenset({"log_softmax", "softmax", "softplus", "softsign"})
"""Names that are those of ``tf.nn``."""


def __getattr__(name: str) -> Any:
    for part in _PARTS:
        if name in part.__all__:
            return marking(getattr(part, name))
    if name in tables.FUNCTIONS:
        return marking(tables.function(name))
    if name in array_tables.OF_MATH:
        return marking(tables.function(name))
    if name in _SAME:
        return marking(nn_function(name))  # type: ignore[arg-type]  # each of them is there
    if name in IN["math"]:
        return marking(composed(name, "math"))
    if name == "special":
        return import_module("graphops.compat.v1.special")
    raise missing("math", name)


def __dir__() -> list[str]:
    parts = {name for part in _PARTS for name in part.__all__}
    more = {*array_tables.OF_MATH, *_SAME, *IN["math"], "special"}
    return sorted({*__all__, *parts, *tables.FUNCTIONS, *more})


__all__ = ["in_top_k", "l2_normalize", "top_k", "zero_fraction"]

mark_all(globals(), __all__)
