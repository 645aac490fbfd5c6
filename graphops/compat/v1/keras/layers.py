"""``tf.keras.layers``: those of ``tf.layers`` with what Keras adds, and layers of its own, to be called on tensors."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, Final

import graphops.compat.v1 as tf
from graphops.compat.v1 import layers as _plain
from graphops.compat.v1.functions.missing import missing
from graphops.compat.v1.keras import activations, backend, initializers, regularizers
from graphops.graph.default_graph import get_default_graph
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError, UnimplementedError

_NAMES: Final = "keras_layer_names"  # the collection that counts them
_FOR_MODELS: Final = ("input_shape", "batch_input_shape", "input_dim", "input_length", "batch_size", "weights")


class Layer(_plain.Layer):
    """Base class of layers; losses and updates stay with the layer, and in no collection of the graph."""

    def __init__(self, trainable: bool = True, name: str | None = None, dtype: Any = None, **kwargs: Any) -> None:
        for each in _FOR_MODELS:
            kwargs.pop(each, None)
        super().__init__(trainable, name, dtype, **kwargs)
        if name is None:
            self._given_name = _unique(self._base_name)

    def add_update(self, updates: Any, inputs: Any = None) -> None:
        self._updates += updates if isinstance(updates, (list, tuple)) else [updates]

    def _add_loss(self, loss: Any) -> None:
        if loss is not None:
            self._losses.append(loss)


def _unique(base: str) -> str:
    """``dense``, ``dense_1``, in the order in which layers are made."""
    names = get_default_graph().collections.setdefault(_NAMES, [])
    names.append(base)
    count = names.count(base) - 1
    return f"{base}_{count}" if count else base


class _Plain:
    """A layer of ``tf.layers``: activations, initializers and regularizers may be names."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        base: Any = next(each for each in type(self).__mro__ if each.__module__.startswith(_plain.__name__))
        taken = list(inspect.signature(base).parameters)
        if len(args) > len(taken):
            raise InvalidTypeError(f"{type(self).__name__} takes {len(taken)} arguments, got {len(args)}")
        given = {**dict(zip(taken, args, strict=False)), **kwargs}
        given = {key: value for key, value in given.items() if key not in _FOR_MODELS}
        if given.get("data_format", "") is None:
            del given["data_format"]
        for key in taken:
            if key.endswith("initializer"):
                default = "zeros" if key == "bias_initializer" else "glorot_uniform"
                if key in given or base is not _plain.BatchNormalization:
                    given[key] = initializers.get(given.get(key, default))
            elif key.endswith("regularizer"):
                given[key] = regularizers.get(given.get(key))
            elif key == "activation" and given.get(key) is not None:
                given[key] = activations.get(given[key])
        super().__init__(**given)


class _Pool(_Plain):
    def __init__(
        self, pool_size: Any = 2, strides: Any = None, padding: str = "valid", *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(pool_size, pool_size if strides is None else strides, padding, *args, **kwargs)


class Dense(_Plain, _plain.Dense, Layer):
    __doc__ = _plain.Dense.__doc__


class Conv1D(_Plain, _plain.Conv1D, Layer):
    __doc__ = _plain.Conv1D.__doc__


class Conv2D(_Plain, _plain.Conv2D, Layer):
    __doc__ = _plain.Conv2D.__doc__


class Conv3D(_Plain, _plain.Conv3D, Layer):
    __doc__ = _plain.Conv3D.__doc__


class Conv2DTranspose(_Plain, _plain.Conv2DTranspose, Layer):
    __doc__ = _plain.Conv2DTranspose.__doc__

    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        strides: Any = (1, 1),
        padding: str = "valid",
        output_padding: Any = None,
        data_format: str | None = None,
        **kwargs: Any,
    ) -> None:
        if output_padding is not None:
            raise UnimplementedError(f"output_padding of Conv2DTranspose must be None, got {output_padding!r}")
        super().__init__(filters, kernel_size, strides, padding, data_format, **kwargs)


class SeparableConv2D(_Plain, _plain.SeparableConv2D, Layer):
    __doc__ = _plain.SeparableConv2D.__doc__


class MaxPooling1D(_Pool, _plain.MaxPooling1D, Layer):
    __doc__ = _plain.MaxPooling1D.__doc__


class MaxPooling2D(_Pool, _plain.MaxPooling2D, Layer):
    __doc__ = _plain.MaxPooling2D.__doc__


class MaxPooling3D(_Pool, _plain.MaxPooling3D, Layer):
    __doc__ = _plain.MaxPooling3D.__doc__


class AveragePooling1D(_Pool, _plain.AveragePooling1D, Layer):
    __doc__ = _plain.AveragePooling1D.__doc__


class AveragePooling2D(_Pool, _plain.AveragePooling2D, Layer):
    __doc__ = _plain.AveragePooling2D.__doc__


class AveragePooling3D(_Pool, _plain.AveragePooling3D, Layer):
    __doc__ = _plain.AveragePooling3D.__doc__


class Flatten(_Plain, _plain.Flatten, Layer):
    __doc__ = _plain.Flatten.__doc__


def _phase(training: Any) -> Any:
    return backend.learning_phase() if training is None else training


class Dropout(_Plain, _plain.Dropout, Layer):
    __doc__ = _plain.Dropout.__doc__

    def call(self, inputs: Any, training: Any = None, **kwargs: Any) -> Any:
        return super().call(inputs, _phase(training), **kwargs)


class BatchNormalization(_Plain, _plain.BatchNormalization, Layer):
    __doc__ = _plain.BatchNormalization.__doc__

    def call(self, inputs: Any, training: Any = None, **kwargs: Any) -> Any:
        return super().call(inputs, _phase(training), **kwargs)


class Activation(Layer):
    """A function of each element, or a name of one."""

    def __init__(self, activation: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.activation = activations.get(activation)

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        return self.activation(inputs)


class Lambda(Layer):
    """A function of tensors as a layer; it makes no variables. ``output_shape`` and ``mask`` have no effect."""

    def __init__(
        self,
        function: Callable[..., Any],
        output_shape: Any = None,
        mask: Any = None,
        arguments: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.function, self.arguments = function, dict(arguments or {})

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        return self.function(inputs, **self.arguments)


class Reshape(Layer):
    """Another shape of each example; one size may be -1."""

    def __init__(self, target_shape: Sequence[int], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.target_shape = tuple(target_shape)

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        result = tf.reshape(inputs, tf.stack([tf.shape(inputs)[0], *self.target_shape]))
        result.set_shape([inputs.shape[0], *(None if size == -1 else size for size in self.target_shape)])
        return result


class LeakyReLU(Layer):
    def __init__(self, alpha: float = 0.3, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.alpha = alpha

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        return tf.nn.leaky_relu(inputs, self.alpha)


class ReLU(Layer):
    def __init__(
        self, max_value: float | None = None, negative_slope: float = 0, threshold: float = 0, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self._settings = negative_slope, max_value, threshold

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        return activations.relu(inputs, *self._settings)


class Softmax(Layer):
    def __init__(self, axis: int = -1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.axis = axis

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        return tf.nn.softmax(inputs, axis=self.axis)


class Embedding(Layer):
    """A vector for each number: the variable ``embeddings``.

    Raises:
        UnimplementedError: ``mask_zero``.
    """

    def __init__(
        self,
        input_dim: int,
        output_dim: int,
        embeddings_initializer: Any = "uniform",
        embeddings_regularizer: Any = None,
        activity_regularizer: Any = None,
        embeddings_constraint: Any = None,
        mask_zero: bool = False,
        input_length: Any = None,
        **kwargs: Any,
    ) -> None:
        if mask_zero:
            raise UnimplementedError("mask_zero of Embedding must be False: there are no masks here")
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self.input_dim, self.output_dim = input_dim, output_dim
        self._settings = initializers.get(embeddings_initializer), regularizers.get(embeddings_regularizer)
        self._constraint = embeddings_constraint

    def build(self, input_shape: Any) -> None:
        self.embeddings = self.add_weight(
            "embeddings", [self.input_dim, self.output_dim], tf.float32, *self._settings, constraint=self._constraint
        )
        super().build(input_shape)

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        numbers = inputs if inputs.dtype in (tf.int32, tf.int64) else tf.cast(inputs, tf.int32)
        return tf.gather(self.embeddings, numbers)


class _Global(Layer):
    _axes: Sequence[int] = (1, 2)
    _function = "reduce_mean"

    def __init__(self, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        first = data_format == "channels_first"
        self._over = [each + 1 for each in self._axes] if first else list(self._axes)

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        return getattr(tf, self._function)(inputs, axis=self._over)


class GlobalAveragePooling1D(_Global):
    """The mean over time."""

    _axes = (1,)


class GlobalAveragePooling2D(_Global):
    """The mean of each picture."""


class GlobalMaxPooling1D(_Global):
    """The maximum over time."""

    _axes = (1,)
    _function = "reduce_max"


class GlobalMaxPooling2D(_Global):
    """The maximum of each picture."""

    _function = "reduce_max"


class ZeroPadding2D(Layer):
    """Zeros around pictures: a number, one for each axis, or a pair for each axis."""

    def __init__(self, padding: Any = (1, 1), data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        both = [padding, padding] if isinstance(padding, int) else list(padding)
        pairs = [[each, each] if isinstance(each, int) else list(each) for each in both]
        self._pairs = [[0, 0], [0, 0], *pairs] if data_format == "channels_first" else [[0, 0], *pairs, [0, 0]]

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        return tf.pad(inputs, self._pairs)


class _Merge(Layer):
    merged: Callable[[list[Any]], Any]

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        if not isinstance(inputs, (list, tuple)) or len(inputs) < 2:
            raise InvalidArgumentError(f"inputs of {type(self).__name__} must be two tensors or more, got {inputs!r}")
        return type(self).merged([tf.convert_to_tensor(each) for each in inputs])


def _product(tensors: list[Any]) -> Any:
    result = tensors[0]
    for each in tensors[1:]:
        result = result * each
    return result


def _largest(tensors: list[Any]) -> Any:
    result = tensors[0]
    for each in tensors[1:]:
        result = tf.maximum(result, each)
    return result


class Add(_Merge):
    """The sum of tensors."""

    merged = staticmethod(lambda tensors: sum(tensors[1:], tensors[0]))


class Multiply(_Merge):
    """The product of tensors."""

    merged = staticmethod(_product)


class Average(_Merge):
    """The mean of tensors."""

    merged = staticmethod(lambda tensors: sum(tensors[1:], tensors[0]) / len(tensors))


class Maximum(_Merge):
    """The largest of tensors."""

    merged = staticmethod(_largest)


class Subtract(_Merge):
    """The first tensor less the second."""

    merged = staticmethod(lambda tensors: tensors[0] - tensors[1])


class Concatenate(Layer):
    """Tensors beside each other."""

    def __init__(self, axis: int = -1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.axis = axis

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        return tf.concat(list(inputs), self.axis)


def add(inputs: Any, **kwargs: Any) -> Any:
    """The sum of tensors."""
    return Add(**kwargs)(inputs)


def multiply(inputs: Any, **kwargs: Any) -> Any:
    """The product of tensors."""
    return Multiply(**kwargs)(inputs)


def average(inputs: Any, **kwargs: Any) -> Any:
    """The mean of tensors."""
    return Average(**kwargs)(inputs)


def maximum(inputs: Any, **kwargs: Any) -> Any:
    """The largest of tensors."""
    return Maximum(**kwargs)(inputs)


def subtract(inputs: Any, **kwargs: Any) -> Any:
    """The first tensor less the second."""
    return Subtract(**kwargs)(inputs)


def concatenate(inputs: Any, axis: int = -1, **kwargs: Any) -> Any:
    """Tensors beside each other."""
    return Concatenate(axis, **kwargs)(inputs)


def Input(
    shape: Any = None,
    batch_size: int | None = None,
    name: str | None = None,
    dtype: Any = None,
    sparse: bool = False,
    tensor: Any = None,
    **kwargs: Any,
) -> Any:
    """A placeholder, whose first size is that of the batch; or ``tensor``.

    Raises:
        UnimplementedError: a sparse one.
    """
    if sparse:
        raise UnimplementedError("sparse of Input must be False: use tf.sparse_placeholder")
    if tensor is not None:
        return tensor
    full = kwargs.get("batch_shape") or [batch_size, *(() if shape is None else shape)]
    return tf.placeholder(dtype or tf.float32, list(full), name or _unique("input"))


Convolution1D, Convolution2D, Convolution3D = Conv1D, Conv2D, Conv3D
MaxPool1D, MaxPool2D, MaxPool3D = MaxPooling1D, MaxPooling2D, MaxPooling3D
AvgPool1D, AvgPool2D, AvgPool3D = AveragePooling1D, AveragePooling2D, AveragePooling3D


def __getattr__(name: str) -> Any:
    raise missing("keras.layers", name)


__all__ = [
    "Activation", "Add", "Average", "AveragePooling1D", "AveragePooling2D", "AveragePooling3D", "AvgPool1D",
    "AvgPool2D", "AvgPool3D", "BatchNormalization", "Concatenate", "Conv1D", "Conv2D", "Conv2DTranspose", "Conv3D",
    "Convolution1D", "Convolution2D", "Convolution3D", "Dense", "Dropout", "Embedding", "Flatten",
    "GlobalAveragePooling1D", "GlobalAveragePooling2D", "GlobalMaxPooling1D", "GlobalMaxPooling2D", "Input", "Lambda",
    "Layer", "LeakyReLU", "MaxPool1D", "MaxPool2D", "MaxPool3D", "MaxPooling1D", "MaxPooling2D", "MaxPooling3D",
    "Maximum", "Multiply", "ReLU", "Reshape", "SeparableConv2D", "Softmax", "Subtract", "ZeroPadding2D", "add",
    "average", "concatenate", "maximum", "multiply", "subtract",
]  # fmt: skip
