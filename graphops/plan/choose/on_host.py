"""Which nodes the host computes even when they are placed on another device."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphops_registry.dtypes import string, variant
from graphops_registry.op_def import Op


def computed_on_host(op: Op, attrs: Mapping[str, Any]) -> bool:
    """Whether a node is computed by the CPU's kernels with all inputs and outputs on the host, wherever it is placed:
    because it has to do with texts, or calls functions."""
    op_def = op.op_def
    if op_def.function_attrs:  # the nodes of the functions compute wherever they are themselves
        return True
    types = (*op_def.input_types(attrs), *op_def.output_types(attrs))
    return any(dtype.base is string or dtype.base is variant for dtype in types)
