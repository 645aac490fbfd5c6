"""The global step: a variable that counts the steps of a training."""

from __future__ import annotations

from typing import Any

from graphops.graph.graph import Graph, get_default_graph
from graphops.graph.operators import Operators
from graphops.train.collection_keys import GraphKeys
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError


def create_global_step(graph: Graph | None = None) -> Any:
    """Make the variable "global_step", int64, 0 at the beginning.

    Raises:
        InvalidArgumentError: the graph has one.
    """
    from graphops.build.initializers import Zeros
    from graphops.train.get_variable import get_variable

    chosen = get_default_graph() if graph is None else graph
    if get_global_step(chosen) is not None:
        raise InvalidArgumentError("a global step must be created once, got a graph that has one")
    with chosen.as_default(), chosen.name_scope(None):
        return get_variable(
            GraphKeys.GLOBAL_STEP,
            [],
            "int64",
            Zeros(),
            trainable=False,
            collections=[GraphKeys.GLOBAL_VARIABLES, GraphKeys.GLOBAL_STEP],
        )


def get_global_step(graph: Graph | None = None) -> Any:
    """The global step of a graph (the default one), ``None`` if it has none.

    Raises:
        InvalidArgumentError: several.
    """
    chosen = get_default_graph() if graph is None else graph
    found = chosen.get_collection(GraphKeys.GLOBAL_STEP)
    if len(found) > 1:
        raise InvalidArgumentError(f"a graph must have one global step, got {len(found)}")
    if found:
        assert_global_step(found[0])
        return found[0]
    named = [item for item in chosen.get_collection(GraphKeys.GLOBAL_VARIABLES) if item.name == "global_step:0"]
    return named[0] if named else None


def get_or_create_global_step(graph: Graph | None = None) -> Any:
    """The global step of a graph (the default one), made if it has none."""
    found = get_global_step(graph)
    return create_global_step(graph) if found is None else found


def assert_global_step(global_step_tensor: Any) -> None:
    """Raise InvalidTypeError unless it is a scalar integer variable or tensor."""
    if not isinstance(global_step_tensor, Operators):
        raise InvalidTypeError(f"global_step must be a variable or tensor, got {global_step_tensor!r}")
    tensor = global_step_tensor.__graphops_tensor__()
    if not tensor.dtype.is_integer or tensor.shape.rank not in (0, None):
        raise InvalidTypeError(f"global_step must be a scalar integer, got {tensor!r}")


def global_step(sess: Any, global_step_tensor: Any) -> int:
    """The value of the global step in a Session."""
    return int(sess.run(global_step_tensor))
