"""Shapes under compat.v1 answer as TensorFlow 1's; elsewhere they are plain."""

import json
import pickle
from pathlib import Path

import numpy as np

import graphops as go
import graphops.compat.v1 as tf
from tests.compat.shapes import answers

RECORDED: dict[str, str] = json.loads(Path(__file__).with_name("tf_shapes.json").read_text(encoding="utf-8"))

# A known Dimension is an integer, too, so that it also takes part in arithmetic with floats.
OURS = {"x.shape[1] / 2": "1.5", "x.shape[1] * 1.5": "4.5"}


def test_shapes_answer_as_tensorflows() -> None:
    found = answers(tf, np)
    wrong = {
        expression: (found.get(expression), recorded)
        for expression, recorded in RECORDED.items()
        if found.get(expression) != OURS.get(expression, recorded)
    }
    assert not wrong
    assert set(found) == set(RECORDED)


def test_properties_are_methods_too() -> None:
    with tf.Graph().as_default():
        x, y = tf.placeholder(tf.float32, [2, 3]), tf.placeholder(tf.float32, [None, 3])
        assert x.shape.is_fully_defined
        assert not y.shape.is_fully_defined
        assert x.shape.num_elements == 6
        assert (x.shape[0], x.shape[1]) == (2, 3)
        assert x.shape == go.TensorShape([2, 3])


def test_other_graphs_have_plain_shapes() -> None:
    with go.Graph().as_default():
        x = go.placeholder(go.float32, [2, None])
        v = go.Variable(np.zeros((2, 3)))
        for shape in (x.shape, x.get_shape(), v.shape, v.get_shape()):
            assert type(shape) is go.TensorShape
        assert type(x.shape[0]) is int
        assert x.shape[1] is None
        assert x.shape.num_elements is None


def test_shapes_can_be_pickled() -> None:
    shape = tf.TensorShape([2, None])
    again = pickle.loads(pickle.dumps(shape))
    assert again == shape
    assert type(again) is type(shape)
    assert pickle.loads(pickle.dumps(shape[1])).value is None
    assert pickle.loads(pickle.dumps(shape[0])) == 2
