"""``tf.contrib.legacy_seq2seq``: decoders over lists of inputs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.networks.rnn_base import affine
from graphops.graph.nest import flatten
from graphops_registry.errors import InvalidArgumentError

Loop = Callable[[Any, Any], Any]


def rnn_decoder(
    decoder_inputs: Any, initial_state: Any, cell: Any, loop_function: Loop | None = None, scope: Any = None
) -> tuple[list[Any], Any]:
    """Run a cell over a list of inputs.

    Args:
        loop_function: of an output and the number of the step: the input that takes the place of the next one.

    Returns:
        The list of outputs, and the last state.
    """
    with tf.variable_scope(scope or "rnn_decoder"):
        state = initial_state
        outputs: list[Any] = []
        for number, each in enumerate(decoder_inputs):
            given = _looped(loop_function, outputs, number, each)
            if number:
                tf.get_variable_scope().reuse_variables()
            output, state = cell(given, state)
            outputs.append(output)
    return outputs, state


def _looped(loop_function: Loop | None, outputs: list[Any], number: int, given: Any) -> Any:
    if loop_function is None or not outputs:
        return given
    with tf.variable_scope("loop_function", reuse=True):
        return loop_function(outputs[-1], number)


def _embedded_largest(embedding: Any, output_projection: Any, update_embedding: bool) -> Loop:
    """The row of the largest element."""

    def loop_function(previous: Any, _: Any) -> Any:
        if output_projection is not None:
            previous = tf.nn.xw_plus_b(previous, *output_projection)
        row = tf.nn.embedding_lookup(embedding, tf.argmax(previous, 1))
        return row if update_embedding else tf.stop_gradient(row)

    return loop_function


def embedding_rnn_decoder(
    decoder_inputs: Any,
    initial_state: Any,
    cell: Any,
    num_symbols: int,
    embedding_size: int,
    output_projection: Any = None,
    feed_previous: bool = False,
    update_embedding_for_previous: bool = True,
    scope: Any = None,
) -> tuple[list[Any], Any]:
    """:func:`rnn_decoder` of integers, which stand for rows of the variable ``embedding``.

    Args:
        output_projection: a pair (weights, biases) by which outputs become symbols; for ``feed_previous``.
        feed_previous: whether only the first input counts; the largest output of a step is then the input of the next.
    """
    with tf.variable_scope(scope or "embedding_rnn_decoder"):
        embedding = tf.get_variable("embedding", [num_symbols, embedding_size])
        loop = _embedded_largest(embedding, output_projection, update_embedding_for_previous) if feed_previous else None
        rows = [tf.nn.embedding_lookup(embedding, each) for each in decoder_inputs]
        return rnn_decoder(rows, initial_state, cell, loop)


class _Heads:
    """Attention to states [batch, time, size], several times."""

    def __init__(self, states: Any, heads: int, query_size: int) -> None:
        shape = states.shape.as_list() if states.shape.rank == 3 else [None] * 3
        if shape[2] is None:
            text = f"attention_states must be [batch, time, size] with a known size, got shape {states.shape}"
            raise InvalidArgumentError(text)
        self._states, self.size = states, int(shape[2])
        self._keys, self._scores, self._weights = [], [], []
        for head in range(heads):
            filters = tf.get_variable(f"AttnW_{head}", [1, 1, self.size, self.size])
            self._keys.append(tf.tensordot(states, tf.reshape(filters, [self.size, self.size]), [[2], [0]]))
            self._scores.append(tf.get_variable(f"AttnV_{head}", [self.size]))
        for head in range(heads):
            with tf.variable_scope(f"Attention_{head}"):
                self._weights.append(weights_of(query_size, self.size))

    def zeros(self, batch: Any) -> list[Any]:
        found = [tf.zeros(tf.stack([batch, self.size])) for _ in self._keys]
        for each in found:
            each.set_shape([None, self.size])
        return found

    def __call__(self, state: Any) -> list[Any]:
        query = tf.concat(flatten(state), 1)
        found = []
        for keys, scores, weights in zip(self._keys, self._scores, self._weights, strict=True):
            asked = tf.expand_dims(affine([query], *weights), 1)
            fits = tf.nn.softmax(tf.reduce_sum(scores * tf.tanh(keys + asked), 2))
            found.append(tf.reduce_sum(tf.expand_dims(fits, 2) * self._states, 1))
        return found


def weights_of(rows: int, columns: int) -> tuple[Any, Any]:
    """The variables ``kernel`` and ``bias``."""
    kernel = tf.get_variable("kernel", [rows, columns])
    return kernel, tf.get_variable("bias", [columns], initializer=tf.zeros_initializer())


def attention_decoder(
    decoder_inputs: Any,
    initial_state: Any,
    attention_states: Any,
    cell: Any,
    output_size: int | None = None,
    num_heads: int = 1,
    loop_function: Loop | None = None,
    dtype: Any = None,
    scope: Any = None,
    initial_state_attention: bool = False,
) -> tuple[list[Any], Any]:
    """:func:`rnn_decoder` whose cell sees weighted means of ``attention_states`` [batch, time, size].

    Args:
        output_size: default that of the cell.
        num_heads: how many means.
        initial_state_attention: whether the first means are those for the first state, rather than zeros.

    Raises:
        InvalidArgumentError: no inputs, no heads, or states of an unknown size.
    """
    if not decoder_inputs or num_heads < 1:
        text = "attention_decoder must get a list of inputs and one head or more"
        raise InvalidArgumentError(f"{text}, got {len(decoder_inputs)} inputs and {num_heads} heads")
    size = cell.output_size if output_size is None else output_size
    with tf.variable_scope(scope or "attention_decoder"):
        state = initial_state
        outputs: list[Any] = []
        query_size = sum(int(each.shape[-1]) for each in flatten(initial_state))
        attend = _Heads(tf.convert_to_tensor(attention_states), num_heads, query_size)
        means = attend(state) if initial_state_attention else attend.zeros(tf.shape(decoder_inputs[0])[0])
        width, more = int(decoder_inputs[0].shape[-1]), num_heads * attend.size
        mix = weights_of(width + more, width)
        with tf.variable_scope("AttnOutputProjection"):
            projection = weights_of(cell.output_size + more, size)
        for number, each in enumerate(decoder_inputs):
            given = _looped(loop_function, outputs, number, each)
            if number:
                tf.get_variable_scope().reuse_variables()
            output, state = cell(affine([given, *means], *mix), state)
            means = attend(state)
            outputs.append(affine([output, *means], *projection))
    return outputs, state


def embedding_attention_decoder(
    decoder_inputs: Any,
    initial_state: Any,
    attention_states: Any,
    cell: Any,
    num_symbols: int,
    embedding_size: int,
    num_heads: int = 1,
    output_size: int | None = None,
    output_projection: Any = None,
    feed_previous: bool = False,
    update_embedding_for_previous: bool = True,
    dtype: Any = None,
    scope: Any = None,
    initial_state_attention: bool = False,
) -> tuple[list[Any], Any]:
    """:func:`attention_decoder` of integers, which stand for rows of the variable ``embedding``."""
    with tf.variable_scope(scope or "embedding_attention_decoder"):
        embedding = tf.get_variable("embedding", [num_symbols, embedding_size])
        loop = _embedded_largest(embedding, output_projection, update_embedding_for_previous) if feed_previous else None
        rows = [tf.nn.embedding_lookup(embedding, each) for each in decoder_inputs]
        return attention_decoder(
            rows, initial_state, attention_states, cell, output_size, num_heads, loop,
            initial_state_attention=initial_state_attention,
        )  # fmt: skip


__all__ = ["attention_decoder", "embedding_attention_decoder", "embedding_rnn_decoder", "rnn_decoder"]

mark_all(globals(), __all__)
