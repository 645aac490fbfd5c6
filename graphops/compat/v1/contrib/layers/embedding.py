"""``tf.contrib.layers``: embeddings of sequences and of bags of words."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.contrib.framework.variables import model_variable
from graphops.compat.v1.functions.marked import mark_all
from graphops_registry.errors import InvalidArgumentError


def embed_sequence(
    ids: Any,
    vocab_size: int | None = None,
    embed_dim: int | None = None,
    unique: bool = False,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool = True,
    scope: Any = None,
    reuse: bool | None = None,
) -> Any:
    """The rows of the variable ``embeddings`` [vocab_size, embed_dim] for ids [batch, time].

    Args:
        unique: whether each row is looked up once.

    Raises:
        InvalidArgumentError: no sizes where there is no variable to be reused.
    """
    if not (reuse or (vocab_size and embed_dim)):
        text = f"vocab_size and embed_dim of embed_sequence must be given, got {vocab_size} and {embed_dim}"
        raise InvalidArgumentError(text)
    with tf.variable_scope(scope, "EmbedSequence", [ids], reuse=reuse):
        shape = None if not (vocab_size and embed_dim) else [vocab_size, embed_dim]
        if reuse and not (vocab_size and embed_dim):
            shape = None
        embeddings = model_variable(
            "embeddings", shape=shape, initializer=initializer, regularizer=regularizer, trainable=trainable
        )
        look_up = embedding_lookup_unique if unique else tf.nn.embedding_lookup
        return look_up(embeddings, ids)


def embedding_lookup_unique(params: Any, ids: Any, partition_strategy: str = "mod", name: str | None = None) -> Any:
    """``tf.nn.embedding_lookup`` that takes each row once from ``params``."""
    with tf.name_scope(name or "EmbeddingLookupUnique"):
        given = tf.convert_to_tensor(ids)
        found, places = tf.unique(tf.reshape(given, [-1]))
        rows = tf.nn.embedding_lookup(params, found, partition_strategy)
        taken = tf.gather(rows, places)
        result = tf.reshape(taken, tf.concat([tf.shape(given), tf.shape(rows)[1:]], 0))
        result.set_shape(given.shape.concatenate(rows.shape[1:]))
        return result


def bow_encoder(
    ids: Any,
    vocab_size: int,
    embed_dim: int,
    sparse_lookup: bool = True,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool = True,
    scope: Any = None,
    reuse: bool | None = None,
) -> Any:
    """The mean of the rows of the variable ``embeddings`` for each example of ids [batch, time].

    Args:
        ids: a tensor, or a SparseTensor, of which only what is there counts.
        sparse_lookup: whether id 0 of a tensor counts, too; the result is the same.
    """
    with tf.variable_scope(scope, "BowEncoder", [ids], reuse=reuse):
        embeddings = model_variable(
            "embeddings", [vocab_size, embed_dim], initializer=initializer, regularizer=regularizer, trainable=trainable
        )
        if isinstance(ids, tf.SparseTensor):
            return tf.nn.safe_embedding_lookup_sparse([embeddings], ids, combiner="mean", default_id=0)
        return tf.reduce_mean(tf.nn.embedding_lookup(embeddings, ids), axis=1)


__all__ = ["bow_encoder", "embed_sequence", "embedding_lookup_unique"]

mark_all(globals(), __all__)
