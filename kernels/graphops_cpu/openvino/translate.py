"""Each op that OpenVINO takes over: when it computes what the op's definition says, and in which of its terms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np

from graphops_cpu.openvino.layouts import Values, to_first
from graphops_registry.dtypes import float32
from graphops_registry.errors import GraphopsError
from graphops_registry.kernels.network import Call, Value
from graphops_registry.rules.conv_geometry import ConvGeometry, Window, conv_geometry
from graphops_registry.rules.pool_geometry import pool_geometry
from graphops_registry.shape import TensorShape

_MOST_AXES: Final = 6


class Translation(NamedTuple):
    """How an op becomes nodes.

    Attributes:
        takes: whether a call is one that OpenVINO computes; all its values have known shapes.
        make: adds the call's output to the values.
    """

    takes: Callable[[Call], bool]
    make: Callable[[Values, Call], None]


TRANSLATIONS: Final[dict[str, Translation]] = {}


def takes(call: Call) -> bool:
    """Whether OpenVINO can compute ``call``: of float32 alone, with one output that is read."""
    found = TRANSLATIONS.get(call.op)
    if found is None or call.outputs[0] is None or any(output is not None for output in call.outputs[1:]):
        return False
    for value in (*call.inputs, call.outputs[0]):
        if value.constant is None and (value.dtype is not float32 or 0 in value.shape):
            return False
        if len(value.shape) > _MOST_AXES:
            return False
    return found.takes(call)


def cost(call: Call) -> int:
    """Multiplications of a call, as far as they decide whether OpenVINO is worth asking."""
    if call.op in _CONVOLUTIONS:
        return _geometry(call).products
    if call.op in _TRANSPOSED:
        return _geometry_of_gradient(call).products
    if call.op in _PRODUCTS and call.outputs[0] is not None:
        x = call.inputs[0].shape
        adjoint = call.attrs.get("transpose_a", call.attrs.get("adj_x", False))
        return prod(call.outputs[0].shape) * x[-2 if adjoint else -1]
    return 0


def _of(*names: str, takes: Callable[[Call], bool] = lambda call: True) -> Callable[[Any], Any]:
    def decorate(make: Callable[[Values, Call], None]) -> Callable[[Values, Call], None]:
        TRANSLATIONS.update(dict.fromkeys(names, Translation(takes, make)))
        return make

    return decorate


# -- element by element -----------------------------------------------------------------------------------------------


def _operands(values: Values, call: Call) -> tuple[list[Any], bool]:
    """The inputs in one order of axes; whether that has the channels second."""
    rank = max(len(x.shape) for x in call.inputs)
    first = any(values.prefers_first(x) and len(x.shape) == rank for x in call.inputs)
    return [values.channels_first(x, rank) if first else values.as_is(x) for x in call.inputs], first


def _simple(name: str, function: Callable[..., Any]) -> None:
    """An op that is a function of its inputs' elements: ``function(ops, call, *operands)``."""

    def make(values: Values, call: Call) -> None:
        operands, first = _operands(values, call)
        values.set(call.outputs[0], function(values.ops, call, *operands), channels_first=first)

    TRANSLATIONS[name] = Translation(lambda call: True, make)


def _channels_last(call: Call) -> bool:
    return not call.attrs["data_format"].startswith("NC")


def _integers(value: Value) -> list[int]:
    """The elements of a constant, in one row."""
    return [int(each) for each in np.ravel(np.asarray(value.constant))]


def _number(ops: Any, value: float) -> Any:
    return ops.constant(np.float32(value))


for _name, _function in {
    "Add": "add", "AddV2": "add", "Sub": "subtract", "Mul": "multiply", "RealDiv": "divide", "Maximum": "maximum",
    "Minimum": "minimum", "SquaredDifference": "squared_difference", "Relu": "relu", "Sigmoid": "sigmoid",
    "Tanh": "tanh", "Exp": "exp", "Log": "log", "Sqrt": "sqrt", "Neg": "negative", "Abs": "absolute", "Erf": "erf",
    "Floor": "floor", "Softsign": "softsign",  # its softplus gives negative numbers
}.items():  # fmt: skip
    _simple(_name, lambda ops, call, *operands, _function=_function: getattr(ops, _function)(*operands))
_simple("Relu6", lambda ops, call, x: ops.clamp(x, 0.0, 6.0))
_simple("Elu", lambda ops, call, x: ops.elu(x, 1.0))
_simple("LeakyRelu", lambda ops, call, x: ops.prelu(x, _number(ops, call.attrs["alpha"])))
_simple("Square", lambda ops, call, x: ops.multiply(x, x))
_simple("Rsqrt", lambda ops, call, x: ops.divide(_number(ops, 1), ops.sqrt(x)))
_simple("Erfc", lambda ops, call, x: ops.subtract(_number(ops, 1), ops.erf(x)))


def _sum(ops: Any, call: Call, *operands: Any) -> Any:
    total = operands[0]
    for operand in operands[1:]:
        total = ops.add(total, operand)
    return total


_simple("AddN", _sum)


@_of("BiasAdd", takes=lambda call: _channels_last(call) or len(call.inputs[0].shape) == 2)
def _bias_add(values: Values, call: Call) -> None:
    operands, first = _operands(values, call)
    values.set(call.outputs[0], values.ops.add(*operands), channels_first=first)


# -- convolutions and pools -------------------------------------------------------------------------------------------

_CONVOLUTIONS: Final = {"Conv2D": False, "Conv3D": False, "DepthwiseConv2dNative": True}  # whether it is depthwise


def _geometry(call: Call) -> ConvGeometry:
    x, w = (TensorShape.of(value.shape) for value in call.inputs)
    return conv_geometry(call.op, call.attrs, len(call.inputs[0].shape) - 2, x, w, depthwise=_CONVOLUTIONS[call.op])


def _takes_convolution(call: Call) -> bool:
    if not _channels_last(call) or call.inputs[1].constant is None:
        return False
    try:
        windows = _geometry(call).windows
    except GraphopsError:  # the run says what is wrong
        return False
    # OpenVINO lets the layer before leave out what a stride passes over, also where a padding has moved it.
    moves = all(w.kernel == 1 for w in windows) and any(w.stride > 1 and (w.before or w.after) for w in windows)
    return all(window.output for window in windows) and not moves


@_of(*_CONVOLUTIONS, takes=_takes_convolution)
def _convolution(values: Values, call: Call) -> None:
    x, w = call.inputs
    geometry = _geometry(call)
    windows = geometry.windows
    strides, dilations = [window.stride for window in windows], [window.dilation for window in windows]
    before, after = [window.before for window in windows], [window.after for window in windows]
    *kernel, depth, last = w.shape
    filters: Any = w.constant
    groups: Any = geometry.groups
    places = (strides, before, after, dilations)
    source = values.channels_first(x)
    axes = range(len(kernel))
    at = len(kernel)  # the first axis after them
    if groups == 1 and not _CONVOLUTIONS[call.op]:  # [spatial, depth, last] -> [last, depth, spatial]
        made = values.ops.convolution(source, values.turned(filters, (at + 1, at, *axes)), *places)
    else:  # -> [groups, channels of each in the output, channels of each in the input, spatial]
        if _CONVOLUTIONS[call.op]:
            turned = values.turned(filters[..., None], (at, at + 1, at + 2, *axes))
        else:
            split = filters.reshape(*kernel, depth, groups, last // groups)
            turned = values.turned(split, (at + 1, at + 2, at, *axes))
        made = values.ops.group_convolution(source, turned, *places)
    values.set(call.outputs[0], made, channels_first=True)


_TRANSPOSED: Final = {"Conv2DBackpropInput", "Conv3DBackpropInputV2"}


def _geometry_of_gradient(call: Call) -> ConvGeometry:
    """The convolution whose input's gradient the call is; its input is as large as the call's output."""
    _, w, _ = call.inputs
    x: Any = call.outputs[0]
    return conv_geometry(call.op, call.attrs, len(x.shape) - 2, TensorShape.of(x.shape), TensorShape.of(w.shape))


def _takes_gradient(call: Call) -> bool:
    sizes, w, _ = call.inputs
    if not _channels_last(call) or w.constant is None or sizes.constant is None:
        return False
    try:
        geometry = _geometry_of_gradient(call)
    except GraphopsError:
        return False
    return geometry.groups == 1 and all(window.output and min(_padded(window)) >= 0 for window in geometry.windows)


def _padded(window: Window) -> tuple[int, int, int]:
    """The padding before and after, and what of the input no window meets at the end."""
    before, after = window.before or 0, window.after or 0
    size: Any = window.input
    output: Any = window.output
    kernel: Any = window.kernel
    met = (output - 1) * window.stride + (kernel - 1) * window.dilation + 1 - before
    after = min(after, max(0, met - size))  # VALID leaves out what SAME would pad
    return before, after, size - (met - after)


@_of(*_TRANSPOSED, takes=_takes_gradient)
def _transposed_convolution(values: Values, call: Call) -> None:
    _, w, dy = call.inputs
    windows = _geometry_of_gradient(call).windows
    before, after, rest = (list(each) for each in zip(*map(_padded, windows), strict=True))
    at = len(w.shape) - 2
    filters = values.turned(np.asarray(w.constant), (at + 1, at, *range(at)))
    strides, dilations = [window.stride for window in windows], [window.dilation for window in windows]
    made = values.ops.convolution_backprop_data(
        values.channels_first(dy), filters, strides, None, before, after, dilations, None, rest
    )
    values.set(call.outputs[0], made, channels_first=True)


def _takes_pool(call: Call) -> bool:
    if not _channels_last(call):
        return False
    try:
        geometry = pool_geometry(call.op, call.attrs, TensorShape.of(call.inputs[0].shape), "input")
    except GraphopsError:
        return False
    return geometry.channel_window == 1 and all(window.output for window in geometry.windows)


@_of("MaxPool", "AvgPool", "MaxPool3D", "AvgPool3D", takes=_takes_pool)
def _pool(values: Values, call: Call) -> None:
    (x,) = call.inputs
    windows = pool_geometry(call.op, call.attrs, TensorShape.of(x.shape), "input").windows
    strides, kernel = [window.stride for window in windows], [window.kernel for window in windows]
    before, after = [window.before for window in windows], [window.after for window in windows]
    source = values.channels_first(x)
    if call.op.startswith("Max"):
        made = values.ops.max_pool(source, strides, [1] * len(windows), before, after, kernel).output(0)
    else:  # a mean is one of the elements that a window meets
        made = values.ops.avg_pool(source, strides, before, after, kernel, True)
    values.set(call.outputs[0], made, channels_first=True)


def _takes_normalisation(call: Call) -> bool:
    return (
        not call.attrs["is_training"]
        and _channels_last(call)
        and all(value.constant is not None for value in call.inputs[1:])
    )


@_of("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3", takes=_takes_normalisation)
def _batch_norm(values: Values, call: Call) -> None:
    x = call.inputs[0]
    scale, offset, mean, variance = (np.asarray(value.constant, np.float64) for value in call.inputs[1:])
    with np.errstate(all="ignore"):  # a negative variance gives NaN, as elsewhere
        factor = scale / np.sqrt(variance + call.attrs["epsilon"])
    first = values.prefers_first(x)
    source = values.channels_first(x) if first else values.as_is(x)
    shape = (1, -1) + (1,) * (len(x.shape) - 2) if first else (-1,)
    scaled = values.ops.multiply(source, values.constant(factor.astype(np.float32).reshape(shape)))
    shift = (offset - mean * factor).astype(np.float32).reshape(shape)
    values.set(call.outputs[0], values.ops.add(scaled, values.constant(shift)), channels_first=first)


def _takes_resize(call: Call) -> bool:
    sizes = [(old, new) for old, new in zip(call.inputs[0].shape[1:3], _sizes_after(call), strict=True)]
    if call.op == "ResizeBilinear":
        return True
    # Elsewhere the last bit of a quotient decides which of two neighbours is nearer.
    return not call.attrs["align_corners"] and all(new % old == 0 for old, new in sizes)


def _sizes_after(call: Call) -> list[int]:
    output: Any = call.outputs[0]
    return list(output.shape[1:3])


@_of("ResizeBilinear", "ResizeNearestNeighbor", takes=_takes_resize)
def _resize(values: Values, call: Call) -> None:
    linear, half = call.op == "ResizeBilinear", call.attrs["half_pixel_centers"]
    if call.attrs["align_corners"]:
        places = "align_corners"
    elif half:
        places = "half_pixel" if linear else "tf_half_pixel_for_nn"
    else:
        places = "asymmetric"
    made = values.ops.interpolate(
        values.channels_first(call.inputs[0]), values.integers(_sizes_after(call)),
        "linear_onnx" if linear else "nearest", "sizes", coordinate_transformation_mode=places, nearest_mode="floor",
        axes=values.integers([2, 3]),
    )  # fmt: skip
    values.set(call.outputs[0], made, channels_first=True)


# -- products, sums -----------------------------------------------------------------------------------------------

_PRODUCTS: Final = {"MatMul", "BatchMatMul", "BatchMatMulV2", "BatchMatMulV3"}


@_of(*_PRODUCTS, takes=lambda call: all(len(value.shape) >= 2 for value in call.inputs))
def _product(values: Values, call: Call) -> None:
    a, b = map(values.as_is, call.inputs)
    flags = [call.attrs.get(f"transpose_{x}", call.attrs.get(f"adj_{y}", False)) for x, y in (("a", "x"), ("b", "y"))]
    values.set(call.outputs[0], values.ops.matmul(a, b, *flags))


_SUMS: Final = {"Mean": "reduce_mean", "Sum": "reduce_sum", "Max": "reduce_max", "Min": "reduce_min"}


@_of(*_SUMS, takes=lambda call: call.inputs[1].constant is not None and call.inputs[1].constant.size > 0)
def _reduction(values: Values, call: Call) -> None:
    x = call.inputs[0]
    rank = len(x.shape)
    axes = sorted({axis % rank for axis in _integers(call.inputs[1])})
    keep = call.attrs["keep_dims"]
    function = getattr(values.ops, _SUMS[call.op])
    if values.prefers_first(x) and (keep or axes == list(range(1, rank - 1))):
        made = function(values.channels_first(x), values.integers([to_first(rank).index(axis) for axis in axes]), keep)
        values.set(call.outputs[0], made, channels_first=keep)
    else:
        values.set(call.outputs[0], function(values.as_is(x), values.integers(axes), keep))


@_of("Softmax", takes=lambda call: len(call.inputs[0].shape) >= 1)
def _softmax(values: Values, call: Call) -> None:
    x = call.inputs[0]
    first = values.prefers_first(x)
    if first:
        values.set(call.outputs[0], values.ops.softmax(values.channels_first(x), 1), channels_first=True)
    else:
        values.set(call.outputs[0], values.ops.softmax(values.as_is(x), len(x.shape) - 1))


# -- shapes and places ------------------------------------------------------------------------------------------------


def _rest_is_constant(call: Call) -> bool:
    return all(value.constant is not None for value in call.inputs[1:])


@_of("Reshape", "Squeeze", "ExpandDims", takes=_rest_is_constant)
def _reshape(values: Values, call: Call) -> None:
    output: Any = call.outputs[0]
    values.set(output, values.reshaped(values.as_is(call.inputs[0]), output.shape))


@_of("Transpose", takes=lambda call: _rest_is_constant(call) and call.inputs[1].shape != (0,))
def _transpose(values: Values, call: Call) -> None:
    x, order = call.inputs
    rank = len(x.shape)
    axes = [axis % rank for axis in _integers(order)]
    values.set(call.outputs[0], values.ops.transpose(values.as_is(x), values.integers(axes)))


@_of("ConcatV2", takes=lambda call: call.inputs[-1].constant is not None)
def _concatenation(values: Values, call: Call) -> None:
    *parts, axis = call.inputs
    rank = len(parts[0].shape)
    along = _integers(axis)[0] % rank
    if any(values.prefers_first(part) for part in parts):
        made = values.ops.concat([values.channels_first(part) for part in parts], to_first(rank).index(along))
        values.set(call.outputs[0], made, channels_first=True)
    else:
        values.set(call.outputs[0], values.ops.concat([values.as_is(part) for part in parts], along))


def _in_order(values: Values, x: Value, per_axis: Sequence[Any]) -> tuple[Any, list[Any], bool]:
    """A value in the order of axes that it has, and what belongs to each of its axes in that order."""
    first = values.prefers_first(x)
    if not first:
        return values.as_is(x), list(per_axis), False
    return values.channels_first(x), [per_axis[axis] for axis in to_first(len(x.shape))], True


@_of(
    "Pad",
    "PadV2",
    takes=lambda call: _rest_is_constant(call) and bool((np.asarray(call.inputs[1].constant) >= 0).all()),
)
def _pad(values: Values, call: Call) -> None:
    x, paddings, *value = call.inputs
    pairs = [(int(before), int(after)) for before, after in np.asarray(paddings.constant).reshape(-1, 2)]
    source, pairs, first = _in_order(values, x, pairs)
    filler = _number(values.ops, float(np.asarray(value[0].constant)) if value else 0.0)
    before, after = (values.integers([pair[side] for pair in pairs]) for side in (0, 1))
    values.set(call.outputs[0], values.ops.pad(source, before, after, "constant", filler), channels_first=first)


def _slices(call: Call) -> list[tuple[int, int, int]] | None:
    """Start, end and step along each axis; ``None`` for what is no plain slice of each."""
    if not _rest_is_constant(call) or any(
        call.attrs[f"{name}_mask"] for name in ("ellipsis", "new_axis", "shrink_axis")
    ):
        return None
    begins, ends, steps = map(_integers, call.inputs[1:4])
    found = []
    for axis, size in enumerate(call.inputs[0].shape):
        if axis >= len(begins):
            found.append((0, size, 1))
            continue
        if steps[axis] < 1:
            return None
        begin = None if call.attrs["begin_mask"] >> axis & 1 else begins[axis]
        end = None if call.attrs["end_mask"] >> axis & 1 else ends[axis]
        found.append(slice(begin, end, steps[axis]).indices(size))
    return found


@_of("StridedSlice", takes=lambda call: _slices(call) is not None)
def _strided_slice(values: Values, call: Call) -> None:
    slices: Any = _slices(call)
    source, slices, first = _in_order(values, call.inputs[0], slices)
    begins, ends, steps = (values.integers(part) for part in zip(*slices, strict=True))
    made = values.ops.slice(source, begins, ends, steps, values.integers(range(len(slices))))
    values.set(call.outputs[0], made, channels_first=first)


__all__ = ["TRANSLATIONS", "Translation", "cost", "takes"]
