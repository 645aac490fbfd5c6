"""``tf.contrib.layers``: layers that give another shape or another length, and have no weights."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.contrib.framework.argument_scopes import add_arg_scope
from graphops.compat.v1.contrib.layers.named_outputs import collect_named_outputs
from graphops.compat.v1.contrib.layers.scopes import layer_scope, require_image_layout, static_shape
from graphops_registry.errors import InvalidArgumentError


@add_arg_scope
def one_hot_encoding(
    labels: Any,
    num_classes: Any,
    on_value: Any = 1.0,
    off_value: Any = 0.0,
    outputs_collections: Any = None,
    scope: Any = None,
) -> Any:
    """Rows with ``on_value`` at the place of the class."""
    with tf.name_scope(scope or "OneHotEncoding") as names:
        result = tf.one_hot(tf.convert_to_tensor(labels), num_classes, on_value=on_value, off_value=off_value)
        return collect_named_outputs(outputs_collections, names, result)


@add_arg_scope
def softmax(logits: Any, scope: Any = None) -> Any:
    """The softmax along the last axis, for any rank."""
    with tf.variable_scope(scope, "softmax", [logits]):
        given = tf.convert_to_tensor(logits)
        result = tf.nn.softmax(given)
        result.set_shape(given.shape)
        return result


@add_arg_scope
def unit_norm(inputs: Any, dim: int, epsilon: float = 1e-7, scope: Any = None) -> Any:
    """``inputs`` by their length along an axis.

    Raises:
        InvalidArgumentError: no known rank, or an axis that does not exist.
    """
    with tf.variable_scope(scope, "UnitNorm", [inputs]):
        given = tf.convert_to_tensor(inputs)
        rank = given.shape.rank
        if rank is None or not 0 <= dim < rank:
            raise InvalidArgumentError(f"dim of unit_norm must be an axis of shape {given.shape} from 0, got {dim}")
        return given / tf.sqrt(epsilon + tf.reduce_sum(tf.square(given), dim, True))


@add_arg_scope
def maxout(inputs: Any, num_units: int, axis: int = -1, scope: Any = None) -> Any:
    """The largest of each group of neighbours along an axis, ``num_units`` groups.

    Raises:
        InvalidArgumentError: a size that is not known, or no multiple of ``num_units``.
    """
    with tf.variable_scope(scope, "MaxOut", [inputs]):
        given = tf.convert_to_tensor(inputs)
        shape = static_shape(given)
        count = None if shape is None else shape[axis]
        if shape is None or count is None or num_units < 1 or count % num_units:
            text = f"num_units of maxout must be a divisor of the size of axis {axis} of shape {given.shape}"
            raise InvalidArgumentError(f"{text}, got {num_units}")
        dynamic = tf.shape(given)
        sizes: list[Any] = [dynamic[place] if size is None else size for place, size in enumerate(shape)]
        sizes[axis] = num_units
        return tf.reduce_max(tf.reshape(given, [*sizes, count // num_units]), -1)


@add_arg_scope
def spatial_softmax(
    features: Any,
    temperature: float | None = None,
    name: str | None = None,
    variables_collections: Any = None,
    trainable: bool = True,
    data_format: str = "NHWC",
) -> Any:
    """Where each channel is largest, softly: for each channel a row and a column from -1 to 1.

    Args:
        temperature: the first value of the variable ``temperature``, which divides the features; default 1.

    Raises:
        InvalidArgumentError: another layout, or a number of channels that is not known.
    """
    require_image_layout(data_format, "spatial_softmax")
    collections = variables_collections if trainable else None
    with layer_scope(name, "spatial_softmax", features, None, collections):
        given = tf.convert_to_tensor(features)
        if data_format == "NHWC":
            given = tf.transpose(given, [0, 3, 1, 2])
        shape = static_shape(given)
        if shape is None or shape[1] is None:
            raise InvalidArgumentError(f"features of spatial_softmax must have known channels, got {given.shape}")
        dynamic = tf.shape(given)
        height, width = (dynamic[place] if shape[place] is None else shape[place] for place in (2, 3))
        start = tf.ones_initializer() if temperature is None else tf.constant_initializer(temperature)
        factor = tf.get_variable("temperature", [], tf.float32, start, trainable=trainable)
        attention = tf.nn.softmax(tf.reshape(given, [-1, height * width]) / factor)
        places = tf.meshgrid(tf.lin_space(-1.0, 1.0, height), tf.lin_space(-1.0, 1.0, width), indexing="ij")
        expected = [tf.reduce_sum(tf.reshape(each, [-1]) * attention, [1], keepdims=True) for each in places]
        result = tf.reshape(tf.concat(expected, 1), [-1, shape[1] * 2])
        result.set_shape([shape[0], shape[1] * 2])
        return result


@add_arg_scope
def dense_to_sparse(tensor: Any, eos_token: int = 0, outputs_collections: Any = None, scope: Any = None) -> Any:
    """A SparseTensor of all elements but ``eos_token``."""
    with tf.variable_scope(scope, "dense_to_sparse", [tensor]) as opened:
        given = tf.convert_to_tensor(tensor)
        places = tf.where(tf.not_equal(given, tf.constant(eos_token, given.dtype)))
        result = tf.SparseTensor(places, tf.gather_nd(given, places), tf.shape(given, out_type=tf.int64))
        return collect_named_outputs(outputs_collections, opened.name, result)


@add_arg_scope
def images_to_sequence(
    inputs: Any, data_format: str = "NHWC", outputs_collections: Any = None, scope: Any = None
) -> Any:
    """Images [images, height, width, channels] as sequences [width, images x height, channels].

    Raises:
        InvalidArgumentError: another layout.
    """
    require_image_layout(data_format, "images_to_sequence")
    with tf.name_scope(scope or "ImagesToSequence") as names:
        given = tf.convert_to_tensor(inputs)
        if data_format == "NCHW":
            given = tf.transpose(given, [0, 2, 3, 1])
        shape, dynamic = static_shape(given), tf.shape(given)
        if shape is None or len(shape) != 4:
            raise InvalidArgumentError(f"inputs of images_to_sequence must have rank 4, got {given.shape}")
        images, height, width, channels = (
            dynamic[place] if size is None else size for place, size in enumerate(shape)
        )  # fmt: skip
        result = tf.reshape(tf.transpose(given, [2, 0, 1, 3]), [width, images * height, channels])
        return collect_named_outputs(outputs_collections, names, result)


@add_arg_scope
def sequence_to_images(
    inputs: Any,
    height: int,
    output_data_format: str = "channels_last",
    outputs_collections: Any = None,
    scope: Any = None,
) -> Any:
    """The inverse of :func:`images_to_sequence`.

    Raises:
        InvalidArgumentError: another layout.
    """
    if output_data_format not in ("channels_last", "channels_first"):
        text = "output_data_format of sequence_to_images must be 'channels_last' or 'channels_first'"
        raise InvalidArgumentError(f"{text}, got {output_data_format!r}")
    with tf.name_scope(scope or "SequenceToImages") as names:
        given = tf.convert_to_tensor(inputs)
        shape, dynamic = static_shape(given), tf.shape(given)
        width, rows, channels = (
            dynamic[place] if shape is None or shape[place] is None else shape[place] for place in range(3)
        )  # fmt: skip
        images = rows // height
        order = [1, 2, 0, 3] if output_data_format == "channels_last" else [1, 3, 2, 0]
        result = tf.transpose(tf.reshape(given, [width, images, height, channels]), order)
        return collect_named_outputs(outputs_collections, names, result)
