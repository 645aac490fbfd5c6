"""Graphs that follow TensorFlow 1: what scripts call ``tf.<name>`` says so to the graph that it works on.

Arrays beside tensors, feeds and shapes of such a graph behave as TensorFlow 1's (``Graph.tensorflow_1``).  Other graphs
of the same process keep the rules of graphops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from types import FunctionType
from typing import Any

from graphops.graph.default_graph import get_default_graph
from graphops.train.variable_v1 import Variable as _Variable


def mark() -> None:
    """Let the default graph, and those around it if it is a function's body, follow TensorFlow 1."""
    graph: Any = get_default_graph()
    while not graph.tensorflow_1:
        graph.tensorflow_1 = True
        graph = getattr(graph, "outer", graph)


def marking(function: Callable[..., Any]) -> Callable[..., Any]:
    """``function``, which marks the default graph before it does its work."""

    @wraps(function)
    def marked(*args: Any, **kwargs: Any) -> Any:
        mark()
        return function(*args, **kwargs)

    return marked


def mark_all(namespace: dict[str, Any], names: Iterable[str]) -> None:
    """Make the functions of a module :func:`marking`."""
    for name in names:
        if isinstance(namespace[name], FunctionType):
            namespace[name] = marking(namespace[name])


class _AlsoUnmarked(type):
    """Makes the variables that ``get_variable`` and others make instances, too."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, _Variable)


class Variable(_Variable, metaclass=_AlsoUnmarked):
    __doc__ = _Variable.__doc__

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        mark()
        super().__init__(*args, **kwargs)

    __signature__ = signature(_Variable)
