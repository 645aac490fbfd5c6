"""Which nodes the host computes even when they are placed on another device."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphops_registry.dtypes import string, variant
from graphops_registry.op_def import Op


def calls_functions(op: Op) -> bool:
    """Whether the op calls functions of the graph, which compute wherever their nodes are."""
    return bool(op.op_def.function_attrs)


def computed_on_host(op: Op, attrs: Mapping[str, Any]) -> bool:
    """Whether a node is computed by the CPU's kernels with all inputs and outputs on the host, wherever it is placed:
    because it has to do with texts, or calls functions."""
    if calls_functions(op):
        return True
    op_def = op.op_def
    types = (*op_def.input_types(attrs), *op_def.output_types(attrs))
    return any(dtype.base is string or dtype.base is variant for dtype in types)
