"""The gradients of batch normalisation and of its gradient, as nodes.

For a channel with statistics m and v, N elements, and ``inv = (v + epsilon) ** -1/2``, ``c = x - m``::

    forward             y = c * inv * scale + offset
    gradient, training  dx = scale * inv * (dy - mean(dy) - c * mean(dy * c) * inv**2)
    gradient, else      dx = scale * inv * dy
    both                dscale = sum(dy * c) * inv,  doffset = sum(dy)

m and v are inputs of the gradient ops, so the gradients of these are taken with m and v held fixed.  m and v are
outputs of the forward op; its gradient accounts for how they depend on x.
"""

from __future__ import annotations

from functools import reduce
from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.rules.gradient_parts import Tensor

Maybe = Any  # a tensor, or None for zero


class Channels:
    """Sums over, and values for, the channels of tensors in one layout; all of it in float32."""

    def __init__(self, g: GradientOps, data_format: str, x: Tensor) -> None:
        rank = len(data_format)
        axis = data_format.index("C")
        self.g = g
        self._axes = np.array([number for number in range(rank) if number != axis], np.int32)
        self._shape = None if axis == rank - 1 else np.array([-1] + [1] * (rank - 2), np.int32)
        self._x = x

    def cast(self, tensor: Maybe, like: Tensor | None = None) -> Maybe:
        """``tensor`` in the dtype of ``like``, or in float32."""
        target = "float32" if like is None else like.dtype.name
        return tensor if tensor is None or tensor.dtype.name == target else self.g.Cast(x=tensor, DstT=target)

    def sum(self, tensor: Maybe) -> Maybe:
        """The sum for each channel, (channels,)."""
        return None if tensor is None else self.g.Sum(input=tensor, reduction_indices=self._axes)

    def spread(self, values: Maybe) -> Maybe:
        """(channels,) values so that they broadcast against tensors in this layout."""
        if values is None or self._shape is None:
            return values
        return self.g.Reshape(tensor=values, shape=self._shape)

    def count(self, values: Tensor) -> Tensor:
        """N, the elements of each channel of x, a float32 scalar; ``values`` is one of shape (channels,)."""
        sizes = [self.g.Cast(x=self.g.Size(input=tensor), DstT="float32") for tensor in (self._x, values)]
        return self.g.RealDiv(x=sizes[0], y=sizes[1])

    def mul(self, *factors: Maybe) -> Maybe:
        """The product, broadcast; zero if a factor is."""
        if any(factor is None for factor in factors):
            return None
        return reduce(lambda x, y: self.g.Mul(x=x, y=y), factors)

    def add(self, *terms: Maybe) -> Maybe:
        """The sum of those that are not zero."""
        present = [term for term in terms if term is not None]
        return reduce(lambda x, y: self.g.AddV2(x=x, y=y), present) if present else None

    def sub(self, x: Maybe, y: Maybe) -> Maybe:
        if y is None:
            return x
        return self.g.Neg(x=y) if x is None else self.g.Sub(x=x, y=y)

    def inverse_deviation(self, variance: Tensor, epsilon: float) -> Tensor:
        return self.g.Rsqrt(x=self.g.AddV2(x=variance, y=np.float32(epsilon)))


def batch_norm_gradient(g: GradientOps, node: GradientNode, *dys: Maybe) -> list[Maybe]:
    """Gradient of FusedBatchNorm, V2 and V3 with respect to all of their inputs.

    Beyond y, the outputs are the averages (``f`` times the batch's plus ``1 - f`` times the ones before, the variance
    with Bessel's correction) and the statistics as they were used.
    """
    x, scale, offset, mean, variance = node.inputs[:5]
    training = node.get_attr("is_training")
    c = Channels(g, node.get_attr("data_format"), x)
    m, v = (node.outputs[3], node.outputs[4]) if training else (mean, variance)
    dx = dscale = doffset = None
    if dys[0] is not None:
        found = _call_gradient(g, node, c, dys[0], m, v)
        dx, dscale, doffset = found[0], c.cast(found[1], scale), c.cast(found[2], offset)
    d_mean, d_variance, d_m, d_v = (c.cast(dy) for dy in dys[1:5])
    if not training:  # the statistics in the outputs are the inputs mean and variance
        inv = c.inverse_deviation(c.cast(variance), node.get_attr("epsilon"))
        wide = c.cast(scale)
        by_y = c.mul(np.float32(-1), wide, inv, c.cast(doffset))
        d_mean = c.add(d_mean, d_m, by_y)
        d_variance = c.add(d_variance, d_v, c.mul(np.float32(-0.5), wide, inv, inv, c.cast(dscale)))
        return [dx, dscale, doffset, c.cast(d_mean, mean), c.cast(d_variance, variance)]
    factor = node.get_attr("exponential_avg_factor")
    if any(dy is not None for dy in (d_mean, d_variance, d_m, d_v)):
        n = c.count(scale)
        bessel = g.RealDiv(x=n, y=g.Maximum(x=g.Sub(x=n, y=np.float32(1)), y=np.float32(1)))
        by_m = c.add(c.mul(np.float32(factor), d_mean), d_m)
        by_v = c.add(c.mul(np.float32(factor), bessel, d_variance), d_v)
        centred = g.Sub(x=c.cast(x), y=c.spread(c.cast(m)))
        per_element = g.RealDiv(x=np.float32(1), y=n)
        by_both = c.add(
            c.mul(g.OnesLike(x=centred), c.spread(c.mul(per_element, by_m))),
            c.mul(centred, c.spread(c.mul(np.float32(2), per_element, by_v))),
        )
        dx = c.add(dx, c.cast(by_both, x))
    rest = None if factor == 1 else np.float32(1 - factor)
    return [dx, dscale, doffset, c.cast(c.mul(rest, d_mean), mean), c.cast(c.mul(rest, d_variance), variance)]


def _call_gradient(g: GradientOps, node: GradientNode, c: Channels, dy: Tensor, m: Tensor, v: Tensor) -> Any:
    """The gradient op that belongs to ``node``."""
    x, scale = node.inputs[:2]
    arguments = {
        "y_backprop": dy,
        "x": x,
        "scale": c.cast(scale),
        "reserve_space_1": c.cast(m),
        "reserve_space_2": c.cast(v),
        **{name: node.get_attr(name) for name in ("epsilon", "data_format", "is_training")},
    }
    if node.type == "FusedBatchNorm":
        return g.FusedBatchNormGrad(**arguments)
    if node.type == "FusedBatchNormV2":
        return g.FusedBatchNormGradV2(**arguments)
    return g.FusedBatchNormGradV3(**arguments, reserve_space_3=c.cast(node.outputs[5]))


def batch_norm_grad_gradient(g: GradientOps, node: GradientNode, *dys: Maybe) -> list[Maybe]:
    """Gradient of FusedBatchNormGrad, V2 and V3; ``a``, ``b``, ``o`` are those of dx, dscale and doffset.

    With sums over a channel written S(.), in training the outputs contribute::

        S(a * dx) = scale * inv * (S(a * dy) - S(a) * mean(dy) - S(a * c) * mean(dy * c) * inv**2)
    """
    dy, x, scale, m, v = node.inputs[:5]
    training = node.get_attr("is_training")
    c = Channels(g, node.get_attr("data_format"), x)
    a, b, o = (c.cast(upstream) for upstream in dys[:3])
    wide_dy = c.cast(dy)
    inv = c.inverse_deviation(v, node.get_attr("epsilon"))
    inv2 = g.Square(x=inv)
    gain = g.Mul(x=scale, y=inv)
    centred = g.Sub(x=c.cast(x), y=c.spread(m))
    sum_dy, sum_dy_c = c.sum(wide_dy), c.sum(g.Mul(x=wide_dy, y=centred))
    sum_a_dy = c.sum(c.mul(a, wide_dy))
    b_inv = c.mul(b, inv)
    # Outside of training.
    of_dy = c.add(c.mul(c.spread(gain), a), c.mul(c.spread(b_inv), centred), _filled(c, o, centred))
    of_x = c.mul(c.spread(b_inv), wide_dy)
    of_m = c.mul(b_inv, sum_dy)  # with the sign turned, as the following
    by_gain = sum_a_dy  # the derivative with respect to scale * inv
    by_inv = c.mul(b, sum_dy_c)  # with respect to inv, scale * inv held fixed
    if training and a is not None:
        per_element = g.RealDiv(x=np.float32(1), y=c.count(scale))
        mean_a, mean_a_c = c.mul(per_element, c.sum(a)), c.mul(per_element, c.sum(c.mul(a, centred)))
        along_c = c.mul(gain, inv2, mean_a_c)
        of_dy = c.sub(of_dy, c.add(_filled(c, c.mul(gain, mean_a), centred), c.mul(c.spread(along_c), centred)))
        mean_dy_c = c.mul(per_element, sum_dy_c)
        along_a = c.mul(gain, inv2, mean_dy_c)
        of_x = c.sub(of_x, c.add(c.mul(c.spread(along_a), a), c.mul(c.spread(along_c), wide_dy)))
        of_m = c.sub(of_m, c.add(c.mul(along_a, c.sum(a)), c.mul(along_c, sum_dy)))
        spread_c = c.mul(mean_a_c, sum_dy_c)  # S(a * c) * mean(dy * c)
        by_gain = c.sub(by_gain, c.add(c.mul(mean_a, sum_dy), c.mul(inv2, spread_c)))
        by_inv = c.sub(by_inv, c.mul(np.float32(2), gain, inv, spread_c))
    of_scale = c.mul(by_gain, inv)
    # d inv / d v = -inv**3 / 2
    of_v = c.mul(np.float32(-0.5), inv, inv2, c.add(c.mul(by_gain, scale), by_inv))
    of_m = None if of_m is None else g.Neg(x=of_m)
    reserved = [None] * (len(node.inputs) - 5)  # reserve_space_3 is not used
    return [c.cast(of_dy, dy), c.cast(of_x, x), of_scale, c.cast(of_m, m), c.cast(of_v, v), *reserved]


def _filled(c: Channels, values: Maybe, like: Tensor) -> Maybe:
    """(channels,) values repeated to the shape of ``like``."""
    return None if values is None else c.mul(c.g.OnesLike(x=like), c.spread(values))


def lrn_grad_gradient(g: GradientOps, node: GradientNode, u: Tensor) -> list[Maybe]:
    """Gradient of LRNGrad, for the gradient ``u`` of its output.

    With W the sum over the window of channels (which is its own transpose) and ``n = bias + alpha * W(x**2)``, it is
    ``dy * n**-beta - 2 * alpha * beta * x * W(dy * y / n)``.
    """
    dy, x, y = node.inputs
    alpha, beta = node.get_attr("alpha"), node.get_attr("beta")
    wide_u, wide_dy, wide_x, wide_y = (_wide(g, tensor) for tensor in (u, dy, x, y))
    band = _band(g, wide_x, node.get_attr("depth_radius"))

    def window(z: Tensor) -> Tensor:
        """W(z), as a product with a matrix of zeros and ones."""
        return g.BatchMatMulV2(x=z, y=band)

    n = g.AddV2(x=np.float32(node.get_attr("bias")), y=g.Mul(x=np.float32(alpha), y=window(g.Square(x=wide_x))))
    factor = np.float32(2 * alpha * beta)
    around = window(g.Mul(x=wide_u, y=wide_x))  # W(u * x)
    quotient = g.RealDiv(x=wide_dy, y=n)
    of_y = g.Neg(x=g.Mul(x=factor, y=g.Mul(x=around, y=quotient)))
    direct = g.Mul(x=factor, y=g.Mul(x=wide_u, y=window(g.Mul(x=quotient, y=wide_y))))
    power = g.Pow(x=n, y=np.float32(-beta))
    of_dy = g.Sub(x=g.Mul(x=wide_u, y=power), y=g.Mul(x=factor, y=g.Mul(x=around, y=g.RealDiv(x=wide_y, y=n))))
    by_n = g.Sub(
        x=g.Mul(x=factor, y=g.Mul(x=around, y=g.RealDiv(x=g.Mul(x=quotient, y=wide_y), y=n))),
        y=g.Mul(x=np.float32(beta), y=g.Mul(x=wide_u, y=g.Mul(x=quotient, y=power))),
    )
    through_n = g.Mul(x=np.float32(2 * alpha), y=g.Mul(x=wide_x, y=window(by_n)))
    of_x = g.Sub(x=through_n, y=direct)
    return [_like(g, of_dy, dy), _like(g, of_x, x), _like(g, of_y, y)]


def _wide(g: GradientOps, x: Tensor) -> Tensor:
    return x if x.dtype.name == "float32" else g.Cast(x=x, DstT="float32")


def _like(g: GradientOps, x: Tensor, like: Tensor) -> Tensor:
    return x if x.dtype is like.dtype else g.Cast(x=x, DstT=like.dtype)


def _band(g: GradientOps, x: Tensor, radius: int) -> Tensor:
    """(channels, channels), ones where two channels are at most ``radius`` apart."""
    shape = g.Shape(input=x)
    channels = g.StridedSlice(
        input=shape,
        begin=np.array([-1], np.int32),
        end=np.array([0], np.int32),
        strides=np.array([1], np.int32),
        shrink_axis_mask=1,
    )
    places = g.Range(start=np.int32(0), limit=channels, delta=np.int32(1))
    across = g.ExpandDims(input=places, dim=np.int32(1))
    distance = g.Abs(x=g.Sub(x=across, y=places))
    return g.Cast(x=g.LessEqual(x=distance, y=np.int32(radius)), DstT="float32")
