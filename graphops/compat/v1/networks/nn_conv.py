"""``compat.v1.nn``: convolutions and pools."""

from __future__ import annotations

from typing import Any

from graphops.build import nn, raw_ops
from graphops.build.as_tensor import as_tensor, operand
from graphops.compat.v1.functions.synonyms import needed, one_of
from graphops.graph.graph import Tensor, get_default_graph
from graphops_registry.errors import InvalidArgumentError


def conv2d(
    input: Any,
    filter: Any = None,
    strides: Any = None,
    padding: Any = None,
    use_cudnn_on_gpu: bool = True,
    data_format: str = "NHWC",
    dilations: Any = [1, 1, 1, 1],  # noqa: B006 - TensorFlow's default, never changed
    name: str | None = None,
    filters: Any = None,
) -> Any:
    """2-D convolution; ``filters`` is another name for ``filter``.

    Raises:
        InvalidTypeError: both or neither of ``filter`` and ``filters``.
    """
    weights = needed("conv2d", "filter", one_of("conv2d", "filter", filter, "filters", filters))
    return nn.conv2d(operand(input), weights, strides, padding, data_format, dilations, name)


def conv3d(
    input: Any,
    filter: Any = None,
    strides: Any = None,
    padding: Any = None,
    data_format: str = "NDHWC",
    dilations: Any = [1, 1, 1, 1, 1],  # noqa: B006 - TensorFlow's default, never changed
    name: str | None = None,
    filters: Any = None,
) -> Any:
    """3-D convolution; ``filters`` is another name for ``filter``."""
    weights = needed("conv3d", "filter", one_of("conv3d", "filter", filter, "filters", filters))
    return nn.conv3d(operand(input), weights, strides, padding, data_format, dilations, name)


def conv1d(
    value: Any = None,
    filters: Any = None,
    stride: Any = None,
    padding: Any = None,
    use_cudnn_on_gpu: bool | None = None,
    data_format: str | None = None,
    name: str | None = None,
    input: Any = None,
    dilations: Any = None,
) -> Tensor:
    """1-D convolution: (batch, width, in) with (width, in, out), or "NCW".

    Raises:
        InvalidArgumentError: another data format.
    """
    given = as_tensor(needed("conv1d", "value", one_of("conv1d", "value", value, "input", input)))
    weights = as_tensor(needed("conv1d", "filters", filters), given.dtype.base)
    chosen = data_format or "NWC"
    if chosen not in ("NWC", "NHWC", "NCW", "NCHW"):
        raise InvalidArgumentError(f"data_format of conv1d() must be 'NWC' or 'NCW', got {data_format!r}")
    channels_first = chosen in ("NCW", "NCHW")
    at = 2 if channels_first else 1  # the height of 1
    with get_default_graph().name_scope(name or "conv1d") as scope:
        steps, gaps = (_spatial(v, 1, channels_first, "conv1d") for v in (stride, dilations))
        result = nn.conv2d(
            raw_ops.ExpandDims(input=given, dim=at),
            raw_ops.ExpandDims(input=weights, dim=0),
            _whole([1, *steps], channels_first),
            padding,
            "NCHW" if channels_first else "NHWC",
            _whole([1, *gaps], channels_first),
        )
        squeezed: Tensor = raw_ops.Squeeze(input=result, squeeze_dims=[at], name=scope)
    return squeezed


def _spatial(value: Any, count: int, channels_first: bool, function: str) -> list[int]:
    """Strides or dilations of the spatial axes: from one number, one for each, or one for each axis of all."""
    if value is None:
        return [1] * count
    numbers = [int(value)] if hasattr(value, "__index__") else [int(item) for item in value]
    if len(numbers) == 1:
        return numbers * count
    if len(numbers) == count + 2:
        return numbers[2:] if channels_first else numbers[1:-1]
    if len(numbers) != count:
        raise InvalidArgumentError(f"strides and dilations of {function}() must be {count} numbers, got {value!r}")
    return numbers


def _whole(spatial: list[int], channels_first: bool) -> list[int]:
    return [1, 1, *spatial] if channels_first else [1, *spatial, 1]


def convolution(
    input: Any,
    filter: Any,
    padding: Any,
    strides: Any = None,
    dilation_rate: Any = None,
    name: str | None = None,
    data_format: str | None = None,
    filters: Any = None,
    dilations: Any = None,
) -> Any:
    """Convolution over as many axes as the filter has beside its channels: 1, 2 or 3.

    Raises:
        InvalidArgumentError: another rank.
    """
    weights = as_tensor(one_of("convolution", "filter", filter, "filters", filters))
    gaps = one_of("convolution", "dilation_rate", dilation_rate, "dilations", dilations)
    rank = weights.shape.rank
    if rank not in (3, 4, 5):
        raise InvalidArgumentError(f"filter of convolution() must have rank 3, 4 or 5, got shape {weights.shape}")
    first = str(data_format or "").startswith("NC")
    steps = _spatial(strides, rank - 2, first, "convolution")
    rates = _spatial(gaps, rank - 2, first, "convolution")
    if rank == 3:
        return conv1d(input, weights, steps, padding, data_format=data_format, name=name, dilations=rates)
    function = nn.conv2d if rank == 4 else nn.conv3d
    layout = data_format or ("NHWC" if rank == 4 else "NDHWC")
    return function(operand(input), weights, _whole(steps, first), padding, layout, _whole(rates, first), name)


def atrous_conv2d(value: Any, filters: Any, rate: int, padding: Any, name: str | None = None) -> Any:
    """2-D convolution with gaps of ``rate``."""
    return nn.conv2d(operand(value), filters, [1, 1, 1, 1], padding, "NHWC", [1, rate, rate, 1], name)


def conv2d_transpose(
    value: Any = None,
    filter: Any = None,
    output_shape: Any = None,
    strides: Any = None,
    padding: Any = "SAME",
    data_format: str = "NHWC",
    name: str | None = None,
    input: Any = None,
    filters: Any = None,
    dilations: Any = None,
) -> Any:
    """The transpose of a 2-D convolution, for a filter (h, w, out, in)."""
    given = needed("conv2d_transpose", "value", one_of("conv2d_transpose", "value", value, "input", input))
    weights = needed("conv2d_transpose", "filter", one_of("conv2d_transpose", "filter", filter, "filters", filters))
    shape = operand(needed("conv2d_transpose", "output_shape", output_shape))
    return nn.conv2d_transpose(
        given, weights, shape, strides, padding, data_format, dilations, name or "conv2d_transpose"
    )


def conv3d_transpose(
    value: Any,
    filter: Any = None,
    output_shape: Any = None,
    strides: Any = None,
    padding: Any = "SAME",
    data_format: str = "NDHWC",
    name: str | None = None,
    input: Any = None,
    filters: Any = None,
    dilations: Any = None,
) -> Any:
    """The transpose of a 3-D convolution, for a filter (d, h, w, out, in)."""
    given = one_of("conv3d_transpose", "value", value, "input", input)
    weights = needed("conv3d_transpose", "filter", one_of("conv3d_transpose", "filter", filter, "filters", filters))
    shape = operand(needed("conv3d_transpose", "output_shape", output_shape))
    return nn.conv3d_transpose(
        given, weights, shape, strides, padding, data_format, dilations, name or "conv3d_transpose"
    )


def conv2d_backprop_input(
    input_sizes: Any,
    filter: Any = None,
    out_backprop: Any = None,
    strides: Any = None,
    padding: Any = None,
    use_cudnn_on_gpu: bool = True,
    data_format: str = "NHWC",
    dilations: Any = [1, 1, 1, 1],  # noqa: B006 - TensorFlow's default, never changed
    name: str | None = None,
    filters: Any = None,
) -> Any:
    """Gradient of a 2-D convolution with respect to its input."""
    weights = needed(
        "conv2d_backprop_input", "filter", one_of("conv2d_backprop_input", "filter", filter, "filters", filters)
    )
    return nn.conv2d_backprop_input(
        operand(input_sizes), weights, out_backprop, strides, padding, use_cudnn_on_gpu, data_format, dilations, name
    )


def depthwise_conv2d(
    input: Any,
    filter: Any,
    strides: Any,
    padding: Any,
    rate: Any = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: Any = None,
) -> Any:
    """2-D convolution of each channel with filters of its own: (h, w, in, multiplier)."""
    first = data_format == "NCHW"
    gaps = _spatial(one_of("depthwise_conv2d", "dilations", dilations, "rate", rate), 2, first, "depthwise_conv2d")
    return nn.depthwise_conv2d_native(
        operand(input), filter, strides, padding, data_format or "NHWC", _whole(gaps, first), name or "depthwise"
    )


def separable_conv2d(
    input: Any,
    depthwise_filter: Any,
    pointwise_filter: Any,
    strides: Any,
    padding: Any,
    rate: Any = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: Any = None,
) -> Any:
    """A depthwise convolution, then one by 1 x 1 filters that mixes the channels."""
    gaps = one_of("separable_conv2d", "dilations", dilations, "rate", rate)
    with get_default_graph().name_scope(name or "separable_conv2d") as scope:
        between = depthwise_conv2d(input, depthwise_filter, strides, padding, gaps, "depthwise", data_format)
        return nn.conv2d(between, pointwise_filter, [1] * 4, "VALID", data_format or "NHWC", None, scope)


def max_pool(
    value: Any,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: str = "NHWC",
    name: str | None = None,
    input: Any = None,
) -> Any:
    """The maximum of each window; ``padding`` may be a list of (before, after) pairs."""
    given = one_of("max_pool", "value", value, "input", input)
    return nn.max_pool2d(operand(given), ksize, strides, padding, data_format, name)


def avg_pool(
    value: Any,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: str = "NHWC",
    name: str | None = None,
    input: Any = None,
) -> Any:
    """The mean of each window."""
    given = one_of("avg_pool", "value", value, "input", input)
    return nn.avg_pool2d(operand(given), ksize, strides, padding, data_format, name)


def avg_pool2d(
    value: Any,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: str = "NHWC",
    name: str | None = None,
    input: Any = None,
) -> Any:
    """The mean of each window."""
    return avg_pool(value, ksize, strides, padding, data_format, name, input)


def max_pool_with_argmax(
    input: Any,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: str = "NHWC",
    Targmax: Any = None,
    name: str | None = None,
    output_dtype: Any = None,
    include_batch_in_index: bool = False,
) -> Any:
    """The maximum of each window, and its place in the flat input of one example.

    Raises:
        InvalidArgumentError: another data format than NHWC.
    """
    if data_format != "NHWC":
        raise InvalidArgumentError(f"data_format of max_pool_with_argmax() must be 'NHWC', got {data_format!r}")
    kind = one_of("max_pool_with_argmax", "output_dtype", output_dtype, "Targmax", Targmax)
    return raw_ops.MaxPoolWithArgmax(
        input=operand(input),
        ksize=_whole(_spatial(ksize, 2, False, "max_pool_with_argmax"), False),
        strides=_whole(_spatial(strides, 2, False, "max_pool_with_argmax"), False),
        padding=padding,
        Targmax=kind or "int64",
        include_batch_in_index=include_batch_in_index,
        name=name,
    )


def dilation2d(
    input: Any,
    filter: Any = None,
    strides: Any = None,
    rates: Any = None,
    padding: Any = None,
    name: str | None = None,
    filters: Any = None,
    dilations: Any = None,
) -> Tensor:
    """The maximum of input plus filter in each window."""
    weights = needed("dilation2d", "filter", one_of("dilation2d", "filter", filter, "filters", filters))
    gaps = needed("dilation2d", "rates", one_of("dilation2d", "rates", rates, "dilations", dilations))
    result: Tensor = raw_ops.Dilation2D(
        input=operand(input), filter=weights, strides=strides, rates=gaps, padding=padding, name=name
    )
    return result


__all__ = [
    "atrous_conv2d",
    "avg_pool",
    "avg_pool2d",
    "conv1d",
    "conv2d",
    "conv2d_backprop_input",
    "conv2d_transpose",
    "conv3d",
    "conv3d_transpose",
    "convolution",
    "depthwise_conv2d",
    "dilation2d",
    "max_pool",
    "max_pool_with_argmax",
    "separable_conv2d",
]
