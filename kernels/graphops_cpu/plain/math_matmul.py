"""Plain kernels of matrix products. Integers wrap and are exact; half and bfloat16 are multiplied in float32."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any

import numpy as np

from graphops_cpu.calls.numpy_loops import ufunc_kernel
from graphops_cpu.calls.numpy_products import by_turned, product_calls
from graphops_cpu.lib.elementwise import nothing_widened
from graphops_cpu.lib.precision import compute_dtype, narrow, widen
from graphops_registry.dtypes import DType, float32
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, Shape, register_kernel
from graphops_registry.kernels.call_list import FixedCalls, JoinedKernel, MachineKernel, PartOperand, Temporary


@register_kernel("MatMul", "CPU")
class MatMul(PlainKernel):
    """Needs float32 copies of half and bfloat16 operands."""

    fresh = True

    def compute(self, a: Array, b: Array) -> Array:
        with np.errstate(all="ignore"):
            return narrow(direct_product(self.xp, self.attrs)(widen(a), widen(b)), a.dtype)

    def direct(self, spec: KernelSpec) -> tuple[Callable[..., Array], bool] | None:
        """See :class:`Prepared`: NumPy's product, where nothing is widened."""
        return (direct_product(self.xp, self.attrs), False) if nothing_widened(spec) else None

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        return product_kernel(spec, constants)


def product_kernel(
    spec: KernelSpec,
    constants: Sequence[Array | None],
    added: Sequence[int] = (),
    activation: MachineKernel | None = None,
) -> MachineKernel | None:
    """The product of the first two inputs by NumPy's BLAS, for a call list, with some of the others added to it, and
    then an activation."""
    shape = spec.output_shapes[0]
    if shape is None or any(dtype is not float32 for dtype in spec.dtypes):
        return None
    rows, columns = shape
    turned_a, turned_b = bool(spec.attrs["transpose_a"]), bool(spec.attrs["transpose_b"])
    inner = spec.shapes[0][0 if turned_a else 1]
    if turned_a != turned_b and rows == columns and inner > 1:
        return None  # NumPy computes the product of an array with itself, turned, in another way
    calls = product_calls(rows, inner, columns, turned_b, turned_a)
    if calls is None:
        return None
    numbers = count()
    operands = [next(numbers) if each is None else np.ascontiguousarray(each) for each in constants]
    output = next(numbers)
    # NumPy's loops may take another way in place; an activation of its own array is what the plain kernel computes.
    result: PartOperand = output if activation is None else Temporary(shape, np.dtype(np.float32))
    parts: list[tuple[MachineKernel, list[PartOperand]]] = [(FixedCalls(calls), [operands[0], operands[1], result])]
    for place in added:
        kernel = ufunc_kernel(np.add, [shape, spec.shapes[place], shape], [np.dtype(np.float32)] * 3)
        if kernel is None:
            return None
        parts.append((kernel, [result, operands[place], result]))
    if activation is not None:
        parts.append((activation, [result, output]))
    return JoinedKernel(parts, 2e-6 + 5e-7 * (len(parts) - 1))


def direct_product(xp: Any, attrs: Mapping[str, Any]) -> Callable[[Array, Array], Array]:
    """The product of two matrices that need not be widened, as ``transpose_a`` and ``transpose_b`` say."""
    if xp is np and attrs["transpose_b"] and not attrs["transpose_a"]:
        return by_turned
    return _product_of(xp.matmul, _transposed, attrs["transpose_a"], attrs["transpose_b"])


def _product_of(
    matmul: Callable[[Array, Array], Array], turned: Callable[[Array], Array], turn_a: bool, turn_b: bool
) -> Callable[[Array, Array], Array]:
    """The product of two operands, each of which may have to be turned first."""
    if turn_a:
        return (lambda a, b: matmul(turned(a), turned(b))) if turn_b else (lambda a, b: matmul(turned(a), b))
    return (lambda a, b: matmul(a, turned(b))) if turn_b else matmul


def _transposed(x: Array) -> Array:
    return x.T


def _adjoint(x: Array) -> Array:
    """The conjugate transposes of a stack of matrices."""
    return x.swapaxes(-1, -2).conj()


class _BatchMatMul(PlainKernel):
    """Needs float32 copies of half and bfloat16 operands."""

    fresh = True

    def compute(self, x: Array, y: Array) -> Array:
        return narrow(self.product(widen(x), widen(y)), x.dtype)

    def product(self, x: Array, y: Array) -> Array:
        """x: (..., M, K) or, with adj_x, (..., K, M); y likewise."""
        if self.attrs["adj_x"]:
            x = _adjoint(x)
        if self.attrs["adj_y"]:
            y = _adjoint(y)
        with np.errstate(all="ignore"):
            return self.xp.matmul(x, y)


class _BatchMatMulOfOneDtype(_BatchMatMul):
    def direct(self, spec: KernelSpec) -> tuple[Callable[..., Array], bool] | None:
        """See :class:`Prepared`: NumPy's product, where nothing is widened."""
        if not nothing_widened(spec):
            return None
        return _product_of(self.xp.matmul, _adjoint, self.attrs["adj_x"], self.attrs["adj_y"]), False


@register_kernel("BatchMatMul", "CPU")
class BatchMatMul(_BatchMatMulOfOneDtype):
    pass


@register_kernel("BatchMatMulV2", "CPU")
class BatchMatMulV2(_BatchMatMulOfOneDtype):
    pass


@register_kernel("BatchMatMulV3", "CPU")
class BatchMatMulV3(_BatchMatMul):
    """Operands of different dtypes are converted to the widest compute dtype of the three; needs copies for that."""

    @staticmethod
    def unsupported(attrs: Mapping[str, Any], shapes: Sequence[Shape] | None) -> str | None:
        """Products that Tout cannot hold: fractions in integers, imaginary parts in reals."""
        rank = max(_kind_rank(attrs["Ta"]), _kind_rank(attrs["Tb"]))
        if rank > _kind_rank(attrs["Tout"]):
            return f"the product of {attrs['Ta']} and {attrs['Tb']} is no {attrs['Tout']}"
        return None

    def compute(self, x: Array, y: Array) -> Array:
        target = self.attrs["Tout"].numpy_dtype
        wide = compute_dtype(self.attrs["Tout"])
        if wide.kind not in "iu":
            wide = np.result_type(wide, *(compute_dtype(self.attrs[name]) for name in ("Ta", "Tb")))
        return narrow(self.product(x.astype(wide), y.astype(wide)), target)


def _kind_rank(dtype: DType) -> int:
    return 2 if dtype.is_complex else 1 if dtype.is_floating else 0
