"""The scopes of the default graph, as functions."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from graphops.graph.graph import Graph, get_default_graph


def name_scope(name: str | None) -> AbstractContextManager[str]:
    """:meth:`Graph.name_scope` of the default graph."""
    return get_default_graph().name_scope(name)


def device(device: str | None) -> AbstractContextManager[None]:
    """:meth:`Graph.device` of the default graph."""
    return get_default_graph().device(device)


def control_dependencies(inputs: Sequence[Any] | None) -> AbstractContextManager[None]:
    """:meth:`Graph.control_dependencies` of the default graph."""
    return get_default_graph().control_dependencies(inputs)


def colocate_with(element: Any, ignore_existing: bool = False) -> AbstractContextManager[None]:
    """:meth:`Graph.colocate_with` of the default graph."""
    return get_default_graph().colocate_with(element, ignore_existing)


def as_default(graph: Graph) -> AbstractContextManager[Graph]:
    """:meth:`Graph.as_default`."""
    return graph.as_default()
