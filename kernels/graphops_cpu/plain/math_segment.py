"""Plain kernels of sums over segments."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any, Final, TypeAlias

import numpy as np

from graphops_cpu.lib.elementwise import NUMBERS, count
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, register_kernel

_BLOCK: Final = 1 << 19  # elements that are added in one go: their positions and wide copies are all that is held


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
    total = xp.zeros(rows * columns, dtype=wide_dtype(data.dtype))
    offsets = xp.arange(columns, dtype=np.int64)
    block = max(1, _BLOCK // columns)
    for start in range(0, length, block):
        part = slice(start, start + block)
        # One flat position for each element: scattering single numbers is several times faster than rows.
        places = (ids[part].astype(np.int64) * columns)[:, None] + offsets  # (block, C)
        xp.add.at(total, places.reshape(-1), data[part].astype(total.dtype).reshape(-1))
    return total.reshape(rows, columns)


@register_kernel("SegmentSum", "CPU", types={"T": NUMBERS})
class SegmentSum(PlainKernel):
    """Holds the sums in 64-bit numbers, at most as many as data has elements, before it places them."""

    def compute(self, data: Array, segment_ids: Array) -> Array:
        xp, rest = self.xp, data.shape[1:]
        if not segment_ids.shape[0]:
            return xp.zeros((0, *rest), dtype=data.dtype)
        steps = segment_ids[1:] != segment_ids[:-1]
        falling = count(segment_ids[1:] < segment_ids[:-1])
        first, last = int(segment_ids[0].item()), int(segment_ids[-1].item())
        if falling:
            raise must("segment_ids", "SegmentSum", "be sorted", f"{falling} ids that are smaller than the one before")
        if first < 0:
            raise must("segment_ids", "SegmentSum", "not be negative", first)
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
        wide = wide_dtype(spec.output_dtypes[0].as_numpy_dtype).itemsize
        block = min(max(_BLOCK, columns), prod(spec.shapes[0]))
        return (shape[0] + 1 if shape else 1) * columns * wide + block * (wide + 8)

    def compute(self, data: Array, segment_ids: Array, num_segments: Any) -> Array:
        rows, rest = int(num_segments), data.shape[segment_ids.ndim :]
        ids = segment_ids.reshape(-1).astype(np.int64)
        beyond = count(ids >= rows)
        if beyond:
            raise must(
                "segment_ids",
                "UnsortedSegmentSum",
                f"be less than num_segments, {rows}",
                f"{beyond} larger ids, up to {int(ids.max().item())}",
            )
        ids = self.xp.where(ids < 0, np.int64(rows), ids)  # what is dropped goes to a row of its own
        with np.errstate(all="ignore"):
            sums = add_rows(self.xp, data.reshape(ids.shape[0], prod(rest)), ids, rows + 1)
            return sums[:rows].reshape(rows, *rest).astype(data.dtype)
