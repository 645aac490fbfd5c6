"""A signature of a SavedModel as a graph without state: calls are replaced by bodies, variables by constants.

Loops and conditionals stay; their functions are made again without the handles of variables that they take.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from graphops.graph.body_graph import BodyGraph, has_effect
from graphops.graph.build_state import ROOT_STATE
from graphops.graph.functions import function_names
from graphops.graph.graph import Graph, Node, Tensor
from graphops.graph.node_copies import state_of
from graphops.graph.order import inputs_first
from graphops.interchange.saved_model import SavedModel, Signature
from graphops_registry.dtypes import DType, resource
from graphops_registry.errors import InvalidArgumentError, NotFoundError, ResourceExhaustedError, UnimplementedError
from graphops_registry.op_def import lookup_op
from graphops_registry.traits import Trait

HostArray = np.ndarray[Any, Any]
_DEEPEST: Final = 50  # calls within calls
_MOST_NODES: Final = 200_000  # in all calls: functions that call others twice would double them without end
_BRANCHES: Final = (Trait.FUNCTION_CHOICE, Trait.FUNCTION_COUNT, Trait.FUNCTION_LOOP)


class _Variable:
    """What stands for a handle: the variable's name."""

    def __init__(self, name: str) -> None:
        self.name = name


_Value = Tensor | _Variable
# What a function is made for: the variable whose handle each argument is, or None.
_Bindings = tuple[str | None, ...]


def frozen_graph(model: SavedModel, signature: str) -> tuple[Graph, Signature]:
    """What a signature computes, in a graph of its own, and its inputs and outputs there.

    Names are those of the functions' nodes; inputs are placeholders with the names that the signature gives them.

    Raises:
        NotFoundError: no such signature, or files of the model that are missing.
        UnimplementedError: a signature that changes state, or uses state other than variables that it reads.
    """
    with model.session() as session:
        graph, signatures = frozen_signatures(model, [signature], session.variables.snapshot())
    return graph, signatures[signature]


def frozen_signatures(
    model: SavedModel, names: Iterable[str], values: Mapping[str, HostArray]
) -> tuple[Graph, dict[str, Signature]]:
    """What signatures compute, in one graph, and their inputs and outputs there.

    Args:
        values: those of the model's variables, by name.

    Raises:
        NotFoundError: no such signature, or a variable without a value.
        UnimplementedError: a signature that changes state, or uses state other than variables that it reads.
    """
    freezer = _Freezer(model.graph, values)
    signatures: dict[str, Signature] = {}
    same: dict[Any, str] = {}
    for signature in names:
        found = model.signature(signature)
        first = same.setdefault((freezer.meaning(found), found.method_name), signature)
        if first is not signature:  # Keras exports one function as `serve` and as `serving_default`
            signatures[signature] = signatures[first]
            continue
        inputs = {name: freezer.placeholder(tensor, name) for name, tensor in found.inputs.items()}
        env: dict[Tensor, _Value] = {tensor: inputs[name] for name, tensor in found.inputs.items()}
        freezer.take(list(found.outputs.values()), env, "", 0)
        outputs = {name: _tensor(env[tensor], tensor.node) for name, tensor in found.outputs.items()}
        signatures[signature] = Signature(inputs, outputs, found.method_name)
    return freezer.graph, signatures


class _Freezer:
    def __init__(self, source: Graph, values: Mapping[str, HostArray]) -> None:
        self._functions, self._values = source.functions_by_name, values
        self.graph = Graph()
        self._seen = 0  # nodes, those of functions once for each call
        self._made: dict[tuple[str, _Bindings], tuple[str, _Bindings]] = {}
        self._without_effect: set[str] = set()  # functions

    def meaning(self, signature: Signature) -> Any:
        """The same for signatures that call one function with the same inputs and variables, else an object of its own.

        Raises:
            UnimplementedError: a function on the way there changes state.
        """
        known: dict[Tensor, Any] = {tensor: ("input", name) for name, tensor in signature.inputs.items()}
        inputs = tuple((name, tensor.dtype, str(tensor.shape)) for name, tensor in signature.inputs.items())
        outputs = tuple((name, self._origin(tensor, known, 0)) for name, tensor in signature.outputs.items())
        return object() if any(origin is None for _, origin in outputs) else (inputs, outputs)

    def _origin(self, tensor: Tensor, known: Mapping[Tensor, Any], depth: int) -> Any:
        """The innermost call whose result a tensor only hands on: the function, its arguments, the result's number.

        Args:
            known: inputs and variables by the tensors that hand them on.
        """
        call = _handed_on(tensor, known)
        if isinstance(call, tuple) or not call.node.op.has(Trait.FUNCTION_CALL) or depth > _DEEPEST:
            return None
        node, name = call.node, call.node.attrs["f"]
        arguments = [_handed_on(each, known) for each in node.inputs]
        if name not in self._functions or not all(isinstance(each, tuple) for each in arguments):
            return None
        self._check_effects(name)
        body = self._functions[name].body
        if _types(node.inputs) != _types(body.inputs) or _types(node.outputs) != _types(body.outputs):
            raise _unfit(node)
        inner = self._origin(body.outputs[call.index], dict(zip(body.inputs, arguments, strict=True)), depth + 1)
        return inner or (name, tuple(arguments), call.index)

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
        nodes = _needed(outputs, env)
        self._check_awaited(nodes, env)
        late: list[tuple[Node, int, Tensor]] = []
        copies: dict[Node, Node] = {}
        for node in nodes:
            self._seen += 1
            if self._seen > _MOST_NODES:
                rule = f"have at most {_MOST_NODES:,} nodes to be drawn, calls replaced by what they call"
                raise ResourceExhaustedError(f"a signature must {rule}")
            if node.op.has(Trait.FUNCTION_CALL) and node.attrs["f"] in self._functions:
                self._call(node, env, scope, depth)
            elif any(map(node.op.has, _BRANCHES)) and all(name in self._functions for name in function_names(node)):
                self._branches(node, env, scope, depth)
            elif node.op.has(Trait.DECLARES_VARIABLE):
                variable = _Variable(_variable_name(node))
                is_handle = node.outputs[0].dtype is resource
                env[node.outputs[0]] = variable if is_handle else self._variable(variable, scope + node.name)
            elif any(isinstance(env.get(tensor), _Variable) for tensor in node.inputs):
                env[node.outputs[0]] = self._read(node, [env[tensor] for tensor in node.inputs], scope)
            else:
                copies[node], open_inputs = self._copy(node, env, scope, copies)
                late += [(copies[node], index, tensor) for index, tensor in open_inputs]
        for merge, index, tensor in late:
            merge.set_late_input(index, _tensor(env[tensor], merge))

    def _check_awaited(self, nodes: Sequence[Node], env: Mapping[Tensor, _Value]) -> None:
        """Raise if ``nodes`` run after one that changes state."""
        known = set(nodes)
        seen = {control for node in nodes for control in node.control_inputs} - known
        waiting = list(seen)
        while waiting:
            node = waiting.pop()
            names = function_names(node)
            if names and all(name in self._functions for name in names):
                for name in names:
                    self._check_effects(name)
            elif has_effect(node):
                raise _unfit(node)
            before = {*node.control_inputs, *(tensor.node for tensor in node.inputs if tensor not in env)}
            new = before - known - seen
            seen |= new
            waiting += new

    def _call(self, call: Node, env: dict[Tensor, _Value], scope: str, depth: int) -> None:
        self._check_effects(call.attrs["f"])
        body = self._functions[call.attrs["f"]].body
        if _types(call.inputs) != _types(body.inputs) or _types(call.outputs) != _types(body.outputs):
            raise _unfit(call)
        inner: dict[Tensor, _Value] = dict(zip(body.inputs, (env[tensor] for tensor in call.inputs), strict=True))
        # The names that TensorFlow gives calls say nothing.
        name = call.name.rpartition("/")[2]
        within = scope if name.rstrip("_0123456789") == call.type else f"{scope}{call.name}/"
        self.take(body.outputs, inner, within, depth + 1)
        for output, result in zip(call.outputs, body.outputs, strict=True):
            env[output] = inner[result]

    def _check_effects(self, name: str) -> None:
        """Raise if a function, or one that it calls, runs anything that changes state."""
        waiting = [name]
        while waiting:
            name = waiting.pop()
            if name in self._without_effect:
                continue
            self._without_effect.add(name)
            for node in self._functions[name].body.control_outputs:
                called = function_names(node)
                if has_effect(node) and not (called and all(other in self._functions for other in called)):
                    raise _unfit(node)
                waiting += [other for other in called if other in self._functions]

    def _branches(self, node: Node, env: dict[Tensor, _Value], scope: str, depth: int) -> None:
        """Add a loop or a conditional, whose functions take no handles of variables any more.

        A loop hands its arguments on, so its results lack those handles as well.
        """
        arguments = node.op_def.inputs[-1]
        first = len(node.inputs) - len(arguments.types(node.attrs))
        values = [env[tensor] for tensor in node.inputs]
        bound = tuple(value.name if isinstance(value, _Variable) else None for value in values[first:])
        hands_on = not node.op.has(Trait.FUNCTION_CHOICE)
        kept = [i for i, variable in enumerate(bound) if variable is None]
        attrs = {name: value for name, value in node.attrs.items() if name in node.op_def.attr_by_name}
        attrs |= self._functions_of(node, bound, depth)
        for name in (arguments.type_list_attr or "", *(["output_shapes"] if hands_on else [])):
            if attrs.get(name):
                attrs[name] = tuple(attrs[name][i] for i in kept)
        inputs = [_tensor(value, node) for value in (*values[:first], *(values[first + i] for i in kept))]
        full = f"{self.graph.unique_full_name(scope + node.name)}/"
        made = iter(self.graph.add_node(node.op, inputs, attrs, full, (), state_of(node)).outputs)
        for i, output in enumerate(node.outputs):
            env[output] = values[first + i] if hands_on and bound[i] is not None else next(made)

    def _functions_of(self, node: Node, bound: _Bindings, depth: int) -> dict[str, Any]:
        """The attrs of a loop or a conditional that name its functions, which are made again."""
        counters = (None,) * node.op.has(Trait.FUNCTION_COUNT)  # what goes before the arguments of a function
        found: dict[str, Any] = {}
        for attr in node.op_def.function_attrs:
            value = node.attrs[attr.name]
            names = []
            for name in value if attr.is_list else [value]:
                self._check_effects(name)
                new, results = self._function(name, counters + bound, node, depth)
                hands_on = attr.name == "body"
                if results != (bound if hands_on else (None,) * len(results)):
                    raise _unfit(node)
                names.append(new)
            found[attr.name] = tuple(names) if attr.is_list else names[0]
        return found

    def _function(self, name: str, bound: _Bindings, caller: Node, depth: int) -> tuple[str, _Bindings]:
        """Make a function again, for the variables that some arguments are; its new name, and those it returns."""
        key = (name, bound)
        if key in self._made:
            return self._made[key]
        body = self._functions[name].body
        if len(body.inputs) != len(bound):
            raise _unfit(caller)
        outer, inner = self.graph, BodyGraph(self.graph)
        env: dict[Tensor, _Value] = {}
        arguments = []
        self.graph = inner
        try:
            for tensor, variable in zip(body.inputs, bound, strict=True):
                if variable is not None:
                    env[tensor] = _Variable(variable)
                else:
                    arguments.append(self.placeholder(tensor, tensor.node.name))
                    env[tensor] = arguments[-1]
            self.take(body.outputs, env, "", depth + 1)
        finally:
            self.graph = outer
        results = [env[tensor] for tensor in body.outputs]
        tensors = [result for result in results if isinstance(result, Tensor)]
        variables = tuple(result.name if isinstance(result, _Variable) else None for result in results)
        self._made[key] = inner.function(name, arguments, tensors).name, variables
        return self._made[key]

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

    def _copy(
        self, node: Node, env: dict[Tensor, _Value], scope: str, copies: Mapping[Node, Node]
    ) -> tuple[Node, list[tuple[int, Tensor]]]:
        """Add a copy; it, and the inputs of a Merge that are made after it, which closes a loop of TensorFlow 1."""
        if node.op.has(Trait.PLACEHOLDER):
            raise InvalidArgumentError(
                f"outputs of a signature must need its inputs alone, but '{node.name}' must be fed too"
            ).concerns(op=node.type, node=node.name)
        takes_reference = any(arg.is_ref for arg in node.op_def.inputs)
        returns_state = any(tensor.dtype.is_ref or tensor.dtype is resource for tensor in node.outputs)
        if node.op_def.function_attrs or takes_reference or returns_state:
            raise _unfit(node)
        is_merge = node.op.has(Trait.MERGE)
        late = [(index, tensor) for index, tensor in enumerate(node.inputs) if is_merge and tensor not in env]
        known = [_tensor(env[tensor], node) for tensor in node.inputs if not is_merge or tensor in env]
        if late and not known:
            raise _unfit(node)
        inputs = known
        for index, _ in late:
            inputs.insert(index, known[0])
        attrs = {name: value for name, value in node.attrs.items() if name in node.op_def.attr_by_name}
        name = self.graph.unique_full_name(scope + node.name)
        controls = [copies[control] for control in node.control_inputs if control in copies]
        made = self.graph.add_node(node.op, inputs, attrs, f"{name}/", controls, state_of(node))
        env.update(zip(node.outputs, made.outputs, strict=True))
        return made, late

    def _add(self, op: str, inputs: Sequence[Tensor], attrs: Any, name: str, like: Node | None = None) -> Tensor:
        state = ROOT_STATE if like is None else state_of(like)
        full = f"{self.graph.unique_full_name(name)}/"
        return self.graph.add_node(lookup_op(op), inputs, attrs, full, (), state).outputs[0]


def _needed(outputs: Sequence[Tensor], env: Mapping[Tensor, _Value]) -> list[Node]:
    """The nodes that tensors need, inputs first, up to those that ``env`` knows."""
    found = _before(outputs, env, with_controls=False)
    if any(node.op.has(Trait.MERGE) for node in found):  # controls say which loop of TensorFlow 1 a node is in
        found = _before(outputs, env, with_controls=True)
    return inputs_first(sorted(found, key=lambda node: node.id))


def _before(outputs: Sequence[Tensor], env: Mapping[Tensor, _Value], *, with_controls: bool) -> dict[Node, None]:
    found: dict[Node, None] = {}
    waiting = [tensor.node for tensor in outputs if tensor not in env]
    while waiting:
        node = waiting.pop()
        if node in found:
            continue
        found[node] = None
        waiting += [tensor.node for tensor in node.inputs if tensor not in env]
        waiting += node.control_inputs if with_controls else ()
    return found


def _handed_on(tensor: Tensor, known: Mapping[Tensor, Any]) -> Any:
    """What is known of a tensor, a tuple, or else where its value is made."""
    while tensor not in known and tensor.node.type == "Identity":
        tensor = tensor.node.inputs[0]
    if tensor in known:
        return known[tensor]
    node = tensor.node
    if node.op.has(Trait.DECLARES_VARIABLE):
        return "variable", _variable_name(node)
    return tensor


def _variable_name(node: Node) -> str:
    """The name of the variable that a node declares."""
    return str(node.attrs.get("shared_name") or node.name)


def _types(tensors: Sequence[Tensor]) -> list[DType]:
    return [tensor.dtype.base for tensor in tensors]


def _tensor(value: _Value, node: Node) -> Tensor:
    if isinstance(value, _Variable):
        raise _unfit(node)
    return value


def _unfit(node: Node) -> UnimplementedError:
    return UnimplementedError(
        f"a signature must read variables and keep no other state to be drawn, got op '{node.type}' (node "
        f"'{node.name}')"
    ).concerns(op=node.type, node=node.name)


__all__ = ["frozen_graph", "frozen_signatures"]
