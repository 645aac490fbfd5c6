"""Plain kernels of sparse segments, counts and histograms."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from graphops_cpu.lib.elementwise import count
from graphops_cpu.plain.array_gather import require_in_range
from graphops_cpu.plain.math_segment import add_rows, last_row, require_below, require_sorted
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


def _factors(xp: Any, kind: str, ids: Array, rows: int) -> Array:
    """What the sum of each segment is multiplied with, (rows, 1), in float64."""
    counts = xp.bincount(ids, minlength=rows)[:, None].astype(np.float64)
    counts = xp.maximum(counts, 1.0)
    return 1 / (xp.sqrt(counts) if kind == "SqrtN" else counts)


class _SparseSegment(PlainKernel):
    """Needs the rows that are picked, and the sums in 64-bit numbers."""

    kind: str
    suffix = ""

    def compute(self, data: Array, indices: Array, segment_ids: Array, num_segments: Any = None) -> Array:
        xp, rest = self.xp, data.shape[1:]
        op = f"SparseSegment{self.kind}{self.suffix}"
        require_sorted(op, segment_ids)
        ids = segment_ids.astype(np.int64)
        if num_segments is not None:
            rows = int(num_segments)
            require_below(op, ids, rows)
        else:
            rows = last_row(op, ids, prod(rest) * data.dtype.itemsize)
        require_in_range(op, indices, data.shape[0], "rows of data")
        result = xp.zeros((rows, *rest), dtype=data.dtype)
        if not result.size or not ids.shape[0]:
            return result
        starts = xp.concatenate([xp.ones(1, dtype=bool), ids[1:] != ids[:-1]])
        dense = xp.cumsum(starts, dtype=np.int64) - 1  # without gaps, so that a huge id costs no more than the output
        number = count(starts)
        picked = xp.take(data.reshape(data.shape[0], prod(rest)), indices, axis=0)
        with np.errstate(all="ignore"):
            sums = add_rows(xp, picked, dense, number)
            if self.kind != "Sum":
                sums = sums * _factors(xp, self.kind, dense, number)
            result[ids[starts]] = sums.astype(data.dtype).reshape(-1, *rest)
        return result


class _SparseSegmentGrad(PlainKernel):
    """Needs a row in float64 for each index, and the sums in float64."""

    kind: str

    def compute(self, grad: Array, indices: Array, segment_ids: Array, output_dim0: Any) -> Array:
        op, rows = f"SparseSegment{self.kind}Grad", int(output_dim0)
        require_in_range(op, segment_ids, grad.shape[0], "rows of grad", "segment_ids")
        require_in_range(op, indices, rows, "rows of the output")
        return self.added_up(grad, indices, segment_ids, rows)

    def added_up(self, grad: Array, indices: Array, segment_ids: Array, rows: int) -> Array:
        """For each number below ``rows`` the sum of what belongs to the places where ``indices`` names it."""
        xp, rest = self.xp, grad.shape[1:]
        result_shape = (rows, *rest)
        if not prod(result_shape) or not indices.shape[0]:
            return xp.zeros(result_shape, dtype=grad.dtype)
        ids = segment_ids.astype(np.int64)
        flat = grad.reshape(grad.shape[0], prod(rest)).astype(np.float64)
        with np.errstate(all="ignore"):
            if self.kind != "Sum":
                flat = flat * _factors(xp, self.kind, ids, grad.shape[0])
            sums = add_rows(xp, xp.take(flat, ids, axis=0), indices.astype(np.int64), rows)
            return sums.astype(grad.dtype).reshape(result_shape)


class _SparseSegmentGradV2(_SparseSegmentGrad):
    """Needs a row in float64 for each index, and the sums in float64."""

    def compute(self, grad: Array, indices: Array, segment_ids: Array, dense_output_dim0: Any) -> Any:
        op, rows = f"SparseSegment{self.kind}GradV2", int(dense_output_dim0)
        require_in_range(op, segment_ids, grad.shape[0], "rows of grad", "segment_ids")
        require_in_range(op, indices, rows, "rows of the data")
        found, places = self.xp.unique(indices, return_inverse=True)
        return self.added_up(grad, places.reshape(-1), segment_ids, found.shape[0]), found


def _register(kind: str) -> None:
    """The four kernels of a kind: Sum, Mean or SqrtN."""
    plain, numbered = f"SparseSegment{kind}", f"SparseSegment{kind}WithNumSegments"
    members = {"kind": kind, "__module__": __name__, "__doc__": _SparseSegment.__doc__}
    register_kernel(plain, "CPU")(type(plain, (_SparseSegment,), members))
    register_kernel(numbered, "CPU", host_inputs=["num_segments"])(
        type(numbered, (_SparseSegment,), members | {"suffix": "WithNumSegments"})
    )
    register_kernel(f"{plain}Grad", "CPU", host_inputs=["output_dim0"])(
        type(f"{plain}Grad", (_SparseSegmentGrad,), members | {"__doc__": _SparseSegmentGrad.__doc__})
    )
    register_kernel(f"{plain}GradV2", "CPU", host_inputs=["dense_output_dim0"])(
        type(f"{plain}GradV2", (_SparseSegmentGradV2,), members | {"__doc__": _SparseSegmentGradV2.__doc__})
    )


for _kind in ("Sum", "Mean", "SqrtN"):
    _register(_kind)


# -- counts --------------------------------------------------------------------------------------------------------


class _Count(PlainKernel):
    """Needs the places of all elements in int64, and the sums of weights in 64-bit numbers."""

    def tally(self, op: str, argument: str, x: Array, rows: int, size: int, weights: Array) -> Array:
        """x: (rows, n). Returns (rows, size): the counts, or the sums of ``weights`` if there are any."""
        xp = self.xp
        negative = count(x < 0)
        if negative:
            raise must(argument, op, "not be negative", f"{negative} negative numbers, down to {int(x.min().item())}")
        if not rows * size:
            return xp.zeros((rows, size), dtype=weights.dtype)
        wide = xp.minimum(x.astype(np.int64), size)  # a column of its own for what is passed over
        places = (wide + xp.arange(rows, dtype=np.int64)[:, None] * (size + 1)).reshape(-1)
        if weights.size:
            with np.errstate(all="ignore"):
                total = add_rows(xp, weights.reshape(-1, 1), places, rows * (size + 1))
        else:
            total = xp.bincount(places, minlength=rows * (size + 1))
        return total.reshape(rows, size + 1)[:, :size].astype(weights.dtype)


@register_kernel("Bincount", "CPU", host_inputs=["size"])
class Bincount(_Count):
    def compute(self, arr: Array, size: Any, weights: Array) -> Array:
        return self.tally("Bincount", "arr", arr.reshape(1, -1), 1, int(size), weights)[0]


@register_kernel("DenseBincount", "CPU", host_inputs=["size"])
class DenseBincount(_Count):
    def compute(self, x: Array, size: Any, weights: Array) -> Array:
        rows = x.shape[0] if x.ndim == 2 else 1
        flat = x.reshape(rows, x.size // rows if rows else 0)
        binary = self.attrs["binary_output"]
        result = self.tally("DenseBincount", "input", flat, rows, int(size), weights[:0] if binary else weights)
        if binary:
            result = (result > 0).astype(weights.dtype)
        return result if x.ndim == 2 else result[0]


@register_kernel("Bucketize", "CPU")
class Bucketize(PlainKernel):
    """Compares in float64, which holds every boundary and every int32."""

    def compute(self, x: Array) -> Array:
        boundaries = self.xp.asarray(np.array(self.attrs["boundaries"], dtype=np.float64))
        if not boundaries.size:
            return self.xp.zeros(x.shape, dtype=np.int32)
        return self.xp.searchsorted(boundaries, x.astype(np.float64), side="right").astype(np.int32)


@register_kernel("HistogramFixedWidth", "CPU", host_inputs=["value_range", "nbins"])
class HistogramFixedWidth(PlainKernel):
    """Needs the intervals of all elements in float64."""

    def compute(self, values: Array, value_range: Any, nbins: Any) -> Array:
        xp, bins = self.xp, int(nbins)
        low, high = value_range
        if values.dtype.kind == "f":
            missing = count(xp.isnan(values))
            if missing:
                raise must("values", "HistogramFixedWidth", "be numbers", f"{missing} NaN")
            width = (float(high) - float(low)) / bins
        else:
            width = (int(high) - int(low)) / bins
        with np.errstate(all="ignore"):
            distance = xp.maximum(values, low) - low
            places = xp.minimum(distance.astype(np.float64) / width, bins - 1).astype(np.int64)
        counts = xp.bincount(places.reshape(-1), minlength=bins)
        return counts.astype(self.attrs["dtype"].numpy_dtype)
