"""A signature of a SavedModel as a graph without state: calls are replaced by bodies, variables by constants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from graphops.graph.body_graph import has_effect
from graphops.graph.build_state import ROOT_STATE
from graphops.graph.graph import Graph, Node, Tensor
from graphops.graph.node_copies import state_of
from graphops.interchange.graph_def.importer import Reference, creation_order
from graphops.interchange.saved_model import SavedModel, Signature
from graphops_registry.dtypes import resource
from graphops_registry.errors import InvalidArgumentError, NotFoundError, ResourceExhaustedError, UnimplementedError
from graphops_registry.op_def import lookup_op
from graphops_registry.traits import Trait

HostArray = np.ndarray[Any, Any]
_DEEPEST: Final = 50  # calls within calls
_MOST_NODES: Final = 200_000  # in all calls: functions that call others twice would double them without end


class _Variable:
    """What stands for a handle: the variable's name."""

    def __init__(self, name: str) -> None:
        self.name = name


_Value = Tensor | _Variable


def frozen_graph(model: SavedModel, signature: str) -> tuple[Graph, Signature]:
    """What a signature computes, in a graph of its own, and its inputs and outputs there.

    Names are those of the functions' nodes; inputs are placeholders with the names that the signature gives them.

    Raises:
        NotFoundError: no such signature, or files of the model that are missing.
        UnimplementedError: a signature that changes state, or uses state other than variables that it reads.
    """
    found = model.signature(signature)
    with model.session() as session:
        values = session.variables.snapshot()
    freezer = _Freezer(model.graph, values)
    inputs = {name: freezer.placeholder(tensor, name) for name, tensor in found.inputs.items()}
    env: dict[Tensor, _Value] = {tensor: inputs[name] for name, tensor in found.inputs.items()}
    freezer.take(list(found.outputs.values()), env, "", 0)
    outputs = {name: _tensor(env[tensor], tensor.node) for name, tensor in found.outputs.items()}
    return freezer.graph, Signature(inputs, outputs, found.method_name)


class _Freezer:
    def __init__(self, source: Graph, values: Mapping[str, HostArray]) -> None:
        self._functions, self._values = source.functions_by_name, values
        self.graph = Graph()
        self._seen = 0  # nodes, those of functions once for each call

    def placeholder(self, like: Tensor, name: str) -> Tensor:
        attrs = {"dtype": like.dtype, "shape": like.shape}
        return self._add("Placeholder", (), attrs, name.replace("/", "_"))

    def take(self, outputs: Sequence[Tensor], env: dict[Tensor, _Value], scope: str, depth: int) -> None:
        """Add what ``outputs`` need; afterwards ``env`` has a value for each of them.

        Args:
            env: the values of the tensors of the part that are known.
            scope: goes before the names of nodes.
        """
        if depth > _DEEPEST:
            raise UnimplementedError(f"calls of functions must be at most {_DEEPEST} deep to be drawn")
        for node in _needed(outputs, env):
            self._seen += 1
            if self._seen > _MOST_NODES:
                rule = f"have at most {_MOST_NODES:,} nodes to be drawn, calls replaced by what they call"
                raise ResourceExhaustedError(f"a signature must {rule}")
            if node.op.has(Trait.FUNCTION_CALL) and node.attrs["f"] in self._functions:
                self._call(node, env, scope, depth)
            elif node.op.has(Trait.DECLARES_VARIABLE) and node.outputs[0].dtype is resource:
                env[node.outputs[0]] = _Variable(node.attrs.get("shared_name") or node.name)
            elif any(isinstance(env[tensor], _Variable) for tensor in node.inputs):
                env[node.outputs[0]] = self._read(node, [env[tensor] for tensor in node.inputs], scope)
            else:
                self._copy(node, env, scope)

    def _call(self, call: Node, env: dict[Tensor, _Value], scope: str, depth: int) -> None:
        body = self._functions[call.attrs["f"]].body
        for node in body.control_outputs:
            if has_effect(node) and not node.op.has(Trait.FUNCTION_CALL):
                raise _unfit(node)
        inner: dict[Tensor, _Value] = dict(zip(body.inputs, (env[tensor] for tensor in call.inputs), strict=True))
        # The names that TensorFlow gives calls say nothing.
        name = call.name.rpartition("/")[2]
        within = scope if name.rstrip("_0123456789") == call.type else f"{scope}{call.name}/"
        self.take(body.outputs, inner, within, depth + 1)
        for output, result in zip(call.outputs, body.outputs, strict=True):
            env[output] = inner[result]

    def _read(self, node: Node, inputs: Sequence[_Value], scope: str) -> _Value:
        """The value of an op that takes a variable's handle."""
        handle, *others = inputs
        if not isinstance(handle, _Variable) or any(isinstance(other, _Variable) for other in others):
            raise _unfit(node)
        if node.op.has(Trait.PASSES_THROUGH):
            return handle
        tensors = [other for other in others if isinstance(other, Tensor)]
        match node.type:
            case "ReadVariableOp":
                return self._variable(handle, scope + node.name)
            case "ResourceGather" if node.attrs["batch_dims"] == 0:
                value = self._variable(handle, f"{scope}{node.name}/params")
                attrs = lookup_op("Gather").op_def.bind(
                    {"params": value.dtype, "indices": tensors[0].dtype}, {"validate_indices": True}
                )
                return self._add("Gather", [value, *tensors], attrs, scope + node.name, node)
        raise _unfit(node)

    def _variable(self, handle: _Variable, name: str) -> Tensor:
        value = self._values.get(handle.name)
        if value is None:
            raise NotFoundError(f"variable '{handle.name}' of the SavedModel must have a value, got none")
        op = lookup_op("Const")
        attrs = op.op_def.bind({}, {"value": value, "dtype": value.dtype})
        return self._add("Const", (), attrs, name)

    def _copy(self, node: Node, env: dict[Tensor, _Value], scope: str) -> None:
        if node.op.has(Trait.PLACEHOLDER):
            raise InvalidArgumentError(
                f"outputs of a signature must need its inputs alone, but '{node.name}' must be fed too"
            ).concerns(op=node.type, node=node.name)
        functions = [attr for attr in node.op_def.attrs if attr.base_type == "func"]
        tensors = (*node.inputs, *node.outputs)
        if functions or any(tensor.dtype.is_ref or tensor.dtype is resource for tensor in tensors):
            raise _unfit(node)
        inputs = [_tensor(env[tensor], node) for tensor in node.inputs]
        attrs = {name: value for name, value in node.attrs.items() if name in node.op_def.attr_by_name}
        name = self.graph.unique_full_name(scope + node.name)
        made = self.graph.add_node(node.op, inputs, attrs, f"{name}/", (), state_of(node))
        env.update(zip(node.outputs, made.outputs, strict=True))

    def _add(self, op: str, inputs: Sequence[Tensor], attrs: Any, name: str, like: Node | None = None) -> Tensor:
        state = ROOT_STATE if like is None else state_of(like)
        full = f"{self.graph.unique_full_name(name)}/"
        return self.graph.add_node(lookup_op(op), inputs, attrs, full, (), state).outputs[0]


def _needed(outputs: Sequence[Tensor], env: Mapping[Tensor, _Value]) -> list[Node]:
    """The nodes that tensors need, inputs first, up to those that ``env`` knows."""
    found: dict[Node, None] = {}
    waiting = [tensor.node for tensor in outputs if tensor not in env]
    while waiting:
        node = waiting.pop()
        if node in found:
            continue
        found[node] = None
        waiting += [tensor.node for tensor in node.inputs if tensor not in env]
    nodes = sorted(found, key=lambda node: node.id)
    references = [[Reference(t.node.name, t.index) for t in node.inputs if t.node in found] for node in nodes]
    return [nodes[number] for number in creation_order(references, nodes)]


def _tensor(value: _Value, node: Node) -> Tensor:
    if isinstance(value, _Variable):
        raise _unfit(node)
    return value


def _unfit(node: Node) -> UnimplementedError:
    return UnimplementedError(
        f"a signature must read variables and keep no other state to be drawn, got op '{node.type}' (node "
        f"'{node.name}')"
    ).concerns(op=node.type, node=node.name)


__all__ = ["frozen_graph"]
