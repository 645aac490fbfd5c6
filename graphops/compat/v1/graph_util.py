"""``tf.graph_util``: parts of GraphDefs, and graphs whose variables have become constants."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import numpy as np

from graphops.compat.v1.functions.framework import import_graph_def
from graphops.compat.v1.functions.missing import missing
from graphops.graph.graph import Node
from graphops.interchange.graph_def.messages import GraphDef
from graphops.interchange.graph_def.tensor_proto import from_array
from graphops_registry import dtypes
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError, UnimplementedError


def _producer(name: str) -> str:
    """The node of an input, "a:1" or "^a"."""
    return name.lstrip("^").partition(":")[0]


def _checked(graph_def: Any, names: Any, what: str) -> list[str]:
    if not hasattr(graph_def, "node") or not hasattr(graph_def, "library"):
        raise InvalidTypeError(f"graph_def must be a GraphDef, got {graph_def!r}")
    if isinstance(names, (str, bytes)) or not isinstance(names, Iterable):
        raise InvalidTypeError(f"{what} must be a list of names of nodes, got {names!r}")
    wanted = [str(name) for name in names]
    known = {node.name for node in graph_def.node}
    for name in wanted:
        if name not in known:
            raise InvalidArgumentError(f"{what} must be nodes of the graph, got '{name}'")
    return wanted


def extract_sub_graph(graph_def: Any, dest_nodes: Any) -> Any:
    """The nodes of a GraphDef that some nodes need, a new GraphDef.

    Raises:
        InvalidTypeError: no GraphDef, or no list of names.
        InvalidArgumentError: a node that is not there.
    """
    ahead = _checked(graph_def, dest_nodes, "dest_nodes")
    inputs = {node.name: [_producer(each) for each in node.input] for node in graph_def.node}
    kept: set[str] = set()
    while ahead:
        name = ahead.pop()
        if name not in kept:
            kept.add(name)
            ahead += inputs.get(name, [])
    found = GraphDef()
    found.node.extend([node for node in graph_def.node if node.name in kept])
    found.library.CopyFrom(graph_def.library)
    found.versions.CopyFrom(graph_def.versions)
    return found


def remove_training_nodes(input_graph: Any, protected_nodes: Collection[str] | None = None) -> Any:
    """A GraphDef without the nodes CheckNumerics, Identity and StopGradient that only training needs.

    Nodes stay that have control inputs, are control inputs, or share a place with others.
    """
    kept = frozenset(protected_nodes or ())
    checks = {node.name for node in input_graph.node if node.op == "CheckNumerics" and node.name not in kept}
    found = GraphDef()
    for node in input_graph.node:
        if node.name not in checks:
            copy = found.node.add()
            copy.CopyFrom(node)
            del copy.input[:]
            copy.input.extend([each for each in node.input if each.lstrip("^") not in checks])
    needed: set[str] = set()
    for node in found.node:
        orders = [each[1:] for each in node.input if each.startswith("^")]
        needed.update([*orders, node.name] if orders else [])
        if "_class" in node.attr:
            needed.update(each.decode().removeprefix("loc:@") for each in node.attr["_class"].list.s)
    passing = {
        node.name: node.input[0]
        for node in found.node
        if node.op in ("Identity", "StopGradient") and node.input and node.name not in kept | needed
    }
    result = GraphDef()
    for node in found.node:
        if node.name in passing:
            continue
        copy = result.node.add()
        copy.CopyFrom(node)
        del copy.input[:]
        for each in node.input:
            while each.lstrip("^") in passing:
                each = passing[each.lstrip("^")]
            copy.input.append(each)
    return result


_READS = frozenset({"ReadVariableOp", "ResourceGather"})
_VARIABLES = frozenset({"AutoReloadVariable", "ReadVariableOp", "VarHandleOp", "Variable", "VariableV2"})


def convert_variables_to_constants(
    sess: Any,
    input_graph_def: Any,
    output_node_names: Any,
    variable_names_whitelist: Collection[str] | None = None,
    variable_names_blacklist: Collection[str] | None = None,
) -> Any:
    """The part of a GraphDef that some nodes need, in which variables are constants with the values they have now.

    Args:
        variable_names_whitelist: the variables that become constants, all by default.
        variable_names_blacklist: variables that stay.

    Raises:
        InvalidArgumentError: a node that is not there.
        UnimplementedError: a variable that is used otherwise than by reading it, such as in a loop or a function.
    """
    found = extract_sub_graph(input_graph_def, _checked(input_graph_def, output_node_names, "output_node_names"))
    chosen = [
        node.name
        for node in found.node
        if node.op == "VarHandleOp"
        and (variable_names_whitelist is None or node.name in variable_names_whitelist)
        and node.name not in (variable_names_blacklist or ())
    ]
    values = dict(zip(chosen, sess.run([f"{name}/Read/ReadVariableOp:0" for name in chosen]), strict=True))
    result = GraphDef()
    for node in found.node:
        copy = result.node.add()
        copy.CopyFrom(node)
        if node.name in values:
            kind = dtypes.as_dtype(node.attr["dtype"].type)
            _constant(copy, np.asarray(values[node.name]), kind)
        elif any(_producer(each) in values for each in node.input if not each.startswith("^")):
            if node.op not in _READS or _producer(node.input[0]) not in values:
                text = f"variables must only be read to become constants, got node '{node.name}' of op '{node.op}'"
                raise UnimplementedError(text).concerns(op=node.op, node=node.name)
            _read(copy, result)
    result.library.CopyFrom(found.library)
    result.versions.CopyFrom(found.versions)
    return result


def _constant(node: Any, value: Any, kind: dtypes.DType) -> None:
    """Make a node a Const."""
    name = node.name
    node.Clear()
    node.name, node.op = name, "Const"
    node.attr["dtype"].type = kind.enum
    from_array(value, kind, node.attr["value"].tensor)


def _read(node: Any, graph_def: Any) -> None:
    """Make a node that reads a variable one that takes its value."""
    if node.op == "ReadVariableOp":
        kind = node.attr["dtype"].type
        node.op = "Identity"
        node.attr.clear()
        node.attr["T"].type = kind
        return
    params, indices = node.attr["dtype"].type, node.attr["Tindices"].type
    if node.attr["batch_dims"].i:
        raise UnimplementedError("batch_dims must be 0 for a variable to become a constant").concerns(node=node.name)
    axis = graph_def.node.add()
    axis.name = f"{node.name}/axis"
    _constant(axis, np.array(0, np.int32), dtypes.int32)
    node.op = "GatherV2"
    node.attr.clear()
    for attr, value in (("Tparams", params), ("Tindices", indices), ("Taxis", dtypes.int32.enum)):
        node.attr[attr].type = value
    node.input.insert(2, axis.name)


def must_run_on_cpu(node: Any, pin_variables_on_cpu: bool = False) -> bool:
    """Whether TensorFlow has kernels of a node (a NodeDef, or a node) for CPUs alone."""
    of_graph = isinstance(node, Node)
    op = node.type if of_graph else node.op
    if pin_variables_on_cpu and op in _VARIABLES:
        return True
    attr = {"Const": "dtype", "DynamicStitch": "T", "ParallelDynamicStitch": "T", "Cast": "SrcT"}.get(op)
    if attr is None:
        return False
    kind = node.get_attr(attr).base.enum if of_graph else node.attr[attr].type
    return bool(kind == dtypes.int32.enum or (op == "Const" and kind == dtypes.string.enum))


def tensor_shape_from_node_def_name(graph: Any, input_name: str) -> Any:
    """The shape of a tensor of a graph, by the name of the tensor or of its node."""
    return graph.get_tensor_by_name(input_name if ":" in input_name else f"{input_name}:0").get_shape()


def __getattr__(name: str) -> Any:
    raise missing("graph_util", name)


__all__ = [
    "convert_variables_to_constants",
    "extract_sub_graph",
    "import_graph_def",
    "must_run_on_cpu",
    "remove_training_nodes",
    "tensor_shape_from_node_def_name",
]
