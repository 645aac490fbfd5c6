"""Neural-network functions with TensorFlow's signatures; each adds nodes to a graph.

The functions that are one op are data (:data:`FUNCTIONS`); those of several ops are below.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphops.build import raw_ops
from graphops.build.signatures import FunctionSpec, make_function

_CONV2D_FILTER = (
    "input, filter_sizes, out_backprop, strides, padding, use_cudnn_on_gpu=True, data_format='NHWC', "
    "dilations=[1, 1, 1, 1], name=None"
)
_CONV2D_INPUT = (
    "input_sizes, filter, out_backprop, strides, padding, use_cudnn_on_gpu=True, data_format='NHWC', "
    "dilations=[1, 1, 1, 1], name=None"
)
_CONV3D_FILTER = (
    "input, filter_sizes, out_backprop, strides, padding, data_format='NDHWC', dilations=[1, 1, 1, 1, 1], name=None"
)
_CONV3D_INPUT = (
    "input_sizes, filter, out_backprop, strides, padding, data_format='NDHWC', dilations=[1, 1, 1, 1, 1], name=None"
)
_DEPTHWISE_FILTER = (
    "input, filter_sizes, out_backprop, strides, padding, data_format='NHWC', dilations=[1, 1, 1, 1], name=None"
)
_DEPTHWISE_INPUT = (
    "input_sizes, filter, out_backprop, strides, padding, data_format='NHWC', dilations=[1, 1, 1, 1], name=None"
)
_POOL2D = "input, ksize, strides, padding, data_format='NHWC', name=None"
_POOL3D = "input, ksize, strides, padding, data_format='NDHWC', name=None"

FUNCTIONS: dict[str, FunctionSpec] = {
    "conv2d": FunctionSpec(
        "Conv2D",
        "input, filters, strides, padding, data_format='NHWC', dilations=None, name=None",
        {"filters": "filter"},
        "2-D convolution.",
    ),
    "conv2d_backprop_filter": FunctionSpec(
        "Conv2DBackpropFilter", _CONV2D_FILTER, doc="Gradient of a 2-D convolution with respect to the filter."
    ),
    "conv2d_backprop_input": FunctionSpec(
        "Conv2DBackpropInput", _CONV2D_INPUT, doc="Gradient of a 2-D convolution with respect to the input."
    ),
    "conv3d": FunctionSpec(
        "Conv3D",
        "input, filters, strides, padding, data_format='NDHWC', dilations=None, name=None",
        {"filters": "filter"},
        "3-D convolution.",
    ),
    "conv3d_backprop_filter": FunctionSpec(
        "Conv3DBackpropFilterV2", _CONV3D_FILTER, doc="Gradient of a 3-D convolution with respect to the filter."
    ),
    "conv3d_backprop_filter_v2": FunctionSpec(
        "Conv3DBackpropFilterV2", _CONV3D_FILTER, doc="Gradient of a 3-D convolution with respect to the filter."
    ),
    "conv3d_backprop_input": FunctionSpec(
        "Conv3DBackpropInputV2", _CONV3D_INPUT, doc="Gradient of a 3-D convolution with respect to the input."
    ),
    "conv3d_backprop_input_v2": FunctionSpec(
        "Conv3DBackpropInputV2", _CONV3D_INPUT, doc="Gradient of a 3-D convolution with respect to the input."
    ),
    "depthwise_conv2d_native": FunctionSpec(
        "DepthwiseConv2dNative",
        "input, filter, strides, padding, data_format='NHWC', dilations=[1, 1, 1, 1], name=None",
        doc="2-D convolution of each channel with filters of its own.",
    ),
    "depthwise_conv2d_native_backprop_filter": FunctionSpec(
        "DepthwiseConv2dNativeBackpropFilter",
        _DEPTHWISE_FILTER,
        doc="Gradient of a depthwise convolution with respect to the filter.",
    ),
    "depthwise_conv2d_native_backprop_input": FunctionSpec(
        "DepthwiseConv2dNativeBackpropInput",
        _DEPTHWISE_INPUT,
        doc="Gradient of a depthwise convolution with respect to the input.",
    ),
    "max_pool2d": FunctionSpec("MaxPool", _POOL2D, doc="The maximum of each window."),
    "avg_pool2d": FunctionSpec("AvgPool", _POOL2D, {"input": "value"}, "The mean of each window."),
    "max_pool3d": FunctionSpec("MaxPool3D", _POOL3D, doc="The maximum of each window."),
    "avg_pool3d": FunctionSpec("AvgPool3D", _POOL3D, doc="The mean of each window."),
    "bias_add": FunctionSpec("BiasAdd", "value, bias, data_format=None, name=None", doc="Add a bias to the channels."),
    "relu": FunctionSpec("Relu", "features, name=None", doc="max(features, 0)."),
    "relu6": FunctionSpec("Relu6", "features, name=None", doc="min(max(features, 0), 6)."),
    "leaky_relu": FunctionSpec("LeakyRelu", "features, alpha=0.2, name=None", doc="max(features, alpha * features)."),
    "elu": FunctionSpec("Elu", "features, name=None", doc="exp(features) - 1 below 0, features above."),
    "selu": FunctionSpec("Selu", "features, name=None", doc="The scaled exponential linear unit."),
    "softplus": FunctionSpec("Softplus", "features, name=None", doc="log(exp(features) + 1)."),
    "softsign": FunctionSpec("Softsign", "features, name=None", doc="features / (abs(features) + 1)."),
    "sigmoid": FunctionSpec("Sigmoid", "x, name=None", doc="1 / (1 + exp(-x))."),
    "tanh": FunctionSpec("Tanh", "x, name=None", doc="The hyperbolic tangent."),
    "softmax": FunctionSpec("Softmax", "logits, name=None", doc="exp(logits) over its sum along the last axis."),
    "log_softmax": FunctionSpec("LogSoftmax", "logits, name=None", doc="The logarithm of softmax."),
    "l2_loss": FunctionSpec("L2Loss", "t, name=None", doc="sum(t ** 2) / 2."),
}

_functions: dict[str, Callable[..., Any]] = {}


def __getattr__(name: str) -> Callable[..., Any]:
    spec = FUNCTIONS.get(name)
    if spec is None:
        raise AttributeError(f"graphops.nn has no function '{name}'", name=name)
    return _functions.setdefault(name, make_function(name, spec, "graphops.nn"))


def __dir__() -> list[str]:
    return sorted({*globals(), *FUNCTIONS})


def softmax_cross_entropy_with_logits(labels: Any, logits: Any, name: str | None = None) -> Any:
    """Cross entropy of each row of ``logits`` (..., classes) with the distribution ``labels``, of shape (...)."""
    return raw_ops.SoftmaxCrossEntropyWithLogits(features=logits, labels=labels, name=name).loss


def sparse_softmax_cross_entropy_with_logits(labels: Any, logits: Any, name: str | None = None) -> Any:
    """Cross entropy of each row of ``logits`` (batch, classes) with the class ``labels`` (batch), of shape (batch)."""
    return raw_ops.SparseSoftmaxCrossEntropyWithLogits(features=logits, labels=labels, name=name).loss


def sigmoid_cross_entropy_with_logits(labels: Any, logits: Any, name: str | None = None) -> Any:
    """``-labels * log(sigmoid(logits)) - (1 - labels) * log(1 - sigmoid(logits))``, stable for any ``logits``.

    Written as ``max(x, 0) - x * z + log(1 + exp(-abs(x)))``.
    """
    magnitude = raw_ops.Neg(x=raw_ops.Abs(x=logits))
    positive = raw_ops.Relu(features=logits)
    linear = raw_ops.Sub(x=positive, y=raw_ops.Mul(x=logits, y=labels))
    return raw_ops.AddV2(x=linear, y=raw_ops.Log1p(x=raw_ops.Exp(x=magnitude)), name=name)


def conv2d_transpose(
    input: Any,
    filters: Any,
    output_shape: Any,
    strides: Any,
    padding: Any = "SAME",
    data_format: str = "NHWC",
    dilations: Any = None,
    name: str | None = None,
) -> Any:
    """The transpose of a 2-D convolution: its gradient with respect to the input, for a filter (h, w, out, in)."""
    function = __getattr__("conv2d_backprop_input")
    return function(output_shape, filters, input, strides, padding, True, data_format, dilations or [1] * 4, name)


def conv3d_transpose(
    input: Any,
    filters: Any,
    output_shape: Any,
    strides: Any,
    padding: str = "SAME",
    data_format: str = "NDHWC",
    dilations: Any = None,
    name: str | None = None,
) -> Any:
    """The transpose of a 3-D convolution: its gradient with respect to the input, for a filter (d, h, w, out, in)."""
    function = __getattr__("conv3d_backprop_input_v2")
    return function(output_shape, filters, input, strides, padding, data_format, dilations or [1] * 5, name)
