"""From a GraphDef to nodes of a Graph."""

from __future__ import annotations

import heapq
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from graphops.graph.build_state import ROOT_STATE, BuildState
from graphops.graph.device_spec import DeviceSpec
from graphops.graph.graph import Graph, Node, Tensor
from graphops.graph.names import check_node_name
from graphops.interchange.graph_def.attr_value import UndeclaredAttr, text_of, texts_of, to_python
from graphops.interchange.graph_def.function_nodes import FunctionNodes
from graphops.interchange.graph_def.producer import PRODUCER
from graphops.interchange.graph_def.unregistered import UnregisteredOutputs
from graphops.plugins.packages import load_ops
from graphops_registry.dtypes import DType
from graphops_registry.errors import (
    AlreadyExistsError,
    GraphopsError,
    InvalidArgumentError,
    UnimplementedError,
    must,
)
from graphops_registry.op_def import REGISTRY, Op, ops_with
from graphops_registry.shape import SCALAR_SHAPE, TensorShape
from graphops_registry.traits import Trait

_SCALAR_IS_UNKNOWN: Final = 21  # up to this version a Placeholder of shape () may be of any shape


class Reference(NamedTuple):
    """An input as a NodeDef states it: an output of a node, or the node itself for a control input (output -1).

    Within functions the number counts within the output ``argument``.
    """

    node: str
    output: int
    argument: str = ""


def parse_reference(text: str, owner: str) -> Reference:
    """``n``, ``n:k`` or ``^n``.

    Raises:
        InvalidArgumentError: anything else.
    """
    if text.startswith("^"):
        return Reference(text[1:], -1)
    name, colon, index = text.rpartition(":")
    if not colon:
        return Reference(text, 0)
    if not index.isdecimal() or not index.isascii() or len(index) > 9:
        raise InvalidArgumentError(f"an input of node '{owner}' must be written 'node:index', got '{text}'").concerns(
            node=owner
        )
    return Reference(name, int(index))


def known_ops(nodes: Sequence[Any]) -> dict[str, Op]:
    """The op for each type of node that is registered.

    Raises:
        InvalidArgumentError: a node without an op.
    """
    found: dict[str, Op] = {}
    unknown: set[str] = set()
    for node in nodes:
        if node.op in found or node.op in unknown:
            continue
        if not node.op:
            raise InvalidArgumentError(f"a node must have an op, got '{node.name}' without").concerns(node=node.name)
        op = REGISTRY.get(node.op)
        if op is None and not unknown:
            load_ops()
            op = REGISTRY.get(node.op)
        if op is None:
            unknown.add(node.op)
        else:
            found[node.op] = op
    return found


def creation_order(
    inputs: Sequence[Sequence[Reference]], nodes: Sequence[Any], replaced: Container[Reference] = ()
) -> list[int]:
    """Positions of ``nodes`` such that inputs come first, otherwise in their own order.

    Inputs that are ``replaced`` need not exist.

    What comes back into a Merge from a NextIteration closes a loop and does not count.

    Raises:
        InvalidArgumentError: an input that does not exist, or any other cycle, shown.
    """
    position = {node.name: number for number, node in enumerate(nodes)}
    waiting = [0] * len(nodes)
    consumers: list[list[int]] = [[] for _ in nodes]
    merges, next_iterations = ops_with(Trait.MERGE), ops_with(Trait.NEXT_ITERATION)
    for number, references in enumerate(inputs):
        is_merge = nodes[number].op in merges
        for reference in references:
            if reference in replaced:
                continue
            source = position.get(reference.node)
            if source is None:
                name = nodes[number].name
                raise InvalidArgumentError(
                    f"inputs of node '{name}' must be in the graph, got '{reference.node}'"
                ).concerns(node=name)
            if is_merge and reference.output >= 0 and nodes[source].op in next_iterations:
                continue
            waiting[number] += 1
            consumers[source].append(number)
    ready = [number for number, count in enumerate(waiting) if not count]
    order: list[int] = []
    while ready:
        number = heapq.heappop(ready)
        order.append(number)
        for consumer in consumers[number]:
            waiting[consumer] -= 1
            if not waiting[consumer]:
                heapq.heappush(ready, consumer)
    if len(order) < len(nodes):
        open_inputs = [[r for r in references if r not in replaced] for references in inputs]
        raise _cycle(open_inputs, nodes, {number for number, count in enumerate(waiting) if count}, position)
    return order


def _cycle(
    inputs: Sequence[Sequence[Reference]], nodes: Sequence[Any], left: set[int], position: Mapping[str, int]
) -> InvalidArgumentError:
    """The error that shows a cycle: go back along inputs until a node comes a second time."""
    number = min(left)
    seen: dict[int, None] = {}
    while number not in seen:
        seen[number] = None
        number = next(position[reference.node] for reference in inputs[number] if position[reference.node] in left)
    path = [*seen]
    path = [*path[path.index(number) :], number]
    names = [nodes[step].name for step in reversed(path)]
    shown = " -> ".join(names if len(names) <= 10 else [*names[:5], "...", *names[-4:]])
    return InvalidArgumentError(f"a graph must have no cycles but loops of Merge and NextIteration, got {shown}")


class Importer:
    """Adds NodeDefs to a graph.

    Args:
        graph: where to.
        prefix: scope of the new nodes, without a slash; ``""`` for none.
        state: surroundings: device, and the user's line.
        input_map: tensors that replace outputs of the file's nodes.
        producer: the version of the format that the nodes are written in.
    """

    def __init__(
        self,
        graph: Graph,
        prefix: str,
        state: BuildState,
        input_map: Mapping[Reference, Any] | None = None,
        producer: int = PRODUCER,
    ) -> None:
        self.graph = graph
        self.prefix = prefix
        self.state = state
        self.input_map = dict(input_map or {})
        self.used: set[Reference] = set()
        self.nodes: dict[str, Node] = {}
        self._producer = producer
        self._function_nodes = FunctionNodes(graph)

    def add_all(
        self,
        nodes: Sequence[Any],
        inputs: Sequence[Sequence[Reference]],
        stated: Iterable[tuple[Reference, DType | None]] = (),
    ) -> None:
        """Add all nodes.

        Args:
            stated: outputs that something beside the nodes takes, and their dtypes where it says them.

        Raises:
            GraphopsError: something is wrong; notes name the node.
        """
        nodes = [self._function_nodes.as_call(node) for node in nodes]
        ops = known_ops(nodes)
        order = creation_order(inputs, nodes, self.input_map)
        outputs = UnregisteredOutputs(nodes, inputs, ops, self.input_map, stated)
        late: list[tuple[Node, int, Reference]] = []
        for number in order:
            late += self._add(nodes[number], ops.get(nodes[number].op), inputs[number], outputs)
        for merge, index, reference in late:
            merge.set_late_input(index, self.tensor(reference, merge.name))

    def tensor(self, reference: Reference, owner: str) -> Tensor:
        """The tensor that ``reference`` means, by way of the input map."""
        mapped = self.input_map.get(reference)
        if mapped is not None:
            self.used.add(reference)
            tensor: Tensor = mapped
            return tensor
        node = self.nodes[reference.node]
        outputs = node.outputs
        if reference.argument:
            slices = self._function_nodes.outputs.get(reference.node) or node.op_def.output_slices(node.attrs)
            if reference.argument not in slices:
                rule = f"be one of {', '.join(slices) or 'none'}"
                raise InvalidArgumentError(f"the output of '{reference.node}' that '{owner}' takes must {rule}, got "
                                           f"'{reference.argument}'").concerns(node=owner)  # fmt: skip
            outputs = outputs[slices[reference.argument]]
        if reference.output >= len(outputs):
            have = f"'{reference.node}' has {len(outputs)} outputs there"
            raise InvalidArgumentError(f"inputs of node '{owner}' must exist, got '{reference.node}:{reference.output}'"
                                       f", but {have}").concerns(node=owner)  # fmt: skip
        return outputs[reference.output]

    def _control(self, reference: Reference) -> Node:
        mapped = self.input_map.get(reference)
        if mapped is None:
            return self.nodes[reference.node]
        self.used.add(reference)
        node: Node = mapped
        return node

    def _add(
        self, proto: Any, op: Op | None, references: Sequence[Reference], outputs: UnregisteredOutputs
    ) -> list[tuple[Node, int, Reference]]:
        """Add one node; inputs of a Merge that do not exist yet are answered."""
        controls = [self._control(reference) for reference in references if reference.output < 0]
        data = [reference for reference in references if reference.output >= 0]
        late: list[tuple[int, Reference]] = []
        tensors: list[Tensor | None] = []
        for index, reference in enumerate(data):
            if reference.node not in self.nodes and reference not in self.input_map:
                late.append((index, reference))
                tensors.append(None)
            else:
                tensors.append(self.tensor(reference, proto.name))
        if late:
            first = next((tensor for tensor in tensors if tensor is not None), None)
            if first is None:
                raise InvalidArgumentError(
                    f"node '{proto.name}' ({proto.op}) must have an input from outside its loop"
                ).concerns(op=proto.op, node=proto.name)
            tensors = [first if tensor is None else tensor for tensor in tensors]
        flat = [tensor for tensor in tensors if tensor is not None]
        full = f"{self.prefix}/{proto.name}" if self.prefix else proto.name
        try:
            if op is None:
                op = outputs.op(proto, [tensor.dtype for tensor in flat])
                attrs = self._undeclared(proto.attr.items())
            else:
                attrs = self._attrs(proto, op, flat)
            device = DeviceSpec.parse(proto.device).merged_over(self.state.device) if proto.device else None
            state = self.state if device is None else replace(self.state, device=device)
            node = self.graph.add_node(op, flat, attrs, f"{full}/", controls, state)
        except GraphopsError as error:
            error.add_note(f"in node '{proto.name}' of the imported graph")
            raise
        self.nodes[proto.name] = node
        return [(node, index, reference) for index, reference in late]

    def _attrs(self, proto: Any, op: Op, tensors: Sequence[Tensor]) -> dict[str, Any]:
        op_def = op.op_def
        known = op_def.attr_by_name
        declared: dict[str, Any] = {}
        others: list[tuple[str, Any]] = []
        for name, value in proto.attr.items():
            attr = known.get(name)
            if attr is None:
                others.append((name, value))
                continue
            if value.WhichOneof("value") == "placeholder":
                raise UnimplementedError(
                    f"attr '{name}' of op '{op.name}' must have a value, got the placeholder '{value.placeholder}'"
                    " of a function that has type attrs of its own"
                ).concerns(op=op.name, argument=name)
            declared[name] = to_python(value, attr, op.name)
        if op.name == "Placeholder" and self._producer <= _SCALAR_IS_UNKNOWN and declared.get("shape") == SCALAR_SHAPE:
            declared["shape"] = TensorShape(None)
        types = _types_by_argument(op, declared, tensors)
        bound = op_def.bind(types, declared)
        return {**bound, **self._undeclared(others)} if others else bound

    def _undeclared(self, attrs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
        """The values of attrs that no OpDef explains."""
        found: dict[str, Any] = {}
        for name, value in attrs:
            if name == "_class":
                groups = texts_of(value)
                if self.prefix:
                    groups = tuple(g.replace("loc:@", f"loc:@{self.prefix}/", 1) for g in groups)
                found[name] = groups
            elif name in ("_kernel", "_gradient_op_type") and text_of(value) is not None:
                found[name] = text_of(value)
            else:
                found[name] = UndeclaredAttr.of(value)
        return found


def _types_by_argument(op: Op, attrs: Mapping[str, Any], tensors: Sequence[Tensor]) -> dict[str, Any]:
    """The dtypes of the inputs, by argument."""
    types: dict[str, Any] = {}
    position = 0
    for arg in op.op_def.inputs:
        if not arg.is_list:
            if position >= len(tensors):
                break
            types[arg.name] = tensors[position].dtype
            position += 1
            continue
        count = attrs.get(arg.number_attr) if arg.number_attr is not None else attrs.get(arg.type_list_attr or "")
        if count is None:
            raise must(f"attr '{arg.number_attr or arg.type_list_attr}'", op.name, "be given", "nothing")
        length = count if isinstance(count, int) else len(count)
        types[arg.name] = tuple(tensor.dtype for tensor in tensors[position : position + length])
        if len(types[arg.name]) != length:
            raise must(arg.name, op.name, f"be {length} tensors", len(types[arg.name]))
        position += length
    missing = [arg.name for arg in op.op_def.inputs if arg.name not in types]
    if missing or position != len(tensors):
        names = ", ".join(arg.text() for arg in op.op_def.inputs) or "none"
        raise InvalidArgumentError(f"op '{op.name}' must have the inputs {names}, got {len(tensors)} tensors").concerns(
            op=op.name
        )
    return types


def check_names(nodes: Sequence[Any], what: str) -> None:
    """Raise unless every node has a name of its own."""
    names = set()
    for node in nodes:
        if not node.name:
            raise InvalidArgumentError(f"nodes of {what} must have names, got one of op '{node.op}' without").concerns(
                op=node.op
            )
        if node.name in names:
            raise AlreadyExistsError(f"a node's name must be unique, but {what} has '{node.name}' twice").concerns(
                node=node.name
            )
        check_node_name(node.name)
        names.add(node.name)


__all__ = ["ROOT_STATE", "Importer", "Reference", "check_names", "creation_order", "known_ops", "parse_reference"]
