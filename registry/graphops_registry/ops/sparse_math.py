"""Products and sums of sparse tensors with dense ones."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from graphops_registry.cost import Cost
from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import Op, register_op
from graphops_registry.rules.sparse_shapes import sparse_argument
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import linear_in

_TENSOR = """{0}_indices: `[entries, rank]`, each within {0}_shape.
    {0}_values: `[entries]`.
    {0}_shape: `[rank]`."""

# -- SparseTensorDenseMatMul ---------------------------------------------------------------------------------------

sparse_tensor_dense_mat_mul = register_op(
    "SparseTensorDenseMatMul",
    inputs=["a_indices: Tindices", "a_values: T", "a_shape: int64", "b: T"],
    outputs=["product: T"],
    attrs=["T: type", "Tindices: {int32, int64} = DT_INT64", "adjoint_a: bool = false", "adjoint_b: bool = false"],
    traits=[linear_in("a_values", "b")],
    doc="""The matrix product of a sparse and a dense matrix. Several entries for one place are added.

    a_indices: `[entries, 2]`, each within a_shape.
    a_values: `[entries]`.
    a_shape: `[2]`.
    b: a matrix.
    adjoint_a, adjoint_b: take the conjugate transpose of the operand.""",
)


@sparse_tensor_dense_mat_mul.shape_rule
def _product_shape(c: ShapeContext) -> list[TensorShape]:
    entries = sparse_argument(c, "a_indices", "a_values", "a_shape")
    c.merge_dim("a_shape", entries.rank, 2, "have 2 sizes")
    a, b = c.shape_from_tensor("a_shape", rank=2), c.with_rank("b", 2)
    rows, inner = (a[1], a[0]) if c.attr("adjoint_a") else (a[0], a[1])
    other, columns = (b[1], b[0]) if c.attr("adjoint_b") else (b[0], b[1])
    c.merge_dim("b", other, inner, f"have an inner size of {inner}, as a_shape has")
    return [TensorShape.of((rows, columns))]


@sparse_tensor_dense_mat_mul.gradient
def _product_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    indices, values, shape, b = node.inputs
    adjoint_a, adjoint_b = node.get_attr("adjoint_a"), node.get_attr("adjoint_b")
    back = g.SparseTensorDenseMatMul(a_indices=indices, a_values=values, a_shape=shape, b=dy, adjoint_a=not adjoint_a)
    if adjoint_b:
        back = _adjoint(g, back)
    rows, columns = _column(g, indices, 0), _column(g, indices, 1)
    if adjoint_a:
        rows, columns = columns, rows
    axis = np.int32(0)
    # The entry at row r and column c is that of dy @ adjoint(b) there: the sum of dy[r] * conj(b[c]).
    left = g.GatherV2(params=dy, indices=rows, axis=axis)
    right = g.GatherV2(params=_adjoint(g, b) if adjoint_b else b, indices=columns, axis=axis)
    if dy.dtype.is_complex:
        if adjoint_a:
            left = g.Conj(input=left)
        else:
            right = g.Conj(input=right)
    by_values = g.Sum(input=g.Mul(x=left, y=right), reduction_indices=np.int32(1))
    return [None, by_values, None, back]


def _adjoint(g: GradientOps, matrix: Any) -> Any:
    turn = g.ConjugateTranspose if matrix.dtype.is_complex else g.Transpose
    return turn(x=matrix, perm=np.array([1, 0], np.int32))


def _column(g: GradientOps, indices: Any, number: int) -> Any:
    """One column of a matrix, as a vector."""
    begin, end = np.array([0, number], np.int32), np.array([0, number + 1], np.int32)
    strides = np.array([1, 1], np.int32)
    return g.StridedSlice(input=indices, begin=begin, end=end, strides=strides, begin_mask=1, end_mask=1,
                          shrink_axis_mask=2)  # fmt: skip


# -- SparseMatMul --------------------------------------------------------------------------------------------------

sparse_mat_mul = register_op(
    "SparseMatMul",
    inputs=["a: Ta", "b: Tb"],
    outputs=["product: float"],
    attrs=[
        "transpose_a: bool = false",
        "transpose_b: bool = false",
        "a_is_sparse: bool = false",
        "b_is_sparse: bool = false",
        "Ta: {float, bfloat16} = DT_FLOAT",
        "Tb: {float, bfloat16} = DT_FLOAT",
    ],
    traits=[linear_in("a", "b")],
    doc="""The product of two dense matrices, as MatMul; the dtypes may differ.

    a, b: matrices.
    transpose_a, transpose_b: take the transpose of the operand.
    a_is_sparse, b_is_sparse: that many elements are 0; a hint without effect.""",
)


@sparse_mat_mul.shape_rule
def _mat_mul_shape(c: ShapeContext) -> list[TensorShape]:
    a, b = c.with_rank("a", 2), c.with_rank("b", 2)
    rows, inner = (a[1], a[0]) if c.attr("transpose_a") else (a[0], a[1])
    other, columns = (b[1], b[0]) if c.attr("transpose_b") else (b[0], b[1])
    c.merge_dim("b", other, inner, f"have an inner size of {inner}, as a has")
    return [TensorShape.of((rows, columns))]


@sparse_mat_mul.cost_rule
def _mat_mul_cost(c: ShapeContext) -> Cost:
    (rows, columns), a, b = _mat_mul_shape(c)[0].as_tuple(), c.shape("a").as_tuple(), c.shape("b").as_tuple()
    inner = a[0 if c.attr("transpose_a") else 1]
    moved = prod(a) * c.attr("Ta").size + prod(b) * c.attr("Tb").size + 4 * rows * columns
    return Cost(flops=2 * rows * columns * inner, bytes=moved)


@sparse_mat_mul.gradient
def _mat_mul_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    a, b = node.inputs
    turn_a, turn_b = node.get_attr("transpose_a"), node.get_attr("transpose_b")

    def product(x: Any, y: Any, turn_x: bool, turn_y: bool, like: Any) -> Any:
        found = g.SparseMatMul(a=x, b=y, transpose_a=turn_x, transpose_b=turn_y)
        return found if like.dtype == found.dtype else g.Cast(x=found, DstT=like.dtype)

    by_a = product(b, dy, turn_b, True, a) if turn_a else product(dy, b, False, not turn_b, a)
    by_b = product(dy, a, True, turn_a, b) if turn_b else product(a, dy, not turn_a, False, b)
    return [by_a, by_b]


# -- SparseTensorDenseAdd ------------------------------------------------------------------------------------------

sparse_tensor_dense_add = register_op(
    "SparseTensorDenseAdd",
    inputs=["a_indices: Tindices", "a_values: T", "a_shape: Tindices", "b: T"],
    outputs=["output: T"],
    attrs=["T: numbertype", "Tindices: {int32, int64}"],
    doc=f"""The sum of a sparse and a dense tensor of one shape, as a dense tensor.

    {_TENSOR.format("a")}
    b: of the shape a_shape.""",
)


@sparse_tensor_dense_add.shape_rule
def _tensor_dense_add_shape(c: ShapeContext) -> list[TensorShape]:
    entries, b = sparse_argument(c, "a_indices", "a_values", "a_shape"), c.shape("b")
    if b.rank is not None:
        c.merge_dim("a_shape", entries.rank, b.rank, f"have {b.rank} sizes, the rank of b")
    return [c.merge("b", c.shape_from_tensor("a_shape"), "have the shape a_shape")]


@sparse_tensor_dense_add.gradient
def _tensor_dense_add_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [None, g.GatherNd(params=dy, indices=node.inputs[0]), None, dy]


# -- SparseDenseCwiseAdd, SparseDenseCwiseMul, SparseDenseCwiseDiv -------------------------------------------------


def _cwise_shape(c: ShapeContext) -> list[TensorShape]:
    entries, dense = sparse_argument(c, "sp_indices", "sp_values", "sp_shape"), c.shape("dense")
    if entries.rank == 0:
        c.fail("sp_shape", "have at least one size", "none")
    sizes = c.shape_from_tensor("sp_shape")
    if sizes.dims is not None and dense.dims is not None:
        rule = f"have a shape that broadcasts to {sizes}, that of the sparse tensor"
        missing = len(sizes.dims) - len(dense.dims)
        if missing < 0:
            c.fail("dense", rule, dense)
        for size, dim in zip(sizes.dims[missing:], dense.dims, strict=True):
            if isinstance(size, int) and isinstance(dim, int) and dim not in (1, size):
                c.fail("dense", rule, dense)
    return [TensorShape.of((entries.entries,))]


def _scaled_places(g: GradientOps, node: GradientNode) -> Any:
    """The coordinates of the entries in the dense operand, which is broadcast."""
    indices, _, sizes, dense = node.inputs
    shape = g.Shape(input=dense, out_type="int64")
    missing = g.Sub(x=g.Shape(input=sizes), y=g.Shape(input=shape))  # (1,)
    ones = g.Fill(dims=missing, value=np.int64(1))
    full = g.ConcatV2(values=[ones, shape], axis=np.int32(0))
    # Along a broadcast axis every coordinate becomes 0; a dense size of 1 there is no coordinate but 0.
    kept = g.Mul(x=indices, y=g.Cast(x=g.Greater(x=full, y=np.int64(1)), DstT="int64"))
    begin = g.ConcatV2(values=[np.zeros(1, np.int32), missing], axis=np.int32(0))
    return g.Slice(input=kept, begin=begin, size=np.array([-1, -1], np.int32))


def _cwise_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    values, dense = node.inputs[1], node.inputs[3]
    places = _scaled_places(g, node)
    picked = None if node.type.endswith("Add") else g.GatherNd(params=dense, indices=places)
    if node.type.endswith("Add"):
        by_values, by_picked = dy, dy
    elif node.type.endswith("Mul"):
        by_values, by_picked = g.Mul(x=dy, y=_conj(g, picked)), g.Mul(x=dy, y=_conj(g, values))
    else:
        by_values = g.RealDiv(x=dy, y=_conj(g, picked))
        quotient = g.RealDiv(x=values, y=g.Square(x=picked))
        by_picked = g.Mul(x=dy, y=_conj(g, g.Neg(x=quotient)))
    zeros = g.ZerosLike(x=dense)
    return [None, by_values, None, g.TensorScatterAdd(tensor=zeros, indices=places, updates=by_picked)]


def _conj(g: GradientOps, x: Any) -> Any:
    return g.Conj(input=x) if x.dtype.is_complex else x


def _register_cwise(kind: str, what: str, linear: tuple[str, ...]) -> Op:
    op = register_op(
        f"SparseDenseCwise{kind}",
        inputs=["sp_indices: int64", "sp_values: T", "sp_shape: int64", "dense: T"],
        outputs=["output: T"],
        attrs=["T: numbertype"],
        traits=[linear_in(*linear)] if linear else [],
        doc=f"""{what}, where the sparse tensor has entries.

    {_TENSOR.format("sp")}
    dense: of a shape that broadcasts to sp_shape.
    output: `[entries]`, values of a sparse tensor with the same indices.""",
    )
    op.shape_rule(_cwise_shape)
    op.gradient(_cwise_gradient)
    return op


_register_cwise("Add", "The sum of a sparse and a dense tensor", ())
_register_cwise("Mul", "The product of a sparse and a dense tensor, element by element", ("sp_values", "dense"))
_register_cwise("Div", "The quotient of a sparse and a dense tensor, element by element", ("sp_values",))
