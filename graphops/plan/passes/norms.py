"""fuse: a batch normalisation and what follows it become one node, and so do a gradient of an activation and the
gradient of the normalisation before that.

In a training step a normalisation cannot become part of the convolution before it, because its statistics depend on all
that the convolution gives.  What comes after it can: the addition of an array of the same shape and an activation cost
no pass over memory of their own then.  Activations and gradients of activations commute with rounding, so half and
bfloat16 give the same bits, too; an addition does not, and is only taken in float32.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final

from graphops.graph.node import Node, Tensor
from graphops.plan.passes.affine import NORMS
from graphops.plan.passes.rewriting import Rewriting
from graphops.plan.stand_in import stand_in
from graphops_registry.device_def import device_types
from graphops_registry.dtypes import DType, float16, float32
from graphops_registry.kernel_def import candidates
from graphops_registry.op_def import Op, lookup_op
from graphops_registry.shape import SCALAR_SHAPE

_GRADIENTS: Final = frozenset({"FusedBatchNormGrad", "FusedBatchNormGradV2", "FusedBatchNormGradV3"})
_ACTIVATIONS: Final = frozenset({"Relu", "Relu6"})
_OF_ACTIVATIONS: Final = {"ReluGrad": "Relu", "Relu6Grad": "Relu6"}
_ADDITIONS: Final = frozenset({"Add", "AddV2"})


def worth_while(ops: AbstractSet[str]) -> bool:
    """Whether there is anything to look for among nodes of these ops."""
    forwards = not ops.isdisjoint(NORMS) and not ops.isdisjoint(_ACTIVATIONS | _ADDITIONS)
    return forwards or (not ops.isdisjoint(_GRADIENTS) and not ops.isdisjoint(_OF_ACTIVATIONS))


def with_activations(work: Rewriting, nodes: Sequence[Node], fetched: Sequence[Tensor]) -> list[Node]:
    """The nodes with such pairs and triples replaced.

    Args:
        nodes: all that run, inputs first.
        fetched: tensors whose values the run returns.
    """
    found = _Pairs(work, nodes, fetched)
    for node in nodes:
        if node.type in NORMS:
            found.forwards(node)
        elif node.type in _GRADIENTS:
            found.backwards(node)
    return found.left()


class _Pairs:
    """Finds what belongs to a normalisation or its gradient."""

    def __init__(self, work: Rewriting, nodes: Sequence[Node], fetched: Sequence[Tensor]) -> None:
        self._work = work
        self._nodes = nodes
        self._place = {node: place for place, node in enumerate(nodes)}
        self._makers = {tensor: node for node in nodes for tensor in node.outputs}
        self._instead: dict[Node, Node | None] = {}
        self._readers: dict[Tensor, list[Node | None]] = {}  # None: the run returns it
        for tensor in work.resolved(tuple(fetched)):
            self._readers.setdefault(tensor, []).append(None)
        for node in nodes:
            for tensor in work.resolved(node.inputs):
                self._readers.setdefault(tensor, []).append(node)

    def left(self) -> list[Node]:
        """The nodes that run now."""
        present = (self._instead.get(node, node) for node in self._nodes)
        return [node for node in present if node is not None]

    def forwards(self, norm: Node) -> None:
        """Take what follows a normalisation into it."""
        attrs, work = norm.attrs, self._work
        if attrs["data_format"] not in ("NHWC", "NCHW") or attrs.get("U", float32) is not float32:
            return
        if norm in work.awaited or not work.is_free(norm, norm):
            return
        last, members, mode = norm, [norm], "Identity"
        sides: tuple[Tensor, ...] = ()
        following = self._next(last, norm)
        if following is not None and (side := self._added(following, last)) is not None:
            last, sides = following, (side,)
            members.append(last)
            following = self._next(last, norm)
        if following is not None and following.type in _ACTIVATIONS:
            last, mode = following, following.type
            members.append(last)
        if last is norm:
            return
        # The node comes where the normalisation was, or where what is added is there, too.
        place = members[1] if sides else norm
        others = [reader for y in norm.outputs[1:] for reader in self._readers.get(y, ())]
        if sides and any(self._is_before(reader, place) for reader in others):
            return
        given = {
            "epsilon": attrs["epsilon"], "exponential_avg_factor": attrs.get("exponential_avg_factor", 1.0),
            "data_format": attrs["data_format"], "is_training": attrs["is_training"], "activation_mode": mode,
        }  # fmt: skip
        fused = _bound(norm, "_FusedBatchNormEx", attrs["T"], {"side_input": [attrs["T"]] * len(sides)}, given)
        if fused is None:
            return
        made = stand_in(norm, fused[0], (*work.resolved(norm.inputs), *sides), fused[1])
        outputs = (last.outputs[0], *norm.outputs[1:])
        if len(outputs) < len(fused[0].op_def.outputs):
            outputs = (*outputs, Tensor(made, len(outputs), float32, SCALAR_SHAPE))
        self._replace(made, outputs, members, place)

    def backwards(self, gradient: Node) -> None:
        """Take the gradient of an activation into that of the normalisation before it."""
        attrs, work = gradient.attrs, self._work
        if attrs["T"] not in (float32, float16) or attrs.get("U", float32) is not float32:
            return
        if gradient in work.awaited or not work.is_free(gradient, gradient):
            return
        dy, *rest = work.resolved(gradient.inputs)
        activation = self._makers.get(dy)
        if activation is None or activation.type not in _OF_ACTIVATIONS or activation in self._instead:
            return
        if len(self._readers[dy]) != 1 or not self._is_free(activation, gradient):
            return
        given = {
            "epsilon": attrs["epsilon"], "data_format": attrs["data_format"], "is_training": attrs["is_training"],
            "activation_mode": _OF_ACTIVATIONS[activation.type],
        }  # fmt: skip
        fused = _bound(gradient, "_FusedBatchNormGradEx", attrs["T"], {}, given)
        if fused is None:
            return
        dy, y = work.resolved(activation.inputs)
        x, scale, mean, variance, *reserved = rest
        inputs = (dy, x, scale, mean, variance, *(reserved or (variance,)), scale, y)
        made = stand_in(gradient, fused[0], inputs, fused[1])
        self._replace(made, tuple(gradient.outputs), [activation, gradient], gradient)

    def _replace(self, made: Node, outputs: tuple[Tensor, ...], members: Sequence[Node], place: Node) -> None:
        made.outputs = outputs
        self._work.replaces(made, place)
        self._instead.update(dict.fromkeys(members))
        self._instead[place] = made
        self._makers.update(dict.fromkeys(outputs, made))
        self._work.notes.append(f"{', '.join(member.name for member in members)} -> {made.type}")

    def _is_free(self, node: Node, root: Node) -> bool:
        return node not in self._instead and node not in self._work.awaited and self._work.is_free(node, root)

    def _next(self, node: Node, root: Node) -> Node | None:
        """The only node that reads the first output of ``node``."""
        readers = self._readers.get(node.outputs[0], ())
        if len(readers) != 1 or (reader := readers[0]) is None:
            return None
        return reader if self._is_free(reader, root) else None

    def _added(self, node: Node, last: Node) -> Tensor | None:
        """What ``node`` adds to the result of ``last``, if that has the same shape and is there in time."""
        if node.type not in _ADDITIONS or node.attrs["T"] is not float32:
            return None
        operands = self._work.resolved(node.inputs)
        other = operands[1 if operands[0] is last.outputs[0] else 0]
        shape = self._work.shapes.of(other)
        fits = shape.is_fully_defined and shape == self._work.shapes.of(last.outputs[0])
        return other if fits else None

    def _is_before(self, reader: Node | None, place: Node) -> bool:
        return reader is not None and self._place[reader] < self._place[place]


def _bound(
    root: Node, name: str, dtype: DType, lists: dict[str, Any], given: dict[str, Any]
) -> tuple[Op, dict[str, Any]] | None:
    """The fused op and its attrs, if each device that computes ``root`` has a kernel for it of no lower priority."""
    op = lookup_op(name)
    types: dict[str, Any] = {}
    for argument in op.op_def.inputs:
        types[argument.name] = lists.get(argument.name, dtype if argument.type_attr == "T" else float32)
    attrs = op.op_def.bind(types, {**given, "num_side_inputs": len(lists.get("side_input", ()))})
    for device in device_types():
        present = candidates(root.type, device.type, root.attrs)
        if not present:
            continue
        fused = candidates(name, device.type, attrs)
        if not fused or fused[0].priority < present[0].priority:
            return None
    return op, attrs
