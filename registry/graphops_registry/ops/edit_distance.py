"""How far sequences are from one another, in changes of one element."""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.rules.sparse_shapes import sparse_argument
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext

edit_distance = register_op(
    "EditDistance",
    inputs=[
        "hypothesis_indices: int64",
        "hypothesis_values: T",
        "hypothesis_shape: int64",
        "truth_indices: int64",
        "truth_values: T",
        "truth_shape: int64",
    ],
    outputs=["output: float"],
    attrs=["normalize: bool = true", "T: type"],
    doc="""The Levenshtein distances of sequences: how many elements must be put in, left out or replaced.

    hypothesis_indices, hypothesis_values, hypothesis_shape: a sparse tensor of rank 2 or more, whose last axis is that
        of the sequences.
    truth_indices, truth_values, truth_shape: one of the same rank.
    normalize: divide by the length of the truth; where that is 0, the distance is infinite, or 0 for no hypothesis.
    output: the larger sizes of both along all axes but the last.""",
)
edit_distance.no_gradient()


@edit_distance.shape_rule
def _edit_distance_shape(c: ShapeContext) -> list[TensorShape]:
    ranks = [sparse_argument(c, f"{name}_indices", f"{name}_values", f"{name}_shape").rank for name in _NAMES]
    for name, rank in zip(_NAMES, ranks, strict=True):
        if isinstance(rank, int) and rank < 2:
            c.fail(f"{name}_shape", "have rank 2 or more", rank)
    c.merge_dim("truth_shape", ranks[1], ranks[0], f"have rank {ranks[0]}, as the hypothesis has")
    sizes = [c.shape_from_tensor(f"{name}_shape").dims for name in _NAMES]
    if sizes[0] is None or sizes[1] is None:
        return [TensorShape(None)]
    return [TensorShape.of(tuple(_larger(a, b) for a, b in zip(sizes[0][:-1], sizes[1][:-1], strict=True)))]


_NAMES = ("hypothesis", "truth")


def _larger(a: Dim, b: Dim) -> Dim:
    return max(a, b) if isinstance(a, int) and isinstance(b, int) else None
