"""``tf.contrib.layers``: convolutions, separable and transposed ones too."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.contrib.framework.argument_scopes import add_arg_scope
from graphops.compat.v1.contrib.layers.initializers import xavier_initializer
from graphops.compat.v1.contrib.layers.scopes import finished, layer_scope, pair, static_shape
from graphops.compat.v1.layers import convolutional
from graphops_registry.errors import InvalidArgumentError

_LAYERS = {1: convolutional.Conv1D, 2: convolutional.Conv2D, 3: convolutional.Conv3D}
_LAYOUTS = {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}
_XAVIER, _ZEROS = xavier_initializer(), tf.zeros_initializer()


def _layout(data_format: str | None, rank: int, function: str) -> str:
    """The name of a layout in ``tf.layers``."""
    if data_format is not None and data_format not in _LAYOUTS[rank]:
        names = " or ".join(map(repr, _LAYOUTS[rank]))
        raise InvalidArgumentError(f"data_format of {function} must be {names}, got {data_format!r}")
    return "channels_first" if data_format is not None and data_format.startswith("NC") else "channels_last"


def _arguments(
    weights_initializer: Any, weights_regularizer: Any, biases_initializer: Any, biases_regularizer: Any,
    normalizer_fn: Any, trainable: bool, opened: Any, given: Any, reuse: Any,
) -> dict[str, Any]:  # fmt: skip
    """What the layers of ``tf.layers`` call it."""
    return {
        "use_bias": normalizer_fn is None and biases_initializer is not None,
        "kernel_initializer": weights_initializer,
        "bias_initializer": biases_initializer,
        "kernel_regularizer": weights_regularizer,
        "bias_regularizer": biases_regularizer,
        "trainable": trainable,
        "name": opened.name,
        "dtype": given.dtype.base_dtype,
        "_scope": opened,
        "_reuse": reuse,
    }


@add_arg_scope
def convolution(
    inputs: Any,
    num_outputs: int,
    kernel_size: Any,
    stride: Any = 1,
    padding: str = "SAME",
    data_format: str | None = None,
    rate: Any = 1,
    activation_fn: Any = tf.nn.relu,
    normalizer_fn: Any = None,
    normalizer_params: Any = None,
    weights_initializer: Any = _XAVIER,
    weights_regularizer: Any = None,
    biases_initializer: Any = _ZEROS,
    biases_regularizer: Any = None,
    reuse: bool | None = None,
    variables_collections: Any = None,
    outputs_collections: Any = None,
    trainable: bool = True,
    scope: Any = None,
    conv_dims: int | None = None,
) -> Any:
    """``activation_fn(inputs * weights + biases)``, along one to three axes, as the rank of the inputs says.

    Args:
        rate: the dilation.
        normalizer_fn: takes the convolution and ``normalizer_params``; then there are no biases.
        conv_dims: along how many axes it has to be.

    Raises:
        InvalidArgumentError: inputs of another rank, or another layout.
    """
    with layer_scope(scope, "Conv", inputs, reuse, variables_collections) as opened:
        given = tf.convert_to_tensor(inputs)
        rank = None if given.shape.rank is None else given.shape.rank - 2
        if rank not in _LAYERS or (conv_dims is not None and rank != conv_dims):
            wanted = "3, 4 or 5" if conv_dims is None else str(conv_dims + 2)
            raise InvalidArgumentError(f"inputs of a convolution must have rank {wanted}, got {given.shape}")
        layer = _LAYERS[rank](
            num_outputs, kernel_size, stride, padding, _layout(data_format, rank, "convolution"), rate,
            **_arguments(
                weights_initializer, weights_regularizer, biases_initializer, biases_regularizer, normalizer_fn,
                trainable, opened, given, reuse,
            ),
        )  # fmt: skip
        return finished(layer(given), opened, normalizer_fn, normalizer_params, activation_fn, outputs_collections)


def _along(rank: int) -> Any:
    def conv(
        inputs: Any,
        num_outputs: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: str = "SAME",
        data_format: str | None = None,
        rate: Any = 1,
        activation_fn: Any = tf.nn.relu,
        normalizer_fn: Any = None,
        normalizer_params: Any = None,
        weights_initializer: Any = _XAVIER,
        weights_regularizer: Any = None,
        biases_initializer: Any = _ZEROS,
        biases_regularizer: Any = None,
        reuse: bool | None = None,
        variables_collections: Any = None,
        outputs_collections: Any = None,
        trainable: bool = True,
        scope: Any = None,
    ) -> Any:
        return convolution(
            inputs, num_outputs, kernel_size, stride, padding, data_format, rate, activation_fn, normalizer_fn,
            normalizer_params, weights_initializer, weights_regularizer, biases_initializer, biases_regularizer, reuse,
            variables_collections, outputs_collections, trainable, scope, rank,
        )  # fmt: skip

    conv.__name__ = conv.__qualname__ = f"convolution{rank}d"
    conv.__doc__ = f":func:`convolution` along {('one axis', 'two axes', 'three axes')[rank - 1]}."
    return add_arg_scope(conv)


conv1d = convolution1d = _along(1)
conv2d = convolution2d = _along(2)
conv3d = convolution3d = _along(3)


@add_arg_scope
def convolution2d_transpose(
    inputs: Any,
    num_outputs: int,
    kernel_size: Any,
    stride: Any = 1,
    padding: str = "SAME",
    data_format: str = "NHWC",
    activation_fn: Any = tf.nn.relu,
    normalizer_fn: Any = None,
    normalizer_params: Any = None,
    weights_initializer: Any = _XAVIER,
    weights_regularizer: Any = None,
    biases_initializer: Any = _ZEROS,
    biases_regularizer: Any = None,
    reuse: bool | None = None,
    variables_collections: Any = None,
    outputs_collections: Any = None,
    trainable: bool = True,
    scope: Any = None,
) -> Any:
    """The transpose of a convolution along two axes; weights: [h, w, num_outputs, inputs].

    Raises:
        InvalidArgumentError: another layout.
    """
    layout = _layout(data_format, 2, "conv2d_transpose")
    with layer_scope(scope, "Conv2d_transpose", inputs, reuse, variables_collections) as opened:
        given = tf.convert_to_tensor(inputs)
        layer = convolutional.Conv2DTranspose(
            num_outputs, kernel_size, stride, padding, layout,
            **_arguments(
                weights_initializer, weights_regularizer, biases_initializer, biases_regularizer, normalizer_fn,
                trainable, opened, given, reuse,
            ),
        )  # fmt: skip
        return finished(layer(given), opened, normalizer_fn, normalizer_params, activation_fn, outputs_collections)


@add_arg_scope
def convolution3d_transpose(
    inputs: Any,
    num_outputs: int,
    kernel_size: Any,
    stride: Any = 1,
    padding: str = "SAME",
    data_format: str = "NDHWC",
    activation_fn: Any = tf.nn.relu,
    normalizer_fn: Any = None,
    normalizer_params: Any = None,
    weights_initializer: Any = _XAVIER,
    weights_regularizer: Any = None,
    biases_initializer: Any = _ZEROS,
    biases_regularizer: Any = None,
    reuse: bool | None = None,
    variables_collections: Any = None,
    outputs_collections: Any = None,
    trainable: bool = True,
    scope: Any = None,
) -> Any:
    """The transpose of a convolution along three axes; weights: [d, h, w, num_outputs, inputs].

    Raises:
        InvalidArgumentError: another layout.
    """
    layout = _layout(data_format, 3, "conv3d_transpose")
    with layer_scope(scope, "Conv3d_transpose", inputs, reuse, variables_collections) as opened:
        given = tf.convert_to_tensor(inputs)
        layer = convolutional.Conv3DTranspose(
            num_outputs, kernel_size, stride, padding, layout,
            **_arguments(
                weights_initializer, weights_regularizer, biases_initializer, biases_regularizer, normalizer_fn,
                trainable, opened, given, reuse,
            ),
        )  # fmt: skip
        return finished(layer(given), opened, normalizer_fn, normalizer_params, activation_fn, outputs_collections)


@add_arg_scope
def convolution2d_in_plane(
    inputs: Any,
    kernel_size: Any,
    stride: Any = 1,
    padding: str = "SAME",
    activation_fn: Any = tf.nn.relu,
    normalizer_fn: Any = None,
    normalizer_params: Any = None,
    weights_initializer: Any = _XAVIER,
    weights_regularizer: Any = None,
    biases_initializer: Any = _ZEROS,
    biases_regularizer: Any = None,
    reuse: bool | None = None,
    variables_collections: Any = None,
    outputs_collections: Any = None,
    trainable: bool = True,
    scope: Any = None,
) -> Any:
    """One filter for each of the channels alike; weights: [h, w, 1, 1].

    Raises:
        InvalidArgumentError: a number of channels that is not known.
    """
    with layer_scope(scope, "ConvInPlane", inputs, reuse, variables_collections) as opened:
        given = tf.convert_to_tensor(inputs)
        dtype, channels = given.dtype.base_dtype, _channels(given, "conv2d_in_plane")
        weights = tf.get_variable(
            "weights", [*pair(kernel_size, "kernel_size"), 1, 1], dtype, weights_initializer, weights_regularizer,
            trainable,
        )  # fmt: skip
        every = tf.tile(weights, [1, 1, channels, 1])
        result = tf.nn.depthwise_conv2d(given, every, [1, *pair(stride, "stride"), 1], padding)
        if normalizer_fn is None and biases_initializer is not None:
            biases = tf.get_variable(
                "biases", [channels], dtype, biases_initializer, biases_regularizer, trainable
            )  # fmt: skip
            result = tf.nn.bias_add(result, biases)
        return finished(result, opened, normalizer_fn, normalizer_params, activation_fn, outputs_collections)


def _channels(given: Any, function: str, axis: int = -1) -> int:
    shape = static_shape(given)
    size = shape[axis] if shape is not None and len(shape) == 4 else None
    if size is None:
        text = f"inputs of {function} must have rank 4 and a known number of channels, got {given.shape}"
        raise InvalidArgumentError(text)
    return int(size)


@add_arg_scope
def separable_convolution2d(
    inputs: Any,
    num_outputs: int | None,
    kernel_size: Any,
    depth_multiplier: int = 1,
    stride: Any = 1,
    padding: str = "SAME",
    data_format: str = "NHWC",
    rate: Any = 1,
    activation_fn: Any = tf.nn.relu,
    normalizer_fn: Any = None,
    normalizer_params: Any = None,
    weights_initializer: Any = _XAVIER,
    pointwise_initializer: Any = None,
    weights_regularizer: Any = None,
    biases_initializer: Any = _ZEROS,
    biases_regularizer: Any = None,
    reuse: bool | None = None,
    variables_collections: Any = None,
    outputs_collections: Any = None,
    trainable: bool = True,
    scope: Any = None,
) -> Any:
    """A convolution of each channel, then one by 1 x 1 filters; without these where ``num_outputs`` is ``None``.

    Args:
        depth_multiplier: into how many channels each one is convolved.
        pointwise_initializer: of the 1 x 1 filters; default ``weights_initializer``.

    Raises:
        InvalidArgumentError: another layout, or a number of channels that is not known.
    """
    layout = _layout(data_format, 2, "separable_conv2d")
    with layer_scope(scope, "SeparableConv2d", inputs, reuse, variables_collections) as opened:
        given = tf.convert_to_tensor(inputs)
        given_biases = normalizer_fn is None and biases_initializer is not None
        if num_outputs is not None:
            layer = convolutional.SeparableConv2D(
                num_outputs, kernel_size, stride, padding, layout, pair(rate, "rate"), depth_multiplier,
                use_bias=given_biases, depthwise_initializer=weights_initializer,
                pointwise_initializer=pointwise_initializer or weights_initializer, bias_initializer=biases_initializer,
                depthwise_regularizer=weights_regularizer, pointwise_regularizer=weights_regularizer,
                bias_regularizer=biases_regularizer, trainable=trainable, name=opened.name,
                dtype=given.dtype.base_dtype, _scope=opened, _reuse=reuse,
            )  # fmt: skip
            return finished(layer(given), opened, normalizer_fn, normalizer_params, activation_fn, outputs_collections)
        first, dtype = data_format == "NCHW", given.dtype.base_dtype
        channels = _channels(given, "separable_conv2d", 1 if first else -1)
        weights = tf.get_variable(
            "depthwise_weights", [*pair(kernel_size, "kernel_size"), channels, depth_multiplier], dtype,
            weights_initializer, weights_regularizer, trainable,
        )  # fmt: skip
        steps = pair(stride, "stride")
        result = tf.nn.depthwise_conv2d(
            given, weights, [1, 1, *steps] if first else [1, *steps, 1], padding, list(pair(rate, "rate")),
            data_format=data_format,
        )  # fmt: skip
        if given_biases:
            biases = tf.get_variable(
                "biases", [channels * depth_multiplier], dtype, biases_initializer, biases_regularizer, trainable
            )
            result = tf.nn.bias_add(result, biases, data_format=data_format)
        return finished(result, opened, normalizer_fn, normalizer_params, activation_fn, outputs_collections)


conv2d_transpose = convolution2d_transpose
conv3d_transpose = convolution3d_transpose
conv2d_in_plane = convolution2d_in_plane
separable_conv2d = separable_convolution2d
