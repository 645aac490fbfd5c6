"""What Fourier transforms share: the shapes of those of real numbers, and their gradients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientOps
from graphops_registry.rules.gradient_parts import as_complex, constant_of, scalar, shape_of
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext

COMPLEX = "Tcomplex: {complex64, complex128} = DT_COMPLEX64"
REAL = "Treal: {float, double} = DT_FLOAT"


def check_precision(c: ShapeContext) -> None:
    """Real and complex numbers of one precision."""
    real, found = c.attr("Treal").name, c.attr("Tcomplex").name
    wanted = {"float32": "complex64", "float64": "complex128"}[real]
    if found != wanted:
        c.fail("attr 'Tcomplex'", f"be {wanted}, as Treal is {real}", found)


def lengths(c: ShapeContext, count: int | None) -> list[int | None]:
    """The lengths that ``fft_length`` gives, ``count`` of them; ``None`` for those that are not known."""
    shape = c.shape_from_tensor("fft_length", rank=count)
    return [size if isinstance(size, int) else None for size in shape.dims or ()]


def real_sizes(
    c: ShapeContext, shape: TensorShape, axes: Sequence[int], sizes: Sequence[int | None], *, forward: bool, pads: bool
) -> TensorShape:
    """The shape of a transform of real numbers, of which the half spectrum is given or wanted.

    Args:
        axes: what is transformed; the spectrum is halved along the last of them.
        pads: whether an axis that is too short is filled up with zeros.
    """
    dims: list[Dim] = list(shape.dims or ())
    for axis, size in zip(axes, sizes, strict=True):
        last = axis == axes[-1]
        half = None if size is None else size // 2 + 1 if size else 0
        needed = half if last and not forward else size
        found = dims[axis]
        if not pads and isinstance(found, int) and needed is not None and found < needed:
            c.fail("input", f"have at least {needed} elements along axis {axis} for a length of {size}", found)
        dims[axis] = half if last and forward else size
    return TensorShape.of(tuple(dims))


# -- gradients -----------------------------------------------------------------------------------------------------


def last_axes(g: GradientOps, x: Any, count: int) -> Any:
    """The sizes of the last ``count`` axes of ``x``."""
    return g.StridedSlice(input=shape_of(g, x), begin=np.array([-count], np.int32), end=np.zeros(1, np.int32),
                          strides=np.ones(1, np.int32), end_mask=1)  # fmt: skip


def number_of(g: GradientOps, sizes: Any, dtype: Any) -> Any:
    """The product of sizes, as a scalar of ``dtype``."""
    value = sizes if isinstance(sizes, np.ndarray) else constant_of(sizes)
    if value is not None:
        return dtype.numpy_dtype.type(np.prod(value, dtype=np.int64))
    return g.Cast(x=g.Prod(input=sizes, reduction_indices=np.int32(0)), DstT=dtype)


def half_weights(g: GradientOps, fft_length: Any, middle: float, like: Any) -> Any:
    """A weight for each element of a half spectrum: 1 for frequencies that are their own negative, else ``middle``."""
    value = constant_of(fft_length)
    if value is not None and value.size:
        length = int(value[-1])
        number = np.arange(length // 2 + 1 if length else 0)
        return np.where((number == 0) | (2 * number == length), 1.0, middle).astype(like.dtype.numpy_dtype)
    length = g.StridedSlice(input=fft_length, begin=np.array([-1], np.int32), end=np.zeros(1, np.int32),
                            strides=np.ones(1, np.int32), shrink_axis_mask=1)  # fmt: skip
    half = g.AddV2(x=g.FloorDiv(x=length, y=np.int32(2)), y=np.int32(1))
    number = g.Range(start=np.int32(0), limit=half, delta=np.int32(1))
    single = g.LogicalOr(x=g.Equal(x=number, y=np.int32(0)), y=g.Equal(x=g.Mul(x=number, y=np.int32(2)), y=length))
    return g.SelectV2(condition=single, t=scalar(1, like), e=scalar(middle, like))


def weighted(g: GradientOps, spectrum: Any, weights: Any, parts: Any) -> Any:
    """A spectrum times real weights of the dtype of ``parts``."""
    if isinstance(weights, np.ndarray):
        return g.Mul(x=spectrum, y=weights.astype(spectrum.dtype.numpy_dtype))
    return g.Mul(x=spectrum, y=as_complex(g, weights, spectrum))


def fill_up(g: GradientOps, dx: Any, x: Any) -> Any:
    """``dx`` with zeros where ``x`` was cut off."""
    if dx.shape.is_fully_defined and dx.shape == x.shape:
        return dx
    missing = g.Sub(x=g.Shape(input=x), y=g.Shape(input=dx))
    return g.Pad(input=dx, paddings=g.Pack(values=[g.ZerosLike(x=missing), missing], axis=1))
