"""Malformed calls of array ops: our own error in the one sentence, when the node is added or when it runs."""

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import InvalidArgumentError, NotFoundError

X = np.zeros((2, 3), np.float32)


def ints(*values):
    return np.array(values, np.int32)


CALLS = [
    ("Reshape", {"tensor": X, "shape": ints(4, 2)}, "shape of op 'Reshape' must have the 6 elements"),
    ("Reshape", {"tensor": X, "shape": ints(-1, -1)}, "at most one -1"),
    ("Reshape", {"tensor": X, "shape": ints(-1, 4)}, "must divide the 6 elements"),
    ("Reshape", {"tensor": X, "shape": ints(-2, 3)}, "sizes >= 0"),
    ("Reshape", {"tensor": X, "shape": ints(-1, 0)}, "must have the 6 elements"),
    ("Reshape", {"tensor": X, "shape": ints([6])}, "must have rank 1"),
    ("ExpandDims", {"input": X, "dim": ints(3)}, r"must be in \[-3, 2\], got 3"),
    ("ExpandDims", {"input": X, "dim": ints(1, 2)}, "must have one element"),
    ("Squeeze", {"input": X, "squeeze_dims": [0]}, "must have size 1 along axis 0"),
    ("Squeeze", {"input": X, "squeeze_dims": [5]}, r"must be in \[-2, 2\)"),
    ("Transpose", {"x": X, "perm": ints(0, 0)}, "each number from 0 to 1 once"),
    ("Transpose", {"x": X, "perm": ints(0)}, "a value for each of the 2 axes"),
    ("Transpose", {"x": X, "perm": ints(0, 7)}, "each number from 0 to 1 once"),
    ("InvertPermutation", {"x": ints(0, 2)}, "each number from 0 to 1 once"),
    ("BroadcastTo", {"input": X, "shape": ints(2, 4)}, "a shape that broadcasts to"),
    ("BroadcastTo", {"input": X, "shape": ints(3)}, "a shape that broadcasts to"),
    ("BroadcastTo", {"input": X, "shape": ints(2**30, 2**30, 2**30, 3)}, "2\\*\\*63 - 1|broadcasts"),
    ("BroadcastArgs", {"s0": ints(2, 3), "s1": ints(4, 3)}, "must broadcast"),
    ("Tile", {"input": X, "multiples": ints(2)}, "a value for each of the 2 axes"),
    ("Tile", {"input": X, "multiples": ints(2, -1)}, "not be negative"),
    ("Tile", {"input": X, "multiples": ints(2**31 - 1, 2**31 - 1)}, None),
    ("ReverseV2", {"tensor": X, "axis": ints(0, 0)}, "name each axis once"),
    ("ReverseV2", {"tensor": X, "axis": ints(2)}, r"be in \[-2, 2\)"),
    ("ConcatV2", {"values": [X, X[:, :2]], "axis": np.int32(0)}, "one size along every axis but 0"),
    ("ConcatV2", {"values": [X, X[0]], "axis": np.int32(0)}, "must have one rank"),
    ("ConcatV2", {"values": [X, X], "axis": np.int32(2)}, r"be in \[-2, 2\)"),
    ("ConcatV2", {"values": [X], "axis": np.int32(0)}, "at least 2"),
    ("ConcatV2", {"values": [np.float32(1), np.float32(2)], "axis": np.int32(0)}, "rank 1 or more"),
    ("Pack", {"values": [X, X[0]]}, "must have one shape"),
    ("Pack", {"values": [X], "axis": 3}, r"be in \[-3, 3\)"),
    ("Unpack", {"value": X, "num": 3}, "size 3 \\(attr 'num'\\)"),
    ("Unpack", {"value": np.float32(1), "num": 1}, "rank 1 or more"),
    ("Split", {"split_dim": np.int32(1), "value": X, "num_split": 2}, "divide the size 3"),
    ("SplitV", {"value": X, "size_splits": ints(1, 1), "split_dim": np.int32(1), "num_split": 2}, "add up to the size 3"),
    ("SplitV", {"value": X, "size_splits": ints(-1, -1), "split_dim": np.int32(1), "num_split": 2}, "one may be -1"),
    ("SplitV", {"value": X, "size_splits": ints(3), "split_dim": np.int32(1), "num_split": 2}, "2 values"),
    ("Slice", {"input": X, "begin": ints(0), "size": ints(1)}, "a value for each of the 2 axes"),
    ("Slice", {"input": X, "begin": ints(0, 2), "size": ints(1, 2)}, r"be in \[0, 1\] for axis 1"),
    ("Slice", {"input": X, "begin": ints(-1, 0), "size": ints(1, 2)}, "not be negative"),
    ("Slice", {"input": X, "begin": ints(0, 0), "size": ints(-2, 2)}, "be -1 or more"),
    ("StridedSlice", {"input": X, "begin": ints(0), "end": ints(1), "strides": ints(0)}, "not be 0"),
    ("StridedSlice", {"input": X, "begin": ints(0), "end": ints(1, 2), "strides": ints(1)}, "have one length"),
    ("StridedSlice", {"input": X, "begin": ints(2), "end": ints(3), "strides": ints(1), "shrink_axis_mask": 1},
     r"be in \[-2, 2\) for axis 0, got 2"),
    ("StridedSliceGrad", {"shape": ints(2, 3), "begin": ints(0), "end": ints(1), "strides": ints(1), "dy": X},
     "the shape of the slice"),
    ("Pad", {"input": X, "paddings": ints([1, 1])}, "a row for each of the 2 axes"),
    ("Pad", {"input": X, "paddings": ints([1], [1])}, "have 2 columns"),
    ("Pad", {"input": X, "paddings": ints([1, -1], [0, 0])}, "not be negative"),
    ("MirrorPad", {"input": X, "paddings": ints([2, 0], [0, 0]), "mode": "REFLECT"}, "be at most 1 for axis 0"),
    ("MirrorPad", {"input": X, "paddings": ints([2, 0], [0, 0]), "mode": "reflect"}, "'REFLECT', 'SYMMETRIC'"),
    ("MirrorPadGrad", {"input": X, "paddings": ints([2, 1], [0, 0]), "mode": "SYMMETRIC"}, "no larger than the input"),
    ("GatherV2", {"params": X, "indices": ints(2), "axis": np.int32(0)}, r"be in \[0, 2\)"),
    ("GatherV2", {"params": X, "indices": ints(-1), "axis": np.int32(0)}, r"be in \[0, 2\)"),
    ("GatherV2", {"params": X, "indices": ints(0), "axis": np.int32(2)}, r"be in \[-2, 2\)"),
    ("GatherV2", {"params": X, "indices": ints(0), "axis": np.int32(0), "batch_dims": 1}, "dimensions of params|at least batch"),
    ("GatherNd", {"params": X, "indices": ints([0, 3])}, r"be in \[0, 3\)"),
    ("GatherNd", {"params": X, "indices": ints([0, 0, 0])}, "at most 2 coordinates"),
    ("GatherNd", {"params": X, "indices": ints([0]), "bad_indices_policy": "MAYBE"}, "one of '', 'DEFAULT'"),
    ("ScatterNd", {"indices": ints([5]), "updates": np.float32([1]), "shape": ints(3)}, r"be in \[0, 3\)"),
    ("ScatterNd", {"indices": ints([0]), "updates": X, "shape": ints(3)}, "updates of op 'ScatterNd' must have shape"),
    ("OneHot", {"indices": ints(0), "depth": np.int32(-1), "on_value": 1.0, "off_value": 0.0}, "not be negative"),
    ("OneHot", {"indices": ints(0), "depth": np.int32(2), "on_value": 1.0, "off_value": 0.0, "axis": 3}, r"in \[-1, 1\]"),
    ("Unique", {"x": X}, "must have rank 1"),
    ("ListDiff", {"x": X, "y": X}, "must have rank 1"),
    ("Range", {"start": np.int32(0), "limit": np.int32(5), "delta": np.int32(0)}, "delta of op 'Range' must not be 0"),
    ("Range", {"start": np.int32(0), "limit": np.int32(5), "delta": np.int32(-1)}, "must be at most start"),
    ("Range", {"start": np.float64(0), "limit": np.float64(np.inf), "delta": np.float64(1)}, "steps"),
    ("LinSpace", {"start": np.float32(0), "stop": np.float32(1), "num": np.int32(0)}, "at least 1"),
    ("Diag", {"diagonal": np.float32(1)}, "rank 1 or more"),
    ("DiagPart", {"input": np.zeros((2, 3, 2), np.float32)}, "an even rank"),
    ("DiagPart", {"input": X}, "one shape twice"),
    ("Fill", {"dims": ints(-1), "value": 1.0}, "sizes >= 0"),
    ("Fill", {"dims": np.array([2**40, 2**40]), "value": 1.0}, "2\\*\\*63 - 1"),
    ("Fill", {"dims": np.array([0, 2**62]), "value": 1.0}, "2\\*\\*63 - 1"),
    ("Fill", {"dims": ints(2), "value": [1.0, 2.0]}, "must be a scalar"),
    ("Bitcast", {"input": X, "type": "int64"}, "2 elements along its last axis"),
    ("EnsureShape", {"input": X, "shape": [3, None]}, "the shape of attr 'shape'"),
    ("Shape", {"input": np.zeros((2**31, 0))}, "attr 'out_type' of op 'Shape' must be int64"),
    ("ShapeN", {"input": [X, np.zeros((0, 2**31), np.float32)]}, "must be int64 for an input of shape"),
    ("Split", {"split_dim": np.int32(0), "value": np.float32(1), "num_split": 1}, "rank 1 or more"),
    ("SplitV", {"value": np.float32(1), "size_splits": ints(1), "split_dim": np.int32(0), "num_split": 1}, "rank 1 or more"),
    ("SplitV", {"value": X, "size_splits": ints(-2, 5), "split_dim": np.int32(1), "num_split": 2}, "sizes >= 0"),
    ("StridedSlice", {"input": X, "begin": ints(), "end": ints(), "strides": ints(), "ellipsis_mask": 3}, "at most one bit"),
    ("StridedSlice", {"input": X, "begin": ints(0, 0, 0), "end": ints(1, 1, 1), "strides": ints(1, 1, 1)}, "at most the 2 axes"),
    ("StridedSlice", {"input": X, "begin": ints(0), "end": ints(1), "strides": ints(-1), "shrink_axis_mask": 1}, "be positive where"),
    ("PadV2", {"input": X, "paddings": ints([1, 1], [0, 0]), "constant_values": np.float32([1])}, "must be a scalar"),
    ("Gather", {"params": np.float32(1), "indices": ints(0)}, "rank 1 or more"),
    ("Gather", {"params": X, "indices": ints(0, 2)}, r"indices of op 'Gather' must be in \[0, 2\).*values from 0 to 2"),
    ("GatherV2", {"params": X, "indices": ints(0), "axis": ints(0)}, "axis of op 'GatherV2' must be a scalar"),
    ("GatherV2", {"params": X, "indices": ints(0), "axis": np.int32(0), "batch_dims": 3}, r"be in \[-1, 1\]"),
    ("GatherV2", {"params": X[:, :0], "indices": ints(0), "axis": np.int32(1)}, r"be in \[0, 0\)"),
    ("GatherNd", {"params": X[:0], "indices": ints([0])}, r"be in \[0, 0\)"),
    ("ScatterNd", {"indices": ints([-1]), "updates": np.float32([1]), "shape": ints(3)}, r"be in \[0, 3\)"),
    ("ScatterNd", {"indices": ints([0]), "updates": np.float32([1]), "shape": ints(0)}, "be empty for the empty shape"),
    ("MatrixBandPart", {"input": X[0], "num_lower": 0, "num_upper": 0}, "rank 2 or more"),
    ("MatrixBandPart", {"input": X, "num_lower": np.int64(3), "num_upper": np.int64(0)}, "at most 2, the number of rows"),
    ("MatrixBandPart", {"input": X, "num_lower": np.int64(0), "num_upper": np.int64(4)}, "at most 3, the number of columns"),
    ("MatrixBandPart", {"input": X, "num_lower": ints(0), "num_upper": ints(0)}, "must be a scalar"),
    ("SpaceToBatchND", {"input": X, "block_shape": ints(0), "paddings": ints([0, 0])}, "be at least 1"),
    ("SpaceToBatchND", {"input": X, "block_shape": ints(2), "paddings": ints([0, 0])}, "divide the padded size 3 of axis 1"),
    ("SpaceToBatchND", {"input": X, "block_shape": ints(2), "paddings": ints([2, -1])}, "not be negative"),
    ("SpaceToBatchND", {"input": X, "block_shape": ints(2), "paddings": ints([1, 0], [0, 0])}, "a row for each of the 1 sizes"),
    ("SpaceToBatchND", {"input": X, "block_shape": ints(1), "paddings": ints([1])}, "have 2 columns"),
    ("SpaceToBatchND", {"input": X, "block_shape": ints(1, 1), "paddings": ints([0, 0], [0, 0])}, "have rank 3 or more"),
    ("SpaceToBatchND", {"input": np.float32(1), "block_shape": ints(), "paddings": np.zeros((0, 2), np.int32)}, "rank 1 or more"),
    ("SpaceToBatchND", {"input": X, "block_shape": np.array([2**61]), "paddings": np.array([[2**61 - 3, 0]])}, "2\\*\\*63 - 1"),
    ("BatchToSpaceND", {"input": X, "block_shape": ints(3), "crops": ints([0, 0])}, "a multiple of the 3 places"),
    ("BatchToSpaceND", {"input": X, "block_shape": ints(2), "crops": ints([3, 4])}, "at most the 6 elements of axis 1"),
    ("BatchToSpaceND", {"input": X, "block_shape": ints(2), "crops": ints([-1, 0])}, "not be negative"),
    ("BatchToSpaceND", {"input": X, "block_shape": ints(-2), "crops": ints([0, 0])}, "be at least 1"),
    ("SpaceToDepth", {"input": X, "block_size": 2}, "input of op 'SpaceToDepth' must have rank 4"),
    ("SpaceToDepth", {"input": np.zeros((1, 2, 3, 1)), "block_size": 2}, "a width that is a multiple of block_size, 2, got 3"),
    ("SpaceToDepth", {"input": np.zeros((1, 1, 3, 2)), "block_size": 2, "data_format": "NCHW"}, "a height"),
    ("SpaceToDepth", {"input": np.zeros((1, 2, 2, 1)), "block_size": 1}, "at least 2"),
    ("SpaceToDepth", {"input": np.zeros((1, 2, 2, 1)), "block_size": 2, "data_format": "CHWN"}, "'NHWC', 'NCHW'"),
    ("DepthToSpace", {"input": np.zeros((1, 2, 2, 6)), "block_size": 2}, "a multiple of 4, the square of block_size, got 6"),
    ("DepthToSpace", {"input": np.zeros((1, 4, 2, 2, 3)), "block_size": 2, "data_format": "NCHW_VECT_C"}, "4 elements along its last"),
    ("Range", {"start": np.float32(np.nan), "limit": np.float32(5), "delta": np.float32(1)}, "must be at least start, nan"),
    ("Range", {"start": np.float16(-6e4), "limit": np.float16(6e4), "delta": np.float16(1)}, "a finite number of steps"),
    ("PlaceholderWithDefault", {"input": X, "shape": [3, None]}, "the shape of attr 'shape'"),
]  # fmt: skip


def static(op, arguments):
    with go.Graph().as_default(), go.Session() as session:
        return session.run(getattr(go.raw_ops, op)(**arguments))


def dynamic(op, arguments):
    with go.Graph().as_default(), go.Session() as session:
        feeds, given = {}, {}

        def enter(value):
            if not isinstance(value, (np.ndarray, np.generic)):
                return value
            tensor = go.placeholder(value.dtype)
            feeds[tensor] = value
            return tensor

        for name, value in arguments.items():
            given[name] = [enter(item) for item in value] if isinstance(value, list) else enter(value)
        return session.run(getattr(go.raw_ops, op)(**given), feeds)


def eager(op, arguments):
    return getattr(go.eager, op)(**arguments)


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
@pytest.mark.parametrize("way", [static, dynamic, eager])
def test_malformed(call, way):
    op, arguments, text = call
    kinds = (InvalidArgumentError,) if text is not None else (MemoryError, InvalidArgumentError)
    with pytest.raises(kinds, match=text):
        way(op, arguments)


@pytest.mark.parametrize("way", [pytest.param(static, marks=pytest.mark.full), dynamic, eager])  # static copies 2 GiB
def test_an_input_with_more_elements_than_int32_counts(way):
    with pytest.raises(InvalidArgumentError, match="int64 for an input of 2147483648 elements"):
        way("Size", {"input": np.broadcast_to(np.zeros(1, bool), (2**31,))})


def test_what_has_no_sum_has_no_kernel():
    """TensorFlow adds no booleans or strings here either; for a string it would not say so before the run."""
    for x in (np.array([True, False, True]), np.array([b"a", b"b", b"c"], object)):
        with pytest.raises(NotFoundError, match="must have a kernel on .*CPU"):
            go.eager.MirrorPadGrad(input=x, paddings=ints([1, 0]), mode="SYMMETRIC")
