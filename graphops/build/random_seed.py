"""Seeds of random ops: the graph's seed and the op's, combined as in TensorFlow 2.21.

In a graph with a seed, each random op without a seed gets the next integer, counted from 0.  So a program that builds
the same graph again draws the same values.
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
    """The two seeds of an op in the default graph, both ``None`` if neither the graph nor the op has a seed.

    Never (0, 0), which a kernel takes as no seed: (0, 2**31 - 1) is returned instead.
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
