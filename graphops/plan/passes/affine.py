"""Affine steps by constants after a convolution or a matrix product, one number for each channel, as one.

``BiasAdd``, ``Mul``, ``AddV2``, ``Sub``, ``RealDiv`` and a batch normalisation outside of training all make
``y * gain + offset`` of a result ``y``.  A chain of them is again one such step.  If the filter is a constant, too, the
gain can be part of it: ``conv(x, w) * gain + offset`` is ``conv(x, w * gain) + offset``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graphops.graph.node import Node, Tensor
from graphops.plan.passes.shared import shared

Array = np.ndarray[Any, Any]

_ADDITIONS: Final = frozenset({"Add", "AddV2", "BiasAdd", "BiasAddV1"})
NORMS: Final = frozenset({"FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3"})
OPS: Final = _ADDITIONS | NORMS | {"Mul", "RealDiv", "Sub"}


def scaled(weights: Array, gain: Array) -> Array:
    """``weights * gain``, computed in float64 and rounded once; read-only.

    Plans of one graph share the result.
    """

    def make() -> list[Array]:
        with np.errstate(all="ignore"):
            made: Array = (weights.astype(np.float64) * gain).astype(weights.dtype)
        made.flags.writeable = False
        return [made]

    (result,) = shared(("scaled", gain.shape, gain.tobytes()), [weights], make)
    return result


class Affine:
    """``y * gain + offset`` for each channel of a result.

    Args:
        channels: their number.
        rank: of the result.
        channels_first: whether the channels are axis 1; else they are the last axis.
        value_of: the value of a tensor if it is a constant, else ``None``.

    Attributes:
        gain, offset: (channels,), float64.
        nodes: those that were taken, in order.
        scales: whether any of them multiplies.
    """

    def __init__(
        self, channels: int, rank: int, channels_first: bool, value_of: Callable[[Tensor], Array | None]
    ) -> None:
        self.gain = np.ones(channels)
        self.offset = np.zeros(channels)
        self.nodes: list[Node] = []
        self.scales = False
        self._rank = rank
        self._axis = 1 if channels_first else rank - 1
        self._value_of = value_of

    def take(self, node: Node, inputs: tuple[Tensor, ...], result: Tensor) -> bool:
        """Make ``node`` part of this; whether it is an affine step of ``result`` by constants.

        Args:
            inputs: the tensors that carry the values of its inputs; one of them is ``result``.
        """
        if node.type not in OPS:
            return False
        with np.errstate(all="ignore"):
            found = self._norm(node, inputs, result) if node.type in NORMS else self._by_one(node, inputs, result)
        if found is None:
            return False
        gain, offset = found
        if not (np.isfinite(gain).all() and np.isfinite(offset).all()):
            return False
        self.scales = self.scales or node.type not in (*_ADDITIONS, "Sub") or bool((gain != self.gain).any())
        self.gain, self.offset = gain, offset
        self.nodes.append(node)
        return True

    def _by_one(self, node: Node, inputs: tuple[Tensor, ...], result: Tensor) -> tuple[Array, Array] | None:
        """The gain and the offset after an operation with one constant."""
        place = 1 if inputs[0] is result else 0
        is_bias = node.type in ("BiasAdd", "BiasAddV1")
        if is_bias and (place == 0 or (node.attrs.get("data_format") == "NCHW") != (self._axis != self._rank - 1)):
            return None
        value = self._vector(inputs[place], is_bias)
        if value is None:
            return None
        if node.type in _ADDITIONS:
            return self.gain, self.offset + value
        if node.type == "Mul":
            return self.gain * value, self.offset * value
        if node.type == "Sub":
            return (self.gain, self.offset - value) if place == 1 else (-self.gain, value - self.offset)
        return (self.gain / value, self.offset / value) if place == 1 else None

    def _norm(self, node: Node, inputs: tuple[Tensor, ...], result: Tensor) -> tuple[Array, Array] | None:
        attrs = node.attrs
        if attrs["is_training"] or inputs[0] is not result:
            return None
        if attrs["data_format"].startswith("NC") != (self._axis != self._rank - 1):
            return None
        parameters = [self._value_of(tensor) for tensor in inputs[1:5]]
        if any(value is None or value.shape != self.gain.shape for value in parameters):
            return None
        scale, offset, mean, variance = (np.asarray(value, np.float64) for value in parameters)
        gain = scale / np.sqrt(variance + np.float32(attrs["epsilon"]))
        return self.gain * gain, (self.offset - mean) * gain + offset

    def _vector(self, tensor: Tensor, is_bias: bool) -> Array | None:
        """A constant as one number for each channel, if broadcasting makes that of it.  Shape: (channels,)."""
        value = self._value_of(tensor)
        if value is None or value.ndim > self._rank:
            return None
        size = self.gain.size
        if is_bias:
            return np.asarray(value, np.float64) if value.shape == (size,) else None
        axis = self._axis - self._rank + value.ndim  # of the channels in the constant
        if axis < 0 or value.shape[axis] != size:
            if value.size != 1:
                return None
            return np.full(size, value.reshape(())[()], np.float64)
        if value.size != size:
            return None
        return np.asarray(value, np.float64).reshape(size)
