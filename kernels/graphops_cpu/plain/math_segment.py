"""Plain kernels of sums and means over segments."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any, Final, TypeAlias

import numpy as np

from graphops_cpu.calls.functions import callable_function
from graphops_cpu.lib.elementwise import NUMBERS, count
from graphops_cpu.plain.math_arithmetic import truncated_quotient
from graphops_cpu.runtime.addresses import address_of
from graphops_cpu.runtime.large_results import empty
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, register_kernel
from graphops_registry.shape import MAX_ELEMENTS

_BLOCK: Final = 1 << 19  # elements that are added at a time: it bounds the memory for their positions and wide copies


def wide_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """In which dtype many numbers are added one by one: 64 bits. uint64 wraps as every integer type does."""
    if dtype.kind in "iu":
        return np.dtype(np.uint64)
    return np.dtype(np.complex128 if dtype.kind == "c" else np.float64)


RowSums: TypeAlias = Callable[[Array, Array, int], Array]
_own_sums: Final[dict[str, RowSums]] = {}


def use_row_sums(module: str, function: RowSums) -> None:
    """Let :func:`add_rows` leave arrays of ``module`` to ``function``: where many threads add at once, ``ufunc.at``
    adds floats in another order each time."""
    _own_sums[module] = function


def add_rows(xp: Any, data: Array, ids: Array, rows: int) -> Array:
    """The sums of the rows of ``data`` that share an id.

    data: (N, C); ids: (N,), integers in [0, rows), in any order. Returns (rows, C) in the wide dtype.
    """
    own = _own_sums.get(xp.__name__)
    length, columns = data.shape
    if not columns:
        return xp.zeros((rows, columns), dtype=wide_dtype(data.dtype))
    if data.dtype.kind == "c":  # both parts by themselves: devices have no sums of complex numbers at places
        parts = xp.ascontiguousarray(data).view(data.real.dtype)
        return add_rows(xp, parts, ids, rows).view(wide_dtype(data.dtype))
    if own is not None and length:
        return own(data, ids, rows)
    adds = callable_function(f"add_rows_{data.dtype.name}", 6) if xp is np else None
    if adds is not None:
        sums = empty((rows, columns), np.dtype(np.float64))
        sums[...] = 0
        data, ids = np.ascontiguousarray(data), np.ascontiguousarray(ids, np.int64)
        if adds(address_of(sums), address_of(data), address_of(ids), length, columns, rows):
            raise IndexError(f"ids of rows must be in [0, {rows})")  # a fault of the caller
        return sums
    total = xp.zeros(rows * columns, dtype=wide_dtype(data.dtype))
    offsets = xp.arange(columns, dtype=np.int64)
    block = max(1, _BLOCK // columns)
    for start in range(0, length, block):
        part = slice(start, start + block)
        # One flat position for each element: scattering single numbers is several times faster than rows.
        places = (ids[part].astype(np.int64) * columns)[:, None] + offsets  # (block, C)
        xp.add.at(total, places.reshape(-1), data[part].astype(total.dtype).reshape(-1))
    return total.reshape(rows, columns)


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
    """The number of rows of the result, from sorted ids.

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


@register_kernel("SegmentSum", "CPU", types={"T": NUMBERS})
class SegmentSum(PlainKernel):
    """Holds the sums in 64-bit numbers, at most as many as data has elements, before it places them."""

    def compute(self, data: Array, segment_ids: Array) -> Array:
        xp, rest = self.xp, data.shape[1:]
        if not segment_ids.shape[0]:
            return xp.zeros((0, *rest), dtype=data.dtype)
        steps = segment_ids[1:] != segment_ids[:-1]
        require_sorted("SegmentSum", segment_ids)
        last = int(segment_ids[-1].item())
        # Numbered without gaps first, so that a huge id costs no memory beyond the output's own.
        dense = xp.zeros(segment_ids.shape, dtype=np.int64)
        dense[1:] = xp.cumsum(steps, dtype=np.int64)
        with np.errstate(all="ignore"):
            sums = add_rows(xp, data.reshape(data.shape[0], prod(rest)), dense, count(steps) + 1)
            result = xp.zeros((last + 1, *rest), dtype=data.dtype)
            starts = xp.concatenate([xp.ones(1, dtype=bool), steps])
            result[segment_ids[starts]] = sums.reshape(sums.shape[0], *rest).astype(data.dtype)
        return result


@register_kernel("UnsortedSegmentSum", "CPU", types={"T": NUMBERS}, host_inputs=["num_segments"])
class UnsortedSegmentSum(PlainKernel):
    """Holds the sums in 64-bit numbers before it rounds them."""

    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: the sums with a row for what is dropped, and positions and copies of a block."""
        shape = spec.output_shapes[0] or ()
        columns = prod(shape[1:])
        wide = wide_dtype(spec.output_dtypes[0].numpy_dtype).itemsize
        block = min(max(_BLOCK, columns), prod(spec.shapes[0]))
        return (shape[0] + 1 if shape else 1) * columns * wide + block * (wide + 8)

    def compute(self, data: Array, segment_ids: Array, num_segments: Any) -> Array:
        rows, rest = int(num_segments), data.shape[segment_ids.ndim :]
        ids = segment_ids.reshape(-1).astype(np.int64)
        require_below("UnsortedSegmentSum", ids, rows)
        ids = self.xp.where(ids < 0, np.int64(rows), ids)  # what is dropped goes to a row of its own
        with np.errstate(all="ignore"):
            sums = add_rows(self.xp, data.reshape(ids.shape[0], prod(rest)), ids, rows + 1)
            return sums[:rows].reshape(rows, *rest).astype(data.dtype)


class SortedSegments(PlainKernel):
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
class SegmentMean(SortedSegments):
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
