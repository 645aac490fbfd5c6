"""``tf.contrib.layers``: normalization by the moments of layers, instances and groups of channels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.contrib.framework.argument_scopes import add_arg_scope
from graphops.compat.v1.contrib.layers.scopes import finished, layer_scope, require_image_layout, static_shape
from graphops_registry.errors import InvalidArgumentError


def _known(given: Any, function: str) -> list[int | None]:
    shape = static_shape(given)
    if shape is None:
        raise InvalidArgumentError(f"inputs of {function} must have a known rank, got {given.shape}")
    return shape


def beta_and_gamma(
    center: bool, scale: bool, shape: Sequence[int], dtype: Any, trainable: bool, initializers: Any
) -> tuple[Any, Any]:
    """The variables ``beta`` and ``gamma``, ``None`` for what is not wanted."""
    given: Mapping[str, Any] = initializers or {}
    beta = gamma = None
    if center:
        start = given.get("beta", tf.zeros_initializer())
        beta = tf.get_variable("beta", shape, dtype, start, trainable=trainable)
    if scale:
        start = given.get("gamma", tf.ones_initializer())
        gamma = tf.get_variable("gamma", shape, dtype, start, trainable=trainable)
    return beta, gamma


@add_arg_scope
def layer_norm(
    inputs: Any,
    center: bool = True,
    scale: bool = True,
    activation_fn: Any = None,
    reuse: bool | None = None,
    variables_collections: Any = None,
    outputs_collections: Any = None,
    trainable: bool = True,
    begin_norm_axis: int = 1,
    begin_params_axis: int = -1,
    scope: Any = None,
) -> Any:
    """Normalization of each example by its own moments.

    Args:
        begin_norm_axis: moments are of this axis and all that follow it.
        begin_params_axis: ``beta`` and ``gamma`` have the sizes of this axis and all that follow it.

    Raises:
        InvalidArgumentError: an axis that does not exist, or sizes that are not known.
    """
    with layer_scope(scope, "LayerNorm", inputs, reuse, variables_collections) as opened:
        given = tf.convert_to_tensor(inputs)
        shape = _known(given, "layer_norm")
        rank, dtype = len(shape), given.dtype.base_dtype
        if not (-rank <= begin_norm_axis < rank and -rank <= begin_params_axis < rank):
            text = f"begin_norm_axis and begin_params_axis of layer_norm must be axes of shape {given.shape}"
            raise InvalidArgumentError(f"{text}, got {begin_norm_axis} and {begin_params_axis}")
        sizes = shape[begin_params_axis:]
        if None in sizes:
            raise InvalidArgumentError(
                f"inputs of layer_norm must have known sizes from axis {begin_params_axis}, got shape {given.shape}"
            )
        beta, gamma = beta_and_gamma(center, scale, [size or 0 for size in sizes], dtype, trainable, None)
        mean, variance = tf.nn.moments(given, list(range(begin_norm_axis % rank, rank)), keep_dims=True)
        epsilon = 1e-3 if dtype == tf.float16 else 1e-12
        result = tf.nn.batch_normalization(given, mean, variance, beta, gamma, epsilon)
        result.set_shape(given.shape)
        return finished(result, opened, None, None, activation_fn, outputs_collections)


@add_arg_scope
def instance_norm(
    inputs: Any,
    center: bool = True,
    scale: bool = True,
    epsilon: float = 1e-6,
    activation_fn: Any = None,
    param_initializers: Any = None,
    reuse: bool | None = None,
    variables_collections: Any = None,
    outputs_collections: Any = None,
    trainable: bool = True,
    data_format: str = "NHWC",
    scope: Any = None,
) -> Any:
    """Normalization of each channel of each example by its own moments.

    Raises:
        InvalidArgumentError: another layout, or a number of channels that is not known.
    """
    require_image_layout(data_format, "instance_norm")
    with layer_scope(scope, "InstanceNorm", inputs, reuse, variables_collections) as opened:
        given = tf.convert_to_tensor(inputs)
        shape = _known(given, "instance_norm")
        rank = len(shape)
        axis = 1 if data_format == "NCHW" else rank - 1
        channels = shape[axis] if rank > 1 else None
        if channels is None:
            text = f"inputs of instance_norm must have a known number of channels, got shape {given.shape}"
            raise InvalidArgumentError(text)
        beta, gamma = beta_and_gamma(
            center, scale, [channels], given.dtype.base_dtype, trainable, param_initializers
        )  # fmt: skip
        if axis == 1 and rank > 2:
            wide = [1, channels, *[1] * (rank - 2)]
            beta, gamma = (None if each is None else tf.reshape(each, wide) for each in (beta, gamma))
        mean, variance = tf.nn.moments(given, [each for each in range(1, rank) if each != axis], keep_dims=True)
        result = tf.nn.batch_normalization(given, mean, variance, beta, gamma, epsilon)
        return finished(result, opened, None, None, activation_fn, outputs_collections)


@add_arg_scope
def group_norm(
    inputs: Any,
    groups: int = 32,
    channels_axis: int = -1,
    reduction_axes: Any = (-3, -2),
    center: bool = True,
    scale: bool = True,
    epsilon: float = 1e-6,
    activation_fn: Any = None,
    param_initializers: Any = None,
    reuse: bool | None = None,
    variables_collections: Any = None,
    outputs_collections: Any = None,
    trainable: bool = True,
    scope: Any = None,
    mean_close_to_zero: bool = False,
) -> Any:
    """Normalization of groups of channels of each example by their moments.

    Args:
        groups: a divisor of the number of channels.
        channels_axis, reduction_axes: moments are of these axes, the channels of a group together.
        mean_close_to_zero: accepted; the moments are the same.

    Raises:
        InvalidArgumentError: axes that do not exist or are named twice, sizes that are not known, or another number of
            groups.
    """
    given = tf.convert_to_tensor(inputs)
    shape = _known(given, "group_norm")
    rank = len(shape)
    axes = [channels_axis, *reduction_axes]
    if any(not -rank <= axis < rank for axis in axes) or len({axis % rank for axis in axes}) != len(axes):
        text = f"channels_axis and reduction_axes of group_norm must be different axes of shape {given.shape}"
        raise InvalidArgumentError(f"{text}, got {channels_axis} and {tuple(reduction_axes)}")
    axis, others = channels_axis % rank, [each % rank for each in reduction_axes]
    channels = shape[axis]
    if channels is None or any(shape[each] is None for each in others):
        raise InvalidArgumentError(f"inputs of group_norm must have known sizes along {axes}, got shape {given.shape}")
    if not 0 < groups <= channels or channels % groups:
        raise InvalidArgumentError(f"groups of group_norm must be a divisor of {channels} channels, got {groups}")
    with layer_scope(scope, "GroupNorm", given, reuse, variables_collections) as opened:
        dynamic = tf.shape(given)
        sizes = [dynamic[place] if size is None else size for place, size in enumerate(shape)]
        split = tf.reshape(given, [*sizes[:axis], groups, channels // groups, *sizes[axis + 1 :]])
        beta, gamma = beta_and_gamma(
            center, scale, [channels], given.dtype.base_dtype, trainable, param_initializers
        )  # fmt: skip
        wide = [*[1] * axis, groups, channels // groups, *[1] * (rank - axis - 1)]
        beta, gamma = (None if each is None else tf.reshape(each, wide) for each in (beta, gamma))
        reduced = [axis + 1, *(each + 1 if each > axis else each for each in others)]
        mean, variance = tf.nn.moments(split, reduced, keep_dims=True)
        result = tf.reshape(tf.nn.batch_normalization(split, mean, variance, beta, gamma, epsilon), sizes)
        result.set_shape(given.shape)
        return finished(result, opened, None, None, activation_fn, outputs_collections)
