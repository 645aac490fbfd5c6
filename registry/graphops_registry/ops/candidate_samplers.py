"""Samplers of candidates for losses over many classes.

Each node has its own stream of random numbers, TensorFlow's, which goes on from run to run of a Session.
"""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

_DOC = """

    true_classes: `[batch, num_true]`, the classes that belong to each example, in [0, {most}).
    num_sampled: how many are drawn, the same ones for the whole batch.
    unique: whether no class is drawn twice; a class that was is drawn again.{range_max}
    seed, seed2: where the stream begins; another one in each Session if both are 0.
    sampled_candidates: a vector of classes.
    true_expected_count: for each true class how often it is expected among so many draws.
    sampled_expected_count: the same for each candidate."""


def _sampler(name: str, doc: str, has_range: bool = True) -> None:
    most, range_max = "num_sampled", ""
    if has_range:
        most, range_max = "range_max", "\n    range_max: the number of classes; with unique at least num_sampled."
    op = register_op(
        name,
        inputs=["true_classes: int64"],
        outputs=["sampled_candidates: int64", "true_expected_count: float", "sampled_expected_count: float"],
        attrs=[
            "num_true: int >= 1",
            "num_sampled: int >= 1",
            "unique: bool",
            *(["range_max: int >= 1"] if has_range else []),
            "seed: int = 0",
            "seed2: int = 0",
        ],
        stateful=True,
        doc=doc + _DOC.format(most=most, range_max=range_max),
    )
    op.no_gradient()
    op.shape_rule(_shape_of_some if has_range else _shape)


def _shape_of_some(c: ShapeContext) -> list[TensorShape]:
    sampled, most = c.attr("num_sampled"), c.attr("range_max")
    if c.attr("unique") and sampled > most:
        c.fail("attr 'num_sampled'", f"be at most range_max = {most}, to be unique", sampled)
    return _shape(c)


def _shape(c: ShapeContext) -> list[TensorShape]:
    true, sampled = c.attr("num_true"), c.attr("num_sampled")
    classes = c.with_rank("true_classes", 2)
    c.merge_dim("true_classes", classes[1], true, f"have num_true = {true} columns")
    drawn = TensorShape([sampled])
    return [drawn, TensorShape([classes[0], true]), drawn]


_sampler("UniformCandidateSampler", "Classes, all equally likely.")
_sampler(
    "LogUniformCandidateSampler",
    "Classes k of the probability log((k + 2) / (k + 1)) / log(range_max + 1): for those that are numbered by how "
    "often they\noccur, the most frequent one first.",
)
_sampler("AllCandidateSampler", "All classes, 0 to num_sampled - 1, and nothing random.", has_range=False)
