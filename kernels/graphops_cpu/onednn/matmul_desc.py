"""The description of a stack of matrix products for oneDNN: a transpose is strides, a stack of size 1 is broadcast."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import Final

from graphops_cpu.onednn.constants import LARGEST, Algorithm, Argument, DataType, post_op_argument
from graphops_cpu.onednn.library import SERIAL, library
from graphops_cpu.onednn.objects import (
    Attributes,
    MemoryDesc,
    OneDnnError,
    PostOps,
    PrimitiveDesc,
    data_type,
    dense_strides,
)
from graphops_cpu.onednn.program import Operand
from graphops_registry.dtypes import DType, bfloat16
from graphops_registry.kernel_def import KernelSpec, Shape

FEW_ROWS: Final = 8
"""Rows up to which a float32 product costs what it costs to read b."""

ACTIVATIONS: Final = {"GeluExact": Algorithm.GELU_ERF, "GeluApproximate": Algorithm.GELU_TANH}
"""What a primitive does in less time than a pass over its result takes. A NaN may become a number in it."""

_SERIAL_BY_VECTOR: Final = 8_000_000
"""Products that one thread does alone, as :data:`SERIAL`, for a matrix and a vector, where a second thread gains less
and has to be woken twice."""

_EACH: Final = 2000  # the overhead of each matrix of a stack, in products
_MOST_AXES: Final = 6  # of stacks: oneDNN's fast code takes that many, and more are rare


@dataclass(frozen=True, slots=True)
class Product:
    """``a @ b``, both in C order, after leading axes were merged as far as they could be.

    Attributes:
        dtype: of both operands.
        result_dtype: of the result.
        a_stack, b_stack: leading sizes, as many of each; where one of two is 1, it is broadcast.
        rows, inner, cols: of one product.
        transpose_a: a's matrices lie in memory as (inner, rows) ...
        transpose_b: ... and b's as (cols, inner).
        adds: what is added to the result, in order: ``"bias"``, a vector, and ``"whole"``, an array like it.
        activation: what is done with the sum: a key of :data:`ACTIVATIONS`, or nothing.
    """

    dtype: DType
    result_dtype: DType
    a_stack: Shape
    b_stack: Shape
    rows: int
    inner: int
    cols: int
    transpose_a: bool
    transpose_b: bool
    adds: tuple[str, ...] = ()
    activation: str = ""

    @property
    def stack(self) -> Shape:
        """The leading sizes of the result."""
        return tuple(b if a == 1 else a for a, b in zip(self.a_stack, self.b_stack, strict=True))

    @property
    def products(self) -> int:
        """Multiplications."""
        return prod(self.stack) * self.rows * self.inner * self.cols

    @property
    def is_serial(self) -> bool:
        """Whether one thread is enough."""
        by_vector = not self.stack and 1 in (self.rows, self.cols)
        return self.products + _EACH * prod(self.stack) <= (_SERIAL_BY_VECTOR if by_vector else SERIAL)

    @property
    def sizes(self) -> tuple[int, int, int]:
        """How many elements a, b and the result have."""
        return (
            prod(self.a_stack) * self.rows * self.inner,
            prod(self.b_stack) * self.inner * self.cols,
            prod(self.stack) * self.rows * self.cols,
        )


def product_of(spec: KernelSpec, adds: tuple[str, ...] = (), activation: str = "") -> Product:
    """The product that a node of one of the MatMul ops computes; its result has elements."""
    attrs = spec.attrs
    transpose_a = bool(attrs["adj_x"] if "adj_x" in attrs else attrs["transpose_a"])
    transpose_b = bool(attrs["adj_y"] if "adj_y" in attrs else attrs["transpose_b"])
    a, b = spec.shapes[:2]
    inner, rows = a[-2:] if transpose_a else a[:-3:-1]
    cols = b[-2] if transpose_b else b[-1]
    axes = _merged(a[:-2], b[:-2])
    while axes and axes[-1][1] == 1 and not transpose_a:  # one b for all of these, so they are rows of one product
        rows *= axes.pop()[0]
    return Product(
        spec.dtypes[0],
        spec.output_dtypes[0],
        tuple(size for size, _ in axes),
        tuple(size for _, size in axes),
        rows,
        inner,
        cols,
        transpose_a,
        transpose_b,
        adds,
        activation,
    )


def _merged(a: Shape, b: Shape) -> list[tuple[int, int]]:
    """Leading sizes of both, without axes where both are 1, neighbours merged where the same operand is broadcast."""
    rank = max(len(a), len(b))
    found: list[tuple[int, int]] = []
    for in_a, in_b in zip((1,) * (rank - len(a)) + a, (1,) * (rank - len(b)) + b, strict=True):
        if in_a == in_b == 1:
            continue
        if found and (found[-1][0] == 1, found[-1][1] == 1) == (in_a == 1, in_b == 1):
            before_a, before_b = found.pop()
            in_a, in_b = before_a * in_a, before_b * in_b
        found.append((in_a, in_b))
    return found


@dataclass(frozen=True, slots=True)
class ProductDescs:
    """The primitive of a product and its operands, in the order a, b, result, what is added."""

    desc: PrimitiveDesc
    operands: tuple[Operand, ...]


def why_not_product(product: Product) -> str | None:
    """Why oneDNN does not compute a product, or ``None``."""
    if not product.products:
        return "there is nothing to multiply"
    if max(product.sizes) > LARGEST:
        return f"oneDNN counts elements with 32 bits, and an operand has {max(product.sizes):,}"
    if len(product.stack) > _MOST_AXES:
        return f"the operands are stacked along more than {_MOST_AXES} axes"
    found = product_descs(product, threads_for(product))
    return found if isinstance(found, str) else None


def threads_for(product: Product) -> int:
    """How many threads compute a product now."""
    return 1 if product.is_serial else library().threads()


@lru_cache(maxsize=256)
def product_descs(product: Product, threads: int, *, any_b: bool = False) -> ProductDescs | str:
    """Descriptors of a product, or why oneDNN does not do it. They depend on the number of threads.

    Args:
        any_b: let the primitive choose the layout of b.
    """
    try:
        with library().on_threads(threads):
            found = _made(product, any_b)
            if not any_b and _is_slow_when_packed(product):
                found = _by_gemm(product) or found
    except OneDnnError as error:
        return str(error)
    name = found.desc.implementation
    if "brg" not in name and "gemm" not in name:
        return f"oneDNN has no fast code for it, but {name}"
    if "gemm" in name and product.dtype is bfloat16 and product.inner % 2:
        # It multiplies pairs: behind an odd end an infinity of the next row meets a zero, which makes a NaN.
        return "oneDNN's bfloat16 product is wrong for an odd inner size on this CPU"
    return found


def _is_slow_when_packed(product: Product) -> bool:
    """Whether each element of an operand is read so seldom that packing it first, as oneDNN's best code for other
    products does, takes longer than the product."""
    if product.stack:
        return False
    if product.dtype is bfloat16:
        return 1 in (product.rows, product.cols) and product.inner % 2 == 0
    return product.rows <= FEW_ROWS or product.cols == 1


def _by_gemm(product: Product) -> ProductDescs | None:
    """Descriptors of oneDNN's code that does not pack, if it has it."""
    found = _made(product, any_b=False)
    while "gemm" not in found.desc.implementation:
        if not found.desc.next_implementation():
            return None
    return found


def _made(product: Product, any_b: bool) -> ProductDescs:
    dtype = data_type(product.dtype.numpy_dtype)
    a = _matrices(product.a_stack, product.rows, product.inner, dtype, transpose=product.transpose_a)
    b = _matrices(product.b_stack, product.inner, product.cols, dtype, transpose=product.transpose_b)
    result_type = data_type(product.result_dtype.numpy_dtype)
    result = MemoryDesc.dense((*product.stack, product.rows, product.cols), result_type)
    post_ops = PostOps()
    arguments = []
    bias = None
    for added in product.adds:
        if added == "bias":
            bias = MemoryDesc.dense((*(1 for _ in product.stack), 1, product.cols), result_type)
            arguments.append(Operand(Argument.BIAS, bias))
        else:
            arguments.append(Operand(post_op_argument(post_ops.binary(Algorithm.ADD, result)), result))
    if product.activation:
        post_ops.eltwise(ACTIVATIONS[product.activation], 0.0, 0.0)
    shape = (*product.b_stack, product.inner, product.cols)
    desc = PrimitiveDesc(
        "matmul", a, MemoryDesc.any(shape, dtype) if any_b else b, bias, result, attributes=Attributes(post_ops)
    )
    operands = (
        Operand(Argument.SRC, a),
        Operand(Argument.WEIGHTS, b),
        Operand(Argument.DST, result, result=True),
        *arguments,
    )
    return ProductDescs(desc, operands)


def _matrices(stack: Sequence[int], rows: int, cols: int, dtype: DataType, *, transpose: bool) -> MemoryDesc:
    """Matrices in C order, or the transposes of such."""
    if not transpose:
        return MemoryDesc.dense((*stack, rows, cols), dtype)
    strides = dense_strides((*stack, cols, rows))
    return MemoryDesc.strided((*stack, rows, cols), dtype, (*strides[:-2], 1, rows))
