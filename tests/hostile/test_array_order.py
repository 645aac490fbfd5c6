"""Malformed calls of reversing, rolling, distinct elements, sorted search, block moves and updates of slices."""

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import InvalidArgumentError
from tests.hostile.test_array import dynamic, static

X = np.zeros((2, 3), np.float32)
IMAGE = np.zeros((1, 4, 4, 1), np.float32)
NO_MARGIN = np.zeros((2, 2), np.int32)


def ints(*values):
    return np.array(values, np.int32)


def sequence(lengths, along, batch=0):
    return ("ReverseSequence", {"input": X, "seq_lengths": ints(*lengths), "seq_dim": along, "batch_dim": batch})


def update(value, **more):
    places = {"begin": ints(0), "end": ints(2), "strides": ints(1), **more}
    return ("TensorStridedSliceUpdate", {"input": X, **places, "value": value})


CALLS = [
    ("Reverse", {"tensor": X, "dims": np.array([True])}, "dims .* must have a value for each of the 2 axes of tensor"),
    ("Reverse", {"tensor": X, "dims": np.array([[True, False]])}, "dims of op 'Reverse' must have rank 1"),
    (*sequence([1, 4], 1), r"seq_lengths .* must be in \[0, 3\], the size of axis 1, got values from 1 to 4"),
    (*sequence([1, -1], 1), r"must be in \[0, 3\]"),
    (*sequence([1], 1), "seq_lengths .* must have a length for each of the 2 entries along axis 0"),
    (*sequence([1, 2], 0), "attr 'seq_dim' of op 'ReverseSequence' must differ from batch_dim"),
    (*sequence([1, 2], 2), "attr 'seq_dim' .* must not be negative and below the rank 2"),
    (*sequence([1, 2], -1), "attr 'seq_dim' .* must not be negative"),
    (*sequence([1, 2], 1, 2), "attr 'batch_dim' .* must not be negative and below the rank 2"),
    ("Roll", {"input": X, "shift": ints(1, 2), "axis": ints(0)}, "shift of op 'Roll' must have the shape of axis"),
    ("Roll", {"input": X, "shift": ints(1), "axis": ints(2)}, r"axis of op 'Roll' must be in \[-2, 2\), got 2"),
    ("Roll", {"input": X, "shift": ints([1]), "axis": ints([1])}, "must be a scalar or a vector"),
    ("Roll", {"input": X[0, 0], "shift": ints(1), "axis": ints(0)}, "must have rank 1 or more"),
    ("UniqueV2", {"x": X, "axis": ints()}, "x of op 'UniqueV2' must have rank 1"),
    ("UniqueV2", {"x": X, "axis": ints(2)}, r"axis of op 'UniqueV2' must be in \[-2, 2\), got 2"),
    ("UniqueV2", {"x": X, "axis": ints(0, 1)}, "axis of op 'UniqueV2' must have at most one value, got 2"),
    ("UniqueWithCountsV2", {"x": X, "axis": ints(0)[0]}, "axis of op 'UniqueWithCountsV2' must have rank 1"),
    ("UniqueWithCounts", {"x": X}, "x of op 'UniqueWithCounts' must have rank 1"),
    ("LowerBound", {"sorted_inputs": X[0], "values": X}, "sorted_inputs of op 'LowerBound' must have rank 2"),
    ("UpperBound", {"sorted_inputs": X, "values": X[:1]}, "values .* must have the 2 rows of sorted_inputs, got 1"),
    ("NthElement", {"input": X, "n": ints(3)[0]}, "n of op 'NthElement' must be below 3, the size of the last axis"),
    ("NthElement", {"input": X, "n": ints(-1)[0]}, "n of op 'NthElement' must not be negative"),
    ("NthElement", {"input": X[0, 0], "n": ints(0)[0]}, "must have rank 1 or more"),
    ("SpaceToBatch", {"input": X, "paddings": NO_MARGIN, "block_size": 2}, "input .* must have rank 4"),
    ("SpaceToBatch", {"input": IMAGE, "paddings": NO_MARGIN, "block_size": 3}, "must divide the padded size 4 of axis 1"),
    ("SpaceToBatch", {"input": IMAGE, "paddings": NO_MARGIN - 1, "block_size": 2}, "paddings .* must not be negative"),
    ("SpaceToBatch", {"input": IMAGE, "paddings": NO_MARGIN[:1], "block_size": 2}, r"must have shape \(2, 2\)"),
    ("SpaceToBatch", {"input": IMAGE, "paddings": NO_MARGIN, "block_size": 1}, "block_size"),
    ("BatchToSpace", {"input": IMAGE, "crops": NO_MARGIN, "block_size": 2}, "a multiple of the 4 places of a block"),
    ("BatchToSpace", {"input": np.zeros((4, 1, 1, 1)), "crops": NO_MARGIN + 2, "block_size": 2}, "cut off at most the 2"),
    (*update(X[:, :2]), r"value .* must broadcast to the shape of the slice, \(2, 3\)"),
    (*update(np.zeros((1, 2, 3), np.float32)), "must broadcast to the shape of the slice"),
    (*update(X, strides=ints(0)), "must not be 0"),
    (*update(X, begin=ints(0, 0)), "have one length"),
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
@pytest.mark.parametrize("way", [static, dynamic, lambda op, a: getattr(go.eager, op)(**a)],
                         ids=["static", "dynamic", "eager"])  # fmt: skip
def test_malformed(call, way):
    op, arguments, text = call
    with pytest.raises(InvalidArgumentError, match=text):
        way(op, arguments)


def test_shifts_beyond_any_size():
    for shift in (2**62, -(2**63)):
        found = go.eager.Roll(input=np.arange(5), shift=np.array(shift), axis=np.array(0))
        np.testing.assert_array_equal(found, np.roll(np.arange(5), shift % 5))
