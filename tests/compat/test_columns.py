"""Feature columns give what TensorFlow's give; names of variables are the same."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops.compat.v1 as tf
from tests.compat.column_calls import COLUMNS, LINEAR, RECORDED, computed

WANT = json.loads(RECORDED.read_text(encoding="utf-8"))
column = tf.feature_column


def same(found: dict[str, Any], want: dict[str, Any]) -> None:
    assert found["variables"] == want["variables"]
    assert found["collections"] == want["collections"]
    assert found["shape"][1:] == want["shape"][1:]
    np.testing.assert_allclose(found["values"], want["values"], atol=2e-5)


@pytest.mark.parametrize("name", COLUMNS)
def test_input_layers(name: str) -> None:
    same(computed(tf, COLUMNS[name], "input_layer"), WANT[f"input_layer, {name}"])


@pytest.mark.parametrize("name", LINEAR)
def test_linear_models(name: str) -> None:
    same(computed(tf, LINEAR[name], "linear_model"), WANT[f"linear_model, {name}"])


def test_linear_models_of_units() -> None:
    found = computed(tf, LINEAR["categorical"], "linear_model", units=3, sparse_combiner="mean", trainable=False)
    same(found, WANT["linear_model of units"])


def test_examples_are_parsed_for_columns() -> None:
    columns = [
        column.numeric_column("x", 2, default_value=3.0),
        column.bucketized_column(column.numeric_column("age", dtype=tf.int64), [1]),
        column.indicator_column(column.categorical_column_with_hash_bucket("word", 4)),
        column.weighted_categorical_column(column.categorical_column_with_identity("id", 3), "w"),
        column.crossed_column(["word", "other"], 5),
    ]
    spec = column.make_parse_example_spec(columns)
    assert spec == {
        "x": tf.FixedLenFeature((2,), tf.float32, (3.0, 3.0)),
        "age": tf.FixedLenFeature((1,), tf.int64, None),
        "word": tf.VarLenFeature(tf.string),
        "other": tf.VarLenFeature(tf.string),
        "id": tf.VarLenFeature(tf.int64),
        "w": tf.VarLenFeature(tf.float32),
    }
    feature = tf.train.Feature(int64_list=tf.train.Int64List(value=[7]))
    example = tf.train.Example(features=tf.train.Features(feature={"age": feature}))
    with tf.Graph().as_default(), tf.Session() as session:
        parsed = tf.parse_example([example.SerializeToString()], spec)
        found = session.run(tf.feature_column.input_layer(parsed, columns[:2]))
    assert found.tolist() == [[0.0, 1.0, 3.0, 3.0]]


def test_columns_of_the_same_arguments_are_one_key() -> None:
    made = [column.bucketized_column(column.numeric_column("x"), [1, 2]) for _ in range(2)]
    assert len(set(made)) == 1
    tables: dict[Any, Any] = {}
    tensors: dict[Any, Any] = {}
    with tf.Graph().as_default():
        embedded = column.embedding_column(column.categorical_column_with_identity("i", 3), 2)
        column.input_layer({"i": [[1]]}, [embedded], cols_to_vars=tables, cols_to_output_tensors=tensors)
        assert [variable.op.name for variable in tables[embedded]] == ["input_layer/i_embedding/embedding_weights"]
        assert tensors[embedded].shape.as_list()[1] == 2


def test_embeddings_begin_with_the_values_of_a_checkpoint(tmp_path: Path) -> None:
    with tf.Graph().as_default(), tf.Session() as session:
        table = tf.get_variable("old", initializer=np.arange(6, dtype=np.float32).reshape(3, 2))
        session.run(table.initializer)
        path = tf.train.Saver([table]).save(session, str(tmp_path / "model"))
    with tf.Graph().as_default(), tf.Session() as session:
        identity = column.categorical_column_with_identity("i", 3)
        layer = column.input_layer({"i": [[2]]}, column.embedding_column(identity, 2, "mean", None, path, "old"))
        session.run(tf.global_variables_initializer())
        assert session.run(layer).tolist() == [[4.0, 5.0]]


def test_values_outside_of_an_identity_are_an_error_of_the_run() -> None:
    for values, text in (([[4]], "below its num_buckets"), ([[-2]], "must not be negative")):
        with tf.Graph().as_default(), tf.Session() as session:
            given = tf.placeholder(tf.int64, [None, 1])
            identity = column.categorical_column_with_identity("i", 4)
            layer = column.input_layer({"i": given}, column.indicator_column(identity))
            with pytest.raises(tf.errors.InvalidArgumentError, match=text):
                session.run(layer, {given: values})


IDENTITY = column.categorical_column_with_identity("i", 3)
REFUSED: list[tuple[Any, str]] = [
    (lambda: column.numeric_column(3), "key of a feature column must be a text"),
    (lambda: column.numeric_column("x", shape=[0]), "must be positive"),
    (lambda: column.numeric_column("x", dtype=tf.string), "must be a number's"),
    (lambda: column.numeric_column("x", default_value=[1.0, 2.0]), r"of shape \[1\]"),
    (lambda: column.numeric_column("x", default_value=1.5, dtype=tf.int32), "must be of int32"),
    (lambda: column.numeric_column("x", normalizer_fn=3), "must be a function"),
    (lambda: column.bucketized_column(IDENTITY, [1]), "must be a numeric column"),
    (lambda: column.bucketized_column(column.numeric_column("x"), [2, 1]), "must be a growing list"),
    (lambda: column.bucketized_column(column.numeric_column("x"), []), "must be a growing list"),
    (lambda: column.categorical_column_with_hash_bucket("x", 0), "at least 1"),
    (lambda: column.categorical_column_with_hash_bucket("x", 3, tf.float32), "string or an integer's"),
    (lambda: column.categorical_column_with_vocabulary_list("x", []), "each once"),
    (lambda: column.categorical_column_with_vocabulary_list("x", ["a", "a"]), "each once"),
    (lambda: column.categorical_column_with_vocabulary_list("x", ["a"], tf.int64), "must fit"),
    (lambda: column.categorical_column_with_vocabulary_list("x", ["a"], None, 1, 2), "must not be given"),
    (lambda: column.categorical_column_with_vocabulary_list("x", ["a"], num_oov_buckets=-1), "must not be negative"),
    (lambda: column.categorical_column_with_vocabulary_file("x", ""), "must be a path"),
    (lambda: column.categorical_column_with_identity("x", 0), "at least 1"),
    (lambda: column.categorical_column_with_identity("x", 3, 3), "from 0 to 2"),
    (lambda: column.weighted_categorical_column(IDENTITY, "w", tf.string), "must be a number's"),
    (lambda: column.weighted_categorical_column(column.numeric_column("x"), "w"), "must be a categorical"),
    (lambda: column.embedding_column(IDENTITY, 0), "at least 1"),
    (lambda: column.embedding_column(column.numeric_column("x"), 2), "must be a categorical"),
    (lambda: column.embedding_column(IDENTITY, 2, ckpt_to_load_from="x"), "given together"),
    (lambda: column.embedding_column(IDENTITY, 2, initializer=3), "must be a function"),
    (
        lambda: column.shared_embedding_columns([IDENTITY, column.categorical_column_with_identity("j", 4)], 2),
        "one kind",
    ),
    (lambda: column.crossed_column(["a"], 3), "two or more"),
    (lambda: column.crossed_column(["a", "b"], 0), "at least 1"),
    (lambda: column.crossed_column(["a", column.categorical_column_with_hash_bucket("b", 3)], 3), "not hashed"),
    (lambda: column.input_layer({}, []), "each name once"),
    (lambda: column.input_layer({}, {"a": IDENTITY}), "must be a list"),
    (lambda: column.input_layer({}, [3]), "must hold feature columns"),
    (lambda: column.input_layer({}, [IDENTITY]), "must be dense"),
    (lambda: column.input_layer({"y": [1.0]}, column.numeric_column("x")), r"must have 'x', .*got \['y'\]"),
    (lambda: column.input_layer({"x": 1.0}, column.numeric_column("x")), "got a scalar"),
    (lambda: column.linear_model({}, [column.numeric_column("x"), column.numeric_column("x", 2)]), "got .*x"),
    (lambda: column.linear_model({"i": [[1.0]]}, [IDENTITY]), "must be of integers, got float32"),
    (lambda: column.make_parse_example_spec([column.numeric_column("x"), column.numeric_column("x", 2)]), "in one way"),
]


@pytest.mark.parametrize("number", range(len(REFUSED)))
def test_bad_arguments_are_refused(number: int) -> None:
    make, text = REFUSED[number]
    with tf.Graph().as_default(), pytest.raises(ValueError, match=text):
        make()
