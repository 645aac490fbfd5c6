"""Fourier transforms along the last axis, the last two or the last three.

A gradient of complex numbers is, as in TensorFlow, that by the real part plus i times that by the imaginary part.
"""

from __future__ import annotations

from typing import Any, Final

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import Gradient, Op, ShapeRule, register_op
from graphops_registry.rules.fourier import (
    COMPLEX,
    REAL,
    check_precision,
    fill_up,
    half_weights,
    last_axes,
    lengths,
    number_of,
    real_sizes,
    weighted,
)
from graphops_registry.rules.region_parts import stacked
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import linear_in

_AXES: Final = {1: "axis", 2: "two axes", 3: "three axes"}
_NAMES: Final = {1: "", 2: "2D", 3: "3D"}


def _unchanged(rank: int) -> ShapeRule:
    def rule(c: ShapeContext) -> list[TensorShape]:
        return [c.with_rank_at_least("input", rank)]

    return rule


def _real(rank: int, forward: bool) -> ShapeRule:
    def rule(c: ShapeContext) -> list[TensorShape]:
        check_precision(c)
        shape = c.with_rank_at_least("input", rank)
        sizes = lengths(c, rank)
        if shape.rank is None:
            return [shape]
        axes = range(shape.rank - rank, shape.rank)
        return [real_sizes(c, shape, axes, sizes, forward=forward, pads=False)]

    return rule


# -- FFT, FFT2D, FFT3D and their inverses --------------------------------------------------------------------------


def _complex_gradient(rank: int, forward: bool) -> Gradient:
    back = ("IFFT" if forward else "FFT") + _NAMES[rank]

    def gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
        count = number_of(g, last_axes(g, dy, rank), dy.dtype)
        found = getattr(g, back)(input=dy)
        return [(g.Mul if forward else g.RealDiv)(x=found, y=count)]

    return gradient


def _register_complex(rank: int, forward: bool) -> Op:
    inverse = "" if forward else "inverse "
    op = register_op(
        ("FFT" if forward else "IFFT") + _NAMES[rank],
        inputs=["input: Tcomplex"],
        outputs=["output: Tcomplex"],
        attrs=[COMPLEX],
        traits=[linear_in("input")],
        doc=f"""The {inverse}discrete Fourier transform along the last {_AXES[rank]}{"" if forward else ", divided by the number of elements"}.

    input: of rank {rank} or more.""",  # noqa: E501
    )
    op.shape_rule(_unchanged(rank))
    op.region_rule(stacked(rank))
    op.gradient(_complex_gradient(rank, forward))
    return op


for _rank in _NAMES:
    _register_complex(_rank, True)
    _register_complex(_rank, False)

# -- RFFT, RFFT2D, RFFT3D ------------------------------------------------------------------------------------------


def _rfft_gradient(rank: int) -> Gradient:
    def gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
        x, fft_length = node.inputs
        # The inverse counts each element of the half spectrum for its negative frequency, too.
        halved = weighted(g, dy, half_weights(g, fft_length, 0.5, x), x)
        found = getattr(g, f"IRFFT{_NAMES[rank]}")(input=halved, fft_length=fft_length, Treal=x.dtype)
        return [fill_up(g, g.Mul(x=found, y=number_of(g, fft_length, x.dtype)), x), None]

    return gradient


def _register_rfft(rank: int) -> Op:
    op = register_op(
        f"RFFT{_NAMES[rank]}",
        inputs=["input: Treal", "fft_length: int32"],
        outputs=["output: Tcomplex"],
        attrs=[REAL, COMPLEX],
        traits=[linear_in("input")],
        doc=f"""The discrete Fourier transform of real numbers along the last {_AXES[rank]}.

    The spectrum of real numbers is symmetric: of the last axis the first `fft_length[-1] // 2 + 1` elements are given.

    input: of rank {rank} or more; each axis at least as long as fft_length says, and cut off there.
    fft_length: `[{rank}]`, how many elements of each axis are transformed.
    Tcomplex: of the precision of Treal.""",
    )
    op.shape_rule(_real(rank, True))
    op.region_rule(stacked(rank))
    op.gradient(_rfft_gradient(rank))
    return op


for _rank in _NAMES:
    _register_rfft(_rank)

# -- IRFFT, IRFFT2D, IRFFT3D ---------------------------------------------------------------------------------------


def _irfft_gradient(rank: int) -> Gradient:
    def gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
        x, fft_length = node.inputs
        found = getattr(g, f"RFFT{_NAMES[rank]}")(input=dy, fft_length=fft_length, Tcomplex=x.dtype)
        doubled = weighted(g, found, half_weights(g, fft_length, 2.0, dy), dy)
        return [fill_up(g, g.RealDiv(x=doubled, y=number_of(g, fft_length, x.dtype)), x), None]

    return gradient


def _register_irfft(rank: int) -> Op:
    op = register_op(
        f"IRFFT{_NAMES[rank]}",
        inputs=["input: Tcomplex", "fft_length: int32"],
        outputs=["output: Treal"],
        attrs=[REAL, COMPLEX],
        traits=[linear_in("input")],
        doc=f"""The real numbers whose discrete Fourier transform along the last {_AXES[rank]} is given, half of it.

    input: of rank {rank} or more. The last axis has at least `fft_length[-1] // 2 + 1` elements, others as many as
        fft_length says; what is beyond is cut off.
    fft_length: `[{rank}]`, the sizes of the last axes of the output.
    Tcomplex: of the precision of Treal.""",
    )
    op.shape_rule(_real(rank, False))
    op.region_rule(stacked(rank))
    op.gradient(_irfft_gradient(rank))
    return op


for _rank in _NAMES:
    _register_irfft(_rank)

# -- BatchFFT and the other names of GraphDefs before version 15 ---------------------------------------------------


def _register_batch(rank: int, forward: bool) -> Op:
    now = ("FFT" if forward else "IFFT") + _NAMES[rank]
    op = register_op(
        f"Batch{now}",
        inputs=["input: complex64"],
        outputs=["output: complex64"],
        deprecated=(15, f"Use {now}"),
        traits=[linear_in("input")],
        doc=f"""As {now}.

    input: of rank {rank} or more.""",
    )
    op.shape_rule(_unchanged(rank))
    op.region_rule(stacked(rank))
    return op


for _rank in _NAMES:
    _register_batch(_rank, True)
    _register_batch(_rank, False)
