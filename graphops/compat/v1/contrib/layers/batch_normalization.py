"""``tf.contrib.layers``: batch normalization."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.contrib.framework.argument_scopes import add_arg_scope
from graphops.compat.v1.contrib.layers.scopes import finished, layer_scope, require_image_layout, static_shape
from graphops.compat.v1.layers.core import chosen
from graphops.compat.v1.layers.normalization import BatchNormalization
from graphops_registry.errors import InvalidArgumentError, UnimplementedError

_STARTS: Mapping[str, Any] = {
    "beta": tf.zeros_initializer(),
    "gamma": tf.ones_initializer(),
    "moving_mean": tf.zeros_initializer(),
    "moving_variance": tf.ones_initializer(),
}


@add_arg_scope
def batch_norm(
    inputs: Any,
    decay: Any = 0.999,
    center: bool = True,
    scale: bool = False,
    epsilon: float = 0.001,
    activation_fn: Any = None,
    param_initializers: Any = None,
    param_regularizers: Any = None,
    updates_collections: Any = tf.GraphKeys.UPDATE_OPS,
    is_training: Any = True,
    reuse: bool | None = None,
    variables_collections: Any = None,
    outputs_collections: Any = None,
    trainable: bool = True,
    batch_weights: Any = None,
    fused: bool | None = None,
    data_format: str = "NHWC",
    zero_debias_moving_mean: bool = False,
    scope: Any = None,
    renorm: bool = False,
    renorm_clipping: Any = None,
    renorm_decay: float = 0.99,
    adjustment: Any = None,
) -> Any:
    """Normalization by the moments of the batch in training, by their moving averages else.

    Args:
        decay: how much of the moving averages is kept in each step.
        param_initializers, param_regularizers: dicts by the names of the variables: ``beta``, ``gamma``,
            ``moving_mean``, ``moving_variance``.
        updates_collections: where the updates of the moving averages are put, which the training step must run;
            ``None`` lets them happen before the output is computed.
        is_training: a bool or a tensor.
        batch_weights: how much each example counts.
        fused: whether one op does it, which it does (default) for inputs of rank 2 and 4.
        zero_debias_moving_mean: whether the average of the means is corrected for its start at 0.

    Raises:
        InvalidArgumentError: another layout, or a number of channels that is not known.
        UnimplementedError: ``renorm`` or ``adjustment``.
    """
    require_image_layout(data_format, "batch_norm")
    if renorm or adjustment is not None:
        raise UnimplementedError("batch_norm must be without renorm and adjustment: they do not exist")
    given = tf.convert_to_tensor(inputs)
    shape = static_shape(given)
    axis = 1 if data_format == "NCHW" else -1
    if not shape or len(shape) < 2 or shape[axis] is None:
        raise InvalidArgumentError(f"inputs of batch_norm must have a known number of channels, got {given.shape}")
    by_one_op = (fused is None or fused) and batch_weights is None and len(shape) in (2, 4)
    common = updates_collections == tf.GraphKeys.UPDATE_OPS and not zero_debias_moving_mean and batch_weights is None
    starts = {**_STARTS, **(param_initializers or {})}
    regularizers: Mapping[str, Any] = param_regularizers or {}
    with layer_scope(scope, "BatchNorm", given, reuse, variables_collections) as opened:
        if common and not (by_one_op and len(shape) == 2):
            layer = BatchNormalization(
                axis, decay, epsilon, center, scale, starts["beta"], starts["gamma"], starts["moving_mean"],
                starts["moving_variance"], regularizers.get("beta"), regularizers.get("gamma"), fused=by_one_op,
                trainable=trainable, name=opened.name, _scope=opened, _reuse=reuse,
            )  # fmt: skip
            result = layer(given, training=is_training)
        else:
            dtype = tf.float32 if by_one_op or given.dtype in (tf.float16, tf.bfloat16) else given.dtype.base_dtype
            parameters = {
                name: tf.get_variable(
                    name, [shape[axis]], dtype, starts[name], regularizers.get(name),
                    trainable=trainable and not name.startswith("moving"),
                )
                for name, there in (("beta", center), ("gamma", scale), ("moving_mean", 1), ("moving_variance", 1))
                if there
            }  # fmt: skip
            function = _by_one_op if by_one_op else _by_moments
            result = function(
                given, axis, parameters, epsilon, decay, is_training, updates_collections, batch_weights,
                zero_debias_moving_mean,
            )  # fmt: skip
        result.set_shape(given.shape)
        return finished(result, opened, None, None, activation_fn, outputs_collections)


def _by_one_op(
    given: Any, axis: int, parameters: Mapping[str, Any], epsilon: float, decay: Any, is_training: Any,
    updates_collections: Any, batch_weights: Any, debias: bool,
) -> Any:  # fmt: skip
    moving = parameters["moving_mean"], parameters["moving_variance"]
    shape = moving[0].shape
    gamma = parameters["gamma"] if "gamma" in parameters else tf.ones(shape)
    beta = parameters["beta"] if "beta" in parameters else tf.zeros(shape)
    layout = "NCHW" if axis == 1 else "NHWC"
    channels = int(shape[0])
    image = given
    if given.shape.rank == 2:
        image = tf.reshape(given, [-1, channels, 1, 1] if axis == 1 else [-1, 1, 1, channels])

    def trained() -> tuple[Any, Any, Any]:
        y, mean, variance = tf.nn.fused_batch_norm(image, gamma, beta, epsilon=epsilon, data_format=layout)
        return y, mean, variance

    def used() -> tuple[Any, Any, Any]:
        mean, variance = tf.identity(moving[0]), tf.identity(moving[1])
        y = tf.nn.fused_batch_norm(image, gamma, beta, mean, variance, epsilon, layout, is_training=False)[0]
        return y, mean, variance

    result, mean, variance = chosen(is_training, trained, used)
    if updates_collections is None:
        with tf.control_dependencies(_updates(moving, (mean, variance), decay, is_training, debias)):
            result = tf.identity(result)
    else:
        for update in _updates(moving, (mean, variance), decay, is_training, debias):
            tf.add_to_collections(updates_collections, update)
    return tf.reshape(result, tf.shape(given)) if given.shape.rank == 2 else result


def _by_moments(
    given: Any, axis: int, parameters: Mapping[str, Any], epsilon: float, decay: Any, is_training: Any,
    updates_collections: Any, batch_weights: Any, debias: bool,
) -> Any:  # fmt: skip
    moving = parameters["moving_mean"], parameters["moving_variance"]
    rank = given.shape.rank
    others = [each for each in range(rank) if each != axis % rank]

    def of_batch() -> tuple[Any, Any]:
        if batch_weights is None:
            mean, variance = tf.nn.moments(given, others)
        else:
            weights = tf.reshape(tf.convert_to_tensor(batch_weights), [-1, *[1] * (rank - 1)])
            mean, variance = tf.nn.weighted_moments(given, others, weights)
        return mean, variance

    mean, variance = chosen(is_training, of_batch, lambda: (tf.identity(moving[0]), tf.identity(moving[1])))
    updates = _updates(moving, (mean, variance), decay, is_training, debias)
    if updates_collections is None:
        with tf.control_dependencies(updates):
            mean, variance = tf.identity(mean), tf.identity(variance)
    else:
        for update in updates:
            tf.add_to_collections(updates_collections, update)
    wide = [1, -1, *[1] * (rank - 2)] if axis == 1 else [-1]
    parts = [mean, variance, parameters.get("beta"), parameters.get("gamma")]
    wanted = [None if each is None else tf.reshape(tf.cast(each, given.dtype), wide) for each in parts]
    return tf.nn.batch_normalization(given, *wanted, epsilon)


def _updates(
    moving: tuple[Any, Any], now: tuple[Any, Any], decay: Any, is_training: Any, debias: bool
) -> list[Any]:  # fmt: skip
    """The updates of the moving averages; none where it is known that this is no training."""
    value = tf.get_static_value(is_training) if isinstance(is_training, tf.Tensor) else is_training
    if value is not None and not isinstance(value, tf.Variable) and not value:
        return []
    found = []
    for place, (average, fresh) in enumerate(zip(moving, now, strict=True)):
        rate = chosen(is_training, lambda: tf.constant(1.0) - decay, lambda: tf.constant(0.0))
        amount = tf.cast(rate, average.dtype.base_dtype)
        found.append(
            _debiased(average, fresh, amount, is_training) if debias and not place else _moved(average, fresh, amount)
        )
    return found


def _moved(average: Any, now: Any, rate: Any) -> Any:
    with tf.name_scope("AssignMovingAvg"):
        return tf.assign_sub(average, (average - tf.cast(now, average.dtype.base_dtype)) * rate)


def _debiased(average: Any, now: Any, rate: Any, is_training: Any) -> Any:
    """The average of what came so far: a running sum that starts at 0, by the weights in it."""
    with tf.variable_scope(average.op.name, values=[average, now]):
        biased = tf.get_variable("biased", average.shape, average.dtype, tf.zeros_initializer(), trainable=False)
        step = tf.get_variable("local_step", [], average.dtype, tf.zeros_initializer(), trainable=False)
    counted = chosen(is_training, lambda: tf.constant(1.0), lambda: tf.constant(0.0))
    sum_now = tf.assign_sub(biased, (biased - tf.cast(now, biased.dtype.base_dtype)) * rate)
    steps = tf.assign_add(step, tf.cast(counted, step.dtype.base_dtype))
    decay = chosen(is_training, lambda: tf.identity(1.0 - rate), lambda: tf.constant(0.0))
    fresh = sum_now / (1.0 - tf.pow(tf.cast(decay, steps.dtype), steps))
    unchanged = average.read_value()
    return tf.assign(average, chosen(is_training, lambda: tf.identity(fresh), lambda: tf.identity(unchanged)))
