"""The outermost graph, which a Session runs, found from the graph of a function's body."""

from __future__ import annotations

from graphops.graph.graph import Graph, get_default_graph


def outermost_graph(graph: Graph | None = None) -> Graph:
    """The graph around ``graph`` (the default one) and all bodies: where variables and counts belong."""
    found = get_default_graph() if graph is None else graph
    while found.takes_tensors_from_outside:
        found = getattr(found, "outer")  # noqa: B009 - only graphs of bodies have one
    return found
