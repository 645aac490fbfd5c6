"""Plain kernels of functions of square matrices, on the host; half is computed in float32 or better."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

import numpy as np

from graphops_cpu.lib.precision import narrow, widen
from graphops_cpu.lib.schur import Matrix, schur, triangular_log, triangular_root
from graphops_cpu.plain.linalg_factor import require_finite, turns
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context

# The coefficients of the numerator of the rational function that is as near to exp as one of this degree can be, and
# the norm up to which it is exact to float64 (N. J. Higham, The scaling and squaring method revisited, 2005).
_PADE: Final = (
    64764752532480000.0, 32382376266240000.0, 7771770303897600.0, 1187353796428800.0, 129060195264000.0,
    10559470521600.0, 670442572800.0, 33522128640.0, 1323241920.0, 40840800.0, 960960.0, 16380.0, 182.0, 1.0,
)  # fmt: skip
_LARGEST: Final = 5.371920351148152


@register_kernel("MatrixExponential", "CPU", host_outputs=["output"], uses=["cancel"])
class MatrixExponential(PlainKernel):
    """Computes in float64, with about ten matrices of the same size; the matrices of a stack at once."""

    host_data = ("input",)

    def compute(self, ctx: Context, x: Array) -> Array:
        if not x.size:
            return x.copy()
        wide = x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)
        with np.errstate(all="ignore"):
            norm = float(np.abs(wide).sum(axis=-2).max())
            if not np.isfinite(norm):
                return (
                    np.stack([self._of(ctx, each) for each in wide.reshape(-1, *x.shape[-2:])])
                    .reshape(x.shape)
                    .astype(x.dtype)
                )
            return self._of(ctx, wide).astype(x.dtype)

    @staticmethod
    def _of(ctx: Context, a: Array) -> Array:
        norm = float(np.abs(a).sum(axis=-2).max())
        if not np.isfinite(norm):
            return np.full_like(a, np.nan)
        squarings = max(0, int(np.ceil(np.log2(max(norm, 1e-300) / _LARGEST))))
        a = a * 2.0**-squarings
        unit = np.eye(a.shape[-1], dtype=a.dtype)
        power, even, odd = np.broadcast_to(unit, a.shape), np.zeros_like(a), np.zeros_like(a)
        twice = a @ a
        for k in range(0, len(_PADE), 2):
            even = even + _PADE[k] * power
            odd = odd + _PADE[k + 1] * power
            power = power @ twice
        odd = a @ odd
        found: Array = np.linalg.solve(even - odd, even + odd)
        for _ in range(squarings):
            ctx.check_cancelled()
            found = found @ found
        return found


class _BySchur(PlainKernel):
    """Computes in complex128, one matrix after the other."""

    op: ClassVar[str] = ""
    host_data: ClassVar[tuple[str, ...]] = ("input",)

    def each(self, ctx: Context, x: Array, function: Callable[[Matrix], Matrix]) -> Array:
        """``function`` of all matrices; not a number for those that are not finite."""
        if not x.size:
            return x.copy()
        wide = widen(x)
        stack = wide.reshape(-1, *x.shape[-2:])
        found = np.full(stack.shape, np.nan, dtype=wide.dtype)
        with np.errstate(all="ignore"):
            for index, matrix in enumerate(stack):
                ctx.check_cancelled()
                if not np.isfinite(matrix).all():
                    continue
                try:
                    result = function(matrix)
                except np.linalg.LinAlgError:
                    continue
                found[index] = result if wide.dtype.kind == "c" else result.real
        return narrow(found.reshape(x.shape), x.dtype)


@register_kernel("MatrixSquareRoot", "CPU", host_outputs=["output"], uses=["cancel"])
class MatrixSquareRoot(_BySchur):
    """Computes in complex128, one matrix after the other."""

    def compute(self, ctx: Context, x: Array) -> Array:
        return self.each(ctx, x, self._root)

    @staticmethod
    def _root(matrix: Array) -> Array:
        if matrix.dtype.kind != "c":
            values = np.linalg.eigvals(matrix.astype(np.float64))
            if ((values.imag == 0) & (values.real < 0)).any():
                return np.full_like(matrix, np.nan)
        q, t = schur(matrix.astype(np.complex128))
        found: Array = q @ triangular_root(t) @ q.conj().T
        return found


@register_kernel("MatrixLogarithm", "CPU", host_outputs=["output"], uses=["cancel"])
class MatrixLogarithm(_BySchur):
    """Computes in complex128, one matrix after the other."""

    def compute(self, ctx: Context, x: Array) -> Array:
        return self.each(ctx, x, self._log)

    @staticmethod
    def _log(matrix: Array) -> Array:
        q, t = schur(matrix.astype(np.complex128))
        found: Array = q @ triangular_log(t) @ q.conj().T
        return found


@register_kernel("Eig", "CPU", host_outputs=["e", "v"])
class Eig(PlainKernel):
    """Gives each eigenvector the phase that makes its largest element real and positive."""

    host_data = ("input",)

    def compute(self, x: Array) -> tuple[Array, Array]:
        kind = self.attrs["Tout"].numpy_dtype
        with_vectors = self.attrs["compute_v"]
        if not x.size:
            none = np.zeros(x.shape if with_vectors else (), dtype=kind)
            return np.zeros(x.shape[:-1], dtype=kind), none
        require_finite("Eig", x, np)
        with np.errstate(all="ignore"):
            try:
                if not with_vectors:
                    return np.linalg.eigvals(x).astype(kind), np.zeros((), dtype=kind)
                values, vectors = np.linalg.eig(x)
            except np.linalg.LinAlgError:
                raise must("input", "Eig", "hold matrices of finite numbers", "some for which it failed") from None
            vectors = vectors.astype(kind)
            return values.astype(kind), (vectors * turns(np, vectors)).astype(kind)
