"""The gradient of If and Case: the same choice among the branches' gradients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphops.autodiff.body_gradient import (
    BodyGradient,
    ForwardCopy,
    add_function,
    copy_backward,
    differentiate_body,
    is_differentiable,
    library_function,
    one_deeper,
    refuse_resources,
    set_shape_of,
    zeros,
)
from graphops.graph.body_graph import placeholder
from graphops.graph.constant_value import constant_value
from graphops.graph.functions import Function
from graphops.graph.graph import Graph, Node, Tensor
from graphops_registry.dtypes import DType, as_dtype, resource, string, variant
from graphops_registry.op_def import lookup_op
from graphops_registry.shape import TensorShape


def choice_gradient(g: Any, node: Node, *dys: Tensor | None) -> list[Any]:
    """The gradient of If and Case: the same choice among the branches' gradients."""
    graph = node.graph
    is_if = "then_branch" in node.op_def.attr_by_name
    names = [node.get_attr(a) for a in ("then_branch", "else_branch")] if is_if else list(node.get_attr("branches"))
    functions = [library_function(graph, name) for name in names]
    inputs = node.inputs[1:]
    has_dy = tuple(dy is not None and is_differentiable(y) for dy, y in zip(dys, node.outputs, strict=True))
    wanted = tuple(is_differentiable(x) for x in inputs)
    with one_deeper(names[0]):
        gradients = [differentiate_body(g, function, has_dy, wanted) for function in functions]
    gives = [i for i in range(len(inputs)) if any(gradient.dxs[i] is not None for gradient in gradients)]
    inside = [(position, tensor) for position, each in enumerate(gradients) for tensor in each.inside]
    for gradient, name in zip(gradients, names, strict=True):
        refuse_resources(gradient.inside, f"function '{name}'")
    forward = []
    for position, (gradient, function) in enumerate(zip(gradients, functions, strict=True)):
        copy = ForwardCopy(gradient)
        saved = [
            copy.tensors[tensor] if owner == position else _empty(copy.graph, tensor.dtype.base)
            for owner, tensor in inside
        ]
        forward.append(copy.function(function, copy.inputs, [*copy.outputs, *saved]))
    attrs: dict[str, Any] = {"Tout": (*node.get_attr("Tout"), *(tensor.dtype.base for _, tensor in inside))}
    if node.get_attr("output_shapes"):
        attrs["output_shapes"] = (*node.get_attr("output_shapes"), *(TensorShape(None) for _ in inside))
    attrs.update(_branches(is_if, forward))
    more = graph.extend_node(node, attrs, (), [(tensor.dtype.base, TensorShape(None)) for _, tensor in inside])
    found: list[Any] = [None] * len(node.inputs)
    if not gives:
        return found
    backward = []
    for position, (gradient, function) in enumerate(zip(gradients, functions, strict=True)):
        backward.append(_branch_gradient(gradient, function, position, inputs, inside, gives))
    given = [dy for dy, present in zip(dys, has_dy, strict=True) if present]
    stateful = any(function.is_stateful for function in backward)
    op = f"{'' if stateful else 'Stateless'}{'If' if is_if else 'Case'}"
    selector = {"cond" if is_if else "branch_index": node.inputs[0]}
    results = getattr(g, op)(
        **selector,
        input=[*given, *inputs, *more],
        Tout=list(backward[0].output_types),
        **_branches(is_if, backward),
    )
    for index, result in zip(gives, results, strict=True):
        set_shape_of(result, inputs[index])
        found[index + 1] = result
    return found


def _branches(is_if: bool, functions: Sequence[Function]) -> dict[str, Any]:
    names = tuple(function.name for function in functions)
    return {"then_branch": names[0], "else_branch": names[1]} if is_if else {"branches": names}


def _empty(graph: Graph, dtype: DType) -> Tensor:
    """A placeholder value for a tensor of a branch that was not taken."""
    if dtype is variant:
        attrs = {"element_dtype": lookup_op("Const").op_def.attr_by_name["dtype"].convert("float32", "Const")}
        number = graph.add_node("Const", (), _constant(np.array(-1, np.int32)), "nothing").outputs[0]
        return graph.add_node(
            "EmptyTensorList", (number, number), {**attrs, "shape_type": number.dtype}, "nothing"
        ).outputs[0]
    value = np.zeros((0,), dtype=dtype.numpy_dtype) if dtype is not string else np.zeros((0,), dtype=object)
    return graph.add_node("Const", (), {**_constant(value), "dtype": dtype}, "nothing").outputs[0]


def _constant(value: np.ndarray[Any, Any]) -> dict[str, Any]:
    value.flags.writeable = False
    return {"value": value, "dtype": as_dtype(value.dtype)}


def _branch_gradient(
    gradient: BodyGradient,
    function: Function,
    position: int,
    inputs: Sequence[Tensor],
    inside: Sequence[tuple[int, Tensor]],
    gives: Sequence[int],
) -> Function:
    """A function of the results' gradients, of all inputs and of all that was kept, whichever branch it is from."""
    graph = Graph(library_of=gradient.graph)
    known: dict[Tensor, Tensor] = {}
    arguments: list[Tensor] = []
    for dy in gradient.dys:
        if dy is not None:
            known[dy] = placeholder(graph, dy.dtype, dy.shape, "dy")
            arguments.append(known[dy])
    for outer, inner in zip(inputs, gradient.inputs, strict=True):
        known[inner] = placeholder(graph, outer.dtype, inner.shape, "input")
        if outer.dtype is resource:  # which variable it is
            known[inner].folded = constant_value(outer)
        arguments.append(known[inner])
    for owner, tensor in inside:
        shape = tensor.shape if owner == position else TensorShape(None)
        argument = placeholder(graph, tensor.dtype, shape, "kept")
        arguments.append(argument)
        if owner == position:
            known[tensor] = argument
    counterpart = copy_backward(gradient, graph, known)
    results = []
    for index in gives:
        dx = gradient.dxs[index]
        results.append(zeros(graph, known[gradient.inputs[index]]) if dx is None else counterpart(dx))
    return add_function(graph, f"{function.name}_backward", arguments, results)
