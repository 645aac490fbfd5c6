"""A copy of the part of a graph that depends on mapped arrays, in which all sizes are known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from graphops.build import raw_ops
from graphops.cluster.places import device_there
from graphops.graph.device_spec import DeviceSpec
from graphops.graph.graph import Graph, Node, Tensor
from graphops.graph.node_copies import state_of
from graphops.plan.loops.control import is_control_flow
from graphops.plan.make import ancestors, check_given
from graphops.session.session import Session
from graphops_registry.dtypes import resource, variant
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.traits import Trait

_SMALL: Final = 1024  # elements: smaller values are part of the graph, larger ones travel by themselves


@dataclass(frozen=True, eq=False)
class SizedGraph:
    """What depends on mapped arrays.

    Attributes:
        graph: the copy.
        nodes: its nodes that depend on mapped arrays, inputs first.
        mapped: its placeholders of the mapped arrays, in the order of the arrays.
        captured: its placeholders of other large values, weights for example, with these.
        fetches: the counterparts of the fetches.
    """

    graph: Graph
    nodes: tuple[Node, ...]
    mapped: tuple[Tensor, ...]
    captured: Mapping[Tensor, np.ndarray[Any, Any]]
    fetches: tuple[Tensor, ...]


def sized_graph(
    session: Session,
    fetches: Sequence[Tensor],
    mapped: Mapping[Tensor, tuple[int, ...]],
    feeds: Mapping[Tensor, Any],
    *,
    keep_shapes: bool = True,
) -> SizedGraph:
    """The part of the Session's graph between ``mapped`` and ``fetches``.

    What does not depend on mapped arrays is computed now, by the Session.

    Args:
        mapped: the sizes of the mapped arrays.
        feeds: the values of other fed tensors.
        keep_shapes: ops that give the shape of a mapped array give that of the whole array, not that of a chunk.

    Raises:
        InvalidArgumentError: a node that a map cannot have, by name: it keeps state, is part of a loop or conditional
            of TensorFlow 1, takes a handle, or has an output whose sizes depend on values.
        GraphopsError: what running the rest raises.
    """
    return _Sizing(session, fetches, mapped, feeds, keep_shapes).result()


class _Sizing:
    def __init__(
        self,
        session: Session,
        fetches: Sequence[Tensor],
        mapped: Mapping[Tensor, tuple[int, ...]],
        feeds: Mapping[Tensor, Any],
        keep_shapes: bool,
    ) -> None:
        fed = (*mapped, *feeds)
        check_given(session.graph, fetches, fed)
        self._session, self._feeds, self._keep_shapes = session, feeds, keep_shapes
        self._fetches = fetches
        self._graph = Graph(library_of=session.graph)
        self._graph.tensorflow_1 = session.graph.tensorflow_1
        self._captured: dict[Tensor, np.ndarray[Any, Any]] = {}
        self._told: dict[Tensor, np.ndarray[Any, Any]] = {}  # tensors that tell a mapped array's shape -> their values
        self._copies: dict[Tensor, Tensor] = {}
        self._mapped = tuple(self._placeholder(tensor, sizes) for tensor, sizes in mapped.items())
        self._copies.update(zip(mapped, self._mapped, strict=True))
        self._all = [node for node in ancestors(fetches, fed) if not node.op.has(Trait.PLACEHOLDER)]
        self._varying = self._varying_nodes(set(mapped), set(fed))
        self._values: dict[Tensor, np.ndarray[Any, Any]] = {}

    def _varying_nodes(self, mapped: set[Tensor], fed: set[Tensor]) -> dict[Node, None]:
        """The nodes whose outputs depend on the values of mapped arrays, in order."""
        found: dict[Node, None] = {}
        for node in self._all:
            varies = any(t in mapped or (t not in fed and t.node in found) for t in node.inputs)
            if not varies and not any(control in found for control in node.control_inputs):
                continue
            if varies and self._keep_shapes and node.op.has(Trait.TELLS):
                continue
            _check_may_vary(node)
            found[node] = None
        self._check_controls(found)
        return found

    def _check_controls(self, varying: dict[Node, None]) -> None:
        """Refuse nodes that run for their effect alone: chunks are computed from values, and do not wait for others."""
        fed = {*self._copies, *self._feeds}
        needed = {fetch.node for fetch in self._fetches}
        for node in reversed(self._all):  # inputs come first
            if node in needed:
                needed.update(t.node for t in node.inputs if t not in fed)
        for node in varying:
            if node.op_def.is_stateful and node not in needed:
                rule = "be an input of what is mapped, not only something that it waits for"
                raise _about(node, f"node '{node.name}' must {rule}, got op {node.type}")

    def result(self) -> SizedGraph:
        self._run_the_rest()
        nodes = []
        for node in self._all:
            if node in self._varying:
                nodes.append(self._copy(node))
            elif self._keep_shapes and node.op.has(Trait.TELLS):
                self._tell(node)
        fetches = tuple(self._counterpart(fetch) for fetch in self._fetches)
        return SizedGraph(self._graph, tuple(nodes), self._mapped, self._captured, fetches)

    def _run_the_rest(self) -> None:
        """Compute in one run what neither depends on mapped arrays nor on their shapes."""
        late: set[Node] = set(self._varying)
        for node in self._all:
            before = [*(t.node for t in node.inputs if t not in self._feeds), *node.control_inputs]
            if any(each in late for each in before) or any(t in self._copies for t in node.inputs):
                late.add(node)
        inputs = [t for node in self._varying for t in node.inputs]
        inputs += [t for node in self._all if node in late for t in node.inputs if _is_array(t)]  # once: may be random
        wanted = [t for t in dict.fromkeys((*inputs, *self._fetches)) if self._is_free(t, late)]
        controls = [control for node in self._varying for control in node.control_inputs]
        targets = [control for control in dict.fromkeys(controls) if control not in late]
        if wanted or targets:
            found, _ = self._session.run((wanted, targets), dict(self._feeds))
            self._values.update(zip(wanted, map(np.asarray, found), strict=True))

    def _is_free(self, tensor: Tensor, late: set[Node]) -> bool:
        if tensor in self._copies or tensor in self._feeds:
            return tensor in self._feeds
        return tensor.node not in late

    def _tell(self, node: Node) -> None:
        for tensor in node.outputs:
            source = node.inputs[tensor.index]
            if source in self._copies:
                self._told[tensor] = _told(node, self._copies[source].plain_shape.as_tuple(), tensor)

    def _value(self, tensor: Tensor) -> np.ndarray[Any, Any]:
        """The value of a tensor that does not depend on what mapped arrays contain.

        What a stateful node gives on the way, random numbers for example, is kept for other tensors that depend on it.
        """
        if tensor in self._told:
            return self._told[tensor]
        if tensor not in self._values:
            known = {t: value for t, value in self._values.items() if _is_array(t)}
            feeds = {**known, **self._feeds, **self._told}
            stateful = [node for node in ancestors([tensor], tuple(feeds)) if node.op_def.is_stateful]
            given = [t for node in stateful for t in node.outputs if _is_array(t) and t not in feeds]
            wanted = list(dict.fromkeys((tensor, *given)))
            self._values.update(zip(wanted, map(np.asarray, self._session.run(wanted, feeds)), strict=True))
        return self._values[tensor]

    def _counterpart(self, tensor: Tensor) -> Tensor:
        found = self._copies.get(tensor)
        if found is None:
            value = self._value(tensor)
            if value.size <= _SMALL:
                found = self._constant(value, tensor)
            else:
                found = self._placeholder(tensor, value.shape)
                self._captured[found] = value
            self._copies[tensor] = found
        return found

    def _constant(self, value: np.ndarray[Any, Any], tensor: Tensor) -> Tensor:
        with self._graph.as_default():
            made: Tensor = raw_ops.Const(value=value, dtype=tensor.dtype.base, name=self._name(tensor))
        return made

    def _placeholder(self, tensor: Tensor, sizes: tuple[int, ...]) -> Tensor:
        with self._graph.as_default():
            made: Tensor = raw_ops.Placeholder(dtype=tensor.dtype.base, shape=sizes, name=self._name(tensor))
        return made

    def _name(self, tensor: Tensor) -> str:
        return f"{self._graph.unique_full_name(tensor.node.name)}/"

    def _copy(self, node: Node) -> Node:
        for tensor in node.inputs:
            if tensor not in self._copies and tensor.dtype.base in (resource, variant):
                rule = "take arrays alone to be mapped"
                raise _about(node, f"node '{node.name}' must {rule}, got a {tensor.dtype.base.name}")
        inputs = [self._counterpart(tensor) for tensor in node.inputs]
        state = replace(state_of(node), device=DeviceSpec.parse(device_there(node.device)))
        attrs = {name: value for name, value in node.attrs.items() if name != "_class"}
        made = self._graph.add_node(node.op, inputs, attrs, f"{self._graph.unique_full_name(node.name)}/", (), state)
        for old, new in zip(node.outputs, made.outputs, strict=True):
            if not new.plain_shape.is_fully_defined:
                rule = "have outputs whose sizes follow from those of its inputs to be mapped"
                raise _about(node, f"node '{node.name}' must {rule}, got {new.dtype.name}{new.shape}")
            self._copies[old] = new
        return made


def _is_array(tensor: Tensor) -> bool:
    """Whether a value of a tensor can be fetched and fed: it is neither a handle nor a reference."""
    return tensor.dtype is tensor.dtype.base and tensor.dtype not in (resource, variant)


def _check_may_vary(node: Node) -> None:
    if is_control_flow(node.op):
        rule = "be part of no loop or conditional of TensorFlow 1 to be mapped: those of functions may be"
        raise _about(node, f"node '{node.name}' must {rule}, got op {node.type}")
    # A stateful op with a region rule is one whose parts may be computed alone: CheckNumerics fails, nothing more.
    if node.op_def.is_stateful and not node.op.has(Trait.ONLY_READS) and node.op.region_fn is None:
        rule = "neither keep state nor draw random numbers, if it depends on a mapped array"
        raise _about(node, f"node '{node.name}' must {rule}, got op {node.type}")


def _about(node: Node, text: str) -> InvalidArgumentError:
    return InvalidArgumentError(text).concerns(op=node.type, node=node.name)


def _told(node: Node, sizes: tuple[int, ...], tensor: Tensor) -> np.ndarray[Any, Any]:
    (what,) = node.op.traits[Trait.TELLS]
    value: Any = {"shape": sizes, "rank": len(sizes), "size": int(np.prod(sizes, dtype=object))}[what]
    return np.array(value, tensor.dtype.numpy_dtype)
