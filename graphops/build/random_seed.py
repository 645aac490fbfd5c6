"""Seeds of random ops: that of the graph, and that of the op, as TensorFlow 2.21 combines them.

A graph with a seed gives each random op without a seed of its own the next number of a count from 0, so that the same
program draws the same values each time it builds the graph.
"""

from __future__ import annotations

import weakref
from typing import Any, Final

from graphops.graph.graph import Graph, get_default_graph
from graphops.graph.outermost_graph import outermost_graph
from graphops_registry.errors import InvalidTypeError

DEFAULT_GRAPH_SEED: Final = 87654321
_LARGEST: Final = 2**31 - 1

_next_seed: weakref.WeakKeyDictionary[Graph, int] = weakref.WeakKeyDictionary()


def set_random_seed(seed: int | None) -> None:
    """Set the seed of the default graph; ``None``: each run draws other values."""
    if seed is not None and (isinstance(seed, bool) or not hasattr(seed, "__index__")):
        raise InvalidTypeError(f"seed of set_random_seed() must be an integer or None, got {seed!r}")
    get_default_graph().seed = None if seed is None else int(seed)


def get_seed(op_seed: int | None) -> tuple[int | None, int | None]:
    """The two seeds of an op in the default graph, both ``None`` if nothing asks for the same values each time.

    Never (0, 0), which would mean no seed to a kernel: then (0, 2**31 - 1).
    """
    if op_seed is not None and (isinstance(op_seed, bool) or not hasattr(op_seed, "__index__")):
        raise InvalidTypeError(f"seed of a random op must be an integer or None, got {op_seed!r}")
    graph = outermost_graph()
    if graph.seed is None:
        if op_seed is None:
            return None, None
        seeds = DEFAULT_GRAPH_SEED, int(op_seed) % _LARGEST
    else:
        if op_seed is None:
            op_seed = _next_seed.get(graph, 0)
            _next_seed[graph] = op_seed + 1
        seeds = graph.seed % _LARGEST, int(op_seed) % _LARGEST
    return (0, _LARGEST) if seeds == (0, 0) else seeds


def seed_attrs(op_seed: int | None) -> dict[str, Any]:
    """The attrs ``seed`` and ``seed2`` of a random op."""
    seed, seed2 = get_seed(op_seed)
    return {"seed": seed or 0, "seed2": seed2 or 0}
