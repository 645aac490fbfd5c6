"""Made by `python -m graphops.apps.stubs` from the registered ops; do not edit."""

# ruff: noqa: A001, A002, E501, F401, D, PYI021, PYI047
from typing import Any as _Any

from graphops.build.signatures import FunctionSpec

FUNCTIONS: dict[str, FunctionSpec]
def conv2d(input: _Any, filters: _Any, strides: _Any, padding: _Any, data_format: _Any = ..., dilations: _Any = ..., name: _Any = ...) -> _Any:
    """2-D convolution.

    ``conv2d(input, filters, strides, padding, data_format='NHWC', dilations=None, name=None)``
    """
def conv2d_backprop_filter(input: _Any, filter_sizes: _Any, out_backprop: _Any, strides: _Any, padding: _Any, use_cudnn_on_gpu: _Any = ..., data_format: _Any = ..., dilations: _Any = ..., name: _Any = ...) -> _Any:
    """Gradient of a 2-D convolution with respect to the filter.

    ``conv2d_backprop_filter(input, filter_sizes, out_backprop, strides, padding, use_cudnn_on_gpu=True, data_format='NHWC', dilations=[1, 1, 1, 1], name=None)``
    """
def conv2d_backprop_input(input_sizes: _Any, filter: _Any, out_backprop: _Any, strides: _Any, padding: _Any, use_cudnn_on_gpu: _Any = ..., data_format: _Any = ..., dilations: _Any = ..., name: _Any = ...) -> _Any:
    """Gradient of a 2-D convolution with respect to the input.

    ``conv2d_backprop_input(input_sizes, filter, out_backprop, strides, padding, use_cudnn_on_gpu=True, data_format='NHWC', dilations=[1, 1, 1, 1], name=None)``
    """
def conv3d(input: _Any, filters: _Any, strides: _Any, padding: _Any, data_format: _Any = ..., dilations: _Any = ..., name: _Any = ...) -> _Any:
    """3-D convolution.

    ``conv3d(input, filters, strides, padding, data_format='NDHWC', dilations=None, name=None)``
    """
def conv3d_backprop_filter(input: _Any, filter_sizes: _Any, out_backprop: _Any, strides: _Any, padding: _Any, data_format: _Any = ..., dilations: _Any = ..., name: _Any = ...) -> _Any:
    """Gradient of a 3-D convolution with respect to the filter.

    ``conv3d_backprop_filter(input, filter_sizes, out_backprop, strides, padding, data_format='NDHWC', dilations=[1, 1, 1, 1, 1], name=None)``
    """
def conv3d_backprop_filter_v2(input: _Any, filter_sizes: _Any, out_backprop: _Any, strides: _Any, padding: _Any, data_format: _Any = ..., dilations: _Any = ..., name: _Any = ...) -> _Any:
    """Gradient of a 3-D convolution with respect to the filter.

    ``conv3d_backprop_filter_v2(input, filter_sizes, out_backprop, strides, padding, data_format='NDHWC', dilations=[1, 1, 1, 1, 1], name=None)``
    """
def conv3d_backprop_input(input_sizes: _Any, filter: _Any, out_backprop: _Any, strides: _Any, padding: _Any, data_format: _Any = ..., dilations: _Any = ..., name: _Any = ...) -> _Any:
    """Gradient of a 3-D convolution with respect to the input.

    ``conv3d_backprop_input(input_sizes, filter, out_backprop, strides, padding, data_format='NDHWC', dilations=[1, 1, 1, 1, 1], name=None)``
    """
def conv3d_backprop_input_v2(input_sizes: _Any, filter: _Any, out_backprop: _Any, strides: _Any, padding: _Any, data_format: _Any = ..., dilations: _Any = ..., name: _Any = ...) -> _Any:
    """Gradient of a 3-D convolution with respect to the input.

    ``conv3d_backprop_input_v2(input_sizes, filter, out_backprop, strides, padding, data_format='NDHWC', dilations=[1, 1, 1, 1, 1], name=None)``
    """
def depthwise_conv2d_native(input: _Any, filter: _Any, strides: _Any, padding: _Any, data_format: _Any = ..., dilations: _Any = ..., name: _Any = ...) -> _Any:
    """2-D convolution of each channel with filters of its own.

    ``depthwise_conv2d_native(input, filter, strides, padding, data_format='NHWC', dilations=[1, 1, 1, 1], name=None)``
    """
def depthwise_conv2d_native_backprop_filter(input: _Any, filter_sizes: _Any, out_backprop: _Any, strides: _Any, padding: _Any, data_format: _Any = ..., dilations: _Any = ..., name: _Any = ...) -> _Any:
    """Gradient of a depthwise convolution with respect to the filter.

    ``depthwise_conv2d_native_backprop_filter(input, filter_sizes, out_backprop, strides, padding, data_format='NHWC', dilations=[1, 1, 1, 1], name=None)``
    """
def depthwise_conv2d_native_backprop_input(input_sizes: _Any, filter: _Any, out_backprop: _Any, strides: _Any, padding: _Any, data_format: _Any = ..., dilations: _Any = ..., name: _Any = ...) -> _Any:
    """Gradient of a depthwise convolution with respect to the input.

    ``depthwise_conv2d_native_backprop_input(input_sizes, filter, out_backprop, strides, padding, data_format='NHWC', dilations=[1, 1, 1, 1], name=None)``
    """
def max_pool2d(input: _Any, ksize: _Any, strides: _Any, padding: _Any, data_format: _Any = ..., name: _Any = ...) -> _Any:
    """The maximum of each window.

    ``max_pool2d(input, ksize, strides, padding, data_format='NHWC', name=None)``
    """
def avg_pool2d(input: _Any, ksize: _Any, strides: _Any, padding: _Any, data_format: _Any = ..., name: _Any = ...) -> _Any:
    """The mean of each window.

    ``avg_pool2d(input, ksize, strides, padding, data_format='NHWC', name=None)``
    """
def max_pool3d(input: _Any, ksize: _Any, strides: _Any, padding: _Any, data_format: _Any = ..., name: _Any = ...) -> _Any:
    """The maximum of each window.

    ``max_pool3d(input, ksize, strides, padding, data_format='NDHWC', name=None)``
    """
def avg_pool3d(input: _Any, ksize: _Any, strides: _Any, padding: _Any, data_format: _Any = ..., name: _Any = ...) -> _Any:
    """The mean of each window.

    ``avg_pool3d(input, ksize, strides, padding, data_format='NDHWC', name=None)``
    """
def bias_add(value: _Any, bias: _Any, data_format: _Any = ..., name: _Any = ...) -> _Any:
    """Add a bias to the channels.

    ``bias_add(value, bias, data_format=None, name=None)``
    """
def relu(features: _Any, name: _Any = ...) -> _Any:
    """max(features, 0).

    ``relu(features, name=None)``
    """
def relu6(features: _Any, name: _Any = ...) -> _Any:
    """min(max(features, 0), 6).

    ``relu6(features, name=None)``
    """
def leaky_relu(features: _Any, alpha: _Any = ..., name: _Any = ...) -> _Any:
    """max(features, alpha * features).

    ``leaky_relu(features, alpha=0.2, name=None)``
    """
def elu(features: _Any, name: _Any = ...) -> _Any:
    """exp(features) - 1 below 0, features above.

    ``elu(features, name=None)``
    """
def selu(features: _Any, name: _Any = ...) -> _Any:
    """The scaled exponential linear unit.

    ``selu(features, name=None)``
    """
def softplus(features: _Any, name: _Any = ...) -> _Any:
    """log(exp(features) + 1).

    ``softplus(features, name=None)``
    """
def softsign(features: _Any, name: _Any = ...) -> _Any:
    """features / (abs(features) + 1).

    ``softsign(features, name=None)``
    """
def sigmoid(x: _Any, name: _Any = ...) -> _Any:
    """1 / (1 + exp(-x)).

    ``sigmoid(x, name=None)``
    """
def tanh(x: _Any, name: _Any = ...) -> _Any:
    """The hyperbolic tangent.

    ``tanh(x, name=None)``
    """
def softmax(logits: _Any, name: _Any = ...) -> _Any:
    """exp(logits) over its sum along the last axis.

    ``softmax(logits, name=None)``
    """
def log_softmax(logits: _Any, name: _Any = ...) -> _Any:
    """The logarithm of softmax.

    ``log_softmax(logits, name=None)``
    """
def l2_loss(t: _Any, name: _Any = ...) -> _Any:
    """sum(t ** 2) / 2.

    ``l2_loss(t, name=None)``
    """
def softmax_cross_entropy_with_logits(labels: _Any, logits: _Any, name: _Any = ...) -> _Any:
    """Cross entropy of each row of ``logits`` (..., classes) with the distribution ``labels``, of shape (...)."""
def sparse_softmax_cross_entropy_with_logits(labels: _Any, logits: _Any, name: _Any = ...) -> _Any:
    """Cross entropy of each row of ``logits`` (batch, classes) with the class ``labels`` (batch), of shape (batch)."""
def sigmoid_cross_entropy_with_logits(labels: _Any, logits: _Any, name: _Any = ...) -> _Any:
    """``-labels * log(sigmoid(logits)) - (1 - labels) * log(1 - sigmoid(logits))``, stable for any ``logits``.

    Written as ``max(x, 0) - x * z + log(1 + exp(-abs(x)))``.
    """
def conv2d_transpose(input: _Any, filters: _Any, output_shape: _Any, strides: _Any, padding: _Any = ..., data_format: _Any = ..., dilations: _Any = ..., name: _Any = ...) -> _Any:
    """The transpose of a 2-D convolution: its gradient with respect to the input, for a filter (h, w, out, in)."""
def conv3d_transpose(input: _Any, filters: _Any, output_shape: _Any, strides: _Any, padding: _Any = ..., data_format: _Any = ..., dilations: _Any = ..., name: _Any = ...) -> _Any:
    """The transpose of a 3-D convolution: its gradient with respect to the input, for a filter (d, h, w, out, in)."""
def __getattr__(name: str) -> _Any: ...
