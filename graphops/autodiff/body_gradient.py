"""The gradient of a function's body: shared code of the gradients of calls, branches and loops.

To compute a function's gradient you need the gradients of its results and some tensors from inside its body. So the
function is copied with these tensors as further results, and the node calls the copy. A second function computes the
gradients. In this way nothing is computed twice, and nodes that read or change state run once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from graphops.build.add_op import call
from graphops.graph.body_graph import placeholder, unique_function_name
from graphops.graph.constant_value import constant_value
from graphops.graph.functions import Function
from graphops.graph.graph import Graph, Node, Tensor
from graphops.graph.node_copies import Copier
from graphops.graph.order import inputs_first
from graphops_registry.dtypes import resource, variant
from graphops_registry.errors import InvalidArgumentError, ResourceExhaustedError, UnimplementedError
from graphops_registry.op_def import lookup_op
from graphops_registry.traits import Trait

_DEEPEST: Final = 40  # functions within functions
_MOST: Final = 1000  # in one function: ten that each call the next one twice would otherwise be a thousand, and so on


@dataclass(frozen=True)
class BodyGradient:
    """A copy of a function's body with its gradient, in one graph.

    Attributes:
        graph: the copy.
        inputs, outputs, controls: as the body has them.
        forward: the nodes of the body.
        backward: the nodes of the gradient.
        dys: placeholders for the gradients of the results, ``None`` where there is none.
        dxs: gradients of the inputs, ``None`` where there is none.
        inside: tensors of the body that the gradient takes, which are no arguments.
        arguments: the arguments that the gradient takes.
    """

    graph: Graph
    inputs: tuple[Tensor, ...]
    outputs: tuple[Tensor, ...]
    controls: tuple[Node, ...]
    forward: list[Node]
    backward: list[Node]
    dys: list[Tensor | None]
    dxs: list[Tensor | None]
    inside: list[Tensor]
    arguments: list[Tensor]


def differentiate_body(g: Any, function: Function, has_dy: Sequence[bool], wanted: Sequence[bool]) -> BodyGradient:
    """The gradient of a function's body.

    Args:
        g: the builder that the gradient function of the node got.
        has_dy: for each result whether a gradient comes in.
        wanted: for each argument whether its gradient is needed.
    """
    body = function.body
    graph = Graph(library_of=body.graph)
    graph.seed = body.graph.seed
    copier = Copier(graph)
    copier.copy_all(_creation_order(body.graph))
    inputs = tuple(copier.tensors[tensor] for tensor in body.inputs)
    outputs = tuple(copier.tensors[tensor] for tensor in body.outputs)
    forward = list(graph.nodes)
    dys: list[Tensor | None] = []
    for tensor, present in zip(outputs, has_dy, strict=True):
        dys.append(placeholder(graph, tensor.dtype.base, tensor.shape, "dy") if present else None)
    known = set(graph.nodes)
    pairs = [(y, dy) for y, dy in zip(outputs, dys, strict=True) if dy is not None]
    xs = [x for x, want in zip(inputs, wanted, strict=True) if want]
    with graph.as_default():
        found = g.gradients([y for y, _ in pairs], xs, [dy for _, dy in pairs]) if pairs and xs else [None] * len(xs)
    remaining = iter(found)
    dxs: list[Tensor | None] = [next(remaining) if want else None for want in wanted]
    _with_inputs(forward, known)
    backward = [node for node in graph.nodes if node not in known]
    made = set(backward)
    own = {dy for dy in dys if dy is not None}
    taken = {tensor: None for node in backward for tensor in node.inputs if tensor.node not in made}
    taken.update({dx: None for dx in dxs if dx is not None and dx.node not in made})
    needed = [t for t in taken if t not in own and not t.node.op.has(Trait.REMAKABLE)]
    return BodyGradient(
        graph,
        inputs,
        outputs,
        tuple(copier.nodes[node] for node in body.control_outputs),
        forward,
        backward,
        dys,
        dxs,
        [tensor for tensor in needed if tensor not in inputs],
        [tensor for tensor in needed if tensor in inputs],
    )


def _with_inputs(forward: list[Node], known: set[Node]) -> None:
    """Add to both what the nodes of the body got as inputs while their gradients were made."""
    stack = list(forward)
    while stack:
        for tensor in stack.pop().inputs:
            if tensor.node not in known:
                known.add(tensor.node)
                forward.append(tensor.node)
                stack.append(tensor.node)


def _creation_order(graph: Graph) -> Sequence[Node]:
    return inputs_first(graph.nodes) if graph.has_late_inputs else graph.nodes


class ForwardCopy:
    """The body once more, without its gradient: what the node will call."""

    def __init__(self, gradient: BodyGradient) -> None:
        self.graph = Graph(library_of=gradient.graph)
        copier = Copier(self.graph)
        forward = set(gradient.forward)
        copier.copy_all([node for node in _creation_order(gradient.graph) if node in forward])
        self.tensors = copier.tensors
        self.inputs = [copier.tensors[tensor] for tensor in gradient.inputs]
        self.outputs = [copier.tensors[tensor] for tensor in gradient.outputs]
        self.controls = [copier.nodes[node] for node in gradient.controls]

    def function(self, like: Function, inputs: Sequence[Tensor], outputs: Sequence[Tensor]) -> Function:
        return add_function(self.graph, f"{like.name}_forward", inputs, outputs, self.controls)


def add_function(
    graph: Graph, name: str, inputs: Sequence[Tensor], outputs: Sequence[Tensor], controls: Sequence[Node] = ()
) -> Function:
    """Put the function of ``graph`` into its library."""
    function = Function(unique_function_name(graph, name), graph, inputs, outputs, control_outputs=controls)
    graph.add_function(function)
    return function


def copy_backward(gradient: BodyGradient, graph: Graph, known: dict[Tensor, Tensor]) -> Callable[[Tensor], Tensor]:
    """Copy the gradient's nodes into ``graph``; return a function from each of its tensors to its copy."""
    copier = Copier(graph)
    copier.tensors.update(known)
    backward = set(gradient.backward)
    copier.copy_all([node for node in _creation_order(gradient.graph) if node in backward])

    def counterpart(tensor: Tensor) -> Tensor:
        if tensor not in copier.tensors:
            copier.copy(tensor.node)
        return copier.tensors[tensor]

    return counterpart


def refuse_resources(tensors: Sequence[Tensor], what: str) -> None:
    """Raise UnimplementedError for a tensor that cannot be handed from a function to its gradient."""
    for tensor in tensors:
        if tensor.dtype is resource:
            raise UnimplementedError(
                f"the gradient of {what} must not need a resource that is made in it, got '{tensor.name}' "
                f"({tensor.node.type})"
            )


def is_differentiable(tensor: Tensor) -> bool:
    return tensor.dtype.is_floating or tensor.dtype.is_complex or tensor.dtype.base in (resource, variant)


class _Depth(threading.local):
    """How many functions within functions this thread is differentiating, and how many since the outermost began."""

    count = 0
    made = 0


_depth = _Depth()


@contextmanager
def one_deeper(name: str) -> Iterator[None]:
    """Count a function within a function.

    Raises:
        ResourceExhaustedError: deeper than any sensible program is.
    """
    if _depth.count >= _DEEPEST:
        raise ResourceExhaustedError(f"gradients of functions must be at most {_DEEPEST} deep, got '{name}' deeper")
    _depth.made = _depth.made + 1 if _depth.count else 1
    if _depth.made > _MOST:
        raise ResourceExhaustedError(f"a gradient must need at most {_MOST} functions, got '{name}' beyond them")
    _depth.count += 1
    try:
        yield
    finally:
        _depth.count -= 1


def library_function(graph: Graph, name: str) -> Function:
    try:
        return graph.functions_by_name[name]
    except KeyError:
        raise InvalidArgumentError(f"a function must be in the graph's library to be called, got '{name}'") from None


def set_shape_of(dx: Tensor, x: Tensor) -> None:
    if x.dtype is not resource and x.dtype is not variant:
        dx.set_shape(x.shape)


def zeros(graph: Graph, like: Tensor) -> Tensor:
    """Zeros of the shape and dtype of ``like``, of the value of the variable if it is a handle."""
    if like.dtype is resource:
        handle: Any = constant_value(like)
        if handle is None:
            raise UnimplementedError(f"the gradient of a branch must know the dtype of the variable '{like.name}'")
        read = lookup_op("ReadVariableOp")
        like = call(read, {"resource": like, "dtype": handle[()].dtype}, graph=graph)
    result: Tensor = call(lookup_op("ZerosLike"), {"x": like}, graph=graph)
    return result
