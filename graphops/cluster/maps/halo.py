"""Halos that the caller gives: the graph runs as it is on each chunk and what lies around it, and the rest is cut off.

This is for graphs with ops that have no region rule.  What the graph does at the border of an array it does at the
border of a chunk's halo, too, which is right as long as the halo is at least as wide as what an element depends on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from graphops.build import raw_ops
from graphops.cluster.maps.chunks import Chunks
from graphops.cluster.maps.walk import sizes_of_tensor, whole_of
from graphops.cluster.programs import Program
from graphops.graph.graph import Graph, Node, Tensor
from graphops.graph.node_copies import state_of
from graphops.interchange.graph_def.exporter import to_graph_def
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError
from graphops_registry.regions import Region, sizes_of
from graphops_registry.shape import TensorShape

Halo: TypeAlias = Mapping[int, tuple[int, int]]  # axis of a result -> positions before and after


def read_halo(halo: Any, rank: int) -> Halo:
    """A halo as the caller writes it: a number for all axes, one for each, or a mapping from axes; a pair for one axis
    is what is before and after.

    Raises:
        InvalidArgumentError, InvalidTypeError: something else.
    """
    if isinstance(halo, Mapping):
        items = dict(halo)
    elif isinstance(halo, Sequence) and not isinstance(halo, str):
        if len(halo) != rank:
            raise InvalidArgumentError(f"halo of map() must have a number for each of {rank} axes, got {halo!r}")
        items = dict(enumerate(halo))
    else:
        items = dict.fromkeys(range(rank), halo)
    found: dict[int, tuple[int, int]] = {}
    for axis, width in items.items():
        if isinstance(axis, bool) or not isinstance(axis, int) or not -rank <= axis < rank:
            raise InvalidArgumentError(f"halo of map() must name axes of the result, of rank {rank}, got {axis!r}")
        pair = tuple(width) if isinstance(width, Sequence) and not isinstance(width, str) else (width, width)
        if len(pair) != 2 or any(isinstance(each, bool) or not isinstance(each, int) for each in pair):
            raise InvalidTypeError(f"halo of map() must be whole numbers or pairs of these, got {width!r}")
        if min(pair) < 0:
            raise InvalidArgumentError(f"halo of map() must be 0 or more, got {width!r}")
        found[axis % rank] = pair[0], pair[1]
    return found


def chunks_with_halo(tensor: Tensor, arrays: Mapping[Tensor, Any]) -> Chunks:
    """How a result is cut by itself: along each axis as the first array of its rank that has its size there."""
    found: list[tuple[int, ...]] = []
    sizes = sizes_of_tensor(tensor)
    for axis, size in enumerate(sizes):
        alike = [each.chunks[axis] for each in arrays.values() if each.ndim == len(sizes) and each.shape[axis] == size]
        found.append(alike[0] if alike else (size,))
    return tuple(found)


@dataclass(frozen=True)
class Around:
    """A chunk of a result with its halo.

    Attributes:
        region: the chunk.
        wide: the chunk and what is around it.
        needs: the regions of the arrays that this needs: of arrays of the result's rank the same, along axes of the
            result's size; all of the others.
    """

    region: Region
    wide: Region
    needs: Mapping[Tensor, Region]


def around(tensor: Tensor, region: Region, halo: Halo, sources: Sequence[Tensor]) -> Around:
    """A chunk of ``tensor`` with its halo."""
    sizes = sizes_of_tensor(tensor)
    alike = [own for own in map(sizes_of_tensor, sources) if len(own) == len(sizes)]
    wide = []
    for axis, ((start, stop), size) in enumerate(zip(region, sizes, strict=True)):
        before, after = halo.get(axis, (0, 0)) if any(own[axis] == size for own in alike) else (size, size)
        wide.append((max(start - before, 0), min(stop + after, size)))
    needs = {}
    for source in sources:
        own = sizes_of_tensor(source)
        rows = zip(wide, own, sizes, strict=True) if len(own) == len(sizes) else ()
        same = tuple(interval if mine == size else (0, mine) for interval, mine, size in rows)
        needs[source] = same or whole_of(source)
    return Around(region, tuple(wide), needs)


def halo_program(nodes: Sequence[Node], tensor: Tensor, chunk: Around) -> Program:
    """The program that computes a chunk by all nodes as they are.

    Args:
        nodes: of the sized graph, inputs first.

    Raises:
        InvalidArgumentError: the graph does not give its result in the size of what it is given.
        GraphopsError: it cannot be applied to a chunk.
    """
    graph = Graph(library_of=tensor.node.graph)
    graph.tensorflow_1 = tensor.node.graph.tensorflow_1
    copies: dict[Tensor, Tensor] = {}
    with graph.as_default():
        for number, (source, region) in enumerate(chunk.needs.items()):
            copies[source] = raw_ops.Placeholder(dtype=source.dtype, shape=sizes_of(region), name=f"given/{number}")
        feeds = tuple(copies[source].name for source in chunk.needs)
        for node in nodes:
            inputs = [copies.get(t) for t in node.inputs]
            flat = [_constant(t) if own is None else own for t, own in zip(node.inputs, inputs, strict=True)]
            made = graph.add_node(
                node.op, flat, node.attrs, f"{graph.unique_full_name(node.name)}/", (), state_of(node)
            )
            copies.update(zip(node.outputs, made.outputs, strict=True))
        found = copies[tensor]
        if not found.plain_shape.is_compatible_with(TensorShape(sizes_of(chunk.wide))):
            rule = "have the sizes of what it is computed from to be mapped with a halo that is given"
            raise InvalidArgumentError(
                f"a chunk of '{tensor.name}' must {rule}, {list(sizes_of(chunk.wide))}, got {found.shape}"
            ).concerns(op=tensor.node.type, node=tensor.node.name)
        begin = [start - first for (start, _), (first, _) in zip(chunk.region, chunk.wide, strict=True)]
        size = np.array(sizes_of(chunk.region), np.int64)
        result = raw_ops.Slice(input=found, begin=np.array(begin, np.int64), size=size)
    graph_def = to_graph_def(graph).SerializeToString(deterministic=True)
    return Program(graph_def, feeds, (result.name,), (), graph.tensorflow_1)


def _constant(tensor: Tensor) -> Tensor:
    made: Tensor = raw_ops.Const(value=tensor.node.attrs["value"], dtype=tensor.dtype)
    return made
