"""``tf.nn``: transposes of convolutions, beside those of two and three axes."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.build.as_tensor import as_tensor, operand
from graphops.graph.operators import Operators
from graphops_registry.errors import InvalidArgumentError


def _one(value: Any, channels_first: bool, what: str) -> int:
    """The number of the only spatial axis: given alone, in a list of one, or among those of all axes."""
    numbers = [value] if hasattr(value, "__index__") else list(value)
    if len(numbers) == 3:
        return int(numbers[2 if channels_first else 1])
    if len(numbers) != 1:
        raise InvalidArgumentError(f"{what} of conv1d_transpose() must be one number, got {value!r}")
    return int(numbers[0])


def conv1d_transpose(
    input: Any,
    filters: Any,
    output_shape: Any,
    strides: Any,
    padding: Any = "SAME",
    data_format: str = "NWC",
    dilations: Any = None,
    name: str | None = None,
) -> Any:
    """The transpose of a 1-D convolution, for filters (width, out, in).

    Raises:
        InvalidArgumentError: another data format than NWC and NCW.
    """
    if data_format not in (None, "NWC", "NCW"):
        raise InvalidArgumentError(f"data_format of conv1d_transpose() must be 'NWC' or 'NCW', got {data_format!r}")
    first = data_format == "NCW"
    at = 2 if first else 1
    with tf.name_scope(name or "conv1d_transpose") as scope:
        steps = [1, _one(strides, first, "strides")]
        gaps = [1, 1 if dilations is None else _one(dilations, first, "dilations")]
        shape: Any = as_tensor(operand(output_shape), "int32", "output_shape")
        found = tf.nn.conv2d_transpose(
            tf.expand_dims(input, at),
            tf.expand_dims(filters, 0),
            tf.concat([shape[:at], [1], shape[at:]], 0),
            [1, 1, *steps] if first else [1, *steps, 1],
            padding,
            "NCHW" if first else "NHWC",
            dilations=[1, 1, *gaps] if first else [1, *gaps, 1],
        )
        result = tf.squeeze(found, [at], name=scope)
    if not isinstance(output_shape, Operators) and not any(isinstance(size, Operators) for size in output_shape):
        result.set_shape(output_shape)
    return result


def conv_transpose(
    input: Any,
    filters: Any,
    output_shape: Any,
    strides: Any,
    padding: Any = "SAME",
    data_format: str | None = None,
    dilations: Any = None,
    name: str | None = None,
) -> Any:
    """The transpose of a convolution over as many axes as ``output_shape`` has beside batch and channels: 1, 2 or 3.

    Raises:
        InvalidArgumentError: another length of ``output_shape``.
    """
    length = as_tensor(output_shape).shape.as_list()[0] if isinstance(output_shape, Operators) else len(output_shape)
    if length not in (3, 4, 5):
        raise InvalidArgumentError(f"output_shape of conv_transpose() must have 3, 4 or 5 sizes, got {output_shape!r}")
    if length == 3:
        return conv1d_transpose(
            input, filters, output_shape, strides, padding, data_format or "NWC", dilations, name or "conv_transpose"
        )
    function, layout = (tf.nn.conv2d_transpose, "NHWC") if length == 4 else (tf.nn.conv3d_transpose, "NDHWC")
    return function(
        input,
        filters,
        output_shape,
        strides,
        padding,
        data_format or layout,
        name or "conv_transpose",
        dilations=dilations,
    )


def atrous_conv2d_transpose(
    value: Any, filters: Any, output_shape: Any, rate: int, padding: Any, name: str | None = None
) -> Any:
    """The transpose of a 2-D convolution with gaps of ``rate``, for filters (h, w, out, in).

    Raises:
        InvalidArgumentError: a rate below 1.
    """
    if rate < 1:
        raise InvalidArgumentError(f"rate of atrous_conv2d_transpose() must be 1 or more, got {rate}")
    gaps = [1, rate, rate, 1]
    label = name or "atrous_conv2d_transpose"
    return tf.nn.conv2d_transpose(value, filters, output_shape, [1, 1, 1, 1], padding, name=label, dilations=gaps)
