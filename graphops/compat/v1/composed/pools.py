"""``tf.nn``: pools of any number of axes, and erosion."""

from __future__ import annotations

from typing import Any

import numpy as np

import graphops.compat.v1 as tf
from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.composed.blocks import with_space_to_batch
from graphops.compat.v1.functions.synonyms import one_of
from graphops_registry.errors import InvalidArgumentError


def _spatial(value: Any, count: int, channels_first: bool, function: str) -> list[int]:
    numbers = [int(value)] if hasattr(value, "__index__") else [int(each) for each in value]
    if len(numbers) == 1:
        return numbers * count
    if len(numbers) == count + 2:
        return numbers[2:] if channels_first else numbers[1:-1]
    if len(numbers) != count:
        raise InvalidArgumentError(f"ksize and strides of {function}() must be {count} numbers, got {value!r}")
    return numbers


def _pooled(
    kind: str, given: Any, window: list[int], steps: list[int], padding: Any, channels_first: bool, name: str | None
) -> Any:
    """The pool of that kind over all axes but batch and channels: 1, 2 or 3."""
    functions = {2: (tf.nn.max_pool, tf.nn.avg_pool), 3: (tf.nn.max_pool3d, tf.nn.avg_pool3d)}
    count = len(window)
    function = functions[max(count, 2)][kind == "AVG"]
    layout = ("NCDHW" if count == 3 else "NCHW") if channels_first else ("NDHWC" if count == 3 else "NHWC")
    at = 2 if channels_first else 1
    if count == 1:
        given, window, steps = tf.expand_dims(given, at), [1, *window], [1, *steps]
        if isinstance(padding, (list, tuple)):
            pairs = [list(pair) for pair in padding]
            padding = [*pairs[:at], [0, 0], *pairs[at:]]
    whole = [[1, 1, *each] if channels_first else [1, *each, 1] for each in (window, steps)]
    found = function(given, *whole, padding, data_format=layout, name=name if count > 1 else None)
    return tf.squeeze(found, [at], name=name) if count == 1 else found


def _pool_of_one(
    kind: str, input: Any, ksize: Any, strides: Any, padding: Any, data_format: str | None, name: str | None
) -> Any:
    function = f"{kind.lower()}_pool1d"
    if data_format not in (None, "NWC", "NCW"):
        raise InvalidArgumentError(f"data_format of {function}() must be 'NWC' or 'NCW', got {data_format!r}")
    first = data_format == "NCW"
    window, steps = (_spatial(each, 1, first, function) for each in (ksize, strides))
    return _pooled(kind, as_tensor(input), window, steps, padding, first, name)


def max_pool1d(
    input: Any, ksize: Any, strides: Any, padding: Any, data_format: str = "NWC", name: str | None = None
) -> Any:
    """The maximum of each window of a sequence (batch, width, channels)."""
    return _pool_of_one("MAX", input, ksize, strides, padding, data_format, name or "MaxPool1d")


def avg_pool1d(
    input: Any, ksize: Any, strides: Any, padding: Any, data_format: str = "NWC", name: str | None = None
) -> Any:
    """The mean of each window of a sequence (batch, width, channels)."""
    return _pool_of_one("AVG", input, ksize, strides, padding, data_format, name or "AvgPool1D")


def _pool_of_any(
    kind: str, input: Any, ksize: Any, strides: Any, padding: Any, data_format: str | None, name: str | None
) -> Any:
    given, function = as_tensor(input), f"{kind.lower()}_pool_v2"
    rank = given.shape.rank if given.shape.rank is not None else len(data_format or "")
    if rank not in (3, 4, 5):
        raise InvalidArgumentError(f"input of {function}() must have rank 3, 4 or 5, got shape {given.shape}")
    first = (data_format or "").startswith("NC")
    window, steps = (_spatial(each, rank - 2, first, function) for each in (ksize, strides))
    return _pooled(kind, given, window, steps, padding, first, name)


def max_pool_v2(
    input: Any, ksize: Any, strides: Any, padding: Any, data_format: str | None = None, name: str | None = None
) -> Any:
    """The maximum of each window over all axes but batch and channels: 1, 2 or 3."""
    return _pool_of_any("MAX", input, ksize, strides, padding, data_format, name)


def avg_pool_v2(
    input: Any, ksize: Any, strides: Any, padding: Any, data_format: str | None = None, name: str | None = None
) -> Any:
    """The mean of each window over all axes but batch and channels: 1, 2 or 3."""
    return _pool_of_any("AVG", input, ksize, strides, padding, data_format, name)


def pool(
    input: Any,
    window_shape: Any,
    pooling_type: str,
    padding: str,
    dilation_rate: Any = None,
    strides: Any = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: Any = None,
) -> Any:
    """The maximum ("MAX") or mean ("AVG") of windows over 1, 2 or 3 axes, which may have gaps.

    Raises:
        InvalidArgumentError: another kind of pool or number of axes; strides or gaps that it cannot have.
    """
    rates = one_of("pool", "dilation_rate", dilation_rate, "dilations", dilations)
    window = [int(size) for size in window_shape]
    count = len(window)
    if count not in (1, 2, 3) or pooling_type not in ("MAX", "AVG"):
        text = "window_shape of pool() must have 1 to 3 sizes, and pooling_type be 'MAX' or 'AVG'"
        raise InvalidArgumentError(f"{text}, got {window_shape!r} and {pooling_type!r}")
    first = (data_format or "").startswith("NC")
    steps = [1] * count if strides is None else _spatial(strides, count, first, "pool")
    gaps = [1] * count if rates is None else _spatial(rates, count, first, "pool")
    spread = any(gap > 1 for gap in gaps)
    if spread and (padding == "SAME" or any(step > 1 for step in steps)):
        text = "dilation_rate of pool() must be 1 with strides or padding 'SAME'"
        raise InvalidArgumentError(f"{text}, got {gaps} with {steps} and {padding!r}")
    if any(step > size for step, size in zip(steps, window, strict=True)):
        raise InvalidArgumentError(f"strides of pool() must not be above window_shape, got {steps} and {window}")
    given = as_tensor(input, name="input")
    with tf.name_scope(name or f"{pooling_type.lower()}_pool") as scope:

        def op(blocks: Any, axes: Any, pads: Any) -> Any:
            return _pooled(pooling_type, blocks, window, steps, pads, first, scope)

        begin = 2 if first else 1
        axes = range(begin, begin + count)
        return with_space_to_batch(given, gaps, padding, op, np.array(window), axes)


def erosion2d(value: Any, kernel: Any, strides: Any, rates: Any, padding: Any, name: str | None = None) -> Any:
    """The minimum of value minus kernel in each window."""
    with tf.name_scope(name or "erosion2d") as scope:
        turned = tf.reverse(as_tensor(kernel), [0, 1])
        found = raw_ops.Dilation2D(
            input=-as_tensor(value), filter=turned, strides=strides, rates=rates, padding=padding, name=scope
        )
        return tf.negative(found)
