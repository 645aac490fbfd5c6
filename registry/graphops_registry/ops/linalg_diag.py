"""Diagonals of stacks of matrices: made into matrices, taken out of them, put into them."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.gradient_parts import scalar
from graphops_registry.shape import Dim, TensorShape, as_dim
from graphops_registry.shape_context import ShapeContext

_ALIGN = "align: {'LEFT_RIGHT', 'RIGHT_LEFT', 'LEFT_LEFT', 'RIGHT_RIGHT'} = 'RIGHT_LEFT'"
_K_DOC = """
    k: which diagonals: a scalar, or a vector of the lowest and the highest. 0 is the main one, positive ones lie above
        it. With more than one, the diagonals are rows, the highest first, as long as the longest of them."""
_ALIGN_DOC = """
    align: how shorter diagonals are aligned in their rows: first those above the main one, then those below it."""

Band = tuple[int, int]  # the lowest and the highest diagonal


def band_of(value: np.ndarray[Any, Any]) -> Band:
    """The lowest and the highest diagonal that ``k`` names."""
    numbers = value.reshape(-1)
    return int(numbers[0]), int(numbers[-1])


def longest(rows: int, columns: int, band: Band) -> int:
    """The length of the longest diagonal of a band."""
    lower, upper = band
    return max(0, min(rows + min(upper, 0), columns - max(lower, 0)))


def _band(c: ShapeContext) -> Band | None:
    """The value of ``k`` if it is known now; (0, 0) for the ops without one."""
    if "k" not in c.op_def.input_by_name:
        return 0, 0
    shape = c.shape("k")
    if shape.dims is not None and (len(shape.dims) > 1 or (shape.dims and shape.dims[0] not in (1, 2, None))):
        c.fail("k", "be a scalar or a vector of one or two numbers", f"shape {shape}")
    value = c.value("k")
    if value is None:
        return None
    if not 1 <= value.size <= 2:
        c.fail("k", "be a scalar or a vector of one or two numbers", f"shape {shape}")
    lower, upper = band_of(value)
    if lower > upper:
        c.fail("k", "name the lowest diagonal first", [lower, upper])
    return lower, upper


def _check_band(c: ShapeContext, band: Band, rows: Dim, columns: Dim) -> None:
    """Each diagonal must be one of the matrices; empty ones have a main diagonal, too."""
    for number in band:
        low = isinstance(rows, int) and number <= -rows
        if number and (low or (isinstance(columns, int) and number >= columns)):
            size = f"{'?' if rows is None else rows} x {'?' if columns is None else columns}"
            c.fail("k", f"name diagonals of the {size} matrices", list(band) if band[0] != band[1] else number)


def _diagonals(c: ShapeContext, shape: TensorShape, band: Band | None) -> TensorShape:
    """The shape of the diagonals of matrices."""
    if shape.dims is None:
        return shape
    if band is None:
        k = c.shape("k")
        return TensorShape.unknown(len(shape.dims) - 1) if k.dims is not None and k.dims in ((), (1,)) else (
            TensorShape(None)
        )  # fmt: skip
    rows, columns = shape.dims[-2:]
    _check_band(c, band, rows, columns)
    length: Dim = None
    if isinstance(rows, int) and isinstance(columns, int):
        length = longest(rows, columns, band)
    number = () if band[0] == band[1] else (as_dim(band[1] - band[0] + 1),)
    return TensorShape.of((*shape.dims[:-2], *number, length))


def _align(node: GradientNode) -> dict[str, Any]:
    """The attr ``align`` for a node of the same version of the op, if that has one."""
    return {"align": node.get_attr("align")} if node.has_attr("align") else {}


# -- MatrixDiag ----------------------------------------------------------------------------------------------------

matrix_diag = register_op(
    "MatrixDiag",
    inputs=["diagonal: T"],
    outputs=["output: T"],
    attrs=["T: type"],
    doc="""Square matrices with the given main diagonals and zeros elsewhere.

    diagonal: `[..., n]`.
    output: `[..., n, n]`.""",
)
_DIAG_DOC = f"""Matrices with the given diagonals.

    diagonal: `[..., length]` for one diagonal, `[..., number, length]` for more.{_K_DOC}
    num_rows, num_cols: of the matrices, scalars; -1 for the fewest that the diagonals fit into.
    padding_value: the value of the elements off the diagonals, a scalar."""

matrix_diag_v2 = register_op(
    "MatrixDiagV2",
    inputs=["diagonal: T", "k: int32", "num_rows: int32", "num_cols: int32", "padding_value: T"],
    outputs=["output: T"],
    attrs=["T: type"],
    doc=f"{_DIAG_DOC} Shorter diagonals are aligned to the left.",
)
matrix_diag_v3 = register_op(
    "MatrixDiagV3",
    inputs=["diagonal: T", "k: int32", "num_rows: int32", "num_cols: int32", "padding_value: T"],
    outputs=["output: T"],
    attrs=["T: type", _ALIGN],
    doc=f"{_DIAG_DOC}{_ALIGN_DOC}",
)


@matrix_diag.shape_rule
def _matrix_diag_shape(c: ShapeContext) -> list[TensorShape]:
    shape = c.with_rank_at_least("diagonal", 1)
    return [shape if shape.dims is None else shape.concatenate((shape[-1],))]


@matrix_diag_v2.shape_rule
@matrix_diag_v3.shape_rule
def _matrix_diag_v2_shape(c: ShapeContext) -> list[TensorShape]:
    shape, band = c.with_rank_at_least("diagonal", 1), _band(c)
    for name in ("num_rows", "num_cols", "padding_value"):
        c.with_rank(name, 0)
    if shape.dims is None or band is None:
        return [TensorShape(None)]
    lower, upper = band
    batch = shape.dims[:-1]
    if lower != upper:
        if len(shape.dims) < 2:
            c.fail("diagonal", "have rank 2 or more for more than one diagonal", f"rank 1 {shape}")
        c.merge_dim("diagonal", shape[-2], upper - lower + 1, f"have the {upper - lower + 1} diagonals of k")
        batch = shape.dims[:-2]
    length = shape.dims[-1]
    if not isinstance(length, int):
        return [TensorShape.of((*batch, None, None))]
    fewest = length - min(upper, 0), length + max(lower, 0)
    asked = [c.value(name) for name in ("num_rows", "num_cols")]
    if asked[0] is None or asked[1] is None:
        return [TensorShape.of((*batch, None, None))]
    return [TensorShape.of((*batch, *_sizes(c, fewest, (int(asked[0]), int(asked[1])))))]


def _sizes(c: ShapeContext, fewest: tuple[int, int], asked: tuple[int, int]) -> tuple[Dim, Dim]:
    """Rows and columns of the matrices, from the fewest that the longest diagonal needs and what was asked for."""
    if asked == (-1, -1):
        return (as_dim(max(fewest)),) * 2
    sizes = [few if number == -1 else number for few, number in zip(fewest, asked, strict=True)]
    for name, few, size in zip(("num_rows", "num_cols"), fewest, sizes, strict=True):
        if size < few:
            c.fail(name, f"be -1 or at least {few}, which the diagonals need", size)
    if sizes[0] != fewest[0] and sizes[1] != fewest[1]:
        rule = f"be {fewest[0]}, or num_cols {fewest[1]}, for the longest diagonal to be as long as it is"
        c.fail("num_rows", rule, f"{sizes[0]} and {sizes[1]}")
    return as_dim(sizes[0]), as_dim(sizes[1])


@matrix_diag.gradient
def _matrix_diag_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.MatrixDiagPart(input=dy)]


@matrix_diag_v2.gradient
@matrix_diag_v3.gradient
def _matrix_diag_v2_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    part = g.MatrixDiagPartV3 if node.has_attr("align") else g.MatrixDiagPartV2
    diagonal = part(input=dy, k=node.inputs[1], padding_value=scalar(0, dy), **_align(node))
    return [diagonal, None, None, None, _rest(g, dy, diagonal)]


def _rest(g: GradientOps, dy: Any, part: Any) -> Any:
    """The gradient of a padding value: the sum of ``dy`` without that of ``part``, which went elsewhere."""
    return g.Sub(x=_total(g, dy), y=_total(g, part))


def _total(g: GradientOps, x: Any) -> Any:
    if x.shape.rank is not None:
        return g.Sum(input=x, reduction_indices=np.arange(x.shape.rank, dtype=np.int32))
    return g.Sum(input=x, reduction_indices=g.Range(start=np.int32(0), limit=g.Rank(input=x), delta=np.int32(1)))


# -- MatrixDiagPart ------------------------------------------------------------------------------------------------

matrix_diag_part = register_op(
    "MatrixDiagPart",
    inputs=["input: T"],
    outputs=["diagonal: T"],
    attrs=["T: type"],
    doc="""The main diagonals of matrices.

    input: `[..., rows, columns]`.
    diagonal: `[..., min(rows, columns)]`.""",
)
_PART_DOC = f"""Diagonals of matrices.

    input: `[..., rows, columns]`.{_K_DOC}
    padding_value: what fills up diagonals that are shorter than the longest, a scalar."""

matrix_diag_part_v2 = register_op(
    "MatrixDiagPartV2",
    inputs=["input: T", "k: int32", "padding_value: T"],
    outputs=["diagonal: T"],
    attrs=["T: type"],
    doc=f"{_PART_DOC} Shorter diagonals are aligned to the left.",
)
matrix_diag_part_v3 = register_op(
    "MatrixDiagPartV3",
    inputs=["input: T", "k: int32", "padding_value: T"],
    outputs=["diagonal: T"],
    attrs=["T: type", _ALIGN],
    doc=f"{_PART_DOC}{_ALIGN_DOC}",
)


@matrix_diag_part.shape_rule
@matrix_diag_part_v2.shape_rule
@matrix_diag_part_v3.shape_rule
def _matrix_diag_part_shape(c: ShapeContext) -> list[TensorShape]:
    shape, band = c.with_rank_at_least("input", 2), _band(c)
    if "padding_value" in c.op_def.input_by_name:
        c.with_rank("padding_value", 0)
    return [_diagonals(c, shape, band)]


@matrix_diag_part.gradient
def _matrix_diag_part_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.MatrixSetDiag(input=g.ZerosLike(x=node.inputs[0]), diagonal=dy)]


@matrix_diag_part_v2.gradient
@matrix_diag_part_v3.gradient
def _matrix_diag_part_v2_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    put = g.MatrixSetDiagV3 if node.has_attr("align") else g.MatrixSetDiagV2
    zeros = g.ZerosLike(x=node.inputs[0])
    matrix = put(input=zeros, diagonal=dy, k=node.inputs[1], **_align(node))
    return [matrix, None, _rest(g, dy, matrix)]


# -- MatrixSetDiag -------------------------------------------------------------------------------------------------

matrix_set_diag = register_op(
    "MatrixSetDiag",
    inputs=["input: T", "diagonal: T"],
    outputs=["output: T"],
    attrs=["T: type"],
    doc="""Matrices with other main diagonals.

    input: `[..., rows, columns]`.
    diagonal: `[..., min(rows, columns)]`.""",
)
_SET_DOC = f"""Matrices with some of their diagonals replaced.

    input: `[..., rows, columns]`.
    diagonal: `[..., length]` for one diagonal, `[..., number, length]` for more.{_K_DOC}"""

matrix_set_diag_v2 = register_op(
    "MatrixSetDiagV2",
    inputs=["input: T", "diagonal: T", "k: int32"],
    outputs=["output: T"],
    attrs=["T: type"],
    doc=f"{_SET_DOC} Shorter diagonals are aligned to the left.",
)
matrix_set_diag_v3 = register_op(
    "MatrixSetDiagV3",
    inputs=["input: T", "diagonal: T", "k: int32"],
    outputs=["output: T"],
    attrs=["T: type", _ALIGN],
    doc=f"{_SET_DOC}{_ALIGN_DOC}",
)


@matrix_set_diag.shape_rule
@matrix_set_diag_v2.shape_rule
@matrix_set_diag_v3.shape_rule
def _matrix_set_diag_shape(c: ShapeContext) -> list[TensorShape]:
    shape, band = c.with_rank_at_least("input", 2), _band(c)
    c.with_rank_at_least("diagonal", 1)
    expected = _diagonals(c, shape, band)
    c.merge("diagonal", expected, f"have shape {expected}, that of the diagonals of the input")
    return [shape]


@matrix_set_diag.gradient
def _matrix_set_diag_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    zeros = g.ZerosLike(x=node.inputs[1])
    return [g.MatrixSetDiag(input=dy, diagonal=zeros), g.MatrixDiagPart(input=dy)]


@matrix_set_diag_v2.gradient
@matrix_set_diag_v3.gradient
def _matrix_set_diag_v2_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    _, diagonal, k = node.inputs
    new = node.has_attr("align")
    put, part = (g.MatrixSetDiagV3, g.MatrixDiagPartV3) if new else (g.MatrixSetDiagV2, g.MatrixDiagPartV2)
    align = _align(node)
    rest = put(input=dy, diagonal=g.ZerosLike(x=diagonal), k=k, **align)
    return [rest, part(input=dy, k=k, padding_value=scalar(0, dy), **align), None]
