"""Gradients of nodes that call functions.

The gradient of a function is a function of the gradients of its results and of tensors from its inside. So the
function is copied with these tensors as further results, the node calls the copy, and a second function computes the
gradients: nothing is computed twice, and what reads or changes state runs once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graphops.graph.body_graph import placeholder, unique_function_name
from graphops.graph.constant_value import constant_value
from graphops.graph.functions import Function
from graphops.graph.graph import Graph, Node, Tensor
from graphops.graph.node_copies import Copier
from graphops.graph.order import inputs_first
from graphops_registry.dtypes import DType, resource, string, variant
from graphops_registry.errors import InvalidArgumentError, ResourceExhaustedError, UnimplementedError
from graphops_registry.op_def import lookup_op
from graphops_registry.shape import TensorShape
from graphops_registry.traits import Trait

_DEEPEST: Final = 40  # functions within functions
_MOST_KEPT: Final = 20_000
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


def differentiate_body(function: Function, has_dy: Sequence[bool], wanted: Sequence[bool]) -> BodyGradient:
    """The gradient of a function's body.

    Args:
        has_dy: for each result whether a gradient comes in.
        wanted: for each argument whether its gradient is asked for.
    """
    from graphops.autodiff.gradients import gradients

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
        found = gradients([y for y, _ in pairs], xs, [dy for _, dy in pairs]) if pairs and xs else [None] * len(xs)
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
    """Copy the gradient's nodes into ``graph``; answers what stands there for each of its tensors."""
    copier = Copier(graph)
    copier.tensors.update(known)
    backward = set(gradient.backward)
    copier.copy_all([node for node in _creation_order(gradient.graph) if node in backward])

    def counterpart(tensor: Tensor) -> Tensor:
        if tensor not in copier.tensors:
            copier.copy(tensor.node)
        return copier.tensors[tensor]

    return counterpart


def check_kept(tensors: Sequence[Tensor], what: str) -> None:
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


def call_gradient(g: Any, node: Node, *dys: Tensor | None) -> list[Any]:
    """The gradient of PartitionedCall and StatefulPartitionedCall."""
    graph = node.graph
    function = library_function(graph, node.get_attr("f"))
    has_dy = tuple(dy is not None and is_differentiable(y) for dy, y in zip(dys, node.outputs, strict=True))
    wanted = tuple(is_differentiable(x) for x in node.inputs)
    key = ("call", function.name, has_dy, wanted)
    made = graph.function_gradients.get(key)
    if made is None:
        made = graph.function_gradients[key] = _call_functions(function, has_dy, wanted)
    forward, backward, arguments, inside, gives = made
    attrs = {"f": forward.name, "Tout": (*node.get_attr("Tout"), *(dtype for dtype, _ in inside))}
    kept = graph.extend_node(node, attrs, (), inside)
    if not gives:
        return [None] * len(node.inputs)
    given = [dy for dy, present in zip(dys, has_dy, strict=True) if present]
    call = g.StatefulPartitionedCall if backward.is_stateful else g.PartitionedCall
    results = call(
        args=[*given, *(node.inputs[index] for index in arguments), *kept],
        Tout=list(backward.output_types),
        f=backward.name,
    )
    found: list[Any] = [None] * len(node.inputs)
    for index, result in zip(gives, results, strict=True):
        _refine(result, node.inputs[index])
        found[index] = result
    return found


def _refine(dx: Tensor, x: Tensor) -> None:
    if x.dtype is not resource and x.dtype is not variant:
        dx.set_shape(x.shape)


def library_function(graph: Graph, name: str) -> Function:
    try:
        return graph.functions_by_name[name]
    except KeyError:
        raise InvalidArgumentError(f"a function must be in the graph's library to be called, got '{name}'") from None


def _call_functions(
    function: Function, has_dy: Sequence[bool], wanted: Sequence[bool]
) -> tuple[Function, Function, list[int], list[tuple[DType, TensorShape]], list[int]]:
    """The two functions; which arguments the second takes; what it takes from the first; whose gradients it gives."""
    with one_deeper(function.name):
        gradient = differentiate_body(function, has_dy, wanted)
    check_kept(gradient.inside, f"function '{function.name}'")
    if len(gradient.inside) > _MOST_KEPT:  # functions that call others twice keep twice as much at each level
        rule = f"keep at most {_MOST_KEPT:,} tensors for its gradient"
        raise ResourceExhaustedError(f"function '{function.name}' must {rule}, got {len(gradient.inside):,}")
    copy = ForwardCopy(gradient)
    forward = copy.function(function, copy.inputs, [*copy.outputs, *(copy.tensors[t] for t in gradient.inside)])
    graph = Graph(library_of=gradient.graph)
    known: dict[Tensor, Tensor] = {}
    dys = [dy for dy in gradient.dys if dy is not None]
    for tensor in (*dys, *gradient.arguments, *gradient.inside):
        known[tensor] = placeholder(graph, tensor.dtype, tensor.shape, tensor.node.name.replace("/", "_"))
        known[tensor].folded = tensor.folded  # which variable a handle stands for
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


# -- If, Case ------------------------------------------------------------------------------------------------------


def choice_gradient(g: Any, node: Node, *dys: Tensor | None) -> list[Any]:
    """The gradient of If and Case: the same choice among the branches' gradients."""
    graph = node.graph
    is_if = node.type.endswith("If")
    names = [node.get_attr(a) for a in ("then_branch", "else_branch")] if is_if else list(node.get_attr("branches"))
    functions = [library_function(graph, name) for name in names]
    inputs = node.inputs[1:]
    has_dy = tuple(dy is not None and is_differentiable(y) for dy, y in zip(dys, node.outputs, strict=True))
    wanted = tuple(is_differentiable(x) for x in inputs)
    with one_deeper(names[0]):
        gradients = [differentiate_body(function, has_dy, wanted) for function in functions]
    gives = [i for i in range(len(inputs)) if any(gradient.dxs[i] is not None for gradient in gradients)]
    inside = [(position, tensor) for position, each in enumerate(gradients) for tensor in each.inside]
    for gradient, name in zip(gradients, names, strict=True):
        check_kept(gradient.inside, f"function '{name}'")
    forward = []
    for position, (gradient, function) in enumerate(zip(gradients, functions, strict=True)):
        copy = ForwardCopy(gradient)
        kept = [
            copy.tensors[tensor] if owner == position else nothing(copy.graph, tensor.dtype.base)
            for owner, tensor in inside
        ]
        forward.append(copy.function(function, copy.inputs, [*copy.outputs, *kept]))
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
        _refine(result, inputs[index])
        found[index + 1] = result
    return found


def _branches(is_if: bool, functions: Sequence[Function]) -> dict[str, Any]:
    names = tuple(function.name for function in functions)
    return {"then_branch": names[0], "else_branch": names[1]} if is_if else {"branches": names}


def nothing(graph: Graph, dtype: DType) -> Tensor:
    """What stands for a tensor of a branch that was not taken."""
    if dtype is variant:
        attrs = {"element_dtype": lookup_op("Const").op_def.attr_by_name["dtype"].convert("float32", "Const")}
        number = graph.add_node("Const", (), _constant(np.array(-1, np.int32)), "nothing").outputs[0]
        return graph.add_node(
            "EmptyTensorList", (number, number), {**attrs, "shape_type": number.dtype}, "nothing"
        ).outputs[0]
    value = np.zeros((0,), dtype=dtype.as_numpy_dtype) if dtype is not string else np.zeros((0,), dtype=object)
    return graph.add_node("Const", (), {**_constant(value), "dtype": dtype}, "nothing").outputs[0]


def _constant(value: np.ndarray[Any, Any]) -> dict[str, Any]:
    from graphops_registry.dtypes import as_dtype

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


def zeros(graph: Graph, like: Tensor) -> Tensor:
    """Zeros of the shape and dtype of ``like``, of the value of the variable if it is a handle."""
    from graphops.build.add_op import call

    if like.dtype is resource:
        handle: Any = constant_value(like)
        if handle is None:
            raise UnimplementedError(f"the gradient of a branch must know the dtype of the variable '{like.name}'")
        read = lookup_op("ReadVariableOp")
        like = call(read, {"resource": like, "dtype": handle[()].dtype}, graph=graph)
    result: Tensor = call(lookup_op("ZerosLike"), {"x": like}, graph=graph)
    return result


def _while(g: Any, node: Node, *dys: Tensor | None) -> list[Any]:
    from graphops.autodiff.while_gradient import while_gradient

    return while_gradient(g, node, *dys)


FUNCTION_GRADIENTS: Final[dict[str, Callable[..., list[Any]]]] = {
    "PartitionedCall": call_gradient,
    "StatefulPartitionedCall": call_gradient,
    "If": choice_gradient,
    "StatelessIf": choice_gradient,
    "Case": choice_gradient,
    "StatelessCase": choice_gradient,
    "While": _while,
    "StatelessWhile": _while,
}
