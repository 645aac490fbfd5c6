"""``tf.contrib.legacy_seq2seq``: an encoder and a decoder."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.contrib.legacy_seq2seq.decoders import (
    Loop,
    _embedded_largest,
    embedding_attention_decoder,
    embedding_rnn_decoder,
    rnn_decoder,
)
from graphops.compat.v1.contrib.rnn.wrappers import EmbeddingWrapper, OutputProjectionWrapper
from graphops.compat.v1.functions.marked import mark_all
from graphops.graph.nest import flatten, pack


def basic_rnn_seq2seq(
    encoder_inputs: Any, decoder_inputs: Any, cell: Any, dtype: Any = tf.float32, scope: Any = None
) -> tuple[list[Any], Any]:
    """A decoder that starts with the last state of an encoder, whose cell is a copy of its own."""
    with tf.variable_scope(scope or "basic_rnn_seq2seq"):
        _, state = tf.nn.static_rnn(deepcopy(cell), encoder_inputs, dtype=dtype)
        return rnn_decoder(decoder_inputs, state, cell)


def tied_rnn_seq2seq(
    encoder_inputs: Any,
    decoder_inputs: Any,
    cell: Any,
    loop_function: Loop | None = None,
    dtype: Any = tf.float32,
    scope: Any = None,
) -> tuple[list[Any], Any]:
    """A decoder that starts with the last state of an encoder, with one cell."""
    with tf.variable_scope("combined_tied_rnn_seq2seq"):
        name = scope or "tied_rnn_seq2seq"
        _, state = tf.nn.static_rnn(cell, encoder_inputs, dtype=dtype, scope=name)
        tf.get_variable_scope().reuse_variables()
        return rnn_decoder(decoder_inputs, state, cell, loop_function, name)


def _either(feed_previous: Any, decode: Callable[[bool], tuple[list[Any], Any]], like: Any) -> tuple[list[Any], Any]:
    """What is decoded with and without feeding what came before, where a tensor says which."""
    if not isinstance(feed_previous, tf.Tensor):
        return decode(bool(feed_previous))
    scope = tf.get_variable_scope()

    def branch(fed: bool) -> Callable[[], list[Any]]:
        def decoded() -> list[Any]:
            with tf.variable_scope(scope, reuse=None if fed else True):
                outputs, state = decode(fed)
            return [*outputs, *flatten(state)]

        return decoded

    found = tf.cond(feed_previous, branch(True), branch(False))
    count = len(flatten(like))
    return list(found[:-count]), pack(like, found[-count:])


def embedding_rnn_seq2seq(
    encoder_inputs: Any,
    decoder_inputs: Any,
    cell: Any,
    num_encoder_symbols: int,
    num_decoder_symbols: int,
    embedding_size: int,
    output_projection: Any = None,
    feed_previous: Any = False,
    dtype: Any = None,
    scope: Any = None,
) -> tuple[list[Any], Any]:
    """:func:`basic_rnn_seq2seq` of integers, which stand for rows of variables.

    Args:
        output_projection: a pair (weights, biases) by which outputs become symbols; ``None`` for a projection here.
        feed_previous: a bool or a tensor: whether the largest output of a step is the input of the next.
    """
    with tf.variable_scope(scope or "embedding_rnn_seq2seq", dtype=dtype) as opened:
        encoder = EmbeddingWrapper(deepcopy(cell), num_encoder_symbols, embedding_size)
        _, state = tf.nn.static_rnn(encoder, encoder_inputs, dtype=dtype or opened.dtype)
        if output_projection is None:
            cell = OutputProjectionWrapper(cell, num_decoder_symbols)

        def decode(fed: bool) -> tuple[list[Any], Any]:
            return embedding_rnn_decoder(
                decoder_inputs, state, cell, num_decoder_symbols, embedding_size, output_projection, fed
            )

        return _either(feed_previous, decode, state)


def embedding_tied_rnn_seq2seq(
    encoder_inputs: Any,
    decoder_inputs: Any,
    cell: Any,
    num_symbols: int,
    embedding_size: int,
    num_decoder_symbols: int | None = None,
    output_projection: Any = None,
    feed_previous: Any = False,
    dtype: Any = None,
    scope: Any = None,
) -> tuple[list[Any], Any]:
    """:func:`tied_rnn_seq2seq` of integers, which stand for rows of one variable."""
    with tf.variable_scope(scope or "embedding_tied_rnn_seq2seq", dtype=dtype) as opened:
        embedding = tf.get_variable("embedding", [num_symbols, embedding_size])
        encoded, decoded = (
            [tf.nn.embedding_lookup(embedding, each) for each in inputs] for inputs in (encoder_inputs, decoder_inputs)
        )
        if output_projection is None:
            cell = OutputProjectionWrapper(cell, num_decoder_symbols or num_symbols)
        loop = _embedded_largest(embedding, output_projection, True)
        kind = dtype or opened.dtype

        def decode(fed: bool) -> tuple[list[Any], Any]:
            return tied_rnn_seq2seq(encoded, decoded, cell, loop if fed else None, kind)

        like = cell.state_size
        return _either(feed_previous, decode, like)


def embedding_attention_seq2seq(
    encoder_inputs: Any,
    decoder_inputs: Any,
    cell: Any,
    num_encoder_symbols: int,
    num_decoder_symbols: int,
    embedding_size: int,
    num_heads: int = 1,
    output_projection: Any = None,
    feed_previous: Any = False,
    dtype: Any = None,
    scope: Any = None,
    initial_state_attention: bool = False,
) -> tuple[list[Any], Any]:
    """:func:`embedding_rnn_seq2seq` whose decoder sees the outputs of the encoder."""
    with tf.variable_scope(scope or "embedding_attention_seq2seq", dtype=dtype) as opened:
        encoder = EmbeddingWrapper(deepcopy(cell), num_encoder_symbols, embedding_size)
        outputs, state = tf.nn.static_rnn(encoder, encoder_inputs, dtype=dtype or opened.dtype)
        seen = tf.stack(outputs, 1)
        size = None
        if output_projection is None:
            cell, size = OutputProjectionWrapper(cell, num_decoder_symbols), num_decoder_symbols

        def decode(fed: bool) -> tuple[list[Any], Any]:
            return embedding_attention_decoder(
                decoder_inputs, state, seen, cell, num_decoder_symbols, embedding_size, num_heads, size,
                output_projection, fed, initial_state_attention=initial_state_attention,
            )  # fmt: skip

        return _either(feed_previous, decode, state)


__all__ = [
    "basic_rnn_seq2seq",
    "embedding_attention_seq2seq",
    "embedding_rnn_seq2seq",
    "embedding_tied_rnn_seq2seq",
    "tied_rnn_seq2seq",
]

mark_all(globals(), __all__)
