"""Plain kernels of minima, maxima and products over segments."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from graphops_cpu.lib.elementwise import NUMBERS
from graphops_cpu.lib.precision import limits, narrow, widen
from graphops_cpu.plain.math_segment import SortedSegments, require_below
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


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


class _SortedFold(SortedSegments):
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


@register_kernel("UnsortedSegmentMin", "CPU", host_inputs=["num_segments"])
class UnsortedSegmentMin(_Unsorted):
    op, function = "UnsortedSegmentMin", "minimum"

    def empty(self, dtype: np.dtype[Any]) -> Any:
        return limits(dtype).max


@register_kernel("UnsortedSegmentMax", "CPU", host_inputs=["num_segments"])
class UnsortedSegmentMax(_Unsorted):
    op, function = "UnsortedSegmentMax", "maximum"

    def empty(self, dtype: np.dtype[Any]) -> Any:
        return limits(dtype).min


@register_kernel("UnsortedSegmentProd", "CPU", types={"T": NUMBERS}, host_inputs=["num_segments"])
class UnsortedSegmentProd(_Unsorted):
    op, function = "UnsortedSegmentProd", "multiply"

    def empty(self, dtype: np.dtype[Any]) -> Any:
        return 1
