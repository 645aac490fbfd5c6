"""Texts and bytes as numbers, edit distances, and stacks that wait for nothing."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.functions.sparse_tensor import is_sparse
from graphops.compat.v1.functions.synonyms import needed, one_of
from graphops_registry.errors import InvalidTypeError


def decode_raw(
    input_bytes: Any = None,
    out_type: Any = None,
    little_endian: bool = True,
    name: str | None = None,
    bytes: Any = None,
) -> Any:
    """The bytes of strings of one length as numbers, along a new last axis."""
    given = needed("decode_raw", "input_bytes", one_of("decode_raw", "input_bytes", input_bytes, "bytes", bytes))
    kind = needed("decode_raw", "out_type", out_type)
    return raw_ops.DecodeRaw(
        bytes=as_tensor(given, "string"), out_type=tf.as_dtype(kind), little_endian=little_endian, name=name
    )


def decode_csv(
    records: Any,
    record_defaults: Any,
    field_delim: str = ",",
    use_quote_delim: bool = True,
    name: str | None = None,
    na_value: str = "",
    select_cols: Any = None,
) -> Any:
    """The fields of lines of a CSV file, a tensor for each column.

    Args:
        record_defaults: for each column what an empty field is, as a tensor, a list of one value, or an empty tensor
            of the column's dtype, which says that the field must be given.
        na_value: a text that is as good as an empty field.
        select_cols: the columns to read; all by default.
    """
    return raw_ops.DecodeCSV(
        records=as_tensor(records, "string"),
        record_defaults=[as_tensor(each) for each in record_defaults],
        field_delim=field_delim,
        use_quote_delim=use_quote_delim,
        na_value=na_value,
        select_cols=[] if select_cols is None else list(select_cols),
        name=name,
    )


def edit_distance(hypothesis: Any, truth: Any, normalize: bool = True, name: str = "edit_distance") -> Any:
    """How many insertions, deletions and replacements make one sequence of another (by the length of the truth).

    Raises:
        InvalidTypeError: something else than SparseTensors.
    """
    for argument, value in (("hypothesis", hypothesis), ("truth", truth)):
        if not is_sparse(value):
            raise InvalidTypeError(f"{argument} of edit_distance() must be a SparseTensor, got {value!r}")
    return raw_ops.EditDistance(
        hypothesis_indices=hypothesis.indices,
        hypothesis_values=hypothesis.values,
        hypothesis_shape=hypothesis.dense_shape,
        truth_indices=truth.indices,
        truth_values=truth.values,
        truth_shape=truth.dense_shape,
        normalize=normalize,
        name=name,
    )


def parallel_stack(values: Any, name: str = "parallel_stack") -> Any:
    """Tensors of one known shape stacked along a new first axis."""
    with tf.name_scope(name):
        rows = [tf.expand_dims(value, 0) for value in values]
        return raw_ops.ParallelConcat(values=rows, shape=[len(rows), *rows[0].shape.as_list()[1:]])
