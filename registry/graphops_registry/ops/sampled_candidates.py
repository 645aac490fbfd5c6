"""Candidates that are sampled for losses over many classes."""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

compute_accidental_hits = register_op(
    "ComputeAccidentalHits",
    inputs=["true_classes: int64", "sampled_candidates: int64"],
    outputs=["indices: int32", "ids: int64", "weights: float"],
    attrs=["num_true: int", "seed: int = 0", "seed2: int = 0"],
    doc="""Where a candidate that was sampled is one of the true classes.

    true_classes: `[batch, num_true]`.
    sampled_candidates: a vector; of equal candidates the last one counts.
    seed, seed2: have no effect.
    indices: for each hit the row of true_classes.
    ids: for each hit the place in sampled_candidates.
    weights: for each hit the lowest number, to be added to the candidate's score.""",
)
compute_accidental_hits.no_gradient()


@compute_accidental_hits.shape_rule
def _compute_accidental_hits_shape(c: ShapeContext) -> list[TensorShape]:
    count = c.attr("num_true")
    if count < 1:
        c.fail("attr 'num_true'", "be positive", count)
    classes = c.with_rank("true_classes", 2)
    c.merge_dim("true_classes", classes[1], count, f"have num_true = {count} columns")
    c.with_rank("sampled_candidates", 1)
    return [TensorShape([None])] * 3
