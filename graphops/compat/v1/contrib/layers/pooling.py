"""``tf.contrib.layers``: maxima and averages of windows."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.contrib.framework.argument_scopes import add_arg_scope
from graphops.compat.v1.contrib.layers.named_outputs import collect_named_outputs
from graphops_registry.errors import InvalidArgumentError


def _pooled(
    inputs: Any, kind: str, rank: int, kernel_size: Any, stride: Any, padding: str, data_format: str,
    outputs_collections: Any, scope: Any,
) -> Any:  # fmt: skip
    name = f"{kind}_pool{rank}d"
    layouts = ("NHWC", "NCHW") if rank == 2 else ("NDHWC", "NCDHW")
    if data_format not in layouts:
        raise InvalidArgumentError(
            f"data_format of {name} must be {layouts[0]!r} or {layouts[1]!r}, got {data_format!r}"
        )
    with tf.name_scope(scope or f"{kind.capitalize()}Pool{rank}D") as names:
        given = tf.convert_to_tensor(inputs)
        pool = getattr(tf.layers, f"{'average' if kind == 'avg' else kind}_pooling{rank}d")
        layout = "channels_first" if data_format == layouts[1] else "channels_last"
        result = pool(given, kernel_size, stride, padding, layout)
        return collect_named_outputs(outputs_collections, names, result)


@add_arg_scope
def max_pool2d(
    inputs: Any,
    kernel_size: Any,
    stride: Any = 2,
    padding: str = "VALID",
    data_format: str = "NHWC",
    outputs_collections: Any = None,
    scope: Any = None,
) -> Any:
    """The maximum of each window along two axes."""
    return _pooled(inputs, "max", 2, kernel_size, stride, padding, data_format, outputs_collections, scope)


@add_arg_scope
def avg_pool2d(
    inputs: Any,
    kernel_size: Any,
    stride: Any = 2,
    padding: str = "VALID",
    data_format: str = "NHWC",
    outputs_collections: Any = None,
    scope: Any = None,
) -> Any:
    """The average of each window along two axes."""
    return _pooled(inputs, "avg", 2, kernel_size, stride, padding, data_format, outputs_collections, scope)


@add_arg_scope
def max_pool3d(
    inputs: Any,
    kernel_size: Any,
    stride: Any = 2,
    padding: str = "VALID",
    data_format: str = "NDHWC",
    outputs_collections: Any = None,
    scope: Any = None,
) -> Any:
    """The maximum of each window along three axes."""
    return _pooled(inputs, "max", 3, kernel_size, stride, padding, data_format, outputs_collections, scope)


@add_arg_scope
def avg_pool3d(
    inputs: Any,
    kernel_size: Any,
    stride: Any = 2,
    padding: str = "VALID",
    data_format: str = "NDHWC",
    outputs_collections: Any = None,
    scope: Any = None,
) -> Any:
    """The average of each window along three axes."""
    return _pooled(inputs, "avg", 3, kernel_size, stride, padding, data_format, outputs_collections, scope)
