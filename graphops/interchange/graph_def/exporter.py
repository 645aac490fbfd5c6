"""From a Graph to a GraphDef."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphops.graph.functions import Function
from graphops.graph.graph import Graph, Node, Tensor
from graphops.interchange.graph_def import messages
from graphops.interchange.graph_def.attr_value import write
from graphops.interchange.graph_def.producer import PRODUCER
from graphops.interchange.graph_def.tensor_proto import from_array, from_shape
from graphops_registry.errors import GraphopsError, InvalidArgumentError


def to_graph_def(graph: Graph, *, add_shapes: bool = False) -> Any:
    """All nodes of ``graph`` in the order of their creation, and its functions.

    Raises:
        InvalidArgumentError: an attr that the format cannot hold, with a note that names the node.
    """

    message = messages.GraphDef()
    message.versions.producer = PRODUCER
    for node in graph.nodes:
        proto = message.node.add(name=node.name)
        write_node(node, proto, _inputs(node))
        if add_shapes and node.outputs and node.op.is_registered:  # of others, the file said what is known
            proto.attr["_output_shapes"].Clear()
            shapes = proto.attr["_output_shapes"].list
            for tensor in node.outputs:
                from_shape(tensor.shape, shapes.shape.add())
    for function in graph.functions.values():
        if function.definition is not None:
            message.library.function.add().MergeFromString(function.definition)
        else:
            _write_function(function, message.library.function.add())
    for name, gradient in graph.named_gradients.items():
        message.library.gradient.add(function_name=name, gradient_func=gradient)
    return message


def _inputs(node: Node) -> list[str]:
    data = [t.node.name if t.index == 0 else t.name for t in node.inputs]
    return [*data, *(f"^{control.name}" for control in node.control_inputs)]


def write_node(node: Node, proto: Any, inputs: Sequence[str]) -> None:
    """Everything of a NodeDef but its name."""
    proto.op = node.type
    proto.input.extend(inputs)
    proto.device = node.device
    declared = node.op_def.attr_by_name
    for name, value in node.attrs.items():
        attr = declared.get(name)
        try:
            if isinstance(value, np.ndarray) and "dtype" in node.attrs:
                from_array(value, node.attrs["dtype"], proto.attr[name].tensor)
            else:
                write(value, attr, proto.attr[name])
        except GraphopsError as error:
            error.add_note(f"attr '{name}' of node '{node.name}' (op '{node.type}')")
            raise


def _write_function(function: Function, proto: Any) -> None:
    """A function that was built here."""
    body = function.body
    signature = proto.signature
    signature.name = function.name
    signature.is_stateful = function.is_stateful
    taken: set[str] = set()
    names: dict[Tensor, str] = {}
    for tensor in body.inputs:
        name = _argument_name(tensor.node.name, taken)
        names[tensor] = name
        signature.input_arg.add(name=name, type=tensor.dtype.base.enum)
    arguments = {tensor.node for tensor in body.inputs}
    node_names = {
        node: _argument_name(node.name, taken) if node.name in taken else node.name
        for node in body.graph.nodes
        if node not in arguments
    }
    for node, name in node_names.items():
        data = [_function_input(tensor, names, node_names) for tensor in node.inputs]
        controls = [f"^{names[c.outputs[0]] if c in arguments else node_names[c]}" for c in node.control_inputs]
        write_node(node, proto.node_def.add(name=name), [*data, *controls])
    results: set[str] = set()
    for position, tensor in enumerate(body.outputs):
        name = _argument_name(f"{tensor.node.name}_out{position}", results)
        signature.output_arg.add(name=name, type=tensor.dtype.base.enum)
        proto.ret[name] = _function_input(tensor, names, node_names)
    for node in body.control_outputs:
        if node in node_names:
            signature.control_output.append(node_names[node])
            proto.control_ret[node_names[node]] = node_names[node]
    for name, value in function.attrs.items():
        write(value, None, proto.attr[name])


def _function_input(tensor: Tensor, names: dict[Tensor, str], node_names: dict[Node, str]) -> str:
    found = names.get(tensor)
    if found is not None:
        return found
    node = tensor.node
    for argument, part in node.op_def.output_slices(node.attrs).items():
        if part.start <= tensor.index < part.stop:
            return f"{node_names[node]}:{argument}:{tensor.index - part.start}"
    raise InvalidArgumentError(f"{tensor!r} must be an output of its op's declaration").concerns(
        op=node.type, node=node.name
    )


def _argument_name(name: str, taken: set[str]) -> str:
    """A name as arguments of functions have them: lower case, no slashes."""
    base = "".join(c if c.isalnum() and c.isascii() else "_" for c in name.lower()).strip("_") or "arg"
    if not base[0].isalpha():
        base = f"arg_{base}"
    result, number = base, 0
    while result in taken:
        number += 1
        result = f"{base}_{number}"
    taken.add(result)
    return result
