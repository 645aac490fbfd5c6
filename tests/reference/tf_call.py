"""The oracle of a call: from an op's name, inputs and attrs in TensorFlow's terms to the slow loops."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from tests.reference.conv import conv, conv_filter_gradient, conv_input_gradient
from tests.reference.depthwise import depthwise, depthwise_filter_gradient, depthwise_input_gradient
from tests.reference.dilation import dilation, dilation_filter_gradient, dilation_input_gradient

Array = np.ndarray[Any, Any]


def oracle(op: str, inputs: Mapping[str, Array], attrs: Mapping[str, Any], absolute: bool = False) -> Array:
    """The exact result in float64, in the op's own layout.

    Integers are computed with Python's (object arrays) and wrapped to the dtype at the end.

    Args:
        absolute: use the absolute values of all inputs: the magnitude of the error bound.
    """
    integer = any(a.dtype.kind in "iu" for name, a in inputs.items() if not name.endswith("_sizes"))
    dtype = next(a.dtype for name, a in inputs.items() if not name.endswith("_sizes"))

    def wide(name: str) -> Array:
        array = inputs[name].astype(object if integer else np.float64)
        return np.abs(array) if absolute else array

    if op.startswith("Dilation2D"):
        result = _morphology(op, inputs, attrs, dtype)
    else:
        result = _convolution(op, inputs, attrs, wide)
    if integer:
        if not absolute and result.dtype == object:
            result = np.array([int(v) & (2 ** (8 * dtype.itemsize) - 1) for v in result.flat], dtype=np.uint64).reshape(
                result.shape
            )
            result = result.astype(np.dtype(f"u{dtype.itemsize}")).view(dtype)
        return result.astype(np.float64)
    return result.astype(np.float64)


def _convolution(op: str, inputs: Mapping[str, Array], attrs: Mapping[str, Any], wide: Any) -> Array:
    strides = attrs["strides"]
    rank = len(strides)
    data_format = attrs.get("data_format", "")
    first = data_format in ("NCHW", "NCDHW", "CHANNELS_FIRST")
    spatial = slice(2, rank) if first else slice(1, rank - 1)
    dilations = attrs.get("dilations") or [1] * rank
    pairs = attrs.get("explicit_paddings") or []
    explicit = list(zip(pairs[::2], pairs[1::2], strict=True))[spatial]
    arguments = (strides[spatial], dilations[spatial], attrs["padding"], explicit)
    is_depthwise = op.startswith("Depthwise")
    batch_dims = attrs.get("batch_dims", 1)

    def last(x: Array) -> Array:
        x = x.reshape(int(np.prod(x.shape[:batch_dims], dtype=int)), *x.shape[batch_dims:])
        return np.moveaxis(x, 1, -1) if first else x

    if "BackpropInput" in op:
        w, dy = wide("filter"), last(wide("out_backprop"))
        if "input_sizes" in inputs:
            sizes = [int(size) for size in inputs["input_sizes"]]
            if len(sizes) == 2:
                sizes = [dy.shape[0], w.shape[-2], *sizes] if first else [dy.shape[0], *sizes, w.shape[-2]]
        else:
            sizes = list(inputs["input"].shape)
        shape = [sizes[0], *sizes[2:], sizes[1]] if first else sizes
        gradient = (depthwise_input_gradient if is_depthwise else conv_input_gradient)(shape, w, dy, *arguments)
        return np.moveaxis(gradient, -1, 1) if first else gradient
    x = last(wide("input"))
    if "BackpropFilter" in op:
        dy = last(wide("out_backprop"))
        sizes = [int(s) for s in inputs["filter_sizes"]] if "filter_sizes" in inputs else list(inputs["filter"].shape)
        return (depthwise_filter_gradient if is_depthwise else conv_filter_gradient)(x, sizes, dy, *arguments)
    y = (depthwise if is_depthwise else conv)(x, wide("filter"), *arguments)
    y = np.moveaxis(y, -1, 1) if first else y
    return y.reshape(*inputs["input"].shape[:batch_dims], *y.shape[1:])


def _morphology(op: str, inputs: Mapping[str, Array], attrs: Mapping[str, Any], dtype: Any) -> Array:
    """In the dtype itself: the sum is rounded (or wraps) before it is compared."""
    arguments = (attrs["strides"][1:3], attrs["rates"][1:3], attrs["padding"])
    x, w = inputs["input"], inputs["filter"]
    with np.errstate(all="ignore"):
        if op == "Dilation2D":
            return dilation(x, w, *arguments, 0)
        dy = inputs["out_backprop"]
        wide = dy if dtype.kind in "iu" else dy.astype(np.float64)
        gradient = dilation_input_gradient if op.endswith("Input") else dilation_filter_gradient
        return gradient(x, w, wide, *arguments)
