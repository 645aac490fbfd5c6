"""Writes the SavedModels of the contract tests with TensorFlow, and what TensorFlow computes of them.

``PYTHON -m tests.apps.serve.make_models``, from the repository's root with TensorFlow's Python, writes the folders of
``tests/apps/serve/models``. ``NAME/1`` is a version; ``NAME/answers.json`` lists calls of signatures: inputs and
outputs by name, each with dtype, shape and values (texts as base64).
"""

from __future__ import annotations

import base64
import json
import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np

TARGET = Path(__file__).parent / "models"
Calls = list[tuple[str, dict[str, Any]]]


def stored(array: Any) -> dict[str, Any]:
    """An array as JSON."""
    array = np.asarray(array)
    if array.dtype.kind in "OS":
        values = [base64.b64encode(bytes(item)).decode() for item in array.reshape(-1)]
        return {"dtype": "string", "shape": list(array.shape), "values": values}
    wide = array.astype(np.float64) if array.dtype.name == "bfloat16" else array
    return {"dtype": array.dtype.name, "shape": list(array.shape), "values": wide.reshape(-1).tolist()}


def dense(tf: Any, folder: str) -> Calls:
    rng = np.random.default_rng(1)

    class Dense(tf.Module):
        def __init__(self) -> None:
            self.w = tf.Variable(rng.normal(size=(4, 3)).astype(np.float32))
            self.b = tf.Variable(rng.normal(size=3).astype(np.float32))

        @tf.function(input_signature=[tf.TensorSpec([None, 4], tf.float32, name="x")])
        def __call__(self, x: Any) -> Any:
            return {"y": tf.nn.relu(tf.matmul(x, self.w) + self.b)}

    module = Dense()
    tf.saved_model.save(module, folder, signatures=module.__call__)
    rows = rng.normal(size=(5, 4)).astype(np.float32)
    return [("serving_default", {"x": rows}), ("serving_default", {"x": rows[:1]})]


def image(tf: Any, folder: str) -> Calls:
    rng = np.random.default_rng(2)

    class Image(tf.Module):
        def __init__(self) -> None:
            self.filter = tf.Variable(rng.normal(size=(3, 3, 3, 2)).astype(np.float32))

        @tf.function(input_signature=[tf.TensorSpec([None, 8, 8, 3], tf.uint8, name="image")])
        def __call__(self, image: Any) -> Any:
            found = tf.nn.conv2d(tf.cast(image, tf.float32) / 255.0, self.filter, 2, "SAME")
            pooled = tf.reduce_mean(found, [1, 2])
            return {"probabilities": tf.nn.softmax(pooled), "class": tf.argmax(pooled, 1)}

    module = Image()
    tf.saved_model.save(module, folder, signatures=module.__call__)
    return [("serving_default", {"image": rng.integers(0, 256, (2, 8, 8, 3), dtype=np.uint8)})]


def text(tf: Any, folder: str) -> Calls:
    class Text(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([None], tf.string, name="text")])
        def __call__(self, text: Any) -> Any:
            joined = tf.strings.join([text, "!"])
            return {"lower": tf.strings.lower(joined), "raw_bytes": joined, "length": tf.strings.length(text)}

    module = Text()
    tf.saved_model.save(module, folder, signatures=module.__call__)
    return [("serving_default", {"text": np.array([b"The Sea", b"", "\u00e9t\u00e9".encode()], object)})]


def several(tf: Any, folder: str) -> Calls:
    class Several(tf.Module):
        @tf.function(
            input_signature=[tf.TensorSpec([None], tf.float64, name="a"), tf.TensorSpec([None], tf.int64, name="b")]
        )
        def add(self, a: Any, b: Any) -> Any:
            return {"sum": a + tf.cast(b, tf.float64), "flag": tf.cast(b, tf.float64) > a}

        @tf.function(input_signature=[tf.TensorSpec([], tf.int32, name="n")])
        def count(self, n: Any) -> Any:
            return {"range": tf.range(n)}

    module = Several()
    signatures = {"serving_default": module.add, "count": module.count}
    tf.saved_model.save(module, folder, signatures=signatures)
    values = {"a": np.array([1.5, np.inf, -2.25]), "b": np.array([2, -3, 2**40])}
    return [("serving_default", values), ("count", {"n": np.int32(4)})]


def examples(tf: Any, folder: str) -> Calls:
    v1 = tf.compat.v1
    with v1.Graph().as_default(), v1.Session() as session:
        serialized = v1.placeholder(tf.string, [None], name="examples")
        parsed = v1.parse_example(serialized, {
            "x": tf.io.FixedLenFeature([2], tf.float32), "n": tf.io.FixedLenFeature([], tf.int64, default_value=1),
        })  # fmt: skip
        w = v1.get_variable("w", initializer=np.array([[1.0, -2.0, 0.5], [0.25, 3.0, -1.0]], np.float32))
        scores = tf.matmul(parsed["x"], w) * tf.cast(parsed["n"], tf.float32)[:, None]
        classes = tf.tile(tf.constant([["a", "b", "c"]]), [tf.shape(scores)[0], 1])
        session.run(v1.global_variables_initializer())
        builder = v1.saved_model.Builder(folder)
        info = v1.saved_model.build_tensor_info
        make = v1.saved_model.build_signature_def
        builder.add_meta_graph_and_variables(session, ["serve"], signature_def_map={
            "serving_default": make({"inputs": info(serialized)}, {"classes": info(classes), "scores": info(scores)},
                                    "tensorflow/serving/classify"),
            "regress": make({"inputs": info(serialized)}, {"outputs": info(scores[:, :1])},
                            "tensorflow/serving/regress"),
        })  # fmt: skip
        builder.save()

    def example(x: list[float], n: int | None) -> bytes:
        feature = {"x": tf.train.Feature(float_list=tf.train.FloatList(value=x))}
        if n is not None:
            feature["n"] = tf.train.Feature(int64_list=tf.train.Int64List(value=[n]))
        return bytes(tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString())

    rows = np.array([example([1.5, -0.5], 3), example([0.1, 0.7], None)], object)
    return [("serving_default", {"inputs": rows}), ("regress", {"inputs": rows})]


def counter(tf: Any, folder: str) -> Calls:
    class Counter(tf.Module):
        def __init__(self) -> None:
            self.total = tf.Variable(0.0)

        @tf.function(input_signature=[tf.TensorSpec([None], tf.float32, name="x")])
        def __call__(self, x: Any) -> Any:
            self.total.assign_add(tf.reduce_sum(x))
            return {"total": tf.fill(tf.shape(x), self.total)}

    module = Counter()
    tf.saved_model.save(module, folder, signatures=module.__call__)
    one = ("serving_default", {"x": np.array([1.0, 2.0], np.float32)})
    return [one, one, ("serving_default", {"x": np.array([0.5], np.float32)})]


def bfloat(tf: Any, folder: str) -> Calls:
    class Bfloat(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.bfloat16, name="x")])
        def __call__(self, x: Any) -> Any:
            return {"y": x * tf.constant(3.0, tf.bfloat16)}

    module = Bfloat()
    tf.saved_model.save(module, folder, signatures=module.__call__)
    return [("serving_default", {"x": tf.constant([[0.1, 1.0], [-7.0, 300.0]], tf.bfloat16).numpy()})]


def empty(tf: Any, folder: str) -> Calls:
    class Empty(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32, name="x")])
        def __call__(self, x: Any) -> Any:
            return {"y": tf.reduce_sum(x, 1), "z": tf.concat([x, x], 1)}

    module = Empty()
    tf.saved_model.save(module, folder, signatures=module.__call__)
    return [("serving_default", {"x": np.zeros((0, 3), np.float32)})]


MODELS = {"dense": dense, "image": image, "text": text, "several": several, "examples": examples, "counter": counter,
          "bfloat": bfloat, "empty": empty}  # fmt: skip


def main() -> None:
    """Write all models."""
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
    os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
    import tensorflow as tf

    for name, make in MODELS.items():
        folder = TARGET / name
        shutil.rmtree(folder, ignore_errors=True)
        calls = make(tf, str(folder / "1"))
        (folder / "1" / "fingerprint.pb").unlink(missing_ok=True)
        loaded = tf.saved_model.load(str(folder / "1"))
        answers = []
        for signature, inputs in calls:
            outputs = loaded.signatures[signature](**{key: tf.constant(value) for key, value in inputs.items()})
            answers.append({
                "signature": signature,
                "inputs": {key: stored(value) for key, value in inputs.items()},
                "outputs": {key: stored(value.numpy()) for key, value in outputs.items()},
            })  # fmt: skip
        (folder / "answers.json").write_text(json.dumps(answers, indent=1) + "\n")


if __name__ == "__main__":
    main()
