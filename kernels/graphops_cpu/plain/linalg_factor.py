"""Plain kernels of factorisations of matrices, by ``xp.linalg``; half is computed in float32."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from graphops_cpu.lib.elementwise import count
from graphops_cpu.lib.precision import narrow, widen
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


def turns(xp: Any, vectors: Array) -> Array:
    """For each column the number of absolute value 1 that makes its largest element real and positive, (..., 1, n)."""
    if not vectors.size:
        return xp.ones((*vectors.shape[:-2], 1, vectors.shape[-1]), dtype=vectors.dtype)
    place = abs(vectors).argmax(axis=-2)[..., None, :]
    largest = xp.take_along_axis(vectors, place, axis=-2)
    size = abs(largest)
    return xp.where(size > 0, largest.conj() / size, largest.dtype.type(1))


def require_finite(op: str, x: Array, xp: Any) -> None:
    """Refuse infinities and what is no number: libraries may look for what such a matrix converges to for ever."""
    odd = count(~xp.isfinite(x))
    if odd:
        raise must("input", op, "hold matrices of finite numbers", f"{odd} that are not")


def _eye(xp: Any, batch: tuple[int, ...], rows: int, columns: int, dtype: Any) -> Array:
    return xp.broadcast_to(xp.eye(rows, columns, dtype=dtype), (*batch, rows, columns)).copy()


@register_kernel("Qr", "CPU")
class Qr(PlainKernel):
    def compute(self, x: Array) -> tuple[Array, Array]:
        xp, full = self.xp, self.attrs["full_matrices"]
        *batch, m, n = x.shape
        if not x.size:
            k = m if full else min(m, n)
            return _eye(xp, tuple(batch), m, k, x.dtype), xp.zeros((*batch, k, n), dtype=x.dtype)
        with np.errstate(all="ignore"):
            q, r = xp.linalg.qr(widen(x), mode="complete" if full else "reduced")
        return narrow(q, x.dtype), narrow(r, x.dtype)


@register_kernel("Svd", "CPU")
class Svd(PlainKernel):
    """Gives each column of u the sign that makes its largest element positive, and v the same."""

    op: ClassVar[str] = "Svd"

    def compute(self, x: Array) -> tuple[Array, Array, Array]:
        xp, full = self.xp, self.attrs["full_matrices"]
        *batch, m, n = x.shape
        none = xp.zeros((0,), dtype=x.dtype)
        if not x.size:
            s = xp.zeros((*batch, min(m, n)), dtype=x.dtype)
            if not self.attrs["compute_uv"]:
                return s, none, none
            sizes = ((size, size if full else min(m, n)) for size in (m, n))
            u, v = (_eye(xp, tuple(batch), rows, columns, x.dtype) for rows, columns in sizes)
            return s, u, v
        wide = widen(x)
        require_finite(self.op, wide, xp)
        with np.errstate(all="ignore"):
            try:
                if not self.attrs["compute_uv"]:
                    return narrow(xp.linalg.svd(wide, compute_uv=False), x.dtype), none, none.copy()
                u, s, vh = xp.linalg.svd(wide, full_matrices=full)
            except np.linalg.LinAlgError:
                raise must("input", self.op, "hold matrices of finite numbers", "some for which it failed") from None
            v = vh.swapaxes(-1, -2).conj()
            turn, k = turns(xp, u), min(m, n)
            rest = turns(xp, v[..., k:])
            v = xp.concatenate([v[..., :k] * turn[..., :k], v[..., k:] * rest], axis=-1)
            return narrow(s, x.dtype), narrow(u * turn, x.dtype), narrow(v, x.dtype)


@register_kernel("SelfAdjointEigV2", "CPU")
class SelfAdjointEigV2(PlainKernel):
    """Gives each eigenvector the sign that makes its largest element positive."""

    op: ClassVar[str] = "SelfAdjointEigV2"

    def compute(self, x: Array) -> tuple[Array, Array]:
        return self.decomposed(x, compute_v=self.attrs["compute_v"])

    def decomposed(self, x: Array, *, compute_v: bool) -> tuple[Array, Array]:
        """The eigenvalues and eigenvectors."""
        xp, wide = self.xp, widen(x)
        require_finite(self.op, wide, xp)
        with np.errstate(all="ignore"):
            try:
                if compute_v:
                    values, vectors = xp.linalg.eigh(wide, UPLO="L")
                else:
                    values, vectors = xp.linalg.eigvalsh(wide, UPLO="L"), None
                failed = count(xp.isnan(values))
            except np.linalg.LinAlgError:
                failed = 1
            if failed:
                rule = "hold matrices of finite numbers"
                raise must("input", self.op, rule, "some for which it failed")
            values = narrow(values, x.dtype)
            if vectors is None:
                return values, xp.zeros((0,), dtype=x.dtype)
            return values, narrow(vectors * turns(xp, vectors), x.dtype)
