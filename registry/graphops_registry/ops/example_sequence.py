"""SequenceExample messages: features of the whole, and lists of features, which become tensors."""

from __future__ import annotations

from typing import Final

from graphops_registry.op_def import register_op
from graphops_registry.ops.example import (
    batch_dims,
    column_shapes,
    require_count,
    require_key_vector,
    require_names,
    sparse_in,
    splits_shape,
    stacked,
)
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext

_KINDS: Final = "{float, int64, string}"
_SERIALIZED: Final = """
    serialized: {shape} SequenceExample messages.
    debug_name: names of the messages; of the shape of serialized, or `[0]`. They are not used."""
_DOC: Final = """
    context_dense_defaults: for each of context_dense_keys the values where it is missing, of its shape; or nothing,
        `[0]`, where it may not be missing.
    context_dense_shapes, feature_list_dense_shapes: of the values of one feature.
    context_sparse_types, feature_list_sparse_types, feature_list_dense_types: float32 for a FloatList, int64 for an
        Int64List, string for a BytesList.
    context_sparse_indices, context_sparse_values, context_sparse_shapes: a sparse tensor for each of
        context_sparse_keys.
    context_dense_values: for each of context_dense_keys.
    feature_list_sparse_indices, feature_list_sparse_values, feature_list_sparse_shapes: a sparse tensor for each of
        feature_list_sparse_keys, with an axis for the features of the list.
    feature_list_dense_values: for each of feature_list_dense_keys, with an axis for the features of the list; shorter
        lists are padded with zeros."""
_COUNTS: Final = "\n    Ncontext_sparse, Nfeature_list_sparse, Nfeature_list_dense: how many keys there are."
_LENGTHS: Final = "\n    feature_list_dense_lengths: for each of feature_list_dense_keys how many features lists have."

_CONTEXT_OUT: Final = [
    "context_sparse_indices: Ncontext_sparse * int64",
    "context_sparse_values: context_sparse_types",
    "context_sparse_shapes: Ncontext_sparse * int64",
    "context_dense_values: Tcontext_dense",
]
_LISTS_OUT: Final = [
    "feature_list_sparse_indices: Nfeature_list_sparse * int64",
    "feature_list_sparse_values: feature_list_sparse_types",
    "feature_list_sparse_shapes: Nfeature_list_sparse * int64",
    "feature_list_dense_values: feature_list_dense_types",
]
_LENGTHS_OUT: Final = ["feature_list_dense_lengths: Nfeature_list_dense * int64"]
_NUMBERS: Final = [
    "Ncontext_sparse: int >= 0 = 0",
    "Ncontext_dense: int >= 0 = 0",
    "Nfeature_list_sparse: int >= 0 = 0",
    "Nfeature_list_dense: int >= 0 = 0",
]
_TYPES: Final = [
    f"context_sparse_types: list({_KINDS}) >= 0 = []",
    f"Tcontext_dense: list({_KINDS}) >= 0 = []",
    f"feature_list_dense_types: list({_KINDS}) >= 0 = []",
    "context_dense_shapes: list(shape) >= 0 = []",
    f"feature_list_sparse_types: list({_KINDS}) >= 0 = []",
    "feature_list_dense_shapes: list(shape) >= 0 = []",
]


def _counted(c: ShapeContext, attr: str, count: int, of: str) -> None:
    require_count(c, f"attr '{attr}'", c.attr(attr), count, of)


def _context(c: ShapeContext, batch: tuple[Dim, ...] | None) -> list[TensorShape]:
    """Of the outputs of the context but for ragged ones."""
    sparse = c.attr("Ncontext_sparse")
    _counted(c, "context_sparse_types", sparse, "of Ncontext_sparse")
    shapes = column_shapes(c, "context_dense_shapes", "context_dense_defaults")
    return [*sparse_in(batch, sparse, 1), *(stacked(batch, shape) for shape in shapes)]


def _lists(c: ShapeContext, batch: tuple[Dim, ...] | None) -> list[TensorShape]:
    """Of the outputs of the feature lists but for lengths and ragged ones."""
    sparse, dense = c.attr("Nfeature_list_sparse"), c.attr("Nfeature_list_dense")
    _counted(c, "feature_list_sparse_types", sparse, "of Nfeature_list_sparse")
    _counted(c, "feature_list_dense_types", dense, "of Nfeature_list_dense")
    _counted(c, "feature_list_dense_shapes", dense, "of Nfeature_list_dense")
    found = []
    for number, shape in enumerate(c.attr("feature_list_dense_shapes")):
        if not shape.is_fully_defined:
            c.fail("attr 'feature_list_dense_shapes'", f"have known sizes, in shape {number} as well", shape)
        found.append(stacked(batch, TensorShape.of((None, *shape.dims))))
    return [*sparse_in(batch, sparse, 2), *found]


def _lengths(c: ShapeContext, batch: tuple[Dim, ...] | None) -> list[TensorShape]:
    return [TensorShape(None) if batch is None else TensorShape.of(batch)] * c.attr("Nfeature_list_dense")


# -- ParseSequenceExample ------------------------------------------------------------------------------------------

parse_sequence_example = register_op(
    "ParseSequenceExample",
    inputs=["serialized: string", "debug_name: string", "context_dense_defaults: Tcontext_dense"],
    outputs=[*_CONTEXT_OUT, *_LISTS_OUT, *_LENGTHS_OUT],
    attrs=[
        "feature_list_dense_missing_assumed_empty: list(string) >= 0",
        "context_sparse_keys: list(string) >= 0",
        "context_dense_keys: list(string) >= 0",
        "feature_list_sparse_keys: list(string) >= 0",
        "feature_list_dense_keys: list(string) >= 0",
        *_NUMBERS,
        *_TYPES,
    ],
    doc=f"""The features of SequenceExample messages, sparse or dense.
{_SERIALIZED.format(shape="`[n]`:")}
    feature_list_dense_missing_assumed_empty: those of feature_list_dense_keys that may be missing.
    context_sparse_keys, context_dense_keys: names of features of the context.
    feature_list_sparse_keys, feature_list_dense_keys: names of feature lists.{_COUNTS}
    Ncontext_dense: how many context_dense_keys there are.{_DOC}{_LENGTHS}""",
)
parse_sequence_example.no_gradient()


@parse_sequence_example.shape_rule
def _parse_sequence_example_shape(c: ShapeContext) -> list[TensorShape]:
    batch = batch_dims(c, scalar=False)
    require_names(c, "debug_name", batch)
    _counted(c, "Tcontext_dense", c.attr("Ncontext_dense"), "of Ncontext_dense")
    for keys in ("context_sparse", "context_dense", "feature_list_sparse", "feature_list_dense"):
        _counted(c, f"{keys}_keys", c.attr(f"N{keys}"), f"of N{keys}")
    return [*_context(c, batch), *_lists(c, batch), *_lengths(c, batch)]


# -- ParseSequenceExampleV2 ----------------------------------------------------------------------------------------

parse_sequence_example_v2 = register_op(
    "ParseSequenceExampleV2",
    inputs=[
        "serialized: string",
        "debug_name: string",
        "context_sparse_keys: string",
        "context_dense_keys: string",
        "context_ragged_keys: string",
        "feature_list_sparse_keys: string",
        "feature_list_dense_keys: string",
        "feature_list_ragged_keys: string",
        "feature_list_dense_missing_assumed_empty: bool",
        "context_dense_defaults: Tcontext_dense",
    ],
    outputs=[
        *_CONTEXT_OUT,
        "context_ragged_values: context_ragged_value_types",
        "context_ragged_row_splits: context_ragged_split_types",
        *_LISTS_OUT,
        *_LENGTHS_OUT,
        "feature_list_ragged_values: feature_list_ragged_value_types",
        "feature_list_ragged_outer_splits: feature_list_ragged_split_types",
        "feature_list_ragged_inner_splits: feature_list_ragged_split_types",
    ],
    attrs=[
        "Ncontext_sparse: int >= 0 = 0",
        f"Tcontext_dense: list({_KINDS}) >= 0 = []",
        f"context_sparse_types: list({_KINDS}) >= 0 = []",
        f"context_ragged_value_types: list({_KINDS}) >= 0 = []",
        "context_ragged_split_types: list({int32, int64}) >= 0 = []",
        "context_dense_shapes: list(shape) >= 0 = []",
        "Nfeature_list_sparse: int >= 0 = 0",
        "Nfeature_list_dense: int >= 0 = 0",
        f"feature_list_dense_types: list({_KINDS}) >= 0 = []",
        f"feature_list_sparse_types: list({_KINDS}) >= 0 = []",
        f"feature_list_ragged_value_types: list({_KINDS}) >= 0 = []",
        "feature_list_ragged_split_types: list({int32, int64}) >= 0 = []",
        "feature_list_dense_shapes: list(shape) >= 0 = []",
    ],
    doc=f"""The features of SequenceExample messages, sparse, dense or ragged.
{_SERIALIZED.format(shape="one or a vector of")}
    context_sparse_keys, context_dense_keys, context_ragged_keys: vectors of names of features of the context.
    feature_list_sparse_keys, feature_list_dense_keys, feature_list_ragged_keys: vectors of names of feature lists.
    feature_list_dense_missing_assumed_empty: for each of feature_list_dense_keys whether it may be missing.{_COUNTS}
    context_ragged_value_types, context_ragged_split_types: for each of context_ragged_keys.
    feature_list_ragged_value_types, feature_list_ragged_split_types: for each of feature_list_ragged_keys.{_DOC}
    {_LENGTHS.strip()}
    context_ragged_values, context_ragged_row_splits: for each of context_ragged_keys the values of all messages, and
        where each message's begin.
    feature_list_ragged_values, feature_list_ragged_inner_splits, feature_list_ragged_outer_splits: for each of
        feature_list_ragged_keys the values of all features of all lists, where each feature's begin, and where each
        message's features begin. There are no outer splits for one message.""",
)
parse_sequence_example_v2.no_gradient()


@parse_sequence_example_v2.shape_rule
def _parse_sequence_example_v2_shape(c: ShapeContext) -> list[TensorShape]:
    batch = batch_dims(c, scalar=True)
    require_names(c, "debug_name", batch)
    counts = [len(c.attr(f"{part}_ragged_value_types")) for part in ("context", "feature_list")]
    for part, count in zip(("context", "feature_list"), counts, strict=True):
        _counted(c, f"{part}_ragged_split_types", count, f"of {part}_ragged_value_types")
        require_key_vector(c, f"{part}_ragged_keys", count)
    require_key_vector(c, "context_sparse_keys", c.attr("Ncontext_sparse"))
    require_key_vector(c, "context_dense_keys", len(c.attr("Tcontext_dense")))
    require_key_vector(c, "feature_list_sparse_keys", c.attr("Nfeature_list_sparse"))
    require_key_vector(c, "feature_list_dense_keys", c.attr("Nfeature_list_dense"))
    require_key_vector(c, "feature_list_dense_missing_assumed_empty", c.attr("Nfeature_list_dense"))
    values, splits = TensorShape.of((None,)), splits_shape(batch)
    return [
        *_context(c, batch),
        *[values] * counts[0],
        *[splits] * counts[0],
        *_lists(c, batch),
        *_lengths(c, batch),
        *[values] * counts[1],
        *[splits] * counts[1],
        *[values] * counts[1],
    ]


# -- ParseSingleSequenceExample ------------------------------------------------------------------------------------

parse_single_sequence_example = register_op(
    "ParseSingleSequenceExample",
    inputs=[
        "serialized: string",
        "feature_list_dense_missing_assumed_empty: string",
        "context_sparse_keys: Ncontext_sparse * string",
        "context_dense_keys: Ncontext_dense * string",
        "feature_list_sparse_keys: Nfeature_list_sparse * string",
        "feature_list_dense_keys: Nfeature_list_dense * string",
        "context_dense_defaults: Tcontext_dense",
        "debug_name: string",
    ],
    outputs=[*_CONTEXT_OUT, *_LISTS_OUT],
    attrs=[*_NUMBERS, *_TYPES],
    doc=f"""The features of one SequenceExample message, sparse or dense.

    serialized: a scalar: the message.
    feature_list_dense_missing_assumed_empty: a vector of those of feature_list_dense_keys that may be missing.
    context_sparse_keys, context_dense_keys: names of features of the context.
    feature_list_sparse_keys, feature_list_dense_keys: names of feature lists.
    debug_name: the name of the message, a scalar. It is not used.{_DOC}""",
)
parse_single_sequence_example.no_gradient()


@parse_single_sequence_example.shape_rule
def _parse_single_sequence_example_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("serialized", 0)
    c.with_rank("debug_name", 0)
    c.with_rank("feature_list_dense_missing_assumed_empty", 1)
    for name in ("context_sparse_keys", "context_dense_keys", "feature_list_sparse_keys", "feature_list_dense_keys"):
        for number, shape in enumerate(c.shapes(name)):
            if shape.rank not in (None, 0):
                c.fail(f"{name}[{number}]", "be a scalar", f"rank {shape.rank} {shape}")
    _counted(c, "Tcontext_dense", len(c.shapes("context_dense_keys")), "of context_dense_keys")
    return [*_context(c, ()), *_lists(c, ())]
