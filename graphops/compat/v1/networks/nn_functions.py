"""The functions of ``compat.v1.nn`` by name, but those that run cells of recurrent networks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphops.build import nn
from graphops.build.signatures import FunctionSpec, make_function
from graphops.compat.v1.functions import tables
from graphops.compat.v1.functions.arithmetic import log_sigmoid
from graphops.compat.v1.networks import nn_conv, nn_ctc, nn_embedding, nn_layers, nn_losses, nn_sampled

# Functions that are the same in graphops.nn, and element-wise ones that have a name here, too.
_SAME = frozenset(
    [
        "avg_pool3d",
        "bias_add",
        "conv2d_backprop_filter",
        "conv3d_backprop_filter_v2",
        "depthwise_conv2d_native",
        "elu",
        "l2_loss",
        "max_pool2d",
        "max_pool3d",
        "relu",
        "relu6",
        "selu",
        "softplus",
        "softsign",
    ]
)
_TABLE = frozenset({"depth_to_space", "sigmoid", "space_to_depth", "tanh"})
_FRACTIONAL = (
    "value, pooling_ratio, pseudo_random=False, overlapping=False, deterministic=False, seed=0, seed2=0, name=None"
)
_MADE = {
    name: make_function(name, FunctionSpec(op, _FRACTIONAL, doc=f"{what} of windows of random sizes."), __name__)
    for name, op, what in (
        ("fractional_avg_pool", "FractionalAvgPool", "The mean"),
        ("fractional_max_pool", "FractionalMaxPool", "The largest number"),
    )
}
_DEPTHWISE = "out_backprop, strides, padding, data_format='NHWC', dilations=[1, 1, 1, 1], name=None"
_MADE |= {
    name: make_function(name, FunctionSpec(op, f"{parameters}, {_DEPTHWISE}", doc=doc), __name__)
    for name, op, parameters, doc in (
        ("depthwise_conv2d_backprop_filter", "DepthwiseConv2dNativeBackpropFilter", "input, filter_sizes",
         "Gradient of a depthwise convolution with respect to its filter."),
        ("depthwise_conv2d_backprop_input", "DepthwiseConv2dNativeBackpropInput", "input_sizes, filter",
         "Gradient of a depthwise convolution with respect to its input."),
    )
}  # fmt: skip
_PARTS = (nn_conv, nn_layers, nn_embedding, nn_losses, nn_ctc, nn_sampled)


def nn_function(name: str) -> Callable[..., Any] | None:
    """The function that scripts call ``tf.nn.<name>``, ``None`` if there is none."""
    if name == "log_sigmoid":
        return log_sigmoid
    for part in _PARTS:
        if name in part.__all__:
            own: Callable[..., Any] = getattr(part, name)
            return own
    if name in _MADE:
        return _MADE[name]
    if name in _TABLE:
        return tables.function(name)
    return None if name.startswith("_") else getattr(nn, name, None)


def nn_function_names() -> set[str]:
    return {name for part in _PARTS for name in part.__all__} | _SAME | _TABLE | set(_MADE) | {"log_sigmoid"}
