"""Plain kernels of diagonals of stacks of matrices."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from graphops_cpu.lib.elementwise import NUMBERS
from graphops_cpu.lib.precision import pick
from graphops_registry.dtypes import bool_
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.ops.linalg_diag import Band, band_of, longest

DIAGONAL_TYPES = {"T": (*NUMBERS, bool_)}


class _Diagonals(PlainKernel):
    """Base: the positions of a band's elements. Needs two arrays of int64 as large as one matrix or its band."""

    def _starts(self, numbers: Array, rows: int, columns: int, length: int) -> Array:
        """The place in its row at which each diagonal starts, for ``numbers`` of diagonals of any shape."""
        xp = self.xp
        lengths = xp.minimum(rows + xp.minimum(numbers, 0), columns - xp.maximum(numbers, 0))
        # Which of the two words of the attr applies: the main diagonal is at the left if either word is LEFT.
        above, below = self.attrs.get("align", "LEFT_LEFT").split("_")
        right_above, right_below = above == "RIGHT", below == "RIGHT"
        at_right = ((numbers > 0) & right_above) | ((numbers < 0) & right_below)
        at_right = at_right | ((numbers == 0) & (right_above and right_below))
        return xp.where(at_right, length - lengths, 0)

    def place(self, diagonal: Array, shape: tuple[int, ...], band: Band, elsewhere: Array) -> Array:
        """Matrices of ``shape`` with the diagonals of a band, and ``elsewhere``, which broadcasts, off them."""
        xp, (lower, upper) = self.xp, band
        *batch, rows, columns = shape
        length = diagonal.shape[-1]
        if not prod(shape):
            return xp.zeros(shape, dtype=diagonal.dtype)
        i = xp.arange(rows, dtype=np.int64)[:, None]
        j = xp.arange(columns, dtype=np.int64)[None, :]
        numbers = j - i  # (rows, columns), the diagonal of each element
        inside = (numbers >= lower) & (numbers <= upper)
        if not diagonal.size:  # all diagonals are empty
            return xp.array(xp.broadcast_to(xp.asarray(elsewhere, dtype=diagonal.dtype), shape))
        along = xp.minimum(i, j) + self._starts(numbers, rows, columns, length)
        places = xp.where(inside, (upper - numbers) * length + along, 0)
        flat = diagonal.reshape(prod(batch), (upper - lower + 1) * length)
        found = xp.take(flat, places.reshape(-1), axis=1).reshape(shape)
        return pick(xp, inside, found, elsewhere)

    def take(self, x: Array, band: Band, padding: Array) -> Array:
        """The diagonals of a band of the matrices ``x``, (..., number, length); one diagonal has no axis for it."""
        xp, (lower, upper) = self.xp, band
        *batch, rows, columns = x.shape
        length = longest(rows, columns, band)
        shape = (*batch, length) if lower == upper else (*batch, upper - lower + 1, length)
        if not prod(shape):
            return xp.zeros(shape, dtype=x.dtype)
        numbers = xp.arange(upper, lower - 1, -1, dtype=np.int64)[:, None]  # (number, 1)
        along = xp.arange(length, dtype=np.int64)[None, :] - self._starts(numbers, rows, columns, length)
        i, j = along + xp.maximum(-numbers, 0), along + xp.maximum(numbers, 0)
        inside = (along >= 0) & (i < rows) & (j < columns)
        places = xp.where(inside, i * columns + j, 0)
        found = xp.take(x.reshape(prod(batch), rows * columns), places.reshape(-1), axis=1)
        found = found.reshape(prod(batch), upper - lower + 1, length)
        return pick(xp, inside, found, padding).reshape(shape)


@register_kernel("MatrixDiag", "CPU", types=DIAGONAL_TYPES)
class MatrixDiag(_Diagonals):
    def compute(self, diagonal: Array) -> Array:
        shape = (*diagonal.shape, diagonal.shape[-1])
        return self.place(diagonal, shape, (0, 0), diagonal.dtype.type(0))


class _MatrixDiag(_Diagonals):
    def compute(self, diagonal: Array, k: Any, num_rows: Any, num_cols: Any, padding_value: Array) -> Array:
        lower, upper = band = band_of(k)
        length = diagonal.shape[-1]
        batch = diagonal.shape[:-1] if lower == upper else diagonal.shape[:-2]
        rows, columns = int(num_rows), int(num_cols)
        fewest = length - min(upper, 0), length + max(lower, 0)
        if rows == columns == -1:
            rows = columns = max(fewest)
        rows, columns = fewest[0] if rows == -1 else rows, fewest[1] if columns == -1 else columns
        return self.place(diagonal, (*batch, rows, columns), band, padding_value)


@register_kernel("MatrixDiagV2", "CPU", types=DIAGONAL_TYPES, host_inputs=["k", "num_rows", "num_cols"])
class MatrixDiagV2(_MatrixDiag):
    pass


@register_kernel("MatrixDiagV3", "CPU", types=DIAGONAL_TYPES, host_inputs=["k", "num_rows", "num_cols"])
class MatrixDiagV3(_MatrixDiag):
    pass


@register_kernel("MatrixDiagPart", "CPU", types=DIAGONAL_TYPES)
class MatrixDiagPart(_Diagonals):
    def compute(self, x: Array) -> Array:
        return self.take(x, (0, 0), x.dtype.type(0))


class _MatrixDiagPart(_Diagonals):
    def compute(self, x: Array, k: Any, padding_value: Array) -> Array:
        return self.take(x, band_of(k), padding_value)


@register_kernel("MatrixDiagPartV2", "CPU", types=DIAGONAL_TYPES, host_inputs=["k"])
class MatrixDiagPartV2(_MatrixDiagPart):
    pass


@register_kernel("MatrixDiagPartV3", "CPU", types=DIAGONAL_TYPES, host_inputs=["k"])
class MatrixDiagPartV3(_MatrixDiagPart):
    pass


@register_kernel("MatrixSetDiag", "CPU", types=DIAGONAL_TYPES)
class MatrixSetDiag(_Diagonals):
    def compute(self, x: Array, diagonal: Array) -> Array:
        return self.place(diagonal, x.shape, (0, 0), x)


class _MatrixSetDiag(_Diagonals):
    def compute(self, x: Array, diagonal: Array, k: Any) -> Array:
        return self.place(diagonal, x.shape, band_of(k), x)


@register_kernel("MatrixSetDiagV2", "CPU", types=DIAGONAL_TYPES, host_inputs=["k"])
class MatrixSetDiagV2(_MatrixSetDiag):
    pass


@register_kernel("MatrixSetDiagV3", "CPU", types=DIAGONAL_TYPES, host_inputs=["k"])
class MatrixSetDiagV3(_MatrixSetDiag):
    pass
