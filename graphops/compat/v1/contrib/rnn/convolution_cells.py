"""``tf.contrib.rnn``: long short-term memory of images, whose matrix products are convolutions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.networks.rnn_base import RNNCell, sigmoid
from graphops.compat.v1.networks.rnn_lstm import LSTMStateTuple
from graphops_registry.errors import InvalidArgumentError


class ConvLSTMCell(RNNCell):
    """Long short-term memory of images [batch, *sizes, channels].

    Args:
        conv_ndims: the number of sizes, 1 to 3.
        input_shape: the sizes and the channels of the inputs.
        kernel_shape: of the filters.
        skip_connection: whether outputs, and with them the state, have the inputs beside them.
        initializers: of the filters.

    Raises:
        InvalidArgumentError: an input_shape of another length.
    """

    def __init__(
        self,
        conv_ndims: int,
        input_shape: Sequence[int],
        output_channels: int,
        kernel_shape: Sequence[int],
        use_bias: bool = True,
        skip_connection: bool = False,
        forget_bias: float = 1.0,
        initializers: Any = None,
        name: str = "conv_lstm_cell",
    ) -> None:
        super().__init__(name=name)
        if conv_ndims != len(input_shape) - 1 or conv_ndims not in (1, 2, 3):
            text = f"input_shape of ConvLSTMCell must be {conv_ndims} sizes, 1 to 3, and the channels"
            raise InvalidArgumentError(f"{text}, got {list(input_shape)}")
        self._sizes, self._inputs = [int(size) for size in input_shape[:-1]], int(input_shape[-1])
        self._channels, self._taps = output_channels, [int(size) for size in kernel_shape]
        self._use_bias, self._skips, self._forget_bias = use_bias, skip_connection, forget_bias
        self._initializer = initializers

    @property
    def state_size(self) -> Any:
        return LSTMStateTuple(tf.TensorShape([*self._sizes, self._channels]), self.output_size)

    @property
    def output_size(self) -> Any:
        return tf.TensorShape([*self._sizes, self._outputs])

    @property
    def _outputs(self) -> int:
        return self._channels + (self._inputs if self._skips else 0)

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        batch = batch_size if isinstance(batch_size, int) else None

        def zeros(channels: int) -> Any:
            made = tf.zeros(tf.stack([batch_size, *self._sizes, channels]), dtype)
            made.set_shape([batch, *self._sizes, channels])
            return made

        return LSTMStateTuple(zeros(self._channels), zeros(self._outputs))

    def build(self, inputs_shape: Any) -> None:
        shape = [*self._taps, self._inputs + self._outputs, 4 * self._channels]
        self._kernel = self.add_variable("kernel", shape, self._initializer)
        if self._use_bias:
            self._bias = self.add_variable("biases", [4 * self._channels], tf.zeros_initializer())

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        c, h = state
        mixed = tf.nn.convolution(tf.concat([inputs, h], -1), self._kernel, "SAME")
        if self._use_bias:
            mixed = tf.nn.bias_add(mixed, self._bias)
        i, j, f, o = tf.split(mixed, 4, -1)
        new_c = sigmoid(f + self._forget_bias) * c + sigmoid(i) * tf.tanh(j)
        output = tf.tanh(new_c) * sigmoid(o)
        if self._skips:
            output = tf.concat([output, inputs], -1)
        return output, LSTMStateTuple(new_c, output)


class Conv1DLSTMCell(ConvLSTMCell):
    """:class:`ConvLSTMCell` along one axis."""

    def __init__(self, name: str = "conv_1d_lstm_cell", **kwargs: Any) -> None:
        super().__init__(conv_ndims=1, name=name, **kwargs)


class Conv2DLSTMCell(ConvLSTMCell):
    """:class:`ConvLSTMCell` along two axes."""

    def __init__(self, name: str = "conv_2d_lstm_cell", **kwargs: Any) -> None:
        super().__init__(conv_ndims=2, name=name, **kwargs)


class Conv3DLSTMCell(ConvLSTMCell):
    """:class:`ConvLSTMCell` along three axes."""

    def __init__(self, name: str = "conv_3d_lstm_cell", **kwargs: Any) -> None:
        super().__init__(conv_ndims=3, name=name, **kwargs)
