"""Calls that read Example messages, run under TensorFlow and under graphops as those of ``calls.py``."""

from typing import Any

from tests.compat.calls import call
from tests.compat.distribution_calls import CALLS


def message(tf: Any, **features: Any) -> Any:
    """An Example, by the classes of ``tf.train``."""
    kinds = {int: ("int64_list", tf.train.Int64List), float: ("float_list", tf.train.FloatList)}
    made = {}
    for key, values in features.items():
        field, kind = kinds.get(type(values[0]), ("bytes_list", tf.train.BytesList))
        made[key] = tf.train.Feature(**{field: kind(value=values)})
    return tf.train.Example(features=tf.train.Features(feature=made)).SerializeToString()


def messages(tf: Any) -> list[bytes]:
    return [
        message(tf, label=[3], image=[0.5, 1.0, -1.0, 2.0], text=[b"a", b"bc"], places=[4, 1], values=[1.0, 2.0]),
        message(tf, label=[-1], text=[b"x"], places=[0], values=[3.0], steps=[1.0, 2.0, 3.0, 4.0]),
    ]


def parts(found: Any) -> Any:
    """The tensors of a dict of dense and sparse ones, by the order of keys."""
    return [
        [each.indices, each.values, each.dense_shape] if hasattr(each, "dense_shape") else each
        for _, each in sorted(found.items())
    ]


@call
def parsed_examples(tf: Any) -> Any:
    features = {
        "label": tf.FixedLenFeature([], tf.int64),
        "image": tf.FixedLenFeature([2, 2], tf.float32, [0.0, 1.0, 2.0, 3.0]),
        "name": tf.FixedLenFeature([1], tf.string, default_value="none"),
        "text": tf.VarLenFeature(tf.string),
        "steps": tf.FixedLenSequenceFeature([2], tf.float32, allow_missing=True),
        "sparse": tf.SparseFeature("places", "values", tf.float32, 6),
    }
    both = messages(tf)
    first = tf.parse_single_example(both[0], {key: each for key, each in features.items() if key != "steps"})
    second = tf.io.parse_single_example(both[1], {"label": tf.io.FixedLenFeature((1,), tf.int64),
                                                  "gone": tf.io.VarLenFeature(tf.int64)})  # fmt: skip
    json = tf.decode_json_example(['{"features": {"feature": {"label": {"int64List": {"value": [7]}}}}}'])
    return [parts(tf.parse_example(both, features)), parts(first), parts(second),
            parts(tf.parse_example(json, {"label": features["label"]}))]  # fmt: skip


@call
def parsed_sequences(tf: Any) -> Any:
    def ints(*values: int) -> Any:
        return tf.train.Feature(int64_list=tf.train.Int64List(value=values))

    lists = tf.train.FeatureLists(feature_list={
        "tokens": tf.train.FeatureList(feature=[ints(1, 2), ints(3, 4), ints(5, 6)]),
        "words": tf.train.FeatureList(feature=[ints(7), ints(), ints(8, 9)]),
    })  # fmt: skip
    context = tf.train.Features(feature={"length": ints(3), "ids": ints(4, 5)})
    one = tf.train.SequenceExample(context=context, feature_lists=lists).SerializeToString()
    of_context = {"length": tf.FixedLenFeature([], tf.int64), "ids": tf.VarLenFeature(tf.int64)}
    of_lists = {"tokens": tf.FixedLenSequenceFeature([2], tf.int64), "words": tf.VarLenFeature(tf.int64),
                "none": tf.FixedLenSequenceFeature([], tf.float32, allow_missing=True)}  # fmt: skip
    single = tf.io.parse_single_sequence_example(one, of_context, of_lists)
    several = tf.io.parse_sequence_example([one, one], of_context, of_lists)
    return [[parts(each) for each in single], [parts(each) for each in several]]


__all__ = ["CALLS"]
