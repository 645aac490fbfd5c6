"""The gradient of a function call: the node calls a copy with more results, and a second function uses these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from graphops.autodiff.body_gradient import (
    ForwardCopy,
    add_function,
    copy_backward,
    differentiate_body,
    is_differentiable,
    library_function,
    one_deeper,
    refuse_resources,
    set_shape_of,
)
from graphops.graph.body_graph import placeholder
from graphops.graph.functions import Function
from graphops.graph.graph import Graph, Node, Tensor
from graphops_registry.dtypes import DType
from graphops_registry.errors import ResourceExhaustedError
from graphops_registry.shape import TensorShape

_MOST_SAVED: Final = 20_000


def call_gradient(g: Any, node: Node, *dys: Tensor | None) -> list[Any]:
    """The gradient of PartitionedCall and StatefulPartitionedCall."""
    graph = node.graph
    function = library_function(graph, node.get_attr("f"))
    has_dy = tuple(dy is not None and is_differentiable(y) for dy, y in zip(dys, node.outputs, strict=True))
    wanted = tuple(is_differentiable(x) for x in node.inputs)
    key = ("call", function.name, has_dy, wanted)
    made = graph.function_gradients.get(key)
    if made is None:
        made = graph.function_gradients[key] = _call_functions(g, function, has_dy, wanted)
    forward, backward, arguments, inside, gives = made
    attrs = {"f": forward.name, "Tout": (*node.get_attr("Tout"), *(dtype for dtype, _ in inside))}
    saved = graph.extend_node(node, attrs, (), inside)
    if not gives:
        return [None] * len(node.inputs)
    given = [dy for dy, present in zip(dys, has_dy, strict=True) if present]
    call = g.StatefulPartitionedCall if backward.is_stateful else g.PartitionedCall
    results = call(
        args=[*given, *(node.inputs[index] for index in arguments), *saved],
        Tout=list(backward.output_types),
        f=backward.name,
    )
    found: list[Any] = [None] * len(node.inputs)
    for index, result in zip(gives, results, strict=True):
        set_shape_of(result, node.inputs[index])
        found[index] = result
    return found


def _call_functions(
    g: Any, function: Function, has_dy: Sequence[bool], wanted: Sequence[bool]
) -> tuple[Function, Function, list[int], list[tuple[DType, TensorShape]], list[int]]:
    """The two functions; which arguments the second takes; what it takes from the first; whose gradients it gives."""
    with one_deeper(function.name):
        gradient = differentiate_body(g, function, has_dy, wanted)
    refuse_resources(gradient.inside, f"function '{function.name}'")
    if len(gradient.inside) > _MOST_SAVED:  # functions that call others twice keep twice as much at each level
        rule = f"keep at most {_MOST_SAVED:,} tensors for its gradient"
        raise ResourceExhaustedError(f"function '{function.name}' must {rule}, got {len(gradient.inside):,}").concerns(
            function=function.name
        )
    copy = ForwardCopy(gradient)
    forward = copy.function(function, copy.inputs, [*copy.outputs, *(copy.tensors[t] for t in gradient.inside)])
    graph = Graph(library_of=gradient.graph)
    known: dict[Tensor, Tensor] = {}
    dys = [dy for dy in gradient.dys if dy is not None]
    for tensor in (*dys, *gradient.arguments, *gradient.inside):
        known[tensor] = placeholder(graph, tensor.dtype, tensor.shape, tensor.node.name.replace("/", "_"))
        known[tensor].folded = tensor.folded  # which variable a handle refers to
    counterpart = copy_backward(gradient, graph, known)
    gives = [index for index, dx in enumerate(gradient.dxs) if dx is not None]
    results = [counterpart(dx) for dx in gradient.dxs if dx is not None]
    backward = add_function(graph, f"{function.name}_backward", list(known.values()), results)
    return (
        forward,
        backward,
        [gradient.inputs.index(tensor) for tensor in gradient.arguments],
        [(tensor.dtype.base, tensor.shape) for tensor in gradient.inside],
        gives,
    )
