"""Average pooling over one axis, and its gradient."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops.extend import PlainKernel, ShapeContext, TensorShape, register_kernel, register_op

ATTRS = ["T: {half, bfloat16, float, double}", "size: int >= 1", "stride: int >= 1 = 1"]

# -- Sample>AveragePool1D ---------------------------------------------------------------------------------------------

average_pool = register_op(
    "Sample>AveragePool1D",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=ATTRS,
    doc="""The mean of each window of neighbours, channel by channel.

    x: `[n, l, c]`.
    size: how many neighbours make a window, at most l.
    stride: how far the next window is.
    y: `[n, (l - size) // stride + 1, c]`.""",
)


@average_pool.shape_rule
def _average_pool_shape(c: ShapeContext) -> list[TensorShape]:
    batch, length, channels = c.with_rank("x", 3).dims or ()
    size, stride = c.attr("size"), c.attr("stride")
    if not isinstance(length, int):
        return [TensorShape([batch, None, channels])]
    if length < size:
        c.fail("x", f"have a length of at least size = {size}", length)
    return [TensorShape([batch, (length - size) // stride + 1, channels])]


@average_pool.gradient
def _average_pool_gradient(g: Any, node: Any, dy: Any) -> list[Any]:
    shape = g.Shape(input=node.inputs[0])
    length = g.StridedSlice(input=shape, begin=[1], end=[2], strides=[1], shrink_axis_mask=1)
    size, stride = node.get_attr("size"), node.get_attr("stride")
    return [g.Sample.AveragePool1DGrad(input_length=length, dy=dy, size=size, stride=stride)]


@register_kernel("Sample>AveragePool1D", "CPU")
class AveragePool1D(PlainKernel):
    """On every device, by ``self.xp``. Numbers of two bytes are added in float32 and rounded once."""

    def compute(self, x: Any) -> Any:
        size, stride = self.attrs["size"], self.attrs["stride"]
        wide = x.astype(np.float32) if x.dtype.itemsize == 2 else x
        windows = self.xp.lib.stride_tricks.sliding_window_view(wide, size, axis=1)  # [n, l - size + 1, c, size]
        return (windows[:, ::stride].sum(axis=-1) / size).astype(x.dtype)


@register_kernel("Sample>AveragePool1D", "CPU", types={"T": ["float", "double"]}, priority=10)
class AveragePool1DBySlices:
    """Faster on a CPU: NumPy adds whole slices sooner than short windows."""

    fresh = True

    def __init__(self, attrs: Any) -> None:
        self.size, self.stride = attrs["size"], attrs["stride"]

    @staticmethod
    def priority_for(spec: Any) -> int:
        """Not where there are more slices than a slice has elements."""
        count = (spec.shapes[0][1] - spec.attrs["size"]) // spec.attrs["stride"] + 1
        return 10 if spec.attrs["size"] <= count * spec.shapes[0][2] else -1

    def compute(self, x: Any) -> Any:
        last = x.shape[1] - self.size  # where the last window may start
        total = x[:, : last + 1 : self.stride].copy()
        for start in range(1, self.size):
            total += x[:, start : start + last + 1 : self.stride]
        total /= self.size
        return total


# -- Sample>AveragePool1DGrad -----------------------------------------------------------------------------------------

average_pool_grad = register_op(
    "Sample>AveragePool1DGrad",
    inputs=["input_length: int32", "dy: T"],
    outputs=["dx: T"],
    attrs=ATTRS,
    doc="""Gradient of Sample>AveragePool1D.

    input_length: l, the length of the pool's input: a scalar.
    dy: `[n, (l - size) // stride + 1, c]`, the gradient of the output.
    dx: `[n, l, c]`, the gradient of the input.""",
)


@average_pool_grad.shape_rule
def _average_pool_grad_shape(c: ShapeContext) -> list[TensorShape]:
    batch, count, channels = c.with_rank("dy", 3).dims or ()
    c.with_rank("input_length", 0)
    value = c.value("input_length")
    if value is None:
        return [TensorShape([batch, None, channels])]
    length, size, stride = int(value), c.attr("size"), c.attr("stride")
    if length < size:
        c.fail("input_length", f"be at least size = {size}", length)
    windows = (length - size) // stride + 1
    c.merge_dim("dy", count, windows, f"have a length of {windows}, that of the pool's output,")
    return [TensorShape([batch, length, channels])]


@average_pool_grad.gradient
def _average_pool_grad_gradient(g: Any, node: Any, ddx: Any) -> list[Any]:
    size, stride = node.get_attr("size"), node.get_attr("stride")
    return [None, g.Sample.AveragePool1D(x=ddx, size=size, stride=stride)]


@register_kernel("Sample>AveragePool1DGrad", "CPU", host_inputs=["input_length"])
class AveragePool1DGrad(PlainKernel):
    """Every element of dy, divided by size, goes to each element of its window."""

    def compute(self, input_length: Any, dy: Any) -> Any:
        size, stride, length = self.attrs["size"], self.attrs["stride"], int(input_length)
        dtype = np.float32 if dy.dtype.itemsize == 2 else dy.dtype
        share = dy.astype(dtype) / size
        dx = self.xp.zeros((dy.shape[0], length, dy.shape[2]), dtype)
        for start in range(size):
            dx[:, start : start + length - size + 1 : stride] += share
        return dx.astype(dy.dtype)
