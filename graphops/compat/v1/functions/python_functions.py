"""``compat.v1``: nodes that call Python functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.graph.graph import get_default_graph
from graphops.graph.outermost_graph import outermost_graph
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import InvalidTypeError
from graphops_registry.python_objects import PythonFunction, register


def py_func(func: Callable[..., Any], inp: Any, Tout: Any, stateful: bool = True, name: str | None = None) -> Any:
    """What a Python function returns for the values of tensors. The graph runs in this process alone.

    Args:
        func: gets arrays (scalars for rank 0, bytes for strings), and returns arrays of the dtypes ``Tout``.
        inp: tensors.
        Tout: a dtype, for one tensor, or a list of dtypes, for a list; an empty one for the node alone.
        stateful: whether it may give something else for the same values; otherwise it may be called less often.

    Raises:
        InvalidTypeError: ``func`` is no function.
    """
    return _called(func, inp, Tout, stateful, name or "PyFunc")


def numpy_function(
    func: Callable[..., Any] | None = None,
    inp: Any = None,
    Tout: Any = None,
    stateful: bool = True,
    name: str | None = None,
) -> Any:
    """The same as :func:`py_func`."""
    return _called(func, [] if inp is None else inp, Tout, stateful, name or "PyFunc")


def _called(func: Any, inp: Any, types: Any, stateful: bool, name: str) -> Any:
    if not callable(func):
        raise InvalidTypeError(f"func of py_func() must be a function, got {func!r}")
    is_list = isinstance(types, (list, tuple))
    wanted = [as_dtype(kind) for kind in (types if is_list else [types])]
    given = inp if isinstance(inp, (list, tuple)) else [inp]
    held = PythonFunction(func)
    for graph in {id(graph): graph for graph in (get_default_graph(), outermost_graph())}.values():
        graph.python_objects.append(held)
    make = raw_ops.PyFunc if stateful else raw_ops.PyFuncStateless
    tensors = [as_tensor(value) for value in given]
    graph = get_default_graph()
    with graph.build_lock:
        found = make(input=tensors, token=register("pyfunc", held), Tout=wanted, name=name)
        node = graph.nodes[-1]
    if not wanted:  # without results it is run as a node
        return node
    return list(found) if is_list else found[0]


__all__ = ["numpy_function", "py_func"]
