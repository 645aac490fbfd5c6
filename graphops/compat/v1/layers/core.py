"""``tf.layers``: Dense, Dropout and Flatten."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.layers.base import ZEROS, Layer, activated, functional, known


class Dense(Layer):
    """activation(inputs x kernel + bias), along the last axis; kernel: [inputs, units]."""

    def __init__(
        self,
        units: int,
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = None,
        bias_initializer: Any = ZEROS,
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        bias_constraint: Any = None,
        trainable: bool = True,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(trainable, name, activity_regularizer=activity_regularizer, **kwargs)
        self.units, self.activation, self.use_bias = int(units), activation, use_bias
        self._kernel = kernel_initializer, kernel_regularizer, kernel_constraint
        self._bias = bias_initializer, bias_regularizer, bias_constraint
        self.kernel: Any = None
        self.bias: Any = None

    def build(self, input_shape: Any) -> None:
        start, regularizer, constraint = self._kernel
        shape = [known(input_shape, -1, "dense"), self.units]
        self.kernel = self.add_weight("kernel", shape, None, start, regularizer, constraint=constraint)
        if self.use_bias:
            start, regularizer, constraint = self._bias
            self.bias = self.add_weight("bias", [self.units], None, start, regularizer, constraint=constraint)

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        if inputs.shape.rank == 2:
            result = tf.matmul(inputs, self.kernel)
        else:
            result = tf.tensordot(inputs, self.kernel, [[-1], [0]])
            result.set_shape([*inputs.shape.as_list()[:-1], self.units])
        if self.use_bias:
            result = tf.nn.bias_add(result, self.bias)
        return activated(self.activation, result)


class Dropout(Layer):
    """In training, elements are 0 with probability ``rate``, the others are scaled up."""

    def __init__(
        self, rate: Any = 0.5, noise_shape: Any = None, seed: int | None = None, name: str | None = None, **kwargs: Any
    ) -> None:
        super().__init__(name=name, **kwargs)
        self.rate, self.noise_shape, self.seed = rate, noise_shape, seed

    def call(self, inputs: Any, training: Any = False, **kwargs: Any) -> Any:
        def dropped() -> Any:
            return tf.nn.dropout(inputs, noise_shape=self.noise_shape, seed=self.seed, rate=self.rate)

        return chosen(training, dropped, lambda: tf.identity(inputs))


class Flatten(Layer):
    """Everything but the first axis becomes one axis."""

    def __init__(self, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._first = data_format == "channels_first"

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        rank = inputs.shape.rank
        if self._first and rank is not None and rank > 2:
            inputs = tf.transpose(inputs, [0, *range(2, rank), 1])
        rest = [None] if rank is None else [None if each is None else int(each) for each in inputs.shape.as_list()[1:]]
        batch = None if rank is None else inputs.shape.as_list()[0]
        if None not in rest:
            total = 1
            for size in rest:
                total *= size or 0
            result = tf.reshape(inputs, [-1 if total else tf.shape(inputs)[0], total])
        else:
            total = None
            result = tf.reshape(inputs, tf.stack([tf.shape(inputs)[0], tf.reduce_prod(tf.shape(inputs)[1:])]))
        result.set_shape([batch, total])
        return result


def chosen(training: Any, yes: Any, no: Any) -> Any:
    """``yes()`` or ``no()``, now where ``training`` is known, else in each run."""
    value = tf.get_static_value(training) if isinstance(training, tf.Tensor) else training
    if isinstance(value, tf.Variable):
        return tf.cond(tf.cast(value, tf.bool), yes, no)
    return tf.cond(training, yes, no) if value is None else (yes if value else no)()


dense = functional(Dense, "dense")


def dropout(
    inputs: Any,
    rate: Any = 0.5,
    noise_shape: Any = None,
    seed: int | None = None,
    training: Any = False,
    name: str | None = None,
) -> Any:
    """:class:`Dropout` of ``inputs``; ``training`` is a bool or a tensor."""
    return Dropout(rate, noise_shape, seed, name)(inputs, training=training)


def flatten(inputs: Any, name: str | None = None, data_format: str = "channels_last") -> Any:
    """:class:`Flatten` of ``inputs``."""
    return Flatten(data_format, name=name)(inputs)
