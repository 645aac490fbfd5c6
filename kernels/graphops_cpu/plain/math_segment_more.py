"""Plain kernels of means, products and extremes over segments."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from graphops_cpu.lib.elementwise import NUMBERS, count
from graphops_cpu.lib.precision import narrow, widen
from graphops_cpu.plain.math_arithmetic import truncated_quotient
from graphops_cpu.plain.math_segment import add_rows
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.shape import MAX_ELEMENTS


def require_sorted(op: str, ids: Array) -> None:
    """Refuse a vector of ids that falls somewhere, or starts below 0.

    Raises:
        InvalidArgumentError: saying which of both.
    """
    if not ids.shape[0]:
        return
    falling = count(ids[1:] < ids[:-1])
    if falling:
        raise must("segment_ids", op, "be sorted", f"{falling} ids that are smaller than the one before")
    first = int(ids[0].item())
    if first < 0:
        raise must("segment_ids", op, "not be negative", first)


def last_row(op: str, ids: Array, row_bytes: int) -> int:
    """The number of rows that sorted ids ask for.

    Raises:
        InvalidArgumentError: no array can have as many.
    """
    rows = int(ids[-1].item()) + 1 if ids.shape[0] else 0
    if rows * max(1, row_bytes) > MAX_ELEMENTS:
        raise must("segment_ids", op, "be small enough for an output of at most 2**63 - 1 bytes", rows - 1)
    return rows


def require_below(op: str, ids: Array, rows: int, what: str = "num_segments") -> None:
    """Refuse ids that are not below ``rows``.

    Raises:
        InvalidArgumentError: saying how many there are.
    """
    beyond = count(ids >= rows)
    if beyond:
        got = f"{beyond} larger ids, up to {int(ids.max().item())}"
        raise must("segment_ids", op, f"be less than {what}, {rows}", got)


def combine_runs(xp: Any, function: Any, values: Array, ids: Array) -> tuple[Array, Array]:
    """``function`` over each run of equal ``ids``: a row for each run, and its id.

    values: (N, C); ids: (N,), equal ones side by side. Distances double, so that a run of length n takes log2(n)
    rounds; two copies of ``values`` are held.
    """
    starts = xp.concatenate([xp.ones(1, dtype=bool), ids[1:] != ids[:-1]])
    first = xp.nonzero(starts)[0]
    ends = xp.concatenate([first[1:], xp.full(1, ids.shape[0], dtype=first.dtype)])
    longest, step = int((ends - first).max().item()), 1
    while step < longest:
        # Row i holds rows i to i + step - 1 of its run, as far as that goes.
        same = (ids[step:] == ids[:-step])[:, None]
        values = xp.concatenate([xp.where(same, function(values[:-step], values[step:]), values[:-step]),
                                 values[-step:]])  # fmt: skip
        step *= 2
    return values[first], ids[first]


class _Sorted(PlainKernel):
    """Base of ops whose ids are sorted: the rows of the output, filled with ``empty`` where there is no id."""

    op: str
    empty = 0

    def compute(self, data: Array, segment_ids: Array) -> Array:
        xp, rest = self.xp, data.shape[1:]
        require_sorted(self.op, segment_ids)
        if not segment_ids.shape[0]:
            return xp.zeros((0, *rest), dtype=data.dtype)
        ids = segment_ids.astype(np.int64)
        rows = last_row(self.op, ids, prod(rest) * data.dtype.itemsize)
        result = xp.full((rows, *rest), self.empty, dtype=data.dtype)
        if result.size:
            with np.errstate(all="ignore"):
                found, places = self.combine(data.reshape(data.shape[0], prod(rest)), ids)
                result[places] = found.reshape(-1, *rest)
        return result

    def combine(self, data: Array, ids: Array) -> tuple[Array, Array]:
        """The result for each run of equal ids, and the id."""
        raise NotImplementedError


@register_kernel("SegmentMean", "CPU", types={"T": NUMBERS})
class SegmentMean(_Sorted):
    """Holds the sums in 64-bit numbers, at most as many as data has elements."""

    op = "SegmentMean"

    def combine(self, data: Array, ids: Array) -> tuple[Array, Array]:
        xp = self.xp
        starts = xp.concatenate([xp.ones(1, dtype=bool), ids[1:] != ids[:-1]])
        dense = xp.cumsum(starts, dtype=np.int64) - 1
        first = xp.nonzero(starts)[0]
        ends = xp.concatenate([first[1:], xp.full(1, ids.shape[0], dtype=first.dtype)])
        counts = (ends - first)[:, None]
        sums = add_rows(xp, data, dense, first.shape[0])
        if data.dtype.kind in "iu":  # the sum wraps first, then it is divided
            sums = sums.astype(data.dtype).astype(np.uint64 if data.dtype.kind == "u" else np.int64)
            return truncated_quotient(sums, counts.astype(sums.dtype)).astype(data.dtype), ids[first]
        return (sums / counts).astype(data.dtype), ids[first]


class _SortedFold(_Sorted):
    function: str

    def combine(self, data: Array, ids: Array) -> tuple[Array, Array]:
        rows, places = combine_runs(self.xp, getattr(self.xp, self.function), widen(data), ids)
        return narrow(rows, data.dtype), places


@register_kernel("SegmentMin", "CPU")
class SegmentMin(_SortedFold):
    op, function = "SegmentMin", "minimum"


@register_kernel("SegmentMax", "CPU")
class SegmentMax(_SortedFold):
    op, function = "SegmentMax", "maximum"


@register_kernel("SegmentProd", "CPU", types={"T": NUMBERS})
class SegmentProd(_SortedFold):
    op, function, empty = "SegmentProd", "multiply", 1


class _Unsorted(PlainKernel):
    """Sorts the entries by their ids; needs two copies of data for that."""

    op: str
    function: str

    def compute(self, data: Array, segment_ids: Array, num_segments: Any) -> Array:
        xp, rows, rest = self.xp, int(num_segments), data.shape[segment_ids.ndim :]
        ids = segment_ids.reshape(-1).astype(np.int64)
        require_below(self.op, ids, rows)
        result = xp.full((rows, *rest), self.empty(data.dtype), dtype=data.dtype)
        kept = xp.nonzero(ids >= 0)[0]
        if not result.size or not kept.shape[0]:
            return result
        order = kept[xp.argsort(ids[kept], kind="stable")]
        sorted_data = widen(data.reshape(ids.shape[0], prod(rest))[order])
        with np.errstate(all="ignore"):
            found, places = combine_runs(xp, getattr(xp, self.function), sorted_data, ids[order])
            result[places] = narrow(found, data.dtype).reshape(-1, *rest)
        return result

    def empty(self, dtype: np.dtype[Any]) -> Any:
        """What an entry is that no id names."""
        raise NotImplementedError


def _limits(dtype: np.dtype[Any]) -> Any:
    if dtype.kind in "iu":
        return np.iinfo(dtype)
    if dtype.kind == "f":
        return np.finfo(dtype)
    import ml_dtypes

    return ml_dtypes.finfo(dtype)


@register_kernel("UnsortedSegmentMin", "CPU", host_inputs=["num_segments"])
class UnsortedSegmentMin(_Unsorted):
    op, function = "UnsortedSegmentMin", "minimum"

    def empty(self, dtype: np.dtype[Any]) -> Any:
        return _limits(dtype).max


@register_kernel("UnsortedSegmentMax", "CPU", host_inputs=["num_segments"])
class UnsortedSegmentMax(_Unsorted):
    op, function = "UnsortedSegmentMax", "maximum"

    def empty(self, dtype: np.dtype[Any]) -> Any:
        return _limits(dtype).min


@register_kernel("UnsortedSegmentProd", "CPU", types={"T": NUMBERS}, host_inputs=["num_segments"])
class UnsortedSegmentProd(_Unsorted):
    op, function = "UnsortedSegmentProd", "multiply"

    def empty(self, dtype: np.dtype[Any]) -> Any:
        return 1
