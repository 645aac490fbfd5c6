"""The plain kernel of least squares."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from graphops_cpu.lib.elementwise import count
from graphops_cpu.lib.precision import narrow, widen
from graphops_cpu.plain.linalg import adjoint, substitute
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


@register_kernel("MatrixSolveLs", "CPU", host_inputs=["l2_regularizer"])
class MatrixSolveLs(PlainKernel):
    """Computes in float64: the product of a matrix with its adjoint has twice the digits."""

    op: ClassVar[str] = "MatrixSolveLs"

    def compute(self, matrix: Array, rhs: Array, l2_regularizer: Any) -> Array:
        xp, (rows, columns) = self.xp, matrix.shape[-2:]
        shape = (*matrix.shape[:-2], columns, rhs.shape[-1])
        if not rows or not columns or not rhs.size:
            return xp.zeros(shape, dtype=rhs.dtype)
        a, b = (_double(widen(x)) for x in (matrix, rhs))
        with np.errstate(all="ignore"):
            try:
                if self.attrs["fast"]:
                    return narrow(_by_product(xp, a, b, float(l2_regularizer)).astype(_single(rhs)), rhs.dtype)
                odd = count(~xp.isfinite(a))
                if odd:
                    raise must("matrix", self.op, "hold finite numbers without fast", f"{odd} that are not")
                limit = max(rows, columns) * np.finfo(_single(rhs)).eps
                return narrow(xp.matmul(xp.linalg.pinv(a, limit), b).astype(_single(rhs)), rhs.dtype)
            except np.linalg.LinAlgError:
                rule = "be far from singular (or fast be false, or l2_regularizer larger)"
                raise must("matrix", self.op, rule, "matrices of which one is not") from None


def _double(x: Array) -> Array:
    return x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)


def _single(x: Array) -> Any:
    """The dtype that is narrowed from."""
    return widen(x[:0]).dtype


def _by_product(xp: Any, a: Array, b: Array, weight: float) -> Array:
    tall = a.shape[-2] >= a.shape[-1]
    left, right = (adjoint(a), a) if tall else (a, adjoint(a))
    gram = xp.matmul(left, right) + weight * xp.eye(left.shape[-2], dtype=a.dtype)
    factor = xp.linalg.cholesky(gram)
    bad = count(~(abs(xp.diagonal(factor, axis1=-2, axis2=-1)) > 0))
    if bad:  # not a number, where a library says nothing
        raise np.linalg.LinAlgError
    known = xp.matmul(left, b) if tall else b
    inner = substitute(xp, adjoint(factor), substitute(xp, factor, known, True), False)
    return inner if tall else xp.matmul(right, inner)
