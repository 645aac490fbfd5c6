"""Plain kernels of products and sums of sparse tensors with dense ones."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphops_cpu.lib.elementwise import NUMBERS, require_no_zero
from graphops_cpu.lib.precision import narrow, widen
from graphops_cpu.lib.sparse_places import numbered, require_within
from graphops_cpu.plain.math_arithmetic import truncated_quotient
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel

_BLOCK: Final = 1 << 20  # products that are held at a time


@register_kernel(
    "SparseTensorDenseMatMul", "CPU", types={"T": NUMBERS}, host_inputs=["a_shape"], host_outputs=["product"]
)
class SparseTensorDenseMatMul(PlainKernel):
    """Needs the entries in the order of the rows, and a block of products at a time."""

    host_data = ("a_indices", "a_values", "b")

    def compute(self, indices: Array, values: Array, shape: Any, b: Array) -> Array:
        op = "SparseTensorDenseMatMul"
        require_within(op, "a_indices", indices, shape.tolist())
        turned = self.attrs["adjoint_a"]
        rows, columns = indices[:, int(turned)], indices[:, 1 - int(turned)]
        factors, dense = widen(values), widen(b.T if self.attrs["adjoint_b"] else b)
        if values.dtype.kind == "c":
            factors = factors.conj() if turned else factors
            dense = dense.conj() if self.attrs["adjoint_b"] else dense
        result = np.zeros((int(shape[int(turned)]), dense.shape[1]), dtype=factors.dtype)
        if not result.size or not rows.size:
            return narrow(result, values.dtype)
        if (rows[1:] < rows[:-1]).any():
            order = np.argsort(rows, kind="stable")
            rows, columns, factors = rows[order], columns[order], factors[order]
        block = max(1, _BLOCK // dense.shape[1])
        with np.errstate(all="ignore"):
            for start in range(0, rows.size, block):
                part = slice(start, start + block)
                own = rows[part]
                starts = np.flatnonzero(np.concatenate([[True], own[1:] != own[:-1]]))
                products = factors[part, None] * dense[columns[part]]  # (entries of the block, columns of b)
                result[own[starts]] += np.add.reduceat(products, starts, axis=0)
            return narrow(result, values.dtype)


@register_kernel("SparseMatMul", "CPU")
class SparseMatMul(PlainKernel):
    """Needs both operands in float32."""

    def compute(self, a: Array, b: Array) -> Array:
        left, right = widen(a), widen(b)
        left = left.T if self.attrs["transpose_a"] else left
        right = right.T if self.attrs["transpose_b"] else right
        with np.errstate(all="ignore"):
            return self.xp.matmul(left, right)


@register_kernel("SparseTensorDenseAdd", "CPU", types={"T": NUMBERS}, host_inputs=["a_shape"], host_outputs=["output"])
class SparseTensorDenseAdd(PlainKernel):
    """Needs a number for each entry, and b in the compute dtype."""

    host_data = ("a_indices", "a_values", "b")

    def compute(self, indices: Array, values: Array, shape: Any, b: Array) -> Array:
        require_within("SparseTensorDenseAdd", "a_indices", indices, b.shape)
        total = np.array(widen(b), order="C")  # a copy
        with np.errstate(all="ignore"):
            np.add.at(total.reshape(-1), numbered(indices.astype(np.int64), b.shape), widen(values))
            return narrow(total, b.dtype)


class _Cwise(PlainKernel):
    """Needs a number for each entry."""

    host_data = ("sp_indices", "sp_values", "dense")

    def picked(self, op: str, indices: Array, shape: Any, dense: Array) -> Array:
        """The dense operand, broadcast, at each entry."""
        sizes = shape.tolist()
        require_within(op, "sp_indices", indices, sizes)
        places = np.zeros(indices.shape[0], dtype=np.int64)
        missing = len(sizes) - dense.ndim
        for axis, size in enumerate(dense.shape):
            places *= size
            if size > 1:
                places += indices[:, missing + axis]
        found: Array = dense.reshape(-1)[places]
        return found


@register_kernel("SparseDenseCwiseAdd", "CPU", types={"T": NUMBERS}, host_inputs=["sp_shape"], host_outputs=["output"])
class SparseDenseCwiseAdd(_Cwise):
    def compute(self, indices: Array, values: Array, shape: Any, dense: Array) -> Array:
        with np.errstate(all="ignore"):
            return values + self.picked("SparseDenseCwiseAdd", indices, shape, dense)


@register_kernel("SparseDenseCwiseMul", "CPU", types={"T": NUMBERS}, host_inputs=["sp_shape"], host_outputs=["output"])
class SparseDenseCwiseMul(_Cwise):
    def compute(self, indices: Array, values: Array, shape: Any, dense: Array) -> Array:
        with np.errstate(all="ignore"):
            return values * self.picked("SparseDenseCwiseMul", indices, shape, dense)


@register_kernel("SparseDenseCwiseDiv", "CPU", types={"T": NUMBERS}, host_inputs=["sp_shape"], host_outputs=["output"])
class SparseDenseCwiseDiv(_Cwise):
    def compute(self, indices: Array, values: Array, shape: Any, dense: Array) -> Array:
        op = "SparseDenseCwiseDiv"
        divisor = self.picked(op, indices, shape, dense)
        if values.dtype.kind in "iu":
            require_no_zero("dense", op, divisor, values)
            return truncated_quotient(values, divisor)
        with np.errstate(all="ignore"):
            return values / divisor
