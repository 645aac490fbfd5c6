"""How arrays are cut: chunks of mapped arrays, and those that results have by themselves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import accumulate, product
from typing import TypeAlias

from graphops.cluster.maps.walk import sizes_of_tensor, walk, whole_of
from graphops.graph.graph import Node, Tensor
from graphops_registry.regions import Interval, Region

Chunks: TypeAlias = tuple[tuple[int, ...], ...]  # for each axis the sizes of its chunks
ChunksOf: TypeAlias = Callable[[Tensor], Chunks]


def intervals(sizes: Sequence[int]) -> list[Interval]:
    """Where the chunks of an axis begin and end."""
    stops = list(accumulate(sizes))
    return list(zip([0, *stops[:-1]], stops, strict=True)) if stops else []


def regions(chunks: Chunks) -> list[tuple[tuple[int, ...], Region]]:
    """The number of each chunk along the axes, and its region, the last axis fastest."""
    along = [list(enumerate(intervals(sizes))) for sizes in chunks]
    return [(tuple(n for n, _ in each), tuple(interval for _, interval in each)) for each in product(*along)]


def own_chunks(tensor: Tensor, nodes: Sequence[Node], sources: Collection[Tensor], chunks_of: ChunksOf) -> Chunks:
    """Chunks of a tensor that follow those of the arrays that it is computed from.

    For each axis, one position in the middle shows which axis of which array it depends on least of all: it is cut
    where that one is, in proportion.

    Args:
        nodes: inputs first.
        sources: where the way back ends.
    """
    sizes = sizes_of_tensor(tensor)
    found: list[tuple[int, ...]] = []
    for axis, size in enumerate(sizes):
        middle = size // 2
        probe = tuple((middle, middle + 1) if n == axis else own for n, own in enumerate(whole_of(tensor)))
        needs = walk(nodes, {tensor: probe}, sources).needs if size > 1 else {}
        found.append(_along(size, needs, sources, chunks_of))
    return tuple(found)


def _along(
    size: int, needs: Mapping[Tensor, Region], sources: Collection[Tensor], chunks_of: ChunksOf
) -> tuple[int, ...]:
    best: tuple[int, ...] = (size,)
    least = 1.0
    for tensor, region in needs.items():
        if tensor not in sources:
            continue
        for (start, stop), full, cut in zip(region, sizes_of_tensor(tensor), chunks_of(tensor), strict=True):
            share = (stop - start) / full if full else 1.0
            if share < least and len(cut) > 1:
                bounds = sorted({round(stop * size / full) for stop in accumulate(cut)} - {0})
                best, least = tuple(b - a for a, b in zip([0, *bounds[:-1]], bounds, strict=True)), share
    return best
