"""Page blocks: blocks that are no ops. Building a page makes nodes for each, the last of which has the block's name.

``Gradients`` adds the nodes that :func:`graphops.autodiff.gradients.gradients` makes. ``GradientDescent``, ``Momentum``
and ``Adam`` update each variable of a list by its gradient. Each has an OpDef, which no registry holds, so that its
pins and attrs are checked and shown like those of an op.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import numpy as np

from graphops.autodiff.gradients import gradients
from graphops.build.add_op import call
from graphops.build.convert import to_array
from graphops.graph.graph import Graph, Node, Tensor
from graphops.interchange.page.tensor_pins import TensorPin
from graphops_registry.dtypes import resource
from graphops_registry.errors import FailedPreconditionError, GraphopsError, InvalidTypeError, must
from graphops_registry.op_def import Op, lookup_op, parse_op

FAMILY: Final = "layers and training"  # where the editor's palette shows page blocks


@dataclass(frozen=True)
class GradientsCall:
    """How the nodes of a ``Gradients`` block are made in Python.

    Attributes:
        ys, xs: the tensors.
        grad_ys: a tensor or an array for each of ``ys``; ``None`` for ones.
        grads: what the call returned.
        nodes: the nodes that it added.
        can_repeat: whether the call changed nothing but added nodes, so that a script can repeat it.
    """

    ys: tuple[Tensor, ...]
    xs: tuple[Tensor, ...]
    grad_ys: tuple[Tensor | np.ndarray[Any, Any], ...] | None
    grads: tuple[Tensor, ...]
    nodes: frozenset[Node]
    can_repeat: bool


@dataclass(frozen=True)
class Made:
    """The nodes of a page block.

    Attributes:
        op: that of the block.
        node: the last one, which has the block's name.
        inputs, outputs: tensors by pin.
        initial: nodes that run once before, as those that the page's ``init`` names.
        call: of ``Gradients``, how a script makes it.
    """

    op: Op
    node: Node
    inputs: tuple[TensorPin, ...]
    outputs: tuple[TensorPin, ...] = ()
    initial: tuple[Node, ...] = ()
    call: GradientsCall | None = None


Maker = Callable[[Op, Graph, str, Mapping[str, Any]], Made]


@dataclass(frozen=True)
class PageBlock:
    """A kind of page block.

    Attributes:
        op: its OpDef; it is not registered.
        make: adds the nodes of one block, from its op, the graph, its name and its arguments.
    """

    op: Op = field(repr=False)
    make: Maker = field(repr=False)


def page_block(name: str) -> PageBlock | None:
    """The page block of this name; ``None`` if blocks of this name are of ops."""
    return PAGE_BLOCKS.get(name)


def block_op(name: str) -> Op:
    """The op of a block: that of a page block, or a registered one.

    Raises:
        NotFoundError: neither.
    """
    found = PAGE_BLOCKS.get(name)
    return lookup_op(name) if found is None else found.op


def _listed(pin: str, tensors: Sequence[Tensor]) -> tuple[TensorPin, ...]:
    return tuple(TensorPin(pin, number, tensor) for number, tensor in enumerate(tensors))


def _incomplete(pin: str, op: Op, rule: str, got: object) -> GraphopsError:
    """The error of a block that lacks wires, to which editors still add some."""
    return must(pin, op.name, rule, got, kind=FailedPreconditionError)


def _tensors(op: Op, pin: str, arguments: Mapping[str, Any]) -> list[Tensor]:
    found = arguments.get(pin)
    if not found:
        raise _incomplete(pin, op, "be given", "no wire")
    for number, item in enumerate(found):
        if not isinstance(item, Tensor):
            raise must(f"{pin}[{number}]", op.name, "come by a wire", "a value", kind=InvalidTypeError).concerns(
                argument=pin
            )
    return list(found)


# -- gradients --------------------------------------------------------------------------------------------------------


def _make_gradients(op: Op, graph: Graph, name: str, arguments: Mapping[str, Any]) -> Made:
    ys, xs = _tensors(op, "ys", arguments), _tensors(op, "xs", arguments)
    for y in ys:
        if not (y.dtype.is_floating or y.dtype.is_complex):
            got = y.dtype.base.name
            raise must("ys", op.name, "be real or complex", f"{got} from '{y.node.name}'", kind=InvalidTypeError)
    grad_ys: list[Any] | None = None
    if arguments.get("grad_ys"):
        grad_ys = list(arguments["grad_ys"])
        if len(grad_ys) != len(ys):
            raise _incomplete("grad_ys", op, f"have one for each of the {len(ys)} ys", len(grad_ys))
        for number, (y, given) in enumerate(zip(ys, grad_ys, strict=True)):
            if not isinstance(given, Tensor):
                grad_ys[number] = to_array(given, y.dtype.base, f"grad_ys[{number}] of op '{op.name}'")
    before, functions = len(graph.nodes), set(graph.functions)
    found = gradients(ys, xs, grad_ys, f"{name}/")
    for number, (x, grad) in enumerate(zip(xs, found, strict=True)):
        if grad is None:
            rule = "lead to ys through ops that have gradients"
            raise must(f"xs[{number}]", op.name, rule, f"'{x.node.name}'").concerns(argument="xs")
    added = frozenset(graph.nodes[before:])
    node = call(lookup_op("IdentityN"), {"input": found}, f"{name}/", graph=graph)[0].node
    given_ys = None if grad_ys is None else tuple(grad_ys)
    # A script's call would not wait for what the block comes after.
    waits = any(control not in added for each in added for control in each.control_inputs)
    can_repeat = set(graph.functions) == functions and not waits
    how = GradientsCall(tuple(ys), tuple(xs), given_ys, tuple(found), added, can_repeat)
    wired = [item for item in grad_ys or () if isinstance(item, Tensor)]
    inputs = (*_listed("ys", ys), *_listed("xs", xs), *_listed("grad_ys", wired))
    return Made(op, node, inputs, _listed("grads", node.outputs), call=how)


_GRADIENTS_DOC = """The gradient of the sum of ys with respect to each of xs.

    The nodes are made when the page is built: they are those of the page as it is.

    ys: real or complex tensors, such as a loss.
    xs: tensors that ys depend on, or handles of variables that ys read.
    grad_ys: for each of ys the gradient that it comes with; ones if it has no wire and no value.
    grads: for each of xs its gradient, of the same shape and dtype."""


# -- updates of variables ---------------------------------------------------------------------------------------------


class _Update(NamedTuple):
    """An op that updates one variable, and what it calls the gradient."""

    op: str
    gradient: str


# Which op each block repeats. What else the op takes is in its OpDef: handles of slots, and numbers.
_UPDATES: Final = {
    "GradientDescent": _Update("ResourceApplyGradientDescent", "delta"),
    "Momentum": _Update("ResourceApplyMomentum", "grad"),
    "Adam": _Update("ResourceApplyAdam", "grad"),
}


def _make_update(op: Op, graph: Graph, name: str, arguments: Mapping[str, Any]) -> Made:
    update = _UPDATES[op.name]
    one = lookup_op(update.op)
    grads, variables = _tensors(op, "grads", arguments), _tensors(op, "vars", arguments)
    if len(grads) != len(variables):
        raise _incomplete("grads", op, f"have one for each of the {len(variables)} vars", len(grads))
    numbers = {arg.name: arguments[arg.name] for arg in op.op_def.inputs[2:] if arg.name in arguments}
    for arg in op.op_def.inputs[2:]:
        if arg.name not in numbers:
            raise _incomplete(arg.name, op, "be given", "neither wire nor value")
    attrs = {attr.name: arguments[attr.name] for attr in one.op_def.attrs if attr.name in arguments}
    slots = [arg.name for arg in one.op_def.inputs[1:] if arg.type is resource]
    updates: list[Node] = []
    initial: list[Node] = []
    for number, (variable, grad) in enumerate(zip(variables, grads, strict=True)):
        if variable.dtype.base is not resource:
            raise must(f"vars[{number}]", op.name, "be the handle of a variable", variable.dtype.base.name,
                       kind=InvalidTypeError).concerns(argument="vars")  # fmt: skip
        given: dict[str, Any] = {one.op_def.inputs[0].name: variable, update.gradient: grad}
        for slot in slots:
            with graph.control_dependencies(None):
                handle, begin = _zeros(op, graph, f"{name}/{slot}_{number}", variable, number)
            given[slot] = handle
            initial.append(begin)
        updates.append(call(one, given | numbers | attrs, f"{name}/update_{number}/", graph=graph))
    with graph.control_dependencies(updates):
        node = call(lookup_op("NoOp"), {}, f"{name}/", graph=graph)
    wired = (TensorPin(pin, None, value) for pin, value in numbers.items() if isinstance(value, Tensor))
    return Made(op, node, (*_listed("grads", grads), *_listed("vars", variables), *wired), initial=tuple(initial))


def _zeros(op: Op, graph: Graph, name: str, like: Tensor, number: int) -> tuple[Tensor, Node]:
    """A variable of the shape and dtype of another one, and the node that makes it 0."""
    attrs = like.node.attrs
    shape, dtype = attrs.get("shape"), attrs.get("dtype")
    if dtype is None or shape is None or not shape.is_fully_defined:
        got = "one of unknown shape" if dtype is not None else f"what '{like.node.name}' passes on"
        raise must(f"vars[{number}]", op.name, "be a variable whose shape its block gives", got).concerns(
            argument="vars"
        )
    handle = call(lookup_op("VarHandleOp"), {"dtype": dtype, "shape": shape}, f"{name}/", graph=graph)
    sizes, zero = np.array(shape.as_tuple(), np.int64), np.zeros((), dtype.numpy_dtype)
    zeros = call(lookup_op("Fill"), {"dims": sizes, "value": zero}, f"{name}/zeros/", graph=graph)
    begin = call(lookup_op("AssignVariableOp"), {"resource": handle, "value": zeros}, f"{name}/begin/", graph=graph)
    return handle, begin


_UPDATE_DOC = """Changes each variable by its gradient, with one {op} for each.
{slots}
    grads: for each of vars its gradient.
    vars: the handles of the variables."""
_SLOTS_DOC = """
    What the op keeps for a variable, {slots}, are variables of the same shape. They are 0 at first; that is done
    together with the page's init.
"""


def _update_block(name: str, update: _Update) -> PageBlock:
    one = lookup_op(update.op)
    numbers = [arg for arg in one.op_def.inputs[1:] if arg.type is not resource and arg.name != update.gradient]
    slots = [arg.name for arg in one.op_def.inputs[1:] if arg.type is resource]
    flags = [f"{attr.name}: bool = false" for attr in one.op_def.attrs if attr.type == "bool"]
    kept = _SLOTS_DOC.format(slots=" and ".join(slots)) if slots else ""
    op_def = parse_op(
        name,
        ["grads: Tgrads", "vars: Tvars", *(f"{arg.name}: T" for arg in numbers)],
        [],
        ["Tgrads: list(type)", "Tvars: list(type)", "T: {half, bfloat16, float, double}", *flags],
        is_stateful=True,
        doc=_UPDATE_DOC.format(op=update.op, slots=kept),
    )
    return PageBlock(Op(op_def, f"{__file__}:1"), _make_update)


def _gradients_block() -> PageBlock:
    op_def = parse_op(
        "Gradients",
        ["ys: Tys", "xs: Txs", "grad_ys: Tgrad_ys"],
        ["grads: Txs"],
        ["Tys: list(type)", "Txs: list(type)", "Tgrad_ys: list(type) >= 0 = []"],
        doc=_GRADIENTS_DOC,
    )
    return PageBlock(Op(op_def, f"{__file__}:1"), _make_gradients)


PAGE_BLOCKS: Final[Mapping[str, PageBlock]] = {
    "Gradients": _gradients_block(),
    **{name: _update_block(name, update) for name, update in _UPDATES.items()},
}
