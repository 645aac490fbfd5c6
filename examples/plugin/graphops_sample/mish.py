"""An activation with a kernel in CUDA C."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from graphops.extend import PlainKernel, ShapeContext, TensorShape, register_kernel, register_op

mish = register_op(
    "Sample>Mish",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=["T: {half, bfloat16, float, double}"],
    doc="x * tanh(log(1 + exp(x))), element by element.",
)


@mish.shape_rule
def _mish_shape(c: ShapeContext) -> list[TensorShape]:
    return [c.shape("x")]


@mish.gradient
def _mish_gradient(g: Any, node: Any, dy: Any) -> list[Any]:
    """With t = tanh(log(1 + exp(x))): dy * (t + x * sigmoid(x) * (1 - t**2))."""
    (x,) = node.inputs
    t = g.Tanh(x=g.Softplus(features=x))
    rest = g.Mul(x=g.Mul(x=x, y=g.Sigmoid(x=x)), y=g.Sub(x=g.OnesLike(x=t), y=g.Square(x=t)))
    return [g.Mul(x=dy, y=g.AddV2(x=t, y=rest))]


@register_kernel("Sample>Mish", "CPU")
class Mish(PlainKernel):
    """On every device, by ``self.xp``. Numbers of two bytes are computed in float32 and rounded once."""

    fresh = True

    def compute(self, x: Any) -> Any:
        wide = x.astype(np.float32) if x.dtype.itemsize == 2 else x
        return (wide * self.xp.tanh(self.xp.logaddexp(wide, wide.dtype.type(0)))).astype(x.dtype)


@register_kernel("Sample>Mish", "GPU", types={"T": ["float", "double"]}, priority=10)
class MishOnGpu:
    """One pass over memory. CuPy is imported, and the source compiled, at the first use."""

    fresh = True

    def __init__(self, attrs: Any) -> None:
        pass  # there are none to keep

    def compute(self, x: Any) -> Any:
        return _kernel()(x)


@cache
def _kernel() -> Any:
    import cupy

    return cupy.ElementwiseKernel("T x", "T y", "y = x * tanh(fmax(x, T(0)) + log1p(exp(-fabs(x))))", "sample_mish")
