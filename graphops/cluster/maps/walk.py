"""From a region of a tensor back to the regions of the arrays that it needs, by the region rules of the ops between."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from graphops.graph.constant_value import constant_value
from graphops.graph.graph import Node, Tensor
from graphops_registry.errors import InternalError
from graphops_registry.op_def import RegionRule
from graphops_registry.regions import Part, Region, RegionContext, hull, is_empty, whole
from graphops_registry.rules.region_parts import region_rule_of


@dataclass(frozen=True, eq=False)
class Walk:
    """How a region is computed.

    Attributes:
        parts: the nodes that run, inputs first, each with what it computes of its outputs.
        needs: the regions of the arrays that it begins with.
        wanted: what it ends with.
    """

    parts: Mapping[Node, Part]
    needs: Mapping[Tensor, Region]
    wanted: Mapping[Tensor, Region]


def sizes_of_tensor(tensor: Tensor) -> tuple[int, ...]:
    """The sizes of a tensor of a graph in which all sizes are known."""
    return tensor.plain_shape.as_tuple()


def whole_of(tensor: Tensor) -> Region:
    """The region that is all of a tensor."""
    return whole(sizes_of_tensor(tensor))


def context_of(node: Node, wanted: Sequence[Region | None]) -> RegionContext:
    """The argument of the rules of a node for what is wanted."""
    return RegionContext(
        node.op_def,
        node.attrs,
        [tensor.plain_shape for tensor in node.inputs],
        lambda index: constant_value(node.inputs[index]),
        [sizes_of_tensor(tensor) for tensor in node.outputs],
        wanted,
    )


def part_of(node: Node, rule: RegionRule | None, wanted: Sequence[Region | None]) -> Part | None:
    """What a rule gives for a node.

    Raises:
        InternalError: the rule's mistake: another number of regions, or less than what is wanted.
    """
    part = None if rule is None else rule(context_of(node, wanted))
    if part is not None and (len(part.inputs) != len(node.inputs) or len(part.gives) != len(node.outputs)):
        raise InternalError(
            f"the region rule of op '{node.type}' must give a region for each of {len(node.inputs)} inputs and "
            f"{len(node.outputs)} outputs, got {len(part.inputs)} and {len(part.gives)}"
        ).concerns(op=node.type, node=node.name)
    return part


def walk(
    nodes: Sequence[Node],
    wanted: Mapping[Tensor, Region],
    stops: Collection[Tensor],
    last: tuple[Node, Part] | None = None,
) -> Walk:
    """Go back from ``wanted`` to ``stops`` and to tensors that no node of ``nodes`` computes.

    Args:
        nodes: inputs first.
        last: a node whose part is known, where the way begins instead.

    Raises:
        InternalError: a region rule's mistake.
    """
    needs: dict[Tensor, Region] = dict(wanted)
    parts: dict[Node, Part] = {}
    for node in reversed(nodes):
        if last is not None and node is last[0]:
            part = last[1]
        else:
            own: list[Region | None] = [None if t in stops else needs.get(t) for t in node.outputs]
            own = [None if region is None or is_empty(region) else region for region in own]
            if not any(region is not None for region in own):
                continue
            part = part_of(node, region_rule_of(node.op), own) or _whole_part(node)
            _check_covers(node, part, own)
        parts[node] = part
        for index, tensor in enumerate(node.inputs):
            if index not in part.values:
                region = part.inputs[index]
                needs[tensor] = _both(needs.get(tensor), whole_of(tensor) if region is None else region)
    computed = {t for node in parts for t in node.outputs} - set(stops)
    rest = {t: region for t, region in needs.items() if t not in computed and not is_empty(region)}
    return Walk(dict(reversed(parts.items())), rest, dict(wanted))


def _both(known: Region | None, region: Region) -> Region:
    """The smallest region that has both; what is empty adds nothing."""
    if known is None or is_empty(known):
        return region
    return known if is_empty(region) else hull(known, region) or region


def _whole_part(node: Node) -> Part:
    return Part((None,) * len(node.inputs), tuple(whole_of(tensor) for tensor in node.outputs))


def _check_covers(node: Node, part: Part, wanted: Sequence[Region | None]) -> None:
    for own, given in zip(wanted, part.gives, strict=True):
        if own is not None and (given is None or hull(own, given) != given):
            raise InternalError(
                f"the region rule of op '{node.type}' must give what is wanted, {own}, got {given}"
            ).concerns(op=node.type, node=node.name)
