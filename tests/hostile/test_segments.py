"""Malformed calls of segments, counts, histograms and scans."""

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import InvalidArgumentError
from tests.hostile.test_array import dynamic, static

X = np.zeros((3, 2), np.float32)
NONE = np.zeros(0, np.float32)


def ints(*values):
    return np.array(values, np.int32)


def sparse(indices, ids, **more):
    return {"data": X, "indices": ints(*indices), "segment_ids": ints(*ids), **more}


def grad(indices, ids, rows):
    return {"grad": X, "indices": ints(*indices), "segment_ids": ints(*ids), "output_dim0": np.int32(rows)}


TWO = np.int32(2)
CALLS = [
    ("SegmentMean", {"data": X, "segment_ids": ints(0, 1)}, "segment_ids .* must have one id for each of the 3 rows"),
    ("SegmentMax", {"data": X, "segment_ids": ints(0, 2, 1)}, "segment_ids of op 'SegmentMax' must be sorted, got 1 ids"),
    ("SegmentMin", {"data": X, "segment_ids": ints(-1, 0, 1)}, "segment_ids .* must not be negative, got -1"),
    ("SegmentProd", {"data": X, "segment_ids": ints([0, 1, 2])}, "must have rank 1"),
    ("SegmentProd", {"data": X[0, 0], "segment_ids": ints()}, "must have rank 1 or more"),
    ("UnsortedSegmentMin", {"data": X, "segment_ids": ints(0, 1, 2), "num_segments": TWO},
     "segment_ids of op 'UnsortedSegmentMin' must be less than num_segments, 2, got 1 larger ids, up to 2"),
    ("UnsortedSegmentMax", {"data": X, "segment_ids": ints(0, 1), "num_segments": TWO}, "first dimensions of data"),
    ("UnsortedSegmentProd", {"data": X, "segment_ids": ints(0, 1, 1), "num_segments": -TWO}, "must not be negative"),
    ("UnsortedSegmentProd", {"data": X, "segment_ids": ints(0, 1, 1), "num_segments": ints(2)}, "must be a scalar"),
    ("SparseSegmentSum", sparse([0, 3], [0, 0]), r"indices of op 'SparseSegmentSum' must be in \[0, 3\)"),
    ("SparseSegmentSum", sparse([0, -1], [0, 0]), r"must be in \[0, 3\)"),
    ("SparseSegmentMean", sparse([0, 1], [0]), "segment_ids .* must have one id for each of the 2 indices, got 1"),
    ("SparseSegmentSqrtN", sparse([0, 1], [1, 0]), "segment_ids of op 'SparseSegmentSqrtN' must be sorted"),
    ("SparseSegmentMean", sparse([0, 1], [-1, 0]), "must not be negative, got -1"),
    ("SparseSegmentSumWithNumSegments", sparse([0, 1], [0, 2], num_segments=TWO), "be less than num_segments, 2"),
    ("SparseSegmentMeanWithNumSegments", sparse([0], [0], num_segments=-TWO), "num_segments .* must not be negative"),
    ("SparseSegmentSumGrad", grad([0, 1], [0, 3], 2), r"segment_ids .* must be in \[0, 3\), the number of rows of grad"),
    ("SparseSegmentMeanGrad", grad([0, 2], [0, 1], 2), r"indices .* must be in \[0, 2\)"),
    ("SparseSegmentSqrtNGrad", grad([0, 2], [0, 1], -1), "output_dim0 .* must not be negative"),
    ("Bincount", {"arr": ints(1, -2), "size": TWO, "weights": NONE}, "arr of op 'Bincount' must not be negative, got 1"),
    ("Bincount", {"arr": ints(1, 2), "size": -TWO, "weights": NONE}, "size of op 'Bincount' must not be negative"),
    ("Bincount", {"arr": ints(1, 2), "size": TWO, "weights": X[:1, 0]}, "weights .* must be empty or have the shape"),
    ("DenseBincount", {"input": ints([[1]]), "size": TWO, "weights": NONE}, "must have rank 2 or less"),
    ("DenseBincount", {"input": ints(-1), "size": TWO, "weights": NONE}, "input .* must not be negative"),
    ("DenseBincount", {"input": ints(1), "size": ints(1), "weights": NONE}, "must be a scalar"),
    ("Bucketize", {"input": X, "boundaries": [1.0, 0.0]}, "attr 'boundaries' of op 'Bucketize' must be sorted"),
    ("Bucketize", {"input": X, "boundaries": [0.0, float("nan")]}, "must be sorted"),
    ("HistogramFixedWidth", {"values": X, "value_range": X[0], "nbins": TWO}, "value_range .* two finite numbers"),
    ("HistogramFixedWidth", {"values": X, "value_range": X[:, 0], "nbins": TWO}, "value_range .* must have 2 values"),
    ("HistogramFixedWidth", {"values": X, "value_range": np.array([0, np.inf], np.float32), "nbins": TWO}, "finite"),
    ("HistogramFixedWidth", {"values": X, "value_range": np.array([0, 1], np.float32), "nbins": np.int32(0)},
     "nbins of op 'HistogramFixedWidth' must be positive"),
    ("HistogramFixedWidth", {"values": X * np.nan, "value_range": np.array([0, 1], np.float32), "nbins": TWO},
     "values of op 'HistogramFixedWidth' must be numbers, got 6 NaN"),
    ("CumulativeLogsumexp", {"x": X, "axis": TWO}, r"axis of op 'CumulativeLogsumexp' must be in \[-2, 2\), got 2"),
    ("CumulativeLogsumexp", {"x": X[0, 0], "axis": TWO}, "must have rank 1 or more"),
    ("EuclideanNorm", {"input": X, "reduction_indices": ints(2)}, r"must be in \[-2, 2\)"),
    ("EuclideanNorm", {"input": X, "reduction_indices": ints(0, -2)}, "must name each axis once"),
    ("ApproximateEqual", {"x": X, "y": X[:1]}, "y of op 'ApproximateEqual' must have the shape of x"),
    ("NextAfter", {"x1": X, "x2": X[:2]}, "must have shapes that broadcast"),
    ("Betainc", {"a": X, "b": X[:2], "x": X[0, 0]}, "b of op 'Betainc' must be a scalar or have the shape of the others"),
    ("Zeta", {"x": X, "q": X[:2]}, "must have shapes that broadcast"),
    ("Igamma", {"a": X, "x": X[:2]}, "must have shapes that broadcast"),
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
@pytest.mark.parametrize("way", [static, dynamic, lambda op, a: getattr(go.eager, op)(**a)],
                         ids=["static", "dynamic", "eager"])  # fmt: skip
def test_malformed(call, way):
    op, arguments, text = call
    with pytest.raises(InvalidArgumentError, match=text):
        way(op, arguments)


def test_segments_that_nobody_names():
    """The smallest of nothing is the largest number, in every dtype; a gradient goes nowhere."""
    none = {"segment_ids": ints(), "num_segments": TWO}
    for dtype in (go.float16, go.bfloat16, go.float32, go.uint8, go.int64):
        data = np.zeros(0, dtype.numpy_dtype)
        low, high = go.eager.UnsortedSegmentMax(data=data, **none), go.eager.UnsortedSegmentMin(data=data, **none)
        assert low.dtype == high.dtype == dtype.numpy_dtype
        assert float(low[0]) < 0 < float(high[0]) or dtype is go.uint8
    assert not go.eager.SparseSegmentSumGrad(**grad([], [], 2)).any()


def test_an_id_for_which_no_output_can_be():
    for op, indices in (("SegmentMax", {}), ("SparseSegmentSum", {"indices": ints(0)})):
        with pytest.raises(InvalidArgumentError, match="must be small enough for an output of at most"):
            getattr(go.eager, op)(data=X[:1], segment_ids=np.array([2**62]), **indices)
