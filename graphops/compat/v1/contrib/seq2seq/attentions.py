"""``tf.contrib.seq2seq``: how well what is remembered fits a query."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

import graphops.compat.v1 as tf
from graphops_registry.errors import InvalidArgumentError


class AttentionMechanism:
    """Base of attention: memory [batch, time, ...] with weights for a query."""

    @property
    def alignments_size(self) -> Any:
        """How many weights there are for each query."""
        raise NotImplementedError

    @property
    def state_size(self) -> Any:
        """The size of the state that goes from step to step."""
        raise NotImplementedError


class _Attention(AttentionMechanism):
    """Memory with keys.

    Args:
        query_layer, memory_layer: make queries and keys.
        probability_fn: makes weights of scores; default the softmax.
        score_mask_value: the score of what is beyond the end of a sequence; default minus infinity.
    """

    def __init__(
        self,
        query_layer: Any,
        memory_layer: Any,
        memory: Any,
        memory_sequence_length: Any,
        probability_fn: Callable[[Any], Any] | None,
        score_mask_value: Any,
        custom_key_value_fn: Callable[[Any, Any], Any] | None,
        name: str,
    ) -> None:
        with tf.name_scope(name):
            self._lengths = None if memory_sequence_length is None else tf.convert_to_tensor(memory_sequence_length)
            self._values = _masked(tf.convert_to_tensor(memory), self._lengths)
            self._query_layer, self._memory_layer = query_layer, memory_layer
            self._keys = self._values if memory_layer is None else memory_layer(self._values)
            if custom_key_value_fn is not None:
                self._keys, self._values = custom_key_value_fn(self._keys, self._values)
            self._probabilities = probability_fn or tf.nn.softmax
            self._masked_score = -math.inf if score_mask_value is None else score_mask_value
            shape = tf.shape(self._keys)
            known = self._keys.shape.as_list()
            self._batch = shape[0] if known[0] is None else int(known[0])
            self._size = shape[1] if known[1] is None else int(known[1])

    @property
    def query_layer(self) -> Any:
        return self._query_layer

    @property
    def memory_layer(self) -> Any:
        return self._memory_layer

    @property
    def values(self) -> Any:
        """What is remembered, 0 beyond the ends of the sequences."""
        return self._values

    @property
    def keys(self) -> Any:
        """What queries are compared with."""
        return self._keys

    @property
    def batch_size(self) -> Any:
        return self._batch

    @property
    def alignments_size(self) -> Any:
        return self._size

    @property
    def state_size(self) -> Any:
        return self._size

    def initial_alignments(self, batch_size: Any, dtype: Any) -> Any:
        """The weights before the first step: zeros."""
        return tf.zeros(tf.stack([batch_size, self._size]), dtype)

    def initial_state(self, batch_size: Any, dtype: Any) -> Any:
        """The state before the first step."""
        return self.initial_alignments(batch_size, dtype)

    def __call__(self, query: Any, state: Any) -> tuple[Any, Any]:
        """The weights for a query, and the next state, which they are."""
        score = self._score(query)
        if self._lengths is not None:
            there = tf.sequence_mask(self._lengths, tf.shape(score)[1])
            outside = tf.fill(tf.shape(score), tf.constant(self._masked_score, score.dtype))
            score = tf.where(there, score, outside)
        weights = self._probabilities(score)
        return weights, weights

    def _score(self, query: Any) -> Any:
        raise NotImplementedError


def _masked(memory: Any, lengths: Any) -> Any:
    rank = memory.shape.rank
    if rank is None or rank < 3 or memory.shape.as_list()[2] is None:
        text = f"memory of an attention must be [batch, time, size] with a known size, got shape {memory.shape}"
        raise InvalidArgumentError(text)
    if lengths is None:
        return memory
    there = tf.cast(tf.sequence_mask(lengths, tf.shape(memory)[1]), memory.dtype)
    result = memory * tf.reshape(there, tf.concat([tf.shape(there), np.ones(rank - 2, np.int32)], 0))
    result.set_shape(memory.shape)
    return result


class BahdanauAttention(_Attention):
    """Scores are ``sum(v * tanh(keys + query))``, of size ``num_units``.

    Args:
        memory: [batch, time, size].
        memory_sequence_length: how long each sequence is.
        normalize: whether ``v`` has a length of its own, and there is a bias.
    """

    def __init__(
        self,
        num_units: int,
        memory: Any,
        memory_sequence_length: Any = None,
        normalize: bool = False,
        probability_fn: Callable[[Any], Any] | None = None,
        score_mask_value: Any = None,
        dtype: Any = None,
        custom_key_value_fn: Callable[[Any, Any], Any] | None = None,
        name: str = "BahdanauAttention",
    ) -> None:
        kind = tf.float32 if dtype is None else dtype
        super().__init__(
            tf.layers.Dense(num_units, name="query_layer", use_bias=False, dtype=kind),
            tf.layers.Dense(num_units, name="memory_layer", use_bias=False, dtype=kind),
            memory, memory_sequence_length, probability_fn, score_mask_value, custom_key_value_fn, name,
        )  # fmt: skip
        self._units, self._normalize = num_units, normalize

    def _score(self, query: Any) -> Any:
        with tf.variable_scope(None, "bahdanau_attention", [query]):
            asked = tf.expand_dims(self._query_layer(query), 1)
            v = tf.get_variable("attention_v", [self._units], query.dtype)
            if not self._normalize:
                return tf.reduce_sum(v * tf.tanh(self._keys + asked), [2])
            start = tf.constant_initializer(math.sqrt(1.0 / self._units))
            g = tf.get_variable("attention_g", [], query.dtype, start)
            b = tf.get_variable("attention_b", [self._units], query.dtype, tf.zeros_initializer())
            unit = g * v * tf.rsqrt(tf.reduce_sum(tf.square(v)))
            return tf.reduce_sum(unit * tf.tanh(self._keys + asked + b), [2])


class LuongAttention(_Attention):
    """Scores are dot products of keys and queries, which have ``num_units`` elements.

    Args:
        scale: whether they are multiplied by a variable.

    Raises:
        InvalidArgumentError: when called, queries of another size.
    """

    def __init__(
        self,
        num_units: int,
        memory: Any,
        memory_sequence_length: Any = None,
        scale: bool = False,
        probability_fn: Callable[[Any], Any] | None = None,
        score_mask_value: Any = None,
        dtype: Any = None,
        custom_key_value_fn: Callable[[Any, Any], Any] | None = None,
        name: str = "LuongAttention",
    ) -> None:
        kind = tf.float32 if dtype is None else dtype
        super().__init__(
            None, tf.layers.Dense(num_units, name="memory_layer", use_bias=False, dtype=kind), memory,
            memory_sequence_length, probability_fn, score_mask_value, custom_key_value_fn, name,
        )  # fmt: skip
        self._units, self._scale = num_units, scale

    def _score(self, query: Any) -> Any:
        with tf.variable_scope(None, "luong_attention", [query]):
            if int(query.shape[-1]) != int(self._keys.shape[-1]):
                text = f"a query of LuongAttention must have the size of the keys, {self._keys.shape[-1]}"
                raise InvalidArgumentError(f"{text}, got {query.shape[-1]}: choose that size as num_units")
            score = tf.squeeze(tf.matmul(tf.expand_dims(query, 1), self._keys, transpose_b=True), [1])
            if self._scale:
                score = tf.get_variable("attention_g", [], query.dtype, tf.ones_initializer()) * score
            return score


def hardmax(logits: Any, name: str | None = None) -> Any:
    """1 at the largest element along the last axis, 0 else."""
    with tf.name_scope(name or "Hardmax"):
        given = tf.convert_to_tensor(logits)
        return tf.one_hot(tf.argmax(given, -1), tf.shape(given)[-1], dtype=given.dtype)


def safe_cumprod(x: Any, *args: Any, **kwargs: Any) -> Any:
    """The cumulative product by logarithms, of elements from the smallest positive one to 1."""
    given = tf.convert_to_tensor(x)
    tiny = float(np.finfo(given.dtype.as_numpy_dtype).tiny)
    return tf.exp(tf.cumsum(tf.log(tf.clip_by_value(given, tiny, 1.0)), *args, **kwargs))
