"""The known differences of the ops on sparse and ragged tensors."""

from __future__ import annotations

import numpy as np

from tests.differential.differences import Difference, has_nan
from tests.golden.case import Array, Case


def _is_ordered(rows: Array) -> bool:
    if rows.ndim != 2 or rows.shape[0] < 2 or not rows.shape[1]:
        return True
    return bool((np.lexsort(rows.T[::-1]) == np.arange(len(rows))).all())


def is_unordered(case: Case) -> bool:
    """Whether coordinates in it are not in row-major order."""
    return any(
        not _is_ordered(array)
        for name, value in case.inputs.items()
        if name.endswith("indices")
        for array in (value if isinstance(value, list) else [value])
    )


def has_other_threshold(case: Case) -> bool:
    """Whether the threshold of a sum has another dtype than the magnitudes of its values."""
    thresh, values = case.inputs["thresh"], case.inputs["a_values"]
    return thresh.dtype != (values.real.dtype if values.dtype.kind == "c" else values.dtype)  # type: ignore[union-attr]


NUMBERS = [
    Difference("SparseAdd SparseAddGrad SparseSparse*", "different", "assumes that coordinates are in row-major order, "
               "and gives several entries for one place where they are not", "orders them first", when=is_unordered),
    Difference("SparseSoftmax", "different", "gives the values in row-major order where coordinates are in another one",
               "gives each entry its own value", when=is_unordered),
    Difference("SparseAdd", "different", "reads a threshold of another dtype as one of the values' dtype",
               "takes its value", when=has_other_threshold),
    Difference("*ToSparseSetOperation SetSize", "different", "assumes that coordinates are in row-major order, "
               "and gives a set twice, or parts of it, where they are not", "orders them first", when=is_unordered),
    Difference("RaggedFillEmptyRows", "different", "gives the row numbers of no rows as a matrix", "as a vector",
               r"has shape \(0,\), TensorFlow's \(0, 1\)"),
    Difference("SparseCross* RaggedCross", "different", "assumes that coordinates are in row-major order, and leaves "
               "entries out where they are not", "orders them first", when=is_unordered),
    Difference("SparseReduceMax*", "different", "the place of a NaN decides whether it counts",
               "NaN is the result of what it takes part in", when=has_nan),
]  # fmt: skip

REFUSED_HERE = [
    Difference("RaggedTensorToTensor", "refused here", "reads past the end of values, or leaves some out, where the "
               "partitions do not fit each other or the values", "they must fit",
               "row_partition_tensors|as the partitions say"),
    Difference("*Bincount *CountSparseOutput", "refused here", "takes weights of another shape than the values, past "
               "their end, and values of a ragged tensor that are no vector", "refuses them",
               "must have rank 1|have the shape of values"),
    Difference("SerializeSparse", "refused here", "writes parts that do not belong together", "refuses them",
               "one (value|size) for each"),
    Difference("SparseCross* RaggedCross", "refused here", "takes salt, and coordinates without entries, of another "
               "shape", "refuses them", "must have rank 1|must have 2 columns"),
    Difference("*Bincount", "refused here", "passes over negative numbers in a matrix", "refuses them",
               "not be negative"),
    Difference("Sparse* Deserialize* *ToSparseSetOperation SetSize", "refused here", "computes with coordinates "
               "outside of the shape", "refuses them", "must be within the shape"),
]  # fmt: skip

REFUSED_THERE = [
    Difference("SparseDenseCwiseDiv", "refused there", "refuses a dense operand with a zero, of floats too",
               "only an integer that is divided by it must not be", "contains zero"),
    Difference("*CountSparseOutput", "refused there", "refuses tensors without rows", "the result is empty",
               "at least 2 elements|dimension cannot be 0|Cannot allocate 0 batches"),
    Difference("SparseAdd SparseSparse*", "refused there", "refuses tensors of rank 0", "they have one place",
               "must not be empty"),
]  # fmt: skip
