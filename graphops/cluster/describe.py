"""Pieces as text, for ``ClusterSession.explain``."""

from __future__ import annotations

from collections.abc import Sequence

from graphops.cluster.pieces import Piece, Pieces
from graphops.graph.graph import Tensor
from graphops_registry.resource import full_name

_MOST_NODES = 12


def describe(cut: Pieces, sizes: Sequence[int]) -> str:
    """Each piece: where it runs, what it needs, takes, assigns and gives.

    Args:
        sizes: bytes of the pieces as they travel.
    """
    lines = [f"{len(cut.pieces)} piece{'' if len(cut.pieces) == 1 else 's'}"]
    for piece, size in zip(cut.pieces, sizes, strict=True):
        lines += _described(piece, size, cut)
    return "\n".join(lines)


def _described(piece: Piece, size: int, cut: Pieces) -> list[str]:
    names = [node.name for node in piece.nodes]
    more = f" ... and {len(names) - _MOST_NODES} more" if len(names) > _MOST_NODES else ""
    after = f", after {', '.join(map(str, piece.after))}" if piece.after else ""
    lines = [
        f"piece {piece.number} on {piece.place}{after}: {len(names)} nodes, {size} bytes that travel once",
        f"  nodes: {', '.join(names[:_MOST_NODES])}{more}",
    ]
    taken = [*(f"{_shown(t)} fed" for t in piece.feeds),
             *(f"{_shown(t)} of piece {cut.owner[t]}" for t in piece.inputs)]  # fmt: skip
    if taken:
        lines.append(f"  takes: {', '.join(taken)}")
    if piece.outputs:
        lines.append(f"  gives: {', '.join(map(_shown, piece.outputs))}")
    reads = [full_name(handle.key) for handle in piece.handles]
    if reads:
        lines.append(f"  variables: {', '.join(reads)}")
    if piece.changes:
        lines.append(f"  may assign: {', '.join(sorted(map(full_name, piece.changes)))}")
    return lines


def _shown(tensor: Tensor) -> str:
    return f"{tensor.name} {tensor.dtype.name}{tensor.shape}"
