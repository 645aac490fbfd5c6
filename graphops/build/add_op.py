"""Adding a node to a graph: ``raw_ops``, ``nn``, ``ops``, operators and gradients all call this module."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from graphops.build.binding import Bound, bind
from graphops.build.convert import to_array
from graphops.graph.default_graph import building_graph
from graphops.graph.graph import BuildState, Graph, Node, Tensor, get_default_graph
from graphops.graph.operators import Operators
from graphops.graph.user_frame import user_frame
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import GraphopsError, InvalidArgumentError, InvalidTypeError, must
from graphops_registry.op_def import Op, OpDef, lookup_op


def call(
    op: Op,
    arguments: Mapping[str, object],
    name: str | None = None,
    *,
    graph: Graph | None = None,
    state: BuildState | None = None,
) -> Any:
    """Add a node for ``op`` and return what ``raw_ops`` returns.

    Args:
        arguments: inputs and attrs by name. Inputs that are no tensors become ``Const`` nodes named
            ``<node>/<argument>``.
        name: the node's name within the current name scope; made unique.
        graph: where to add it; default the graph of the tensors, else the default graph.
        state: surroundings other than this thread's.

    Returns:
        No output: the Node. One: the Tensor (a list for a list output). Several: a named tuple.

    Raises:
        GraphopsError: an argument is wrong; a note names the user's line.
    """
    try:
        tensorflow_1 = (graph or _graph_of_arguments(arguments)).tensorflow_1
        if op.name == "Const":
            arguments = _const_arguments(arguments, tensorflow_1)
        bound = bind(op.op_def, arguments, tensorflow_1)
    except GraphopsError as error:
        made_at = (state.made_at if state is not None else None) or user_frame()
        if made_at is not None:
            error.add_note(f"  made at {made_at}")
        raise
    if graph is None:
        graph = _graph_of_inputs(bound.inputs, op)
    if not all(isinstance(value, Tensor) for value in bound.inputs):
        name, tensors = _add_constants(graph, op, bound, name, state)
    else:
        tensors = bound.inputs
    return results(graph.add_node(op, tensors, bound.attrs, name, (), state))


def _const_arguments(arguments: Mapping[str, object], tensorflow_1: bool) -> dict[str, object]:
    """``value`` as an array of ``dtype``, which may be left out: Python values are welcome."""
    complete = dict(arguments)
    if "value" in complete:
        dtype = complete.get("dtype")
        wanted = None if dtype is None else as_dtype(dtype)
        value = to_array(complete["value"], wanted, "value of op 'Const'", tensorflow_1=tensorflow_1)
        complete.update(value=value, dtype=as_dtype(value.dtype) if dtype is None else dtype)
    return complete


def _graph_of_arguments(arguments: Mapping[str, object]) -> Graph:
    """The graph of the first tensor among them, before they are known to be right."""
    return next((value.graph for value in arguments.values() if isinstance(value, Operators)), get_default_graph())


def _graph_of_inputs(inputs: Sequence[Any], op: Op) -> Graph:
    default = get_default_graph()
    if default.takes_tensors_from_outside:  # the body of a function is being written
        return default
    found: Graph | None = None
    for value in inputs:
        if isinstance(value, Tensor):
            if found is not None and value.graph is not found:
                raise InvalidArgumentError(
                    f"inputs of op '{op.name}' must be in one graph, got tensors of several"
                ).concerns(op=op.name)
            found = value.graph
    return building_graph(found) if found is not None else default


def _add_constants(
    graph: Graph, op: Op, bound: Bound, name: str | None, state: BuildState | None
) -> tuple[str, list[Tensor]]:
    """Make ``Const`` nodes of the literal inputs, under a scope of the node's own name; that name, and the tensors."""
    outer = state if state is not None else graph.build_state
    with graph.build_lock:
        full = graph.reserve_name(name or op.name.lstrip("_"), outer)
        inner = replace(outer, name_scope=full)
        tensors: list[Tensor] = []
        for value, argument in zip(bound.inputs, bound.names, strict=True):
            if isinstance(value, Tensor):
                tensors.append(value)
                continue
            if not hasattr(value, "flags"):
                rule = "be on the host to become a constant"
                raise must(argument, op.name, rule, type(value).__name__, kind=InvalidTypeError)
            tensors.append(add_constant(graph, value, argument, inner))
    return f"{full}/", tensors


def add_constant(graph: Graph, value: Any, name: str, state: BuildState | None = None) -> Tensor:
    """A ``Const`` node that holds a copy of the array ``value``."""
    op = lookup_op("Const")
    dtype = as_dtype(value.dtype)
    attrs = {"value": op.op_def.attr_by_name["value"].convert(value, "Const"), "dtype": dtype}
    return graph.add_node(op, (), attrs, name, (), state).outputs[0]


def results(node: Node) -> Any:
    """What a call that made ``node`` returns."""
    return arrange(node.op_def, node.attrs, node.outputs, node)


def arrange(op_def: OpDef, attrs: Mapping[str, Any], outputs: Sequence[Any], nothing: Any = None) -> Any:
    """Flat outputs as the op declares them: one, a list, a named tuple of both; ``nothing`` if it has none."""
    args = op_def.outputs
    if not args:
        return nothing
    if len(args) == 1 and not args[0].is_list:
        return outputs[0]
    if any(arg.is_list for arg in args):
        slices = op_def.output_slices(attrs)
        parts = [list(outputs[slices[a.name]]) if a.is_list else outputs[slices[a.name].start] for a in args]
        if len(args) == 1:
            return parts[0]
    else:
        parts = list(outputs)
    return result_type(op_def.name, tuple(arg.name for arg in args))(*parts)


@cache  # one for each op with several outputs
def result_type(op: str, names: tuple[str, ...]) -> Any:
    """The named tuple for the outputs of ``op``."""
    return namedtuple(op.replace(">", "_"), names, rename=True)  # noqa: PYI024 - its fields are data
