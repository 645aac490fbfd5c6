"""SymbolicGradient, with which TensorFlow 1 wrote the gradient of a call of a function, as a function of its own."""

from __future__ import annotations

from collections.abc import Sequence

from graphops.autodiff.body_gradient import add_function, is_differentiable, one_deeper
from graphops.autodiff.gradients import gradients
from graphops.build.add_op import call
from graphops.graph.body_graph import placeholder
from graphops.graph.functions import Function
from graphops.graph.graph import Graph, Tensor
from graphops_registry.dtypes import DType
from graphops_registry.errors import GraphopsError
from graphops_registry.op_def import lookup_op
from graphops_registry.shape import TensorShape


def gradient_function(graph: Graph, name: str, types: Sequence[DType]) -> Function | None:
    """The function of the node ``SymbolicGradient`` of a function of the library of ``graph``.

    It takes the arguments of the function, then a gradient for each of its results, and gives a gradient for each
    argument: zeros where the results do not depend on it.  The library may name another function that does this.

    Args:
        name: of the function.
        types: of what the node takes.

    Returns:
        the function, now in the library; ``None`` if there is no such function, or none of its gradient.
    """
    named = graph.functions_by_name.get(graph.named_gradients.get(name, ""))
    if named is not None:
        return named
    function = graph.functions_by_name.get(name)
    if function is None or [*types] != [*function.input_types, *function.output_types]:
        return None
    try:
        with one_deeper(name):
            return _differentiated(graph, function)
    except GraphopsError:  # of an op without a gradient: only who runs the node misses it
        return None


def _differentiated(graph: Graph, function: Function) -> Function:
    body = Graph(library_of=graph)
    unknown = TensorShape(None)
    xs = [placeholder(body, dtype, unknown, "x") for dtype in function.input_types]
    dys = [placeholder(body, dtype, unknown, "dy") for dtype in function.output_types]
    with body.as_default():
        op = lookup_op("StatefulPartitionedCall" if function.is_stateful else "PartitionedCall")
        ys = call(op, {"args": xs, "Tout": list(function.output_types), "f": function.name})
        pairs = [pair for pair in zip(ys, dys, strict=True) if is_differentiable(pair[0])]
        found: list[Tensor] = gradients(
            [y for y, _ in pairs], xs, [dy for _, dy in pairs], unconnected_gradients="zero"
        )
    return add_function(body, f"{function.name}_gradient", [*xs, *dys], found)


__all__ = ["gradient_function"]
