"""``tf.contrib.rnn``: cells made of a cell: projections, embeddings, attention to what came before."""

from __future__ import annotations

import math
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.networks.rnn_base import RNNCell, affine, inputs_of
from graphops.graph.nest import flatten
from graphops_registry.errors import InvalidArgumentError


def total(sizes: Any) -> int:
    """The sum of the sizes of a structure."""
    return sum(int(size) for size in flatten(sizes))


class _Wrapper(RNNCell):
    """A cell around a cell, with its state.

    Raises:
        InvalidArgumentError: a size below 1.
    """

    def __init__(self, cell: Any, reuse: Any, **sizes: int) -> None:
        super().__init__(_reuse=reuse)
        for name, size in sizes.items():
            if size < 1:
                raise InvalidArgumentError(f"{name} of {type(self).__name__} must be positive, got {size}")
        self._cell = cell

    @property
    def state_size(self) -> Any:
        return self._cell.state_size

    @property
    def output_size(self) -> Any:
        return self._cell.output_size

    @property
    def variables(self) -> list[Any]:
        """Its variables and those of the cell."""
        return [*self._variables, *self._cell.variables]

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        return self._cell.zero_state(batch_size, dtype)


class InputProjectionWrapper(_Wrapper):
    """A cell whose inputs are first multiplied by a matrix [inputs, num_proj]."""

    def __init__(
        self, cell: Any, num_proj: int, activation: Any = None, input_size: Any = None, reuse: bool | None = None
    ) -> None:
        super().__init__(cell, reuse)
        self._num_proj, self._activation = num_proj, activation

    def build(self, inputs_shape: Any) -> None:
        self._kernel = self.add_variable("kernel", [inputs_of(inputs_shape, self), self._num_proj])
        self._bias = self.add_variable("bias", [self._num_proj], tf.zeros_initializer())

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        projected = affine([inputs], self._kernel, self._bias)
        output, after = self._cell(projected if self._activation is None else self._activation(projected), state)
        return output, after


class OutputProjectionWrapper(_Wrapper):
    """A cell whose outputs are then multiplied by a matrix [outputs, output_size]."""

    def __init__(self, cell: Any, output_size: int, activation: Any = None, reuse: bool | None = None) -> None:
        super().__init__(cell, reuse, output_size=output_size)
        self._output_size, self._activation = output_size, activation

    @property
    def output_size(self) -> int:
        return self._output_size

    def build(self, inputs_shape: Any) -> None:
        self._kernel = self.add_variable("kernel", [self._cell.output_size, self._output_size])
        self._bias = self.add_variable("bias", [self._output_size], tf.zeros_initializer())

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        output, after = self._cell(inputs, state)
        projected = affine([output], self._kernel, self._bias)
        return projected if self._activation is None else self._activation(projected), after


class EmbeddingWrapper(_Wrapper):
    """A cell whose inputs are integers, which stand for rows of the variable ``embedding`` [classes, size]."""

    def __init__(
        self,
        cell: Any,
        embedding_classes: int,
        embedding_size: int,
        initializer: Any = None,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(cell, reuse, embedding_classes=embedding_classes, embedding_size=embedding_size)
        self._classes, self._size, self._initializer = embedding_classes, embedding_size, initializer

    def __call__(self, inputs: Any, state: Any, scope: Any = None) -> tuple[Any, Any]:
        if self._dtype is None:
            self._dtype = flatten(state)[0].dtype.base
        return super().__call__(inputs, state, scope)

    def build(self, inputs_shape: Any) -> None:
        limit = math.sqrt(3.0)  # of values with variance 1
        start = self._initializer or tf.get_variable_scope().initializer
        start = start or tf.random_uniform_initializer(-limit, limit)
        self._embedding = self.add_variable("embedding", [self._classes, self._size], start)

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        output, after = self._cell(tf.nn.embedding_lookup(self._embedding, tf.reshape(inputs, [-1])), state)
        return output, after


class AttentionCellWrapper(_Wrapper):
    """A cell that sees a weighted mean of its last ``attn_length`` outputs.

    The state is (state of the cell, that mean, those outputs as one row).

    Args:
        attn_size: the size of the outputs; default that of the cell.
        attn_vec_size: the size in which states and outputs are compared; default ``attn_size``.
        input_size: of what the cell gets; default that of the inputs.

    Raises:
        InvalidArgumentError: a length or a size below 1, or a cell whose state is a tuple without ``state_is_tuple``.
    """

    def __init__(
        self,
        cell: Any,
        attn_length: int,
        attn_size: int | None = None,
        attn_vec_size: int | None = None,
        input_size: int | None = None,
        state_is_tuple: bool = True,
        reuse: bool | None = None,
    ) -> None:
        size = cell.output_size if attn_size is None else attn_size
        width = size if attn_vec_size is None else attn_vec_size
        super().__init__(cell, reuse, attn_length=attn_length, attn_size=size, attn_vec_size=width)
        if not state_is_tuple and len(flatten(cell.state_size)) > 1:
            text = "state_is_tuple of AttentionCellWrapper must be True for cells whose state is a tuple"
            raise InvalidArgumentError(text)
        self._length, self._size, self._width, self._input_size = attn_length, size, width, input_size
        self._state_is_tuple = state_is_tuple

    @property
    def state_size(self) -> Any:
        sizes = (self._cell.state_size, self._size, self._size * self._length)
        return sizes if self._state_is_tuple else total(sizes)

    @property
    def output_size(self) -> int:
        return self._size

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        return RNNCell.zero_state(self, batch_size, dtype)

    def build(self, inputs_shape: Any) -> None:
        size, width = self._size, self._width
        given = inputs_of(inputs_shape, self)
        wanted = self._input_size or given
        self._mix = self._weights("", given + size, wanted)
        self._filters = self.add_variable("attention/attn_w", [1, 1, size, width])
        self._scores = self.add_variable("attention/attn_v", [width])
        self._query = self._weights("attention/", total(self._cell.state_size), width)
        self._projection = self._weights("attn_output_projection/", self._cell.output_size + size, size)

    def _weights(self, scope: str, rows: int, columns: int) -> tuple[Any, Any]:
        kernel = self.add_variable(f"{scope}kernel", [rows, columns])
        return kernel, self.add_variable(f"{scope}bias", [columns], tf.zeros_initializer())

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        if self._state_is_tuple:
            own, mean, outputs = state
        else:
            own, mean, outputs = tf.split(
                state, [total(self._cell.state_size), self._size, self._size * self._length], 1
            )  # fmt: skip
        before = tf.reshape(outputs, [-1, self._length, self._size])
        output, after = self._cell(affine([inputs, mean], *self._mix), own)
        mean = self._attended(tf.concat(flatten(after), 1), before)
        result = affine([output, mean], *self._projection)
        row = tf.reshape(tf.concat([before[:, 1:], tf.expand_dims(result, 1)], 1), [-1, self._length * self._size])
        return result, (after, mean, row) if self._state_is_tuple else tf.concat([after, mean, row], 1)

    def _attended(self, query: Any, before: Any) -> Any:
        """The mean of what came before, by how well it fits the query."""
        keys = tf.tensordot(before, tf.reshape(self._filters, [self._size, self._width]), [[2], [0]])
        asked = tf.expand_dims(affine([query], *self._query), 1)
        weights = tf.nn.softmax(tf.reduce_sum(self._scores * tf.tanh(keys + asked), 2))
        return tf.reshape(tf.reduce_sum(tf.expand_dims(weights, 2) * before, 1), [-1, self._size])
