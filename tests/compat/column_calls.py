# ruff: noqa: E501 - a column a line
"""Feature columns under each ``tf``: what input layers and linear models make of features.

``python -m tests.compat.column_calls`` with TensorFlow 2.21 writes what they gave into ``tf_columns.json`` here.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np

RECORDED: Final = Path(__file__).with_name("tf_columns.json")
WORDS: Final = Path(__file__).with_name("words.txt")


def features(tf: Any) -> dict[str, Any]:
    """A batch of three examples."""
    return {
        "age": tf.constant([20.0, 35.0, 61.5]),
        "size": tf.constant([[1.0, -2.0], [3.0, 4.0], [5.5, 6.0]]),
        "count": tf.constant([[1], [7], [3]], tf.int32),
        "word": tf.constant([["one", ""], ["two", "three"], ["other", "one"]]),
        "city": tf.constant(["Bern", "Zürich", "Bern"]),
        "tags": tf.SparseTensor([[0, 0], [2, 0], [2, 1]], ["x", "y", "x"], [3, 2]),
        "ids": tf.SparseTensor(tf.constant([[0, 0], [0, 1], [2, 0]], tf.int64), tf.constant([3, 0, 2], tf.int64), [3, 2]),
        "dense_ids": tf.constant([[0, 3], [-1, 1], [2, 2]], tf.int64),
        "wide_ids": tf.constant([[0, 9], [-1, 1], [2, 2]], tf.int64),
        "weights": tf.SparseTensor([[0, 0], [0, 1], [2, 0]], [0.5, 2.0, -1.0], [3, 2]),
    }  # fmt: skip


COLUMNS: Final[dict[str, Callable[[Any], Any]]] = {
    "numeric": lambda c: [c.numeric_column("age")],
    "numeric of a shape": lambda c: [c.numeric_column("size", shape=[2]), c.numeric_column("age")],
    "numeric, changed": lambda c: [c.numeric_column("age", normalizer_fn=lambda x: (x - 30.0) / 10.0)],
    "numeric of integers": lambda c: [c.numeric_column("count")],
    "bucketized": lambda c: [c.bucketized_column(c.numeric_column("age"), [20, 35.5, 60])],
    "bucketized of a shape": lambda c: [c.bucketized_column(c.numeric_column("size", 2), [0.0, 4.0])],
    "vocabulary": lambda c: [c.indicator_column(c.categorical_column_with_vocabulary_list("word", ["one", "two", "three"]))],
    "vocabulary with a default": lambda c: [
        c.indicator_column(c.categorical_column_with_vocabulary_list("word", ["one", "two"], default_value=1))
    ],
    "vocabulary with buckets": lambda c: [
        c.indicator_column(c.categorical_column_with_vocabulary_list("word", ["one", "two"], num_oov_buckets=3))
    ],
    "vocabulary of integers": lambda c: [c.indicator_column(c.categorical_column_with_vocabulary_list("dense_ids", [2, 3, 0]))],
    "vocabulary of a file": lambda c: [c.indicator_column(c.categorical_column_with_vocabulary_file("word", str(WORDS)))],
    "vocabulary of a part of a file": lambda c: [
        c.indicator_column(c.categorical_column_with_vocabulary_file("word", str(WORDS), 2, num_oov_buckets=2))
    ],
    "hashed": lambda c: [c.indicator_column(c.categorical_column_with_hash_bucket("city", 7))],
    "hashed sparse": lambda c: [c.indicator_column(c.categorical_column_with_hash_bucket("tags", 5))],
    "hashed integers": lambda c: [c.indicator_column(c.categorical_column_with_hash_bucket("dense_ids", 6, _int64(c)))],
    "identity": lambda c: [c.indicator_column(c.categorical_column_with_identity("dense_ids", 4))],
    "identity with a default": lambda c: [c.indicator_column(c.categorical_column_with_identity("wide_ids", 4, 3))],
    "weighted": lambda c: [
        c.indicator_column(c.weighted_categorical_column(c.categorical_column_with_identity("ids", 4), "weights"))
    ],
    "embedding": lambda c: [c.embedding_column(c.categorical_column_with_identity("ids", 4), 2)],
    "embedding, sum": lambda c: [c.embedding_column(c.categorical_column_with_vocabulary_list("tags", ["x", "y"]), 3, "sum")],
    "embedding, sqrtn": lambda c: [c.embedding_column(c.categorical_column_with_identity("dense_ids", 4), 2, "sqrtn")],
    "embedding, clipped": lambda c: [c.embedding_column(c.categorical_column_with_identity("dense_ids", 4), 2, max_norm=0.5)],
    "embedding, weighted": lambda c: [
        c.embedding_column(c.weighted_categorical_column(c.categorical_column_with_identity("ids", 4), "weights"), 2)
    ],
    "embedding, shared": lambda c: [
        *c.shared_embedding_columns(
            [c.categorical_column_with_identity("ids", 4), c.categorical_column_with_identity("dense_ids", 4)], 2
        )
    ],
    "crossed": lambda c: [c.indicator_column(c.crossed_column(["word", "city"], 11))],
    "crossed sparse": lambda c: [c.indicator_column(c.crossed_column(["tags", "word"], 13, hash_key=5))],
    "crossed buckets": lambda c: [
        c.indicator_column(c.crossed_column([c.bucketized_column(c.numeric_column("size", 2), [0.0, 4.0]), "city"], 17))
    ],
    "crossed twice": lambda c: [
        c.indicator_column(
            c.crossed_column(
                [c.crossed_column(["tags", "city"], 5), c.categorical_column_with_identity("dense_ids", 4)], 1000
            )
        )
    ],
    "several": lambda c: [
        c.numeric_column("size", 2), c.embedding_column(c.categorical_column_with_hash_bucket("city", 4), 2),
        c.bucketized_column(c.numeric_column("age"), [30.0]),
    ],
}  # fmt: skip
LINEAR: Final[dict[str, Callable[[Any], Any]]] = {
    "numeric": lambda c: [c.numeric_column("size", shape=[2]), c.numeric_column("age")],
    "bucketized": lambda c: [c.bucketized_column(c.numeric_column("size", 2), [0.0, 4.0])],
    "categorical": lambda c: [
        c.categorical_column_with_hash_bucket("city", 4),
        c.categorical_column_with_vocabulary_list("word", ["one", "two"], num_oov_buckets=1),
    ],
    "weighted": lambda c: [c.weighted_categorical_column(c.categorical_column_with_identity("ids", 4), "weights")],
    "crossed": lambda c: [c.crossed_column(["word", "city"], 20), c.numeric_column("age")],
    "embedding": lambda c: [c.embedding_column(c.categorical_column_with_identity("ids", 4), 2)],
}


def _int64(columns: Any) -> Any:
    return columns.make_parse_example_spec([columns.categorical_column_with_identity("x", 2)])["x"].dtype


def values_of(shape: list[int], number: int) -> Any:
    """Values for a variable: all different."""
    size = int(np.prod(shape))
    return ((np.arange(size) * 7 + number * 3) % 23 / 8.0 - 1.0).reshape(shape).astype(np.float32)


def computed(tf: Any, make: Callable[[Any], Any], layer: str, **arguments: Any) -> dict[str, Any]:
    """The names of variables, and the tensor when these have certain values."""
    with tf.Graph().as_default(), tf.Session() as session:
        tensor = getattr(tf.feature_column, layer)(features(tf), make(tf.feature_column), **arguments)
        session.run([tf.global_variables_initializer(), tf.tables_initializer()])
        variables = tf.global_variables()
        for number, variable in enumerate(variables):
            variable.load(values_of(variable.shape.as_list(), number), session)
        sets = [tf.GraphKeys.TRAINABLE_VARIABLES, tf.GraphKeys.MODEL_VARIABLES]
        return {
            "shape": tensor.shape.as_list(),
            "variables": [[variable.name, variable.shape.as_list()] for variable in variables],
            "collections": [[variable.name for variable in tf.get_collection(key)] for key in sets],
            "values": session.run(tensor).round(5).tolist(),
        }


def answers(tf: Any) -> dict[str, Any]:
    found = {f"input_layer, {name}": computed(tf, make, "input_layer") for name, make in COLUMNS.items()}
    found |= {f"linear_model, {name}": computed(tf, make, "linear_model") for name, make in LINEAR.items()}
    found["linear_model of units"] = computed(
        tf, LINEAR["categorical"], "linear_model", units=3, sparse_combiner="mean", trainable=False
    )
    return found


def main() -> None:
    import tensorflow.compat.v1 as tf

    tf.disable_v2_behavior()
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in answers(tf).items())
    RECORDED.write_text("{\n" + lines + "\n}\n")


if __name__ == "__main__":
    main()
