"""``compat.v1``: products of matrices and tensors. As a module it is also ``tf.linalg``."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.composed import IN, composed
from graphops.compat.v1.functions import tables
from graphops.compat.v1.functions.arithmetic import abs as _abs
from graphops.compat.v1.functions.arrays import eye, matrix_transpose
from graphops.compat.v1.functions.casts import cast
from graphops.compat.v1.functions.marked import mark_all, marking
from graphops.compat.v1.functions.matrices import matrix_diag as diag
from graphops.compat.v1.functions.missing import missing
from graphops.compat.v1.functions.reductions import reduce_max, reduce_prod, reduce_sum
from graphops.compat.v1.functions.synonyms import one_of
from graphops.graph.graph import Tensor, get_default_graph
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError


def matmul(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    output_type: Any = None,
    grad_a: bool = False,
    grad_b: bool = False,
    name: str | None = None,
) -> Tensor:
    """The product of matrices, or of each pair of matrices in two batches of them.

    Args:
        a_is_sparse, b_is_sparse, grad_a, grad_b: hints, which change nothing.
        output_type: only the dtype of ``a``, or ``None``.

    Raises:
        InvalidArgumentError: both transposed and adjoint.
    """
    if (transpose_a and adjoint_a) or (transpose_b and adjoint_b):
        raise InvalidArgumentError("an argument of matmul() must be transposed or adjoint, got both")
    first = as_tensor(a, name="a")
    second = as_tensor(b, first.dtype.base, "b")
    if output_type is not None and first.dtype.name != cast(first, output_type).dtype.name:
        raise InvalidTypeError(f"output_type of matmul() must be {first.dtype.name} or None, got {output_type!r}")
    result: Tensor
    if 2 in (first.shape.rank, second.shape.rank) and {first.shape.rank, second.shape.rank} <= {2, None}:
        if adjoint_a:
            first = raw_ops.Conj(input=first) if first.dtype.is_complex else first
        if adjoint_b:
            second = raw_ops.Conj(input=second) if second.dtype.is_complex else second
        result = raw_ops.MatMul(
            a=first, b=second, transpose_a=transpose_a or adjoint_a, transpose_b=transpose_b or adjoint_b, name=name
        )
        return result
    if first.dtype.is_complex:  # the op knows adjoints only
        first = raw_ops.Conj(input=first) if transpose_a else first
        second = raw_ops.Conj(input=second) if transpose_b else second
    result = raw_ops.BatchMatMulV2(
        x=first, y=second, adj_x=transpose_a or adjoint_a, adj_y=transpose_b or adjoint_b, name=name
    )
    return result


def einsum(equation: str, *inputs: Any, **kwargs: Any) -> Tensor:
    """Einstein's summation, ``einsum("ij,jk->ik", a, b)``; without ``->`` the labels that occur once, sorted.

    Raises:
        InvalidTypeError: another keyword than ``name`` (``optimize`` is accepted and ignored).
    """
    name = kwargs.pop("name", None)
    kwargs.pop("optimize", None)
    if kwargs:
        raise InvalidTypeError(f"einsum() takes no keyword but name and optimize, got {', '.join(kwargs)}")
    equation = equation.replace(" ", "")
    if "->" not in equation:
        labels = equation.replace(",", "").replace("...", "")
        once = "".join(sorted(label for label in set(labels) if labels.count(label) == 1))
        equation += "->" + ("..." if "..." in equation else "") + once
    operands = [as_tensor(value) for value in inputs]
    result: Tensor = raw_ops.Einsum(inputs=operands, equation=equation, name=name)
    return result


def tensordot(a: Any, b: Any, axes: Any, name: str | None = None) -> Tensor:
    """The sum of products over pairs of axes.

    Args:
        axes: a number n for the last n axes of ``a`` and the first n of ``b``, or two lists of axes.

    Raises:
        InvalidArgumentError: axes that do not exist or do not pair.
    """
    first = as_tensor(a, name="a")
    second = as_tensor(b, first.dtype.base, "b")
    if first.shape.rank is None or second.shape.rank is None:
        raise InvalidArgumentError(f"a and b of tensordot() must have known ranks, got {first!r} and {second!r}")
    left, right = _contracted(first.shape.rank, second.shape.rank, axes)
    with get_default_graph().name_scope(name or "Tensordot") as scope:
        free_left = [axis for axis in range(first.shape.rank) if axis not in left]
        free_right = [axis for axis in range(second.shape.rank) if axis not in right]
        rows = _matrix(first, free_left, left)  # (free of a, contracted)
        columns = _matrix(second, right, free_right)  # (contracted, free of b)
        product = raw_ops.MatMul(a=rows, b=columns)
        shape = raw_ops.ConcatV2(values=[_sizes(first, free_left), _sizes(second, free_right)], axis=0)
        result: Tensor = raw_ops.Reshape(tensor=product, shape=shape, name=scope)
    return result


def _contracted(rank_a: int, rank_b: int, axes: Any) -> tuple[list[int], list[int]]:
    if hasattr(axes, "__index__"):
        count = int(axes)
        if not 0 <= count <= min(rank_a, rank_b):
            raise InvalidArgumentError(f"axes of tensordot() must be 0 to {min(rank_a, rank_b)}, got {count}")
        return list(range(rank_a - count, rank_a)), list(range(count))
    if isinstance(axes, np.ndarray):
        axes = axes.tolist()
    if not isinstance(axes, (list, tuple)) or len(axes) != 2:
        raise InvalidArgumentError(f"axes of tensordot() must be a number or two lists of axes, got {axes!r}")
    pairs = [[part] if hasattr(part, "__index__") else list(part) for part in axes]
    if len(pairs[0]) != len(pairs[1]):
        raise InvalidArgumentError(f"axes of tensordot() must be as many for a as for b, got {axes!r}")
    result = []
    for numbers, rank in zip(pairs, (rank_a, rank_b), strict=True):
        if any(not -rank <= axis < rank for axis in numbers) or len({axis % rank for axis in numbers}) < len(numbers):
            raise InvalidArgumentError(f"axes of tensordot() must be different axes of rank {rank}, got {numbers}")
        result.append([axis % rank for axis in numbers])
    return result[0], result[1]


def _sizes(tensor: Tensor, axes: list[int]) -> Any:
    """The sizes of ``tensor`` along ``axes``, an int32 vector."""
    dims = tensor.shape.as_list()
    sizes = [dims[axis] for axis in axes]
    if None not in sizes:
        return np.array(sizes, np.int32)
    return raw_ops.GatherV2(params=raw_ops.Shape(input=tensor), indices=np.array(axes, np.int32), axis=0)


def _matrix(tensor: Tensor, rows: list[int], columns: list[int]) -> Tensor:
    """``tensor`` as a matrix with the axes ``rows`` in its rows."""
    order = rows + columns
    if order != list(range(len(order))):
        tensor = raw_ops.Transpose(x=tensor, perm=np.array(order, np.int32))
        rows, columns = list(range(len(rows))), list(range(len(rows), len(order)))
    counts = [reduce_prod(as_tensor(_sizes(tensor, axes), "int32"), axis=[0]) for axes in (rows, columns)]
    matrix: Tensor = raw_ops.Reshape(tensor=tensor, shape=raw_ops.Pack(values=counts))
    return matrix


def norm(
    tensor: Any,
    ord: Any = "euclidean",
    axis: Any = None,
    keepdims: bool | None = None,
    name: str | None = None,
    keep_dims: bool | None = None,
) -> Tensor:
    """The norm of vectors (along one axis, or of all elements) or of matrices (along two).

    Args:
        ord: "euclidean" (also "fro" for matrices), 1, 2 (vectors only), a positive number, or infinity.

    Raises:
        InvalidArgumentError: a norm that does not exist for vectors, or for matrices.
    """
    keep = bool(one_of("norm", "keepdims", keepdims, "keep_dims", keep_dims))
    of_matrices = isinstance(axis, (tuple, list)) and len(axis) == 2
    allowed = ("euclidean", "fro", 1, np.inf) if of_matrices else ("euclidean", 1, 2, np.inf)
    if ord not in allowed and (of_matrices or isinstance(ord, str) or not ord > 0):
        raise InvalidArgumentError(f"ord of norm() must be one of {allowed}, got {ord!r}")
    if of_matrices and axis is not None and axis[0] == axis[1]:
        raise InvalidArgumentError(f"axis of norm() must be two different axes, got {axis!r}")
    value = as_tensor(tensor, name="tensor")
    with get_default_graph().name_scope(name or "norm") as scope:
        if ord in ("euclidean", "fro", 2):
            square = value * raw_ops.Conj(input=value) if value.dtype.is_complex else value * value
            result = raw_ops.Sqrt(x=reduce_sum(square, axis, keepdims=True))
        elif of_matrices:
            first, second = (axis[0], axis[1]) if ord == 1 else (axis[1], axis[0])
            sums = reduce_sum(_abs(value), first, keepdims=True)
            result = reduce_max(sums, second, keepdims=True)
        elif ord == np.inf:
            result = reduce_max(_abs(value), axis, keepdims=True)
        elif ord == 1:
            result = reduce_sum(_abs(value), axis, keepdims=True)
        else:
            total = reduce_sum(raw_ops.Pow(x=_abs(value), y=ord), axis, keepdims=True)
            result = raw_ops.Pow(x=total, y=1.0 / ord)
        if not keep:
            axes = [] if axis is None else list(axis) if isinstance(axis, (tuple, list)) else [axis]
            result = raw_ops.Squeeze(input=result, squeeze_dims=axes)
        named: Tensor = raw_ops.Identity(input=result, name=scope)
    return named


def trace(x: Any, name: str | None = None) -> Tensor:
    """The sum of the diagonal of each matrix."""
    matrix = as_tensor(x, name="x")
    with get_default_graph().name_scope(name or "Trace") as scope:
        return reduce_sum(raw_ops.MatrixDiagPart(input=matrix), [-1], name=scope)


transpose = matrix_transpose


# Names that the outer module has, too, or has as something else.
_OUTSIDE = {
    "band_part": "matrix_band_part",
    "cholesky": "cholesky",
    "cholesky_solve": "cholesky_solve",
    "cross": "cross",
    "det": "matrix_determinant",
    "diag_part": "matrix_diag_part",
    "eigh": "self_adjoint_eig",
    "eigvalsh": "self_adjoint_eigvals",
    "global_norm": "global_norm",
    "inv": "matrix_inverse",
    "lstsq": "matrix_solve_ls",
    "qr": "qr",
    "set_diag": "matrix_set_diag",
    "solve": "matrix_solve",
    "svd": "svd",
    "tensor_diag": "diag",
    "tensor_diag_part": "diag_part",
    "triangular_solve": "matrix_triangular_solve",
}
_TABLE = frozenset({"lu", "slogdet"})


def __getattr__(name: str) -> Any:
    if name in _OUTSIDE:
        return getattr(import_module("graphops.compat.v1"), _OUTSIDE[name])
    if name == "l2_normalize":
        return import_module("graphops.compat.v1.nn").l2_normalize
    if name in _TABLE:
        return marking(tables.function(name))
    if name in IN["linalg"]:
        return marking(composed(name, "linalg"))
    raise missing("linalg", name)


def __dir__() -> list[str]:
    return sorted({*__all__, *_OUTSIDE, *_TABLE, *IN["linalg"], "l2_normalize"})


expm = tables.function("expm")
logm = tables.function("logm")
sqrtm = tables.function("matrix_square_root")

__all__ = ["diag", "einsum", "expm", "eye", "logm", "matmul", "norm", "sqrtm", "tensordot", "trace", "transpose"]

mark_all(globals(), __all__)
