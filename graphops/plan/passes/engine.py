"""engine: parts of a graph that OpenVINO computes become one node each (``SessionConfig(openvino=True)``).

A part is as large as can be: float32 nodes that OpenVINO takes (:mod:`graphops_cpu.openvino.translate`), all of whose
shapes are known.  No way out of a part comes back into it, because a part has nodes of one *level* alone: the level of
a node is that of the inputs that it needs last, and one more wherever the way goes from a node that is taken to one
that is not, or back.

What OpenVINO refuses to compile stays as it was, and so does what its model computes otherwise than the nodes' kernels
(:mod:`graphops.plan.passes.engine_check`).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from graphops.graph.node import Node, Tensor
from graphops.plan.passes.engine_check import difference, examples
from graphops.plan.passes.facts import facts_of
from graphops.plan.passes.rewriting import Rewriting
from graphops.plan.stand_in import stand_in
from graphops_registry.errors import GraphopsError
from graphops_registry.kernel_def import candidates
from graphops_registry.kernels.network import Call, Network, Value
from graphops_registry.op_def import lookup_op

_OP: Final = "Graphops>Network"
_LARGE: Final = 10_000_000_000  # multiplications: plain kernels take many seconds for more


def with_engine(work: Rewriting, nodes: Sequence[Node], fetched: Iterable[Tensor]) -> list[Node]:
    """The nodes with Graphops>Network for the parts that OpenVINO computes.

    Args:
        nodes: all that run, inputs first.
        fetched: tensors whose values the run returns.
    """
    if work.picks:  # what runs when would have to be known for each part
        return list(nodes)
    kernel: Any = candidates(_OP, "CPU", {})[0].cls
    finder = _Finder(work, nodes, fetched, kernel)
    instead: dict[Node, Node] = {}
    for part in finder.parts():
        made = finder.made(part)
        if made is not None:
            instead.update(dict.fromkeys(part, made))
    found = _in_order(work, nodes, instead) if instead else None
    return list(nodes) if found is None else found  # levels say nothing of what only waits for what


class _Finder:
    def __init__(self, work: Rewriting, nodes: Sequence[Node], fetched: Iterable[Tensor], kernel: Any) -> None:
        self._work, self._nodes, self._kernel = work, nodes, kernel
        self._makers = {tensor: node for node in nodes for tensor in node.outputs}
        self._readers: dict[Tensor, list[Node]] = {}
        for node in nodes:
            for tensor in work.resolved(node.inputs):
                self._readers.setdefault(tensor, []).append(node)
        self._fetched = set(work.resolved(tuple(fetched)))
        self._values: dict[Tensor, Value] = {}
        self._calls: dict[Node, Call] = {}

    def parts(self) -> list[list[Node]]:
        """The nodes of each part, inputs first."""
        levels: dict[Node, int] = {}
        found: dict[int, list[Node]] = {}
        for node in self._nodes:
            call = self._call(node)
            if call is not None:
                self._calls[node] = call
            level = 0
            for tensor in self._work.resolved(node.inputs):
                maker = self._makers.get(tensor)
                if maker is not None and maker.type != "Const":
                    changes = (maker in self._calls) != (call is not None)
                    level = max(level, levels[maker] + changes)
            if call is not None:
                level += 1 - level % 2  # nodes that are taken have odd levels
                found.setdefault(level, []).append(node)
            else:
                level += level % 2
            levels[node] = level
        return [part for nodes in found.values() for part in self._connected(nodes)]

    def _connected(self, nodes: Sequence[Node]) -> list[list[Node]]:
        """Nodes of one level, apart where nothing goes from one to another."""
        group = {node: node for node in nodes}

        def root(node: Node) -> Node:
            while group[node] is not node:
                group[node] = group[group[node]]
                node = group[node]
            return node

        for node in nodes:
            for tensor in self._work.resolved(node.inputs):
                maker = self._makers.get(tensor)
                if maker in group:
                    group[root(node)] = root(maker)
        parts: dict[Node, list[Node]] = {}
        for node in nodes:
            parts.setdefault(root(node), []).append(node)
        return list(parts.values())

    def _call(self, node: Node) -> Call | None:
        """What the kernel is to compute for ``node``, if it may and can."""
        work = self._work
        if (
            not facts_of(node.op).pure
            or node in work.fixed
            or node in work.guards
            or work.is_ordered(node)
            or work.is_placed(node)
            or not work.on_host(node)
            or "_kernel" in node.attrs
            or node.type == "Const"
        ):
            return None
        inputs = [self._value(tensor) for tensor in work.resolved(node.inputs)]
        read = [tensor in self._readers or tensor in self._fetched for tensor in node.outputs]
        outputs = [self._value(t) if is_read else None for t, is_read in zip(node.outputs, read, strict=True)]
        known = [value for value in inputs if value is not None]
        if len(known) < len(inputs) or any(is_read and v is None for is_read, v in zip(read, outputs, strict=True)):
            return None
        call = Call(node.type, node.attrs, tuple(known), tuple(outputs))
        return call if self._kernel.takes(call) else None

    def _value(self, tensor: Tensor) -> Value | None:
        found = self._values.get(tensor)
        if found is None:
            constant = self._work.value_of(tensor)
            shape = self._work.shapes.of(tensor)
            if constant is not None:
                found = Value(constant.shape, tensor.dtype, constant)
            elif shape.is_fully_defined:
                found = Value(shape.as_tuple(), tensor.dtype)
            else:
                return None
            self._values[tensor] = found
        return found

    def made(self, part: Sequence[Node]) -> Node | None:
        """The node for a part; ``None`` if it is not worth while, or cannot be."""
        calls = [self._calls[node] for node in part]
        if not self._kernel.is_worth_while(calls):
            return None
        members = set(part)
        given: dict[Tensor, None] = {}
        results: list[Tensor] = []
        for node in part:
            for tensor in self._work.resolved(node.inputs):
                if self._values[tensor].constant is None and self._makers.get(tensor) not in members:
                    given[tensor] = None
            for tensor in node.outputs:
                readers = self._readers.get(tensor, ())
                if tensor in self._fetched or any(reader not in members for reader in readers):
                    results.append(tensor)
        if not results:
            return None
        values = self._values
        network = Network(tuple(values[t] for t in given), tuple(calls), tuple(values[t] for t in results))
        reason = ""
        try:
            self._kernel.must_be_there()
            is_large = self._kernel.products(calls) > _LARGE
            known = examples(self._work, part, list(given), results, values, in_time=is_large)
            model = self._kernel.compiled(network)
            wrong = difference(model, known, results)
            if wrong:
                reason = f"OpenVINO computes something else, {wrong}"
        except GraphopsError as error:
            reason = f"{error}".partition("\n")[0]
        if reason:
            self._work.notes.append(f"{part[0].name} ... {part[-1].name} stay as they are: {reason}")
            return None
        attrs = {
            "Tin": tuple(tensor.dtype for tensor in given),
            "Tout": tuple(tensor.dtype for tensor in results),
            "output_shapes": tuple(self._work.shapes.of(tensor) for tensor in results),
            "_model": model,
        }
        self._work.notes.append(f"{part[0].name} ... {part[-1].name} ({len(part)} nodes) -> {_OP}")
        return stand_in(part[-1], lookup_op(_OP), tuple(given), attrs, tuple(results))


def _in_order(work: Rewriting, nodes: Sequence[Node], instead: Mapping[Node, Node]) -> list[Node] | None:
    """The nodes with the parts in place of theirs, inputs first; ``None`` if there is no such order.

    Only what has no effect may move, so the others wait for one another.
    """
    left = [node for node in nodes if node not in instead]
    kept = list(dict.fromkeys(instead.get(node, node) for node in nodes))
    place = {node: index for index, node in enumerate(kept)}
    makers = {tensor: node for node in kept for tensor in node.outputs}
    waits: dict[Node, set[Node]] = {node: set() for node in kept}
    last: Node | None = None
    for node in kept:
        tensors = (*work.resolved(node.inputs), *(work.source.get(p, p) for p, _ in work.guards.get(node, ())))
        waits[node].update(makers[t] for t in tensors if t in makers)
        controls = (instead.get(c, c) for c in node.control_inputs if c not in work.gone)
        waits[node].update(c for c in controls if c in place)
    for node in left:
        if not facts_of(node.op).pure and node.type != "Const":
            if last is not None:
                waits[node].add(last)
            last = node
    followers: dict[Node, list[Node]] = {}
    for node, before in waits.items():
        for each in before:
            followers.setdefault(each, []).append(node)
    ready = [place[node] for node in kept if not waits[node]]
    heapq.heapify(ready)
    found = []
    while ready:
        node = kept[heapq.heappop(ready)]
        found.append(node)
        for follower in followers.get(node, ()):
            waits[follower].discard(node)
            if not waits[follower]:
                heapq.heappush(ready, place[follower])
    return found if len(found) == len(kept) else None


__all__ = ["with_engine"]
