"""The default graph: the top of the thread's own stack of graphs, or the one graph that all threads share."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from graphops_registry.errors import FailedPreconditionError, InvalidArgumentError
from graphops_registry.locks import new_lock

if TYPE_CHECKING:
    from graphops.graph.graph import Graph


class _DefaultGraphs(threading.local):
    """The thread's stack of default graphs over one graph per process."""

    def __init__(self) -> None:
        self.stack: list[Graph] = []

    @contextmanager
    def use(self, graph: Graph) -> Iterator[None]:
        self.stack.append(graph)
        try:
            yield
        finally:
            self.stack.pop()


default_graphs = _DefaultGraphs()


def _no_class() -> Graph:
    raise NotImplementedError


new_graph: Callable[[], Graph] = _no_class  # the class Graph; graph.py, which imports this module, sets it
_lock = new_lock()
_global_graph: Graph | None = None


def get_default_graph() -> Graph:
    """The innermost graph made default in this thread, else the process's global one."""
    global _global_graph
    if default_graphs.stack:
        return default_graphs.stack[-1]
    with _lock:
        if _global_graph is None:
            _global_graph = new_graph()
        return _global_graph


def building_graph(graph: Graph) -> Graph:
    """Where a node goes that uses something of ``graph``: there, or into the body of a function being written."""
    default = get_default_graph()
    if default.takes_tensors_from_outside:
        return default
    if graph.takes_tensors_from_outside:
        raise InvalidArgumentError(
            "a tensor of a branch or a loop's body must be used in it, or given as its result, but it is used outside"
        )
    return graph


def reset_default_graph() -> None:
    """Replace the process's global graph with an empty one.

    Raises:
        FailedPreconditionError: within an ``as_default()`` block.
    """
    global _global_graph
    if default_graphs.stack:
        raise FailedPreconditionError("reset_default_graph() must not be called within a 'with graph.as_default()'")
    with _lock:
        _global_graph = None
