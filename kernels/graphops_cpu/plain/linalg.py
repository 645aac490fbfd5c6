"""Plain kernels of linear algebra on stacks of square matrices, by ``xp.linalg``; half is computed in float32."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

import numpy as np

from graphops_cpu.lib.precision import narrow, widen
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


def adjoint(x: Array) -> Array:
    """The conjugate transposes of a stack of matrices."""
    return x.swapaxes(-1, -2).conj()


def each_or_nan(xp: Any, function: Callable[[Array], Array], x: Array) -> Array:
    """``function`` of a stack of matrices; those for which it fails become not a number."""
    try:
        return function(x)
    except np.linalg.LinAlgError:
        stack = x.reshape(-1, *x.shape[-2:])
        result = xp.full(stack.shape, np.nan, dtype=x.dtype)
        for index in range(stack.shape[0]):
            try:
                result[index] = function(stack[index])
            except np.linalg.LinAlgError:
                continue
        return result.reshape(x.shape)


@register_kernel("Cholesky", "CPU")
class Cholesky(PlainKernel):
    """Factors matrices one by one when one of them cannot be."""

    def compute(self, x: Array) -> Array:
        with np.errstate(all="ignore"):
            factor = each_or_nan(self.xp, self.xp.linalg.cholesky, widen(x))
            return narrow(self.xp.tril(factor), x.dtype)


@register_kernel("CholeskyGrad", "CPU")
class CholeskyGrad(PlainKernel):
    """L^-T P L^-1, symmetric, with P the lower triangle of L^T grad, its diagonal halved."""

    def compute(self, factor: Array, grad: Array) -> Array:
        xp = self.xp
        lower, wide = xp.tril(widen(factor)), xp.tril(widen(grad))
        n = lower.shape[-1]
        with np.errstate(all="ignore"):
            halves = xp.tril(xp.ones((n, n), dtype=lower.dtype)) - xp.eye(n, dtype=lower.dtype) / 2
            middle = xp.matmul(adjoint(lower), wide) * halves
            inverse = substitute(xp, lower, xp.broadcast_to(xp.eye(n, dtype=lower.dtype), lower.shape), True)
            result = xp.matmul(xp.matmul(adjoint(inverse), middle), inverse)
            return narrow((result + adjoint(result)) / 2, factor.dtype)


def _regular(op: str, argument: str, compute: Callable[[], Array]) -> Array:
    """The result of ``compute``, which fails if a matrix is singular.

    Raises:
        InvalidArgumentError: it did.
    """
    try:
        with np.errstate(all="ignore"):
            return compute()
    except np.linalg.LinAlgError:
        raise must(argument, op, "hold matrices that can be inverted", "a singular one") from None


@register_kernel("MatrixInverse", "CPU")
class MatrixInverse(PlainKernel):
    op: ClassVar[str] = "MatrixInverse"

    def compute(self, x: Array) -> Array:
        wide = adjoint(widen(x)) if self.attrs["adjoint"] else widen(x)
        return narrow(_regular(self.op, "input", lambda: self.xp.linalg.inv(wide)), x.dtype)


@register_kernel("MatrixDeterminant", "CPU")
class MatrixDeterminant(PlainKernel):
    def compute(self, x: Array) -> Array:
        with np.errstate(all="ignore"):
            return narrow(self.xp.linalg.det(widen(x)), x.dtype)


@register_kernel("LogMatrixDeterminant", "CPU")
class LogMatrixDeterminant(PlainKernel):
    def compute(self, x: Array) -> tuple[Array, Array]:
        with np.errstate(all="ignore"):
            sign, logarithm = self.xp.linalg.slogdet(widen(x))
            return narrow(sign, x.dtype), narrow(logarithm, x.dtype)


@register_kernel("MatrixSolve", "CPU")
class MatrixSolve(PlainKernel):
    op: ClassVar[str] = "MatrixSolve"

    def compute(self, matrix: Array, rhs: Array) -> Array:
        wide = adjoint(widen(matrix)) if self.attrs["adjoint"] else widen(matrix)
        return narrow(_regular(self.op, "matrix", lambda: self.xp.linalg.solve(wide, widen(rhs))), rhs.dtype)


_ROWS: Final = 32  # that are solved one by one; larger matrices are halved, so that most of the work is products


def substitute(xp: Any, matrix: Array, rhs: Array, lower: bool) -> Array:
    """The X with triangular ``matrix`` X = ``rhs``. Holds two copies of ``rhs``.

    matrix: (..., n, n); rhs: (..., n, columns), leading axes broadcast already.
    """
    n = matrix.shape[-1]
    if n > _ROWS:
        half = n // 2
        first, second = (slice(0, half), slice(half, n)) if lower else (slice(half, n), slice(0, half))
        start = substitute(xp, matrix[..., first, first], rhs[..., first, :], lower)
        rest = rhs[..., second, :] - xp.matmul(matrix[..., second, first], start)
        end = substitute(xp, matrix[..., second, second], rest, lower)
        return xp.concatenate([start, end] if lower else [end, start], axis=-2)
    solution = rhs.copy()
    for step in range(n):
        row = step if lower else n - 1 - step
        done = slice(0, row) if lower else slice(row + 1, n)
        known = xp.matmul(matrix[..., row : row + 1, done], solution[..., done, :])  # (..., 1, columns)
        solution[..., row : row + 1, :] = (rhs[..., row : row + 1, :] - known) / matrix[..., row, row][..., None, None]
    return solution


@register_kernel("MatrixTriangularSolve", "CPU")
class MatrixTriangularSolve(PlainKernel):
    """Needs the right-hand sides repeated for each matrix, twice."""

    def compute(self, matrix: Array, rhs: Array) -> Array:
        xp, lower, wide, right = self.xp, self.attrs["lower"], widen(matrix), widen(rhs)
        if self.attrs["adjoint"]:
            wide, lower = adjoint(wide), not lower
        batch = np.broadcast_shapes(wide.shape[:-2], right.shape[:-2])
        right = xp.broadcast_to(right, (*batch, *right.shape[-2:]))
        with np.errstate(all="ignore"):
            return narrow(substitute(xp, wide, right, lower), rhs.dtype)
