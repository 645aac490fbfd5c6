"""``tf.contrib.layers``: layers of weights, biases and dropout."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.contrib.framework.argument_scopes import add_arg_scope
from graphops.compat.v1.contrib.layers.initializers import xavier_initializer
from graphops.compat.v1.contrib.layers.named_outputs import collect_named_outputs
from graphops.compat.v1.contrib.layers.scopes import (
    collections_of,
    finished,
    layer_scope,
    require_image_layout,
    static_shape,
)
from graphops.compat.v1.layers.core import Dense, Flatten
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError


@add_arg_scope
def fully_connected(
    inputs: Any,
    num_outputs: int,
    activation_fn: Any = tf.nn.relu,
    normalizer_fn: Any = None,
    normalizer_params: Any = None,
    weights_initializer: Any = xavier_initializer(),  # noqa: B008 - a default of TensorFlow
    weights_regularizer: Any = None,
    biases_initializer: Any = tf.zeros_initializer(),  # noqa: B008
    biases_regularizer: Any = None,
    reuse: bool | None = None,
    variables_collections: Any = None,
    outputs_collections: Any = None,
    trainable: bool = True,
    scope: Any = None,
) -> Any:
    """``activation_fn(inputs x weights + biases)``, along the last axis.

    Args:
        normalizer_fn: takes the product and ``normalizer_params``; then there are no biases.
        biases_initializer: ``None`` for no biases.
        variables_collections: where variables are put: names of collections, or a dict of them by name of the variable.
        outputs_collections: where the output is put.

    Raises:
        InvalidTypeError: a number of outputs that is no integer.
    """
    if not hasattr(num_outputs, "__index__"):
        raise InvalidTypeError(f"num_outputs of fully_connected must be an integer, got {num_outputs!r}")
    with layer_scope(scope, "fully_connected", inputs, reuse, variables_collections) as opened:
        given = tf.convert_to_tensor(inputs)
        layer = Dense(
            num_outputs,
            use_bias=normalizer_fn is None and biases_initializer is not None,
            kernel_initializer=weights_initializer,
            bias_initializer=biases_initializer,
            kernel_regularizer=weights_regularizer,
            bias_regularizer=biases_regularizer,
            trainable=trainable,
            name=opened.name,
            dtype=given.dtype.base_dtype,
            _scope=opened,
            _reuse=reuse,
        )
        return finished(
            layer(given), opened, normalizer_fn, normalizer_params, activation_fn, outputs_collections
        )  # fmt: skip


relu = partial(fully_connected, activation_fn=tf.nn.relu)
relu6 = partial(fully_connected, activation_fn=tf.nn.relu6)
elu = partial(fully_connected, activation_fn=tf.nn.elu)
linear = partial(fully_connected, activation_fn=None)


@add_arg_scope
def bias_add(
    inputs: Any,
    activation_fn: Any = None,
    initializer: Any = tf.zeros_initializer(),  # noqa: B008 - a default of TensorFlow
    regularizer: Any = None,
    reuse: bool | None = None,
    variables_collections: Any = None,
    outputs_collections: Any = None,
    trainable: bool = True,
    data_format: str = "NHWC",
    scope: Any = None,
) -> Any:
    """``activation_fn(inputs + biases)``, along the channels.

    Raises:
        InvalidArgumentError: another layout, or a number of channels that is not known.
    """
    require_image_layout(data_format, "bias_add")
    with layer_scope(scope, "BiasAdd", inputs, reuse, variables_collections) as opened:
        given = tf.convert_to_tensor(inputs)
        shape = static_shape(given)
        channels = None if not shape else shape[1 if data_format == "NCHW" else -1]
        if channels is None:
            raise InvalidArgumentError(f"inputs of bias_add must have a known number of channels, got {given.shape}")
        biases = tf.get_variable(
            "biases", [channels], given.dtype.base_dtype, initializer, regularizer, trainable=trainable
        )
        result = tf.nn.bias_add(given, biases, data_format=data_format)
        return finished(result, opened, None, None, activation_fn, outputs_collections)


@add_arg_scope
def dropout(
    inputs: Any,
    keep_prob: Any = 0.5,
    noise_shape: Any = None,
    is_training: Any = True,
    outputs_collections: Any = None,
    scope: Any = None,
    seed: int | None = None,
) -> Any:
    """In training, each element is kept with probability ``keep_prob`` and scaled up, or 0."""
    with layer_scope(scope, "Dropout", inputs) as opened:
        given = tf.convert_to_tensor(inputs)
        result = tf.layers.dropout(given, 1 - keep_prob, noise_shape, seed, is_training)
        return collect_named_outputs(outputs_collections, opened.name, result)


@add_arg_scope
def flatten(inputs: Any, outputs_collections: Any = None, scope: Any = None) -> Any:
    """Everything but the first axis becomes one axis."""
    with tf.name_scope(scope or "Flatten") as names:
        result = Flatten()(tf.convert_to_tensor(inputs))
        return collect_named_outputs(outputs_collections, names, result)


def repeat(inputs: Any, repetitions: int, layer: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """A layer of a layer, so many times: ``repeat(x, 2, conv2d, 8, 3)``; scopes are ``<scope>/<scope>_1`` and so on."""
    scope = kwargs.pop("scope", None)
    with tf.variable_scope(scope, "Repeat", [inputs]):
        given = tf.convert_to_tensor(inputs)
        if scope is None:
            scope = _name_of(layer, "repeat")
        outputs = given
        for number in range(repetitions):
            outputs = layer(outputs, *args, scope=f"{scope}_{number + 1}", **kwargs)
        return outputs


def stack(inputs: Any, layer: Callable[..., Any], stack_args: Any, **kwargs: Any) -> Any:
    """A layer of a layer, once for each of ``stack_args``: ``stack(x, fully_connected, [32, 64])``.

    Args:
        stack_args: for each layer what comes after its inputs: a list, or one value.

    Raises:
        InvalidTypeError: arguments that are no list.
    """
    if not isinstance(stack_args, (list, tuple)):
        raise InvalidTypeError(f"stack_args of stack must be a list, got {stack_args!r}")
    scope = kwargs.pop("scope", None)
    with tf.variable_scope(scope, "Stack", [inputs]):
        outputs = tf.convert_to_tensor(inputs)
        if scope is None:
            scope = _name_of(layer, "stack")
        for number, each in enumerate(stack_args):
            own = each if isinstance(each, (list, tuple)) else [each]
            outputs = layer(outputs, *own, scope=f"{scope}_{number + 1}", **kwargs)
        return outputs


def _name_of(layer: Any, otherwise: str) -> str:
    return str(getattr(layer, "__name__", None) or getattr(getattr(layer, "func", None), "__name__", otherwise))


def legacy_fully_connected(
    x: Any,
    num_output_units: int,
    activation_fn: Any = None,
    weight_init: Any = xavier_initializer(),  # noqa: B008 - a default of TensorFlow
    bias_init: Any = tf.zeros_initializer(),  # noqa: B008
    name: Any = None,
    weight_collections: Any = (tf.GraphKeys.WEIGHTS,),
    bias_collections: Any = (tf.GraphKeys.BIASES,),
    output_collections: Any = (tf.GraphKeys.ACTIVATIONS,),
    trainable: bool = True,
    weight_regularizer: Any = None,
    bias_regularizer: Any = None,
) -> Any:
    """``activation_fn(x w + b)`` with variables ``weights`` and ``bias``, in collections of their own.

    Raises:
        InvalidArgumentError: a last axis whose size is not known.
    """
    with tf.variable_scope(name, "fully_connected", [x]):
        given = tf.convert_to_tensor(x)
        shape = static_shape(given)
        if not shape or len(shape) < 2 or shape[-1] is None:
            raise InvalidArgumentError(f"x of legacy_fully_connected must have a known last axis, got {given.shape}")
        dtype = given.dtype.base_dtype

        def made(called: str, sizes: list[Any], start: Any, regularizer: Any, where: Any) -> Any:
            collections = list(dict.fromkeys([*collections_of(where, called), tf.GraphKeys.GLOBAL_VARIABLES]))
            return tf.get_variable(called, sizes, dtype, start, regularizer, trainable, collections)

        weights = made("weights", [shape[-1], num_output_units], weight_init, weight_regularizer, weight_collections)
        if len(shape) > 2:
            result = tf.tensordot(given, weights, [[-1], [0]])
            result.set_shape([*shape[:-1], num_output_units])
        else:
            result = tf.matmul(given, weights)
        if bias_init is not None:
            bias = made("bias", [num_output_units], bias_init, bias_regularizer, bias_collections)
            result = tf.nn.bias_add(result, bias)
        if activation_fn is not None:
            result = activation_fn(result)
        tf.add_to_collections(output_collections, result)
        return result


legacy_linear = partial(legacy_fully_connected, activation_fn=None)
legacy_relu = partial(legacy_fully_connected, activation_fn=tf.nn.relu)
