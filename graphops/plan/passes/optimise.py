"""The passes over a plan's nodes, which rewrite them so that less work gives the same results.

====================  ==============================================================================================
fold_constants        nodes that depend on constants, or on shapes known for all feeds, are computed with the plan
merge_common          equal nodes with equal inputs become one
drop_identities       nodes that return their input unchanged are removed, and powers with a constant exponent of 2,
                      3 or -1, and Einsums of stacks of matrices, become simpler ops; loops lose the variables that
                      nobody reads (:mod:`graphops.plan.passes.unread`), and what others only wait for goes
fuse                  a convolution or a matrix product with its bias, normalisation and activation becomes one node,
                      and so does a convolution with the Pad before it, and one between SpaceToBatchND and
                      BatchToSpaceND; a batch normalisation takes what is added and the activation after it, and its
                      gradient takes that of the activation; a list of tensors and another one with a single element
                      are not added element by element; a step of gradient descent changes the rows that were looked up
====================  ==============================================================================================

One walk in the order of execution does the first three: the inputs of a node are rewritten before the node itself, so
each node is visited once. Some nodes never change: stateful, random and fed nodes, nodes that are fetched as nodes,
nodes with control edges, and nodes that work on references, resources or variants; but for steps of gradient descent
(:mod:`graphops.plan.passes.row_steps`). The order of nodes never changes.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graphops.graph.node import Node, Tensor
from graphops.plan.loops.branches import INDICES
from graphops.plan.loops.guards import Guard, Pick
from graphops.plan.passes import dilated, list_sums, look_ups, norms, pads, row_steps, selects
from graphops.plan.passes.dead import needed
from graphops.plan.passes.einsums import as_product
from graphops.plan.passes.engine import with_engine
from graphops.plan.passes.equal import attrs_key
from graphops.plan.passes.facts import OpFacts, facts_of, holds_no_value
from graphops.plan.passes.fold import Folding, described, static_values
from graphops.plan.passes.fuse import Fusing, worth_while
from graphops.plan.passes.identities import handed_on
from graphops.plan.passes.powers import without_power
from graphops.plan.passes.rewriting import Rewriting
from graphops.plan.session_config import PLAN_PASSES
from graphops.plugins.packages import load_kernels
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.kernel_def import candidates
from graphops_registry.op_def import Op
from graphops_registry.shape import TensorShape

if TYPE_CHECKING:
    from graphops.plan.loops.regions import Part

PASSES: Final = tuple(
    name for name in PLAN_PASSES if name not in ("regions", "programs", "chains", "call_lists")
)  # those rewrite no nodes here

_SIMPLER: Final = {"Einsum": as_product, "Pow": without_power}
"""For some ops, what finds nodes that compute the same in less time."""


@dataclass(frozen=True)
class Optimised:
    """What is left of a plan's nodes.

    Attributes:
        nodes: to run, inputs first. Constants that a node reads are among them. Some may be in no graph: they have
            the name, the number, the device and the output tensors of the last node that they stand for, and read
            tensors that carry values now.
        source: tensor -> the tensor that carries its value now, to the end: that one has no entry. It is fed, in
            ``values``, or an output of one of ``nodes``.
        values: tensors whose value is known: read-only arrays on the host. Their nodes are not in ``nodes``.
        notes: one line for each change.
        guards: for nodes that do not always run, what must hold; the predicates carry their values.
        picks: for each Merge which input it takes.
    """

    nodes: list[Node]
    source: dict[Tensor, Tensor]
    values: dict[Tensor, np.ndarray[Any, Any]]
    notes: tuple[str, ...]
    guards: Mapping[Node, Guard] = field(default_factory=dict)
    picks: Mapping[Node, Pick] = field(default_factory=dict)


def optimise(
    nodes: Sequence[Node],
    fetches: Sequence[Tensor | Node],
    fed: Collection[Tensor],
    passes: Collection[str],
    folding: Folding | None = None,
    feed_shapes: Mapping[Tensor, TensorShape] | None = None,
    part: Part | None = None,
    *,
    by_engine: bool = False,
) -> Optimised:
    """What is left to run of ``nodes``.

    Args:
        nodes: what the fetches need, inputs first, without placeholders and without TensorFlow 1's control flow.
        fetches: whose values the run returns; nodes among them always run.
        fed: tensors that are given; nodes in ``nodes`` that compute one of them do so for their other outputs.
        passes: names out of :data:`PASSES`.
        folding: computes constants, for this plan and the plans that it is part of; default a new one.
        feed_shapes: the shapes of all feeds, if the result is for feeds of these shapes alone.
        part: what ``nodes`` are, if TensorFlow 1's control flow was made of them.
        by_engine: whether OpenVINO computes what it can, once the shapes of all feeds are known.

    Raises:
        InvalidArgumentError: a name that is no pass.
    """
    for name in passes:
        if name not in PASSES:
            raise InvalidArgumentError(f"a pass must be one of {', '.join(PASSES)}, got '{name}'")
    if not passes:
        guards, picks = ({}, {}) if part is None else (part.guards, part.picks)
        return Optimised(list(nodes), {}, {}, (), guards, picks)
    load_kernels()
    engine = by_engine and feed_shapes is not None
    fetched = [fetch for fetch in fetches if isinstance(fetch, Tensor)]
    awaited = {control for node in nodes if node.control_inputs for control in node.control_inputs}
    if part is not None:
        awaited -= part.implied
    nodes_fetched = [fetch for fetch in fetches if isinstance(fetch, Node)]
    work = Rewriting(frozenset(fed), nodes_fetched, awaited, "merge_common" in passes, feed_shapes, part)
    folding = folding if folding is not None else Folding()
    kept = _walk(work, nodes, passes, folding)
    values: dict[Tensor, np.ndarray[Any, Any]] = {}
    source: dict[Tensor, Tensor] = {}
    if work.picks and "fuse" in passes:
        kept = selects.without_branches(work, kept, fetched)
    fetched += _predicates(work, kept)
    drop = "drop_identities" in passes
    if work.notes or (drop and awaited) or engine:
        kept, used = needed(work, kept, fetched, drop=drop)
        if engine:
            kept, used = needed(work, with_engine(work, kept, fetched), fetched, drop=drop)
        values = {tensor: value for tensor, value in work.folded.items() if tensor in used}
        source = {tensor: carrier for tensor, carrier in work.source.items() if carrier in used}
    names = {node.op.name for node in kept} if "fuse" in passes else frozenset()
    if list_sums.worth_while(names):
        kept = list_sums.with_items_added(work, kept, fetched)
    if row_steps.worth_while(names):
        kept = row_steps.by_rows(work, kept, fetched)
    if look_ups.worth_while(names) and not folding.is_limited:
        kept = look_ups.in_values(work, kept)
    if dilated.worth_while(names):
        kept = dilated.dilated(work, kept, fetched)
    if pads.worth_while(names):
        kept = pads.without_pads(work, kept, fetched)
    if worth_while(names):
        # Plans for certain shapes follow, where most weights are OpenVINO's: new ones would be memory for nothing.
        kept = Fusing(work, kept, fetched, folding, new_weights=engine or not by_engine).fused()
    if norms.worth_while(names):
        kept = norms.with_activations(work, kept, fetched)
    guards = {
        node: tuple((source.get(pred, pred), side) for pred, side in work.guards[node])
        for node in kept
        if node in work.guards
    }
    picks = {n: Pick(source.get(p.pred, p.pred), p.if_true) for n, p in work.picks.items()} if work.picks else {}
    return Optimised(kept, source, values, tuple(work.notes), guards, picks)


def _predicates(work: Rewriting, nodes: Sequence[Node]) -> list[Tensor]:
    """What decides which of the nodes run."""
    if not work.picks and not work.guards:
        return []
    found = dict.fromkeys(pred for node in nodes for pred, _ in work.guards.get(node, ()))
    found.update(dict.fromkeys(work.picks[node].pred for node in nodes if node in work.picks))
    return list(found)


def _walk(work: Rewriting, nodes: Sequence[Node], passes: Collection[str], budget: Folding) -> list[Node]:
    """Fold, drop and merge; return the remaining nodes, some of which may no longer be needed."""
    merge, drop = "merge_common" in passes, "drop_identities" in passes
    folding = budget if "fold_constants" in passes else None
    facts: dict[Op, OpFacts] = {}
    common = _Common(work)
    not_values, fixed, awaited = work.not_values, work.fixed, work.awaited
    guards, picks = work.guards, work.picks
    kept: list[Node] = []
    for node in nodes:
        for tensor in node.outputs:
            dtype = tensor.dtype
            if (dtype.kind == "object" or dtype.is_ref) and holds_no_value(dtype):
                not_values.add(tensor)
        op = node.op
        if guards and work.never_runs(node):
            work.gone.add(node)
            work.notes.append(f"{node.name} ({op.name}) is on a branch that is never taken")
            continue
        if node in picks and _picked(work, node):
            continue
        if op.name == "Const":
            if work.is_ordered(node) or not work.on_host(node) or not _constant(work, node):
                kept.append(node)
            continue
        fact = facts.get(op)
        if fact is None:
            fact = facts[op] = facts_of(op)
        if not fact.pure or node in fixed:
            kept.append(node)
            continue
        if not_values and not (not_values.isdisjoint(node.inputs) and not_values.isdisjoint(node.outputs)):
            kept.append(node)
            continue
        if work.colocation_matters and "_class" in node.attrs:
            kept.append(node)
            continue
        inputs = work.resolved(node.inputs)
        ordered = bool(node.control_inputs) and work.is_ordered(node)
        if drop and fact.passed_on is not None and not ordered and node not in awaited:
            carriers = handed_on(work, node, inputs, fact.passed_on)
            if carriers is not None and (not fact.choosy or candidates(op.name, "CPU", node.attrs)):
                work.source.update(zip(node.outputs, carriers, strict=True))
                work.notes.append(f"{node.name} ({op.name}) -> {', '.join(t.name for t in carriers)}")
                continue
        if folding is not None and not ordered and fact.foldable and _folded(work, folding, node, fact, inputs):
            continue
        simpler = None
        if drop and op.name in _SIMPLER and node not in awaited:
            simpler = _SIMPLER[op.name](work, node, inputs)
        if simpler is not None:
            kinds = ", ".join(each.type for each in simpler if each.type != "Const")
            work.notes.append(f"{node.name} ({op.name}) -> {kinds}")
        for each in simpler or (node,):
            if merge and node not in awaited:
                first = common.first(each, work.resolved(each.inputs))
                if first is not each:
                    work.source.update(zip(each.outputs, first.outputs, strict=True))
                    work.notes.append(f"{each.name} -> {first.name} (the same {each.type})")
                    continue
            kept.append(each)
    return kept


def _constant(work: Rewriting, node: Node) -> bool:
    """Take note of a constant; whether another one has the same value and carries this one, too."""
    tensor: Tensor = node.outputs[0]
    value = node.attrs["value"]
    if tensor in work.fed:
        return False
    work.gone.add(node)
    if node in work.fixed or work.is_placed(node):
        work.known[tensor] = value
        return False
    first = work.same_value(tensor, value)
    if first is tensor:
        work.known[tensor] = value
        return False
    work.source[tensor] = first
    work.notes.append(f"{node.name} -> {first.node.name} (the same value)")
    return True


def _picked(work: Rewriting, node: Node) -> bool:
    """Whether it is certain which input a Merge takes, and the output only stands for that one now."""
    pick = work.picks[node]
    side = work.certain(pick.pred)
    if side is None:
        return False
    index = pick.if_true if side else 1 - pick.if_true
    work.gone.add(node)
    value, value_index = node.outputs
    if value not in work.fed:
        work.source[value] = work.resolved(node.inputs)[index]
    if value_index not in work.fed:
        work.set_value(value_index, INDICES[index])
    work.notes.append(f"{node.name} ({node.type}) -> {node.inputs[index].name}, the branch that is always taken")
    return True


def _folded(work: Rewriting, folding: Folding, node: Node, fact: OpFacts, inputs: tuple[Tensor, ...]) -> bool:
    """Compute a node now, if that is possible and sensible."""
    known = work.known
    if fact.tells is not None and work.on_host(node):
        found = static_values(node, fact.tells, work.shapes.of)
    else:
        found = None
    if found is None:
        for tensor in inputs:
            if tensor not in known:
                return False
        if not work.on_host(node):
            return False
        found = folding.values(node, fact, [known[tensor] for tensor in inputs])
        if found is None:
            return False
    work.gone.add(node)
    for tensor, value in zip(node.outputs, found, strict=True):
        work.set_value(tensor, value)
    work.notes.append(described(node, node.outputs, found))
    return True


class _Common:
    """Finds the first of equal nodes. Attrs are compared only if op and inputs are equal, which is rare."""

    __slots__ = ("_by_attrs", "_by_inputs", "_work")

    def __init__(self, work: Rewriting) -> None:
        self._work = work
        self._by_inputs: dict[int, Node] = {}  # only hashes here: most nodes then need no key of their attrs
        self._by_attrs: dict[Hashable, Node] = {}

    def first(self, node: Node, inputs: tuple[Tensor, ...]) -> Node:
        """The first node that is equal to ``node``, which may be itself.

        Args:
            inputs: the tensors that carry the values of its inputs.
        """
        other = self._by_inputs.setdefault(hash((node.op, inputs, self._work.guards.get(node))), node)
        if other is node:
            return node
        self._by_attrs.setdefault(self._key(other, self._work.resolved(other.inputs)), other)
        return self._by_attrs.setdefault(self._key(node, inputs), node)

    def _key(self, node: Node, inputs: tuple[Tensor, ...]) -> Hashable:
        controls = frozenset(node.control_inputs) if self._work.is_ordered(node) else None
        guard = self._work.guards.get(node)
        return (node.op, inputs, controls, guard, node.device, attrs_key(node.attrs))
