"""Helpers of gradients: undoing a broadcast, spreading the gradient of a reduction, conjugates, shapes as tensors.

These functions add nodes through the builder ``g``.  They use static shapes where they are known: then fewer nodes are
enough.  Without static shapes the result is the same, with more nodes.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.shape import Dim, TensorShape

Tensor = Any  # a symbolic tensor: dtype, shape (partial), node

_INT32_MAX: Final = 2**31 - 1


def conj(g: GradientOps, x: Tensor) -> Tensor:
    """The complex conjugate of ``x``; ``x`` itself if it is real."""
    return g.Conj(input=x) if x.dtype.is_complex else x


def real_dtype(x: Tensor) -> str:
    """The dtype of the parts of a complex tensor."""
    return "float32" if x.dtype.name == "complex64" else "float64"


def real_part(g: GradientOps, x: Tensor) -> Tensor:
    """``x`` without its imaginary part, complex if ``x`` is; ``x`` itself if it is real."""
    return as_complex(g, g.Real(input=x, Tout=real_dtype(x)), x) if x.dtype.is_complex else x


def as_complex(g: GradientOps, real: Tensor, like: Tensor) -> Tensor:
    """A real tensor as a complex one of the dtype of ``like``."""
    return g.Complex(real=real, imag=scalar(0, real), Tout=like.dtype)


def scalar(value: complex, like: Tensor) -> np.generic[Any]:
    """``value`` as a constant of the dtype of ``like``."""
    constant: np.generic[Any] = like.dtype.numpy_dtype.type(value)
    return constant


def scaled(g: GradientOps, factor: float, x: Tensor) -> Tensor:
    """``factor * x`` for a constant ``factor``."""
    return g.Mul(x=scalar(factor, x), y=x)


def constant_of(x: Tensor) -> np.ndarray[Any, Any] | None:
    """The value of a ``Const`` node's output, else ``None``."""
    if x.node.type != "Const":
        return None
    value: np.ndarray[Any, Any] = x.node.get_attr("value")
    return value


def shape_of(g: GradientOps, x: Tensor) -> Any:
    """The shape of ``x`` as an int32 (int64 if it is that large) vector: a constant if it is known now."""
    if not x.shape.is_fully_defined:
        return g.Shape(input=x)
    sizes = x.shape.as_tuple()
    return np.array(sizes, dtype=np.int64 if max(sizes, default=0) > _INT32_MAX else np.int32)


# -- broadcasting --------------------------------------------------------------------------------------------------


def broadcast_gradients(
    g: GradientOps, x: Tensor, y: Tensor, dx: Tensor | None, dy: Tensor | None, *, inner: int = 0
) -> list[Tensor | None]:
    """Gradients with respect to broadcast operands, from those with respect to their broadcast forms.

    Args:
        x, y: the operands of an op that broadcasts them against each other.
        dx, dy: gradients of the shape of the result (``None`` stays ``None``).
        inner: the number of last axes that do not broadcast (2 for stacks of matrices).

    Returns:
        The sums of ``dx`` and ``dy`` over the axes that were stretched: gradients of the shapes of x and y.
    """
    x_outer, y_outer = (t.shape[:-inner] if inner else t.shape for t in (x, y))
    x_axes, y_axes = _stretched_axes(x_outer, y_outer), _stretched_axes(y_outer, x_outer)
    if (dx is not None and x_axes is None) or (dy is not None and y_axes is None):
        x_shape, y_shape = g.Shape(input=x), g.Shape(input=y)
        r0, r1 = g.BroadcastGradientArgs(s0=_without_last(g, x_shape, inner), s1=_without_last(g, y_shape, inner))
        if dx is not None and x_axes is None:
            dx = g.Reshape(tensor=g.Sum(input=dx, reduction_indices=r0), shape=x_shape)
        if dy is not None and y_axes is None:
            dy = g.Reshape(tensor=g.Sum(input=dy, reduction_indices=r1), shape=y_shape)
    if dx is not None and x_axes is not None:
        dx = _sum_over(g, dx, x, *x_axes)
    if dy is not None and y_axes is not None:
        dy = _sum_over(g, dy, y, *y_axes)
    return [dx, dy]


def _without_last(g: GradientOps, vector: Tensor, count: int) -> Tensor:
    """``vector[:-count]``, the vector itself for a count of 0."""
    if not count:
        return vector
    begin, end, step = (np.array([number], np.int32) for number in (0, -count, 1))
    return g.StridedSlice(input=vector, begin=begin, end=end, strides=step)


def sum_to_operand(g: GradientOps, x: Tensor, z: Tensor, dz: Tensor) -> Tensor:
    """``dz``, of the shape of ``z``, summed over the axes along which ``x`` was broadcast to give ``z``."""
    return broadcast_gradients(g, x, z, dz, None)[0]


def _stretched_axes(operand: TensorShape, other: TensorShape) -> tuple[int, tuple[int, ...]] | None:
    """How ``operand`` is stretched to the broadcast shape: the number of leading axes that it lacks, and its axes of
    size 1 (as axes of the result) that may be stretched. ``None`` if the static shapes do not tell."""
    if operand.dims is None or other.dims is None:
        return None
    missing = max(0, len(other.dims) - len(operand.dims))
    offset = len(operand.dims) - len(other.dims)  # of the operand's axis against the other's
    stretched: list[int] = []
    for axis, dim in enumerate(operand.dims):
        against: Dim = other.dims[axis - offset] if axis >= offset else 1
        if dim == 1 and against != 1:
            stretched.append(axis + missing)
        elif not isinstance(dim, int) and against != 1 and (dim is None or dim != against):
            return None  # may be 1 and stretched, or may be as large as the other
    return missing, tuple(stretched)


def _sum_over(g: GradientOps, dx: Tensor, x: Tensor, missing: int, stretched: tuple[int, ...]) -> Tensor:
    if not missing and not stretched:
        return dx
    if not missing:
        return g.Sum(input=dx, reduction_indices=np.array(stretched, dtype=np.int32), keep_dims=True)
    total = g.Sum(input=dx, reduction_indices=np.array((*range(missing), *stretched), dtype=np.int32))
    return g.Reshape(tensor=total, shape=shape_of(g, x)) if stretched else total


# -- reductions ----------------------------------------------------------------------------------------------------


def reduced_axes(node: GradientNode) -> tuple[int, ...] | None:
    """The axes that a reduction node (inputs: what is reduced, axes) reduces, each in [0, rank), if known now."""
    x, indices = node.inputs
    if x.shape.rank is None:
        return None
    value = constant_of(indices)
    if value is not None:
        return tuple(int(axis) % x.shape.rank for axis in value.reshape(-1))
    if not node.get_attr("keep_dims") and node.outputs[0].shape.rank == 0:
        return tuple(range(x.shape.rank))
    return None


def keep_reduced(g: GradientOps, node: GradientNode, *tensors: Tensor) -> list[Tensor]:
    """``tensors``, of the shape of a reduction's output, with the reduced axes put back as axes of size 1."""
    x, indices = node.inputs
    if node.get_attr("keep_dims"):
        return list(tensors)
    axes = reduced_axes(node)
    if axes is None:
        shape = _kept_shape(g, x, indices)
    elif not axes:
        return list(tensors)
    elif x.shape.is_fully_defined:
        sizes = (1 if axis in axes else size for axis, size in enumerate(x.shape.as_tuple()))
        shape = np.array(tuple(sizes), dtype=np.int64)
    elif len(axes) == x.shape.rank:
        shape = np.ones(len(axes), dtype=np.int32)
    else:
        shape = g.SelectV2(
            condition=np.array([axis in axes for axis in range(x.shape.rank)]), t=np.int32(1), e=g.Shape(input=x)
        )
    return [g.Reshape(tensor=tensor, shape=shape) for tensor in tensors]


def spread_reduced(g: GradientOps, node: GradientNode, dy: Tensor) -> Tensor:
    """``dy``, the gradient of a reduction's output, repeated to the shape of what was reduced."""
    x = node.inputs[0]
    (kept,) = keep_reduced(g, node, dy)
    if x.shape.is_fully_defined and kept.shape == x.shape:
        return kept
    return g.BroadcastTo(input=kept, shape=shape_of(g, x))


def reduced_count(g: GradientOps, node: GradientNode, dtype: Any) -> Any:
    """How many elements a reduction combines into one, as a scalar of ``dtype``."""
    x, indices = node.inputs
    axes = reduced_axes(node)
    sizes = None if axes is None else [x.shape[axis] for axis in axes]
    if sizes is not None and all(isinstance(size, int) for size in sizes):
        count = int(np.prod([size for size in sizes if isinstance(size, int)], dtype=object))
        return dtype.numpy_dtype.type(count)
    shape = g.Shape(input=x, out_type="int64")
    picked = g.SelectV2(condition=_is_reduced(g, x, indices), t=shape, e=np.int64(1))
    return g.Cast(x=g.Prod(input=picked, reduction_indices=np.int32(0)), DstT=dtype)


def _kept_shape(g: GradientOps, x: Tensor, indices: Tensor) -> Tensor:
    """The shape of ``x`` with 1 for each axis in ``indices``, when neither is known before the run."""
    return g.SelectV2(condition=_is_reduced(g, x, indices), t=np.int32(1), e=g.Shape(input=x))


def _is_reduced(g: GradientOps, x: Tensor, indices: Tensor) -> Tensor:
    """For each axis of ``x`` whether ``indices`` names it, a bool vector of length rank."""
    rank = g.Rank(input=x)
    axes = g.ExpandDims(input=positive_axes(g, rank, indices), dim=np.int32(0))  # (1, axes)
    every = g.Range(start=np.int32(0), limit=rank, delta=np.int32(1))
    every = g.ExpandDims(input=every, dim=np.int32(1))  # (rank, 1)
    return g.Any(input=g.Equal(x=every, y=axes), reduction_indices=np.int32(1))


def positive_axes(g: GradientOps, rank: Tensor, indices: Tensor) -> Tensor:
    """The axes in ``indices``, a scalar or a vector, as an int32 vector of numbers in [0, rank).

    An axis out of range never gets here: the reduction itself refuses it.
    """
    axes = g.Reshape(tensor=g.Cast(x=indices, DstT="int32"), shape=np.array([-1], np.int32))
    return g.SelectV2(condition=g.Less(x=axes, y=np.int32(0)), t=g.AddV2(x=axes, y=rank), e=axes)
