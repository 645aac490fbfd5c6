"""Edit distances, and stacks of tensors of one shape."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.build import raw_ops
from graphops.compat.v1.functions.sparse_tensor import is_sparse
from graphops_registry.errors import InvalidTypeError


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
