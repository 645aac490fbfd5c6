"""Plain kernels of linear algebra on matrices that are stored as a few diagonals."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_cpu.lib.elementwise import count
from graphops_cpu.lib.precision import narrow, pick, widen
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


@register_kernel("TridiagonalMatMul", "CPU")
class TridiagonalMatMul(PlainKernel):
    def compute(self, above: Array, middle: Array, below: Array, rhs: Array) -> Array:
        up, main, down = (diagonal.swapaxes(-1, -2) for diagonal in (above, middle, below))  # (..., n, 1)
        with np.errstate(all="ignore"):
            result = main * rhs
            result[..., :-1, :] += up[..., :-1, :] * rhs[..., 1:, :]
            result[..., 1:, :] += down[..., 1:, :] * rhs[..., :-1, :]
        return result


@register_kernel("TridiagonalSolve", "CPU")
class TridiagonalSolve(PlainKernel):
    """By Gauss's elimination, one row of all matrices after the other; holds two copies of the right-hand sides."""

    def compute(self, diagonals: Array, rhs: Array) -> Array:
        xp, n = self.xp, rhs.shape[-2]
        if not rhs.size:
            return rhs.copy()
        pivoting, least = self.attrs["partial_pivoting"], None
        if self.attrs["perturb_singular"]:
            least = abs(diagonals).max(axis=(-1, -2)) * np.finfo(diagonals.dtype).eps
        upper = [
            xp.zeros(diagonals.shape[:-2], dtype=rhs.dtype) for _ in range(2)
        ]  # of the row that is eliminated with
        upper = [diagonals[..., 1, 0], diagonals[..., 0, 0] if n > 1 else upper[0], upper[1]]
        rows: list[list[Array]] = []
        sides: list[Array] = []
        side = rhs[..., 0, :]
        with np.errstate(all="ignore"):
            for step in range(1, n):
                last = step == n - 1
                zero = xp.zeros_like(upper[0])
                lower = [diagonals[..., 2, step], diagonals[..., 1, step], zero if last else diagonals[..., 0, step]]
                below = rhs[..., step, :]
                if pivoting:
                    swap = abs(lower[0]) > abs(upper[0])
                    pairs = [(pick(xp, swap, b, a), pick(xp, swap, a, b)) for a, b in zip(upper, lower, strict=True)]
                    upper, lower = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
                    wide = swap[..., None]
                    side, below = pick(xp, wide, below, side), pick(xp, wide, side, below)
                upper[0] = _moved(xp, upper[0], least)
                rows.append(upper)
                sides.append(side)
                factor = lower[0] / upper[0]
                upper = [lower[1] - factor * upper[1], lower[2] - factor * upper[2], zero]
                side = below - factor[..., None] * side
            upper[0] = _moved(xp, upper[0], least)
            rows.append(upper)
            sides.append(side)
            return self._substituted(rows, sides, rhs)

    def _substituted(self, rows: list[list[Array]], sides: list[Array], rhs: Array) -> Array:
        """The solution of upper triangular systems with two diagonals above the main one."""
        xp, n, x = self.xp, len(rows), self.xp.empty_like(rhs)
        singular = xp.zeros(rhs.shape[:-2], dtype=bool)
        for step in range(n - 1, -1, -1):
            pivot, next_, after = rows[step]
            known = sides[step]
            if step + 1 < n:
                known = known - next_[..., None] * x[..., step + 1, :]
            if step + 2 < n:
                known = known - after[..., None] * x[..., step + 2, :]
            x[..., step, :] = known / pivot[..., None]
            singular = singular | (pivot == 0)
        return pick(xp, xp.broadcast_to(singular[..., None, None], x.shape), xp.full_like(x, np.nan), x)


def _moved(xp: Any, pivot: Array, least: Array | None) -> Array:
    """Pivots that are not closer to 0 than ``least``."""
    if least is None:
        return pivot
    sign = pick(xp, pivot.real >= 0, xp.ones_like(pivot), -xp.ones_like(pivot))
    return pick(xp, abs(pivot) <= least, pivot + sign * least.astype(pivot.dtype), pivot)


@register_kernel("BandedTriangularSolve", "CPU")
class BandedTriangularSolve(PlainKernel):
    """Needs the right-hand sides repeated for each matrix, twice."""

    def compute(self, matrix: Array, rhs: Array) -> Array:
        xp, lower = self.xp, self.attrs["lower"]
        wide, right = widen(matrix), widen(rhs)
        bands, n = wide.shape[-2:]
        main = wide[..., 0 if lower else bands - 1, :]
        zeros = count(main == 0)
        if zeros:
            raise must("matrix", "BandedTriangularSolve", "not be 0 on the diagonal", f"{zeros} zeros there")
        near = [wide[..., number if lower else bands - 1 - number, :] for number in range(bands)]
        ahead = 1 if lower else -1  # from an element to the one that stands in the same column of the adjoint
        if self.attrs["adjoint"]:
            near = [xp.roll(diagonal.conj(), -number * ahead, axis=-1) for number, diagonal in enumerate(near)]
            ahead = -ahead
        batch = np.broadcast_shapes(wide.shape[:-2], right.shape[:-2])
        x = xp.array(xp.broadcast_to(right, (*batch, *right.shape[-2:])))
        with np.errstate(all="ignore"):
            for row in range(n) if ahead > 0 else range(n - 1, -1, -1):
                for number in range(1, min(bands, (row if ahead > 0 else n - 1 - row) + 1)):
                    x[..., row, :] -= near[number][..., row, None] * x[..., row - number * ahead, :]
                x[..., row, :] /= near[0][..., row, None]
        return narrow(x, rhs.dtype)
