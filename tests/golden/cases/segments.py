"""Segments, counts, histograms, and reductions and scans of a kind of their own."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.golden.case import Array, Case, integers, reals
from tests.golden.cases.math import COMPLEXES, FLOATS, HALVES, INF, NAN, axes, between, distinct

REALS = (*FLOATS, *HALVES)
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")


def ids(*numbers: int, dtype: str = "int32") -> Array:
    return np.array(numbers, dtype)


def _data(op: str, dtype: str) -> Array:
    if "Min" in op or "Max" in op:
        return distinct((6, 3), dtype, 1) if dtype not in INTEGERS else integers((6, 3), dtype, 1, 0, 9)
    if dtype in (*HALVES, *INTEGERS):
        return integers((6, 3), dtype, 2, 0 if dtype.startswith("u") else -3, 3)
    return between((6, 3), dtype, 3, 0.5, 2)


def _segments() -> Iterator[Case]:
    for op in ("SegmentMean", "SegmentMin", "SegmentMax", "SegmentProd"):
        dtypes = (*REALS, *INTEGERS, *(COMPLEXES if op in ("SegmentMean", "SegmentProd") else ()))
        for dtype in dtypes:
            if op == "SegmentMean" and dtype == "bfloat16":
                continue  # TensorFlow counts in bfloat16
            yield Case(op, {"data": _data(op, dtype), "segment_ids": ids(0, 0, 1, 3, 3, 3)})
        data = distinct((6, 2, 2), "float64", 4) + 0.25
        yield Case(op, {"data": data, "segment_ids": ids(2, 2, 2, 2, 2, 3, dtype="int64")})
        yield Case(op, {"data": data[:0], "segment_ids": ids()})
        yield Case(op, {"data": data[:, :0].astype("float32"), "segment_ids": ids(0, 0, 0, 1, 1, 2)})
        yield Case(op, {"data": data[:, 0, 0], "segment_ids": ids(0, 0, 0, 1, 1, 2)})
        special = np.array([1, NAN, 2, INF, -INF, -INF, 0, 5], "float32")
        yield Case(op, {"data": special, "segment_ids": ids(0, 0, 1, 1, 2, 2, 3, 3)})
    for op in ("UnsortedSegmentMin", "UnsortedSegmentMax", "UnsortedSegmentProd"):
        for dtype in (*REALS, *INTEGERS, *(COMPLEXES if op == "UnsortedSegmentProd" else ())):
            inputs = {"data": _data(op, dtype), "segment_ids": ids(3, 0, 3, -1, 1, 0), "num_segments": np.int32(5)}
            yield Case(op, inputs)
        data = distinct((3, 2, 2), "float64", 5) + 0.25
        number = np.int64(4)
        yield Case(op, {"data": data, "segment_ids": ids(1, 0, 1, dtype="int64"), "num_segments": number})
        matrix = np.array([[1, 0], [-1, 1], [2, 1]], "int32")
        yield Case(op, {"data": data, "segment_ids": matrix, "num_segments": number})
        yield Case(op, {"data": data, "segment_ids": np.zeros((3, 2, 2), "int32"), "num_segments": np.int32(1)})
        yield Case(op, {"data": data[:0], "segment_ids": ids(), "num_segments": np.int32(2)})
        yield Case(op, {"data": data.astype("float32"), "segment_ids": ids(-1, -1, -2), "num_segments": np.int32(0)})
    zeros = np.array([0, 2, 0, 0, 3, 4], "float32")
    yield Case("SegmentProd", {"data": zeros, "segment_ids": ids(0, 0, 1, 1, 2, 2)})


def _sparse() -> Iterator[Case]:
    for kind in ("Sum", "Mean", "SqrtN"):
        op = f"SparseSegment{kind}"
        for dtype in (*FLOATS, "float16", *(INTEGERS if kind == "Sum" else ())):
            inputs = {"data": _data(op, dtype), "indices": ids(5, 0, 3, 0), "segment_ids": ids(0, 0, 0, 2)}
            yield Case(op, inputs)
            yield Case(f"{op}WithNumSegments", inputs | {"num_segments": np.int32(4)})
        data = reals((4, 2, 2), "float64", 6)
        long = {"indices": ids(3, 3, 1, dtype="int64"), "segment_ids": ids(1, 2, 2, dtype="int64")}
        yield Case(op, {"data": data, **long})
        yield Case(f"{op}WithNumSegments", {"data": data, **long, "num_segments": np.int64(3)})
        none = {"indices": ids(), "segment_ids": ids()}
        yield Case(op, {"data": data, **none})
        yield Case(f"{op}WithNumSegments", {"data": data, **none, "num_segments": np.int32(2)})
        for dtype in (*FLOATS, "float16"):
            grad = reals((3, 2), dtype, 7)
            for order in (ids(0, 0, 1, 2), ids(2, 0, 1, 0)) if dtype != "float64" else (ids(0, 0, 1, 2),):
                inputs = {"grad": grad, "indices": ids(4, 0, 3, 0), "segment_ids": order, "output_dim0": np.int32(5)}
                yield Case(f"{op}Grad", inputs)
                renamed = {"dense_output_dim0" if name == "output_dim0" else name: inputs[name] for name in inputs}
                yield Case(f"{op}GradV2", renamed)
        cube = {"grad": reals((3, 2, 2), "float64", 8), "dense_output_dim0": np.int32(9)}
        yield Case(f"{op}GradV2", {**cube, **long})
        yield Case(f"{op}GradV2", {**cube, **none})


def _counts() -> Iterator[Case]:
    for dtype in ("int32", "int64", "float32", "float64"):
        weights = integers((2, 3), dtype, 8, -3, 3)
        x = np.array([[1, 2, 2], [0, 0, 7]], "int32")
        for given in (weights, weights[:0].reshape(-1)):
            yield Case("Bincount", {"arr": x, "size": np.int32(4), "weights": given})
            for binary in (False, True):
                for index in ("int32", "int64"):
                    size = np.array(4, index)
                    inputs: dict[str, Any] = {"input": x.astype(index), "size": size, "weights": given}
                    yield Case("DenseBincount", inputs, {"binary_output": binary})
        line = {"input": x[1], "size": np.int32(3), "weights": weights[1]}
        yield Case("DenseBincount", line)
        yield Case("DenseBincount", {**line, "size": np.int32(0)})
        yield Case("Bincount", {"arr": ids(), "size": np.int32(2), "weights": weights[0, :0]})
        bounds = [-1.0, 0.0, 0.5, 0.5, 2.0]
        values = np.array([[-2, -1, 0], [1, 2, 9]]).astype(dtype)
        yield Case("Bucketize", {"input": values}, {"boundaries": bounds})
        yield Case("Bucketize", {"input": values[:0]}, {"boundaries": bounds})
        for out in ("int32", "int64"):
            ends = np.array([0, 5], dtype)
            inputs = {"values": values, "value_range": ends, "nbins": np.int32(3)}
            yield Case("HistogramFixedWidth", inputs, {"dtype": out})
        yield Case("HistogramFixedWidth", {"values": values[:0], "value_range": ends, "nbins": np.int32(2)})
    special = np.array([NAN, INF, -INF, 0.5, 2.0], "float32")
    yield Case("Bucketize", {"input": special}, {"boundaries": bounds})
    yield Case("Bucketize", {"input": special}, {"boundaries": []})
    ends = np.array([0, 1], "float32")
    yield Case("HistogramFixedWidth", {"values": special[1:], "value_range": ends, "nbins": np.int32(4)})
    fine = between((40,), "float32", 9, -0.2, 1.2)
    yield Case("HistogramFixedWidth", {"values": fine, "value_range": ends, "nbins": np.int32(7)})


def _others() -> Iterator[Case]:
    for dtype in (*FLOATS, *COMPLEXES, *INTEGERS):
        x = between((3, 4), dtype, 10, 0.5, 3) if dtype not in INTEGERS else integers((3, 4), dtype, 10, 0, 3)
        for indices, keep in ((axes(1), False), (axes(0, -1), True), (np.int32(0), False)):
            yield Case("EuclideanNorm", {"input": x, "reduction_indices": np.asarray(indices)}, {"keep_dims": keep})
    yield Case("EuclideanNorm", {"input": reals((2, 0), "float32", 11), "reduction_indices": axes(1)})
    yield Case("EuclideanNorm", {"input": reals((2, 3), "float64", 12), "reduction_indices": axes()})
    for dtype in (*REALS,):
        for exclusive in (False, True):
            for reverse in (False, True):
                x = between((2, 5), dtype, 13, -3, 3)
                attrs = {"exclusive": exclusive, "reverse": reverse}
                yield Case("CumulativeLogsumexp", {"x": x, "axis": np.int32(1)}, attrs)
    special = np.array([-INF, 1, -INF, 200, 3, INF, 2], "float32")
    for attrs in ({}, {"exclusive": True}, {"reverse": True}):
        yield Case("CumulativeLogsumexp", {"x": special, "axis": np.int64(-1)}, attrs)
    yield Case("CumulativeLogsumexp", {"x": reals((2, 0), "float32", 14), "axis": np.int32(1)})
    yield Case("CumulativeLogsumexp", {"x": reals((4, 1, 3), "float64", 15), "axis": np.int32(0)})
    for dtype in FLOATS:
        x = np.array([1, 0, -0.0, 1.5, INF, -INF, NAN, 3], dtype)
        yield Case("NextAfter", {"x1": x, "x2": np.array([2, -1, 1, 1.5, 0, 0, 1, NAN], dtype)})
        yield Case("NextAfter", {"x1": reals((2, 3), dtype, 16), "x2": reals((3,), dtype, 17)})
        yield Case("NextAfter", {"x1": reals((0, 3), dtype, 16), "x2": reals((1,), dtype, 17)})
        y = np.array([1.000001, 0.1, 0, 1.6, INF, INF, NAN, 3], dtype)
        yield Case("ApproximateEqual", {"x": x, "y": y})
        yield Case("ApproximateEqual", {"x": x, "y": y}, {"tolerance": 0.25})
    for dtype in INTEGERS:
        top = np.iinfo(dtype)
        x = np.array([[0, 1, 2, 7], [top.max, top.min, 100, top.max - 1]], dtype)
        yield Case("PopulationCount", {"x": x})
    yield Case("PopulationCount", {"x": ids()})


CASES = [*_segments(), *_sparse(), *_counts(), *_others()]
