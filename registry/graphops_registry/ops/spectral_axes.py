"""Fourier transforms along axes that are named."""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.rules.fourier import COMPLEX, REAL, check_precision, lengths, real_sizes
from graphops_registry.rules.shape_parts import axes_from_tensor
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import linear_in

_LENGTHS = """fft_length: `[n]`, a length for each of axes; what is longer in input is cut off, what is shorter
        filled up with zeros.
    axes: `[n]`, the axes that are transformed, each once; negative ones count from the end."""


def _sizes(c: ShapeContext) -> tuple[TensorShape, tuple[int, ...], list[int | None]] | None:
    """The input's shape, axes and lengths; ``None`` if the axes are not known."""
    shape = c.shape("input")
    count = c.merge_dim(
        "axes", c.with_rank("axes", 1)[0], c.with_rank("fft_length", 1)[0], "have an axis for each length"
    )
    axes = axes_from_tensor(c, "axes", shape.rank)
    sizes = lengths(c, count if isinstance(count, int) else None)
    return None if axes is None else (shape, axes, sizes or [None] * len(axes))


# -- FFTND, IFFTND -------------------------------------------------------------------------------------------------

fftnd = register_op(
    "FFTND",
    inputs=["input: Tcomplex", "fft_length: int32", "axes: int32"],
    outputs=["output: Tcomplex"],
    attrs=[COMPLEX],
    traits=[linear_in("input")],
    doc=f"""The discrete Fourier transform along some axes.

    {_LENGTHS}""",
)
ifftnd = register_op(
    "IFFTND",
    inputs=["input: Tcomplex", "fft_length: int32", "axes: int32"],
    outputs=["output: Tcomplex"],
    attrs=[COMPLEX],
    traits=[linear_in("input")],
    doc=f"""The inverse discrete Fourier transform along some axes, divided by the product of their lengths.

    {_LENGTHS}""",
)


@fftnd.shape_rule
@ifftnd.shape_rule
def _complex_shape(c: ShapeContext) -> list[TensorShape]:
    known = _sizes(c)
    if known is None:
        return [TensorShape.unknown(c.shape("input").rank)]
    shape, axes, sizes = known
    dims = list(shape.dims or ())
    for axis, size in zip(axes, sizes, strict=True):
        dims[axis] = size
    return [TensorShape.of(tuple(dims))]


# -- RFFTND, IRFFTND -----------------------------------------------------------------------------------------------

rfftnd = register_op(
    "RFFTND",
    inputs=["input: Treal", "fft_length: int32", "axes: int32"],
    outputs=["output: Tcomplex"],
    attrs=[REAL, COMPLEX],
    traits=[linear_in("input")],
    doc=f"""The discrete Fourier transform of real numbers along some axes, at least one.

    Of the last of axes the first `fft_length[-1] // 2 + 1` elements are given.

    {_LENGTHS}
    Tcomplex: of the precision of Treal.""",
)
irfftnd = register_op(
    "IRFFTND",
    inputs=["input: Tcomplex", "fft_length: int32", "axes: int32"],
    outputs=["output: Treal"],
    attrs=[REAL, COMPLEX],
    traits=[linear_in("input")],
    doc=f"""The real numbers whose discrete Fourier transform along some axes, at least one, is given, half of it.

    {_LENGTHS}
    Tcomplex: of the precision of Treal.""",
)


@rfftnd.shape_rule
@irfftnd.shape_rule
def _real_shape(c: ShapeContext) -> list[TensorShape]:
    check_precision(c)
    if c.with_rank("axes", 1)[0] == 0:
        c.fail("axes", "name at least one axis", "none")
    known = _sizes(c)
    if known is None:
        return [TensorShape.unknown(c.shape("input").rank)]
    shape, axes, sizes = known
    return [real_sizes(c, shape, axes, sizes, forward=c.op == rfftnd.name, pads=True)]
