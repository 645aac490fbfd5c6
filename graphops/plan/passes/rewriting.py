"""The state of the passes over one plan: what is known and decided so far about its nodes."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from graphops.graph.device_spec import DeviceSpec
from graphops.graph.node import Node, Tensor
from graphops.plan.passes.equal import value_key
from graphops.plan.passes.static_shapes import RunShapes, StaticShapes
from graphops_registry.device_def import device_types
from graphops_registry.dtypes import variant
from graphops_registry.errors import GraphopsError
from graphops_registry.shape import TensorShape

if TYPE_CHECKING:
    from graphops.plan.loops.guards import Guard, Pick
    from graphops.plan.loops.regions import Part


class Rewriting:
    """See the module.

    Attributes:
        fed: the tensors that are fed.
        fixed: nodes that stay as they are: they are fetched, or one of their outputs is fed.
        awaited: nodes that others run after.
        colocation_matters: whether there is more than the host to be placed on.
        intern: whether equal values are to be one.
        source: tensor -> the tensor that carries its value now.
        known: the values that are certain: of constants, and of what was computed from them.
        folded: those of them that were computed here.
        gone: nodes that need not run, and that no order depends on.
        not_values: tensors that refer to something that changes.
        guards: for nodes that do not always run, what must hold.
        picks: for each Merge which input it takes.
        shapes: the static shapes that can be relied on.
        notes: what was done.
    """

    __slots__ = (
        "_on_host", "_values", "awaited", "colocation_matters", "fed", "fixed", "folded", "gone", "guards", "intern",
        "known", "not_values", "notes", "picks", "shapes", "source",
    )  # fmt: skip

    def __init__(
        self,
        fed: Collection[Tensor],
        fetched: Iterable[Node],
        awaited: Collection[Node],
        intern: bool,
        feed_shapes: Mapping[Tensor, TensorShape] | None = None,
        part: Part | None = None,
    ) -> None:
        self.fed = fed
        self.fixed: set[Node] = {tensor.node for tensor in fed}.union(fetched)
        self.awaited = awaited
        self.intern = intern
        self.source: dict[Tensor, Tensor] = {}
        self.known: dict[Tensor, np.ndarray[Any, Any]] = {}
        self.folded: dict[Tensor, np.ndarray[Any, Any]] = {}
        self.gone: set[Node] = set() if part is None else set(part.implied)
        self.guards: dict[Node, Guard] = {} if part is None else dict(part.guards)
        self.picks: dict[Node, Pick] = {} if part is None else dict(part.picks)
        self.not_values: set[Tensor] = {tensor for tensor in fed if tensor.dtype.is_ref}
        self.shapes = StaticShapes(fed)
        if feed_shapes is not None or (part is not None and not part.is_as_written):
            given = {tensor: tensor.plain_shape for tensor in fed} if feed_shapes is None else feed_shapes
            self.shapes = RunShapes(given, self.value_of, *(() if part is None else (part.opaque, part.renamed)))
        self.notes: list[str] = []
        self._values: dict[Hashable, Tensor] = {}  # (dtype, shape, bytes, device) -> the tensor that has that value
        self._on_host: dict[str, bool] = {}
        self.colocation_matters = any(device.count and not device.is_host for device in device_types())

    def value_of(self, tensor: Tensor) -> np.ndarray[Any, Any] | None:
        """The value of a tensor, if it is certain."""
        return self.known.get(self.source.get(tensor, tensor))

    def resolved(self, tensors: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
        """The tensors that carry the values of ``tensors`` now."""
        source = self.source
        if source:
            for tensor in tensors:
                if tensor in source:
                    return tuple([source.get(t, t) for t in tensors])
        return tensors

    def is_ordered(self, node: Node) -> bool:
        """Whether the node has to run after another one that it takes nothing from."""
        return bool(node.control_inputs) and not self.gone.issuperset(node.control_inputs)

    def is_placed(self, node: Node) -> bool:
        """Whether the node's place could matter to other nodes, or theirs to it."""
        return self.colocation_matters and "_class" in node.attrs

    def is_free(self, node: Node, root: Node) -> bool:
        """Whether only its data ties a node to others, so that it may become part of the node that ``root`` becomes."""
        return not (
            node in self.fixed
            or self.is_ordered(node)
            or self.is_placed(node)
            or node.device != root.device
            or self.guards.get(node) != self.guards.get(root)
            or "_kernel" in node.attrs
            or any(tensor in self.not_values and tensor.dtype is not variant for tensor in node.inputs)
        )

    def replaces(self, node: Node, old: Node) -> None:
        """Take note that ``node`` runs in place of ``old``."""
        if old in self.guards:
            self.guards[node] = self.guards[old]

    def certain(self, pred: Tensor) -> bool | None:
        """What the predicate of a conditional always is; ``None`` if that depends on the run."""
        value = self.value_of(pred)
        return None if value is None or value.ndim else bool(value)

    def never_runs(self, node: Node) -> bool:
        """Whether the node is on a branch that is never taken; its guard loses what always holds."""
        guard = self.guards.get(node)
        if guard is None:
            return False
        open_: list[tuple[Tensor, bool]] = []
        for pred, side in guard:
            found = self.certain(pred)
            if found is (not side):
                return True
            if found is None:
                open_.append((self.source.get(pred, pred), side))
        if open_:
            self.guards[node] = tuple(open_)
        else:
            del self.guards[node]
        return False

    def on_host(self, node: Node) -> bool:
        """Whether the node may be computed on the host: you did not place it on another device."""
        device = node.device
        if not device:
            return True
        found = self._on_host.get(device)
        if found is None:
            found = self._on_host[device] = _is_host(device)
        return found

    def same_value(self, tensor: Tensor, value: np.ndarray[Any, Any]) -> Tensor:
        """The tensor that is known to have ``value`` already; ``tensor`` itself when it is the first."""
        if not self.intern:
            return tensor
        key = value_key(value)
        if key is None:
            return tensor
        return self._values.setdefault((tensor.dtype, tensor.node.device, *key), tensor)

    def set_value(self, tensor: Tensor, value: np.ndarray[Any, Any]) -> None:
        """Record a tensor's value. No one may write to ``value`` after that."""
        first = self.same_value(tensor, value)
        if first is tensor:
            self.known[tensor] = self.folded[tensor] = value
        else:
            self.source[tensor] = first


def _is_host(device: str) -> bool:
    try:
        spec = DeviceSpec.parse(device)
    except GraphopsError:  # placement says what is wrong with it
        return False
    here = (spec.job or "localhost") == "localhost" and not spec.replica and not spec.task
    return here and spec.type in (None, "CPU") and not spec.index
