"""The gradient of While: the loop backwards.

The forward loop gets more variables: a counter, and a list for each tensor of its body that the gradient needs. Each
iteration appends its tensors to the lists. The backward loop takes them from the end: those of the last iteration
first, then those of the one before.
"""

from __future__ import annotations

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
    zeros,
)
from graphops.build.add_op import add_constant, call
from graphops.graph.body_graph import placeholder
from graphops.graph.functions import Function
from graphops.graph.graph import Graph, Node, Tensor
from graphops.graph.node_copies import Copier
from graphops_registry.dtypes import int32, resource, variant
from graphops_registry.errors import UnimplementedError
from graphops_registry.op_def import lookup_op
from graphops_registry.shape import TensorShape

_SCALAR = TensorShape(())


def _add(graph: Graph, op: str, **arguments: Any) -> Any:
    return call(lookup_op(op), arguments, graph=graph)


def while_gradient(g: Any, node: Node, *dys: Tensor | None) -> list[Any]:
    """The gradient of While and StatelessWhile."""
    graph = node.graph
    body = library_function(graph, node.get_attr("body"))
    count = len(node.inputs)
    same = [body.outputs[i] is body.inputs[i] for i in range(count)]
    # Variables keep their handle through the loop; what comes in for them are gradients of their values.
    handles = [i for i in range(count) if node.inputs[i].dtype is resource]
    if any(not same[i] for i in handles):
        raise UnimplementedError(
            f"the gradient of a loop must have variables that stay the same, got node '{node.name}'"
        ).concerns(op=node.type, node=node.name)
    carried = [i for i in range(count) if is_differentiable(node.inputs[i]) and i not in handles]
    has_dy = [i in carried for i in range(count)]
    with one_deeper(body.name):
        gradient = differentiate_body(g, body, has_dy, [i in carried or i in handles for i in range(count)])
    refuse_resources(gradient.inside, f"the body of loop '{node.name}'")
    handles = [i for i in handles if gradient.dxs[i] is not None]
    arguments = [gradient.inputs.index(tensor) for tensor in gradient.arguments]
    constant = [i for i in arguments if same[i]]
    saved = [*(gradient.inputs[i] for i in arguments if not same[i]), *gradient.inside]
    total, lists = _extend(node, gradient, body, saved)
    start = [_seed(g, dys[i], node.outputs[i]) for i in carried]
    start += [zeros(graph, node.inputs[i]) for i in handles]
    backward = _Backward(gradient, carried, handles, constant, saved)
    inputs = [total, *start, *lists, *(node.inputs[i] for i in constant)]
    stateful = node.op_def.is_stateful
    shapes = [
        _SCALAR,
        *(_stable(t) for t in start),
        *([_SCALAR] * len(lists)),
        *(node.inputs[i].shape for i in constant),
    ]
    results = (g.While if stateful else g.StatelessWhile)(
        input=inputs,
        cond=backward.condition(body.name).name,
        body=backward.turn(body.name).name,
        output_shapes=shapes,
        parallel_iterations=node.get_attr("parallel_iterations"),
    )
    found: list[Any] = [None] * count
    for position, index in enumerate([*carried, *handles], 1):
        found[index] = g.Identity(input=results[position])
        if index in carried and node.inputs[index].dtype is not variant:
            found[index].set_shape(node.inputs[index].shape)
    return found


def _seed(g: Any, dy: Tensor | None, y: Tensor) -> Tensor:
    tensor: Tensor = g.ZerosLike(x=y) if dy is None else dy
    return tensor


def _stable(start: Tensor) -> TensorShape:
    """The shape of a gradient may change as its variable's does; scalars of lists do not."""
    return _SCALAR if start.dtype is variant else TensorShape(None)


def _extend(node: Node, gradient: BodyGradient, body: Function, saved: list[Tensor]) -> tuple[Tensor, list[Tensor]]:
    """Let the loop count its turns and keep the tensors ``saved``; the count and the lists after it."""
    graph = node.graph
    copy = ForwardCopy(gradient)
    counter = placeholder(copy.graph, int32, _SCALAR, "turns")
    lists = [placeholder(copy.graph, variant, _SCALAR, "kept") for _ in saved]
    pushed = [
        _add(
            copy.graph,
            "TensorListPushBack",
            input_handle=handle,
            tensor=copy.tensors[tensor],
            element_dtype=tensor.dtype.base,
        )
        for handle, tensor in zip(lists, saved, strict=True)
    ]
    counted = _add(copy.graph, "AddV2", x=counter, y=1)
    new_body = copy.function(body, [*copy.inputs, counter, *lists], [*copy.outputs, counted, *pushed])
    condition = library_function(graph, node.get_attr("cond"))
    more = [(int32, _SCALAR), *((variant, _SCALAR) for _ in saved)]
    new_condition = _with_more_arguments(condition, more)
    start = [add_constant(graph, np.array(0, np.int32), f"{node.name}_turns/".replace("/", "_"))]
    state = graph.build_state
    with graph.with_build_state(state), graph.control_dependencies(None):
        for tensor in saved:
            known = tensor.shape if tensor.shape.is_fully_defined else TensorShape(None)
            shape = np.array(-1, np.int32) if known.dims is None else np.array(known.as_tuple(), np.int32)
            start.append(
                _add(
                    graph,
                    "EmptyTensorList",
                    element_shape=shape,
                    max_num_elements=np.int32(-1),
                    element_dtype=tensor.dtype.base,
                )
            )
    attrs: dict[str, Any] = {
        "T": (*node.get_attr("T"), *(dtype for dtype, _ in more)),
        "body": new_body.name,
        "cond": new_condition.name,
    }
    if node.get_attr("output_shapes"):
        attrs["output_shapes"] = (*node.get_attr("output_shapes"), *(shape for _, shape in more))
    outputs = graph.extend_node(node, attrs, start, more)
    return outputs[0], outputs[1:]


def _with_more_arguments(function: Function, more: list[Any]) -> Function:
    """The function with further arguments, which it does not use."""
    body = function.body
    graph = Graph(library_of=body.graph)
    copier = Copier(graph)
    copier.copy_all(body.graph.nodes)
    unused = [placeholder(graph, dtype, shape, "unused") for dtype, shape in more]
    return add_function(
        graph,
        f"{function.name}_forward",
        [*(copier.tensors[t] for t in body.inputs), *unused],
        [copier.tensors[t] for t in body.outputs],
        [copier.nodes[n] for n in body.control_outputs],
    )


class _Backward:
    """The functions of the loop backwards.

    Its variables: turns that are left, a gradient for each of ``carried`` and of ``handles``, the lists of ``saved``,
    and the arguments ``constant`` that stay the same.
    """

    def __init__(
        self, gradient: BodyGradient, carried: list[int], handles: list[int], constant: list[int], saved: list[Tensor]
    ) -> None:
        self.gradient = gradient
        self.carried = carried
        self.handles = handles
        self.constant = constant
        self.saved = saved

    def _arguments(self, graph: Graph) -> tuple[Tensor, list[Tensor], list[Tensor], list[Tensor]]:
        gradient = self.gradient
        left = placeholder(graph, int32, _SCALAR, "turns_left")
        dys: list[Tensor] = []
        for i in self.carried:
            y = gradient.outputs[i]
            dys.append(placeholder(graph, y.dtype, _SCALAR if y.dtype is variant else y.shape, "dy"))
        for i in self.handles:
            dx = gradient.dxs[i]
            if dx is not None:
                dys.append(placeholder(graph, dx.dtype, dx.shape, "dvariable"))
        lists = [placeholder(graph, variant, _SCALAR, "kept") for _ in self.saved]
        same = [
            placeholder(graph, gradient.inputs[i].dtype, gradient.inputs[i].shape, "constant") for i in self.constant
        ]
        for i, argument in zip(self.constant, same, strict=True):
            argument.folded = gradient.inputs[i].folded  # which variable a handle refers to
        return left, dys, lists, same

    def condition(self, name: str) -> Function:
        graph = Graph(library_of=self.gradient.graph)
        left, dys, lists, same = self._arguments(graph)
        holds = _add(graph, "Greater", x=left, y=0)
        return add_function(graph, f"{name}_backward_cond", [left, *dys, *lists, *same], [holds])

    def turn(self, name: str) -> Function:
        gradient = self.gradient
        graph = Graph(library_of=gradient.graph)
        left, dys, lists, same = self._arguments(graph)
        known: dict[Tensor, Tensor] = {}
        for i, argument in zip(self.constant, same, strict=True):
            known[gradient.inputs[i]] = argument
        for i, dy in zip(self.carried, dys, strict=False):
            own = gradient.dys[i]
            if own is not None:
                known[own] = dy
        shorter: list[Tensor] = []
        for handle, tensor in zip(lists, self.saved, strict=True):
            shape = tensor.shape if tensor.shape.is_fully_defined else TensorShape(None)
            wanted = np.array(-1, np.int32) if shape.dims is None else np.array(shape.as_tuple(), np.int32)
            popped = _add(
                graph,
                "TensorListPopBack",
                input_handle=handle,
                element_shape=wanted,
                element_dtype=tensor.dtype.base,
            )
            shorter.append(popped.output_handle)
            popped.tensor.set_shape(tensor.shape)
            known[tensor] = popped.tensor
        counterpart = copy_backward(gradient, graph, known)
        results: list[Tensor] = []
        for i, dy in zip(self.carried, dys, strict=False):
            dx = gradient.dxs[i]
            # Without a gradient the new value does not depend on the old one.
            results.append(_add(graph, "ZerosLike", x=dy) if dx is None else counterpart(dx))
        for i, total in zip(self.handles, dys[len(self.carried) :], strict=True):
            dx = gradient.dxs[i]
            results.append(total if dx is None else _add(graph, "AddV2", x=total, y=counterpart(dx)))
        fewer = _add(graph, "Sub", x=left, y=1)
        return add_function(graph, f"{name}_backward", [left, *dys, *lists, *same], [fewer, *results, *shorter, *same])
