"""N-grams: neighbouring strings joined."""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

string_ngrams = register_op(
    "StringNGrams",
    inputs=["data: string", "data_splits: Tsplits"],
    outputs=["ngrams: string", "ngrams_splits: Tsplits"],
    attrs=[
        "separator: string",
        "ngram_widths: list(int) >= 0",
        "left_pad: string",
        "right_pad: string",
        "pad_width: int",
        "preserve_short_sequences: bool",
        "Tsplits: {int32, int64} = DT_INT64",
    ],
    doc="""The n-grams of each row of strings: neighbours joined.

    data: a vector, the strings of all rows.
    data_splits: a vector: row i holds `data[data_splits[i]:data_splits[i + 1]]`.
    separator: put between two strings.
    ngram_widths: how many strings an n-gram has; a row's n-grams of the first width come first.
    left_pad, right_pad: strings that stand before and after each row.
    pad_width: how many of them; an n-gram never consists of them alone, so at most its width less one. Negative: as
        many as that.
    preserve_short_sequences: a row that is too short for every n-gram, but not empty, gives one of all its strings.
    ngrams, ngrams_splits: the n-grams, in rows as data is.""",
)
string_ngrams.no_gradient()


@string_ngrams.shape_rule
def _string_ngrams_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("data", 1)
    if any(width < 1 for width in c.attr("ngram_widths")):
        c.fail("attr 'ngram_widths'", "have positive values", c.attr("ngram_widths"))
    return [TensorShape([None]), c.with_rank("data_splits", 1)]
