"""``tf.contrib.rnn``: more cells of long short-term memory and of gated units."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.networks.rnn_base import RNNCell, affine, inputs_of, sigmoid
from graphops.compat.v1.networks.rnn_lstm import LSTMStateTuple
from graphops_registry.errors import InvalidArgumentError


class LayerNormBasicLSTMCell(RNNCell):
    """Long short-term memory with layer normalization, and dropout of what is new.

    Args:
        layer_norm: whether gates and state are normalized; else there is a bias.
        norm_gain, norm_shift: where ``gamma`` and ``beta`` start.
        dropout_keep_prob: how likely an element of the new input is kept.
    """

    def __init__(
        self,
        num_units: int,
        forget_bias: float = 1.0,
        input_size: Any = None,
        activation: Any = tf.tanh,
        layer_norm: bool = True,
        norm_gain: float = 1.0,
        norm_shift: float = 0.0,
        dropout_keep_prob: Any = 1.0,
        dropout_prob_seed: int | None = None,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(_reuse=reuse)
        self._units, self._forget_bias, self._activation = num_units, forget_bias, activation
        self._layer_norm, self._starts = layer_norm, (norm_gain, norm_shift)
        self._keep_prob, self._seed = dropout_keep_prob, dropout_prob_seed

    @property
    def state_size(self) -> Any:
        return LSTMStateTuple(self._units, self._units)

    @property
    def output_size(self) -> int:
        return self._units

    def build(self, inputs_shape: Any) -> None:
        units = self._units
        self._kernel = self.add_variable("kernel", [inputs_of(inputs_shape, self) + units, 4 * units])
        if not self._layer_norm:
            self._bias = self.add_variable("bias", [4 * units], tf.zeros_initializer())
            return
        gain, shift = map(tf.constant_initializer, self._starts)
        self._norms = {
            part: (self.add_variable(f"{part}/gamma", [units], gain), self.add_variable(f"{part}/beta", [units], shift))
            for part in ("input", "transform", "forget", "output", "state")
        }

    def _normal(self, part: str, value: Any) -> Any:
        if not self._layer_norm:
            return value
        gamma, beta = self._norms[part]
        mean, variance = tf.nn.moments(value, [1], keep_dims=True)
        return tf.nn.batch_normalization(value, mean, variance, beta, gamma, 1e-12)

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        c, h = state
        mixed = tf.matmul(tf.concat([inputs, h], 1), self._kernel)
        if not self._layer_norm:
            mixed = tf.nn.bias_add(mixed, self._bias)
        parts = zip(("input", "transform", "forget", "output"), tf.split(mixed, 4, 1), strict=True)
        i, j, f, o = (self._normal(part, value) for part, value in parts)
        new = self._activation(j)
        if not isinstance(self._keep_prob, float) or self._keep_prob < 1:
            new = tf.nn.dropout(new, self._keep_prob, seed=self._seed)
        new_c = self._normal("state", c * sigmoid(f + self._forget_bias) + sigmoid(i) * new)
        new_h = self._activation(new_c) * sigmoid(o)
        return new_h, LSTMStateTuple(new_c, new_h)


class UGRNNCell(RNNCell):
    """An update gate between the state and a new one: ``gate * state + (1 - gate) * new``."""

    def __init__(
        self,
        num_units: int,
        initializer: Any = None,
        forget_bias: float = 1.0,
        activation: Any = tf.tanh,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(_reuse=reuse)
        self._units, self._initializer, self._forget_bias = num_units, initializer, forget_bias
        self._activation = activation

    @property
    def state_size(self) -> int:
        return self._units

    @property
    def output_size(self) -> int:
        return self._units

    def build(self, inputs_shape: Any) -> None:
        units = self._units
        size = inputs_of(inputs_shape, self) + units
        self._kernel = self.add_variable("kernel", [size, 2 * units], self._initializer)
        self._bias = self.add_variable("bias", [2 * units], tf.zeros_initializer())

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        gate, new = tf.split(affine([inputs, state], self._kernel, self._bias), 2, 1)
        kept = sigmoid(gate + self._forget_bias)
        output = kept * state + (1.0 - kept) * self._activation(new)
        return output, output


class SRUCell(RNNCell):
    """A simple recurrent unit, whose gates see the inputs alone."""

    def __init__(
        self, num_units: int, activation: Any = None, reuse: bool | None = None, name: str | None = None, **kwargs: Any
    ) -> None:
        super().__init__(name=name, _reuse=reuse, **kwargs)
        self._units, self._activation = num_units, activation or tf.tanh

    @property
    def state_size(self) -> int:
        return self._units

    @property
    def output_size(self) -> int:
        return self._units

    def build(self, inputs_shape: Any) -> None:
        self._kernel = self.add_variable("kernel", [inputs_of(inputs_shape, self), 4 * self._units])
        self._bias = self.add_variable("bias", [2 * self._units], tf.zeros_initializer())

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        new, forget, reset, past = tf.split(tf.matmul(inputs, self._kernel), 4, 1)
        gates = sigmoid(tf.nn.bias_add(tf.concat([forget, reset], 1), self._bias))
        f, r = tf.split(gates, 2, 1)
        c = f * state + (1.0 - f) * new
        return r * self._activation(c) + (1.0 - r) * past, c


class NASCell(RNNCell):
    """The cell that an architecture search found: https://arxiv.org/abs/1611.01578."""

    def __init__(
        self,
        num_units: int,
        num_proj: int | None = None,
        use_bias: bool = False,
        reuse: bool | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(_reuse=reuse, **kwargs)
        self._units, self._num_proj, self._use_bias = num_units, num_proj, use_bias

    @property
    def state_size(self) -> Any:
        return LSTMStateTuple(self._units, self.output_size)

    @property
    def output_size(self) -> int:
        return self._units if self._num_proj is None else self._num_proj

    def build(self, inputs_shape: Any) -> None:
        units = self._units
        self._kernel = self.add_variable("kernel", [inputs_of(inputs_shape, self), 8 * units])
        self._recurrent = self.add_variable("recurrent_kernel", [self.output_size, 8 * units])
        if self._use_bias:
            self._bias = self.add_variable("bias", [8 * units], tf.zeros_initializer())
        if self._num_proj is not None:
            self._projection = self.add_variable("projection_weights", [units, self._num_proj])

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        c, m = state
        past = tf.matmul(m, self._recurrent)
        if self._use_bias:
            past = tf.nn.bias_add(past, self._bias)
        m0, m1, m2, m3, m4, m5, m6, m7 = tf.split(past, 8, 1)
        x0, x1, x2, x3, x4, x5, x6, x7 = tf.split(tf.matmul(inputs, self._kernel), 8, 1)
        one = tf.tanh(sigmoid(x0 + m0) * tf.nn.relu(x1 + m1))
        two = tf.tanh(sigmoid(x2 + m2) + tf.nn.relu(x3 * m3))
        three = tf.tanh(tf.tanh(x4 + m4) * sigmoid(x5 + m5))
        four = sigmoid(tf.tanh(x6 + m6) + sigmoid(x7 + m7))
        new_c = tf.tanh(one + c) * two
        new_m = tf.tanh(new_c * tf.tanh(three + four))
        if self._num_proj is not None:
            new_m = tf.matmul(new_m, self._projection)
        return new_m, LSTMStateTuple(new_c, new_m)


class GLSTMCell(RNNCell):
    """Long short-term memory whose inputs and units are parted into groups that do not see each other.

    Raises:
        InvalidArgumentError: a number of units, or of the projection, that is no multiple of the number of groups.
    """

    def __init__(
        self,
        num_units: int,
        initializer: Any = None,
        num_proj: int | None = None,
        number_of_groups: int = 1,
        forget_bias: float = 1.0,
        activation: Any = tf.tanh,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(_reuse=reuse)
        if num_units % number_of_groups or (num_proj or 0) % number_of_groups:
            text = f"num_units and num_proj of GLSTMCell must be multiples of {number_of_groups} groups"
            raise InvalidArgumentError(f"{text}, got {num_units} and {num_proj}")
        self._units, self._initializer, self._num_proj, self._groups = (
            num_units,
            initializer,
            num_proj,
            number_of_groups,
        )
        self._forget_bias, self._activation = forget_bias, activation

    @property
    def state_size(self) -> Any:
        return LSTMStateTuple(self._units, self.output_size)

    @property
    def output_size(self) -> int:
        return self._num_proj or self._units

    def build(self, inputs_shape: Any) -> None:
        size, groups = inputs_of(inputs_shape, self), self._groups
        if size % groups:
            raise InvalidArgumentError(f"inputs of GLSTMCell must be a multiple of {groups} groups, got size {size}")
        rows, columns = (size + self.output_size) // groups, 4 * self._units // groups
        self._kernels = [
            self.add_variable(f"group{number}/kernel", [rows, columns], self._initializer) for number in range(groups)
        ]
        self._biases = [
            self.add_variable(f"bias_{gate}", [self._units], tf.zeros_initializer()) for gate in ("i", "j", "f", "o")
        ]
        if self._num_proj:
            shape = [self._units, self._num_proj]
            self._projection = self.add_variable("projection/kernel", shape, self._initializer)

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        c, m = state
        given = zip(tf.split(inputs, self._groups, 1), tf.split(m, self._groups, 1), self._kernels, strict=True)
        parts = [tf.split(tf.matmul(tf.concat([x, past], 1), kernel), 4, 1) for x, past, kernel in given]
        i, j, f, o = (
            tf.nn.bias_add(tf.concat(gate, 1), bias)
            for gate, bias in zip(zip(*parts, strict=True), self._biases, strict=True)
        )
        new_c = sigmoid(f + self._forget_bias) * c + sigmoid(i) * self._activation(j)
        new_m = sigmoid(o) * self._activation(new_c)
        if self._num_proj:
            new_m = tf.matmul(new_m, self._projection)
        return new_m, LSTMStateTuple(new_c, new_m)
