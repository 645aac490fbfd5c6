"""Records SavedModels that TensorFlow wrote, with what it computes of them.

``PYTHON -m tests.golden.record_saved_models``, from the repository's root with TensorFlow's Python, writes the folders
of ``tests/interchange/saved_models/data``. Each has ``expected.npz``: the feeds of signatures and their results,
``SIGNATURE/in/x`` and ``SIGNATURE/out/y``.

* ``tables``: of TensorFlow 2, a table that is filled from an asset, and a variable.
* ``tables_v1``: of TensorFlow 1, the same with an init op, and a signature with a sparse input.
* ``hub``: in the form of a module of TensorFlow Hub 1: no tags, no saver, no init op; tables and assets in collections.
* ``training``: of TensorFlow 1, with a training op.
* ``dense``: of TensorFlow 2, two signatures that read variables, one of them by rows, within calls of functions.
* ``loops``: of TensorFlow 2, variables read in a loop within a loop, in branches and in a function that a body calls;
  a signature ``again`` that is the same, and one, ``count``, whose loop changes a variable.
* ``loops_v1``: of TensorFlow 1, reference variables read in a loop; a signature ``awaited`` after a change of one.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np

TARGET = Path(__file__).parent.parent / "interchange" / "saved_models" / "data"
WORDS = b"a\nhouse\nby\nthe\nsea\n"
TEXT = np.array([[b"the", b"sea"], [b"a", b"ship"]])


def words_file() -> str:
    """Where the words are before they become an asset: the table's file must be there while the graph is made."""
    path = TARGET / "words.txt"
    path.write_bytes(WORDS)
    return str(path)


def tables(tf: Any, folder: Path) -> dict[str, Any]:
    class Words(tf.Module):
        def __init__(self) -> None:
            self.weights = tf.Variable([0.5, 1.5, 2.5, 3.5, 4.5, -1.0], name="weights")
            rows = tf.lookup.TextFileInitializer(
                words_file(),
                tf.string,
                tf.lookup.TextFileIndex.WHOLE_LINE,
                tf.int64,
                tf.lookup.TextFileIndex.LINE_NUMBER,
            )
            self.table = tf.lookup.StaticHashTable(rows, 5)

        @tf.function(input_signature=[tf.TensorSpec([None, None], tf.string, name="words")])
        def __call__(self, words: Any) -> Any:
            found = self.table.lookup(words)
            return {"ids": found, "weights": tf.gather(self.weights, found)}

    module = Words()
    tf.saved_model.save(module, str(folder), signatures=module.__call__)
    result = module(tf.constant(TEXT))
    return {"serving_default/in/words": TEXT, **{f"serving_default/out/{k}": v.numpy() for k, v in result.items()}}


def _word_graph(tf: Any) -> tuple[Any, Any, Any]:
    """words -> the weights of words, in a graph of TensorFlow 1; the words' file is an asset."""
    v1 = tf.compat.v1
    words = v1.placeholder(tf.string, [None, None], name="words")
    rows = tf.lookup.TextFileInitializer(
        words_file(), tf.string, tf.lookup.TextFileIndex.WHOLE_LINE, tf.int64, tf.lookup.TextFileIndex.LINE_NUMBER
    )
    table = tf.lookup.StaticHashTable(rows, 5)
    weights = v1.get_variable("weights", initializer=[0.5, 1.5, 2.5, 3.5, 4.5, -1.0])
    return words, table, tf.gather(weights, table.lookup(words))


def tables_v1(tf: Any, folder: Path) -> dict[str, Any]:
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        words, _, weights = _word_graph(tf)
        sparse = v1.sparse_placeholder(tf.float32, [None, 3], name="sparse")
        dense = tf.sparse.to_dense(sparse)
        session.run([v1.global_variables_initializer(), v1.tables_initializer()])
        build, info = v1.saved_model.build_signature_def, v1.saved_model.build_tensor_info
        builder = v1.saved_model.Builder(str(folder))
        builder.add_meta_graph_and_variables(
            session,
            ["serve"],
            {
                "serving_default": build({"words": info(words)}, {"weights": info(weights)}, "predict"),
                "dense": build({"x": info(sparse)}, {"y": info(dense)}, "predict"),
            },
            assets_collection=v1.get_collection(v1.GraphKeys.ASSET_FILEPATHS),
            main_op=v1.tables_initializer(),
        )
        builder.save()
        value = v1.SparseTensorValue([[0, 1], [1, 2]], np.float32([5, 7]), [2, 3])
        return {
            "serving_default/in/words": TEXT,
            "serving_default/out/weights": session.run(weights, {words: TEXT}),
            "dense/in/x/indices": np.int64(value.indices),
            "dense/in/x/values": value.values,
            "dense/in/x/dense_shape": np.int64(value.dense_shape),
            "dense/out/y": session.run(dense, {sparse: value}),
        }


def hub(tf: Any, folder: Path) -> dict[str, Any]:
    from tensorflow.core.protobuf import meta_graph_pb2, saved_model_pb2

    v1 = tf.compat.v1
    with tf.Graph().as_default() as graph, v1.Session() as session:
        words, _, weights = _word_graph(tf)
        session.run([v1.global_variables_initializer(), v1.tables_initializer()])
        (folder / "variables").mkdir(parents=True)
        v1.train.Saver().save(
            session, str(folder / "variables" / "variables"), write_meta_graph=False, write_state=False
        )
        (folder / "assets").mkdir()
        (folder / "assets" / "words.txt").write_bytes(WORDS)
        (path,) = v1.get_collection(v1.GraphKeys.ASSET_FILEPATHS)
        asset = meta_graph_pb2.AssetFileDef(filename="words.txt")
        asset.tensor_info.name = path.name
        v1.get_collection_ref("saved_model_assets").append(asset)
        saved = saved_model_pb2.SavedModel(saved_model_schema_version=1)
        for tags in ([], ["train"]):
            meta = saved.meta_graphs.add()
            meta.CopyFrom(v1.train.export_meta_graph(graph=graph, clear_devices=True))
            meta.ClearField("saver_def")
            packed = meta.collection_def["saved_model_assets"].any_list.value.add()
            packed.Pack(asset)
            meta.meta_info_def.tags.extend(tags)
            info = v1.saved_model.build_tensor_info
            meta.signature_def["default"].CopyFrom(
                v1.saved_model.build_signature_def({"words": info(words)}, {"default": info(weights)}, "")
            )
        (folder / "saved_model.pb").write_bytes(saved.SerializeToString(deterministic=True))
        (folder / "tfhub_module.pb").write_bytes(b"\x08\x03")
        return {"default/in/words": TEXT, "default/out/default": session.run(weights, {words: TEXT})}


def training(tf: Any, folder: Path) -> dict[str, Any]:
    """``losses``: of three steps from the stored variables."""
    from tensorflow.python.saved_model.builder_impl import _SavedModelBuilder

    v1 = tf.compat.v1
    x_value, y_value = np.float32([[1, 2], [3, 4], [5, 7]]), np.float32([[1], [2], [0]])
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [None, 2], name="x")
        y = v1.placeholder(tf.float32, [None, 1], name="y")
        weights = v1.get_variable("weights", initializer=[[0.25], [-0.5]])
        loss = tf.reduce_mean(tf.square(x @ weights - y))
        step = v1.train.MomentumOptimizer(0.01, 0.9).minimize(loss, name="step")
        session.run(v1.global_variables_initializer())
        build, info = v1.saved_model.build_signature_def, v1.saved_model.build_tensor_info
        builder = _SavedModelBuilder(str(folder))  # the public one takes no train_op
        builder.add_meta_graph_and_variables(
            session,
            ["train"],
            {"train": build({"x": info(x), "y": info(y)}, {"loss": info(loss)}, "tensorflow/supervised/training")},
            train_op=step,
        )
        builder.save()
        losses = [session.run([loss, step], {x: x_value, y: y_value})[0] for _ in range(3)]
        return {"train/in/x": x_value, "train/in/y": y_value, "losses": np.array(losses)}


def dense(tf: Any, folder: Path) -> dict[str, Any]:
    class Dense(tf.Module):
        def __init__(self) -> None:
            rng = np.random.default_rng(7)
            self.rows = tf.Variable(rng.normal(size=(64, 8)).astype(np.float32), name="rows")
            self.weights = tf.Variable(rng.normal(size=(8, 40)).astype(np.float32), name="weights")
            self.bias = tf.Variable(np.arange(40, dtype=np.float32), name="bias")

        @tf.function
        def layer(self, x: Any) -> Any:
            return tf.nn.relu(tf.matmul(x, self.weights) + self.bias)

        @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.int32, name="tokens")])
        def classify(self, tokens: Any) -> Any:
            return {"scores": self.layer(tf.reduce_sum(tf.gather(self.rows, tokens), 1))}

        @tf.function(input_signature=[tf.TensorSpec([None, 8], tf.float32, name="x")])
        def embed(self, x: Any) -> Any:
            return {"y": self.layer(x)}

    module = Dense()
    signatures = {"serving_default": module.classify, "embed": module.embed}
    tf.saved_model.save(module, str(folder), signatures=signatures)
    tokens, x = np.array([[1, 2, 3], [63, 0, 7]], np.int32), np.ones((2, 8), np.float32)
    return {
        "serving_default/in/tokens": tokens, "serving_default/out/scores": module.classify(tokens)["scores"].numpy(),
        "embed/in/x": x, "embed/out/y": module.embed(x)["y"].numpy(),
    }  # fmt: skip


def loops(tf: Any, folder: Path) -> dict[str, Any]:
    class Loops(tf.Module):
        def __init__(self) -> None:
            rng = np.random.default_rng(8)
            self.weights = tf.Variable(rng.normal(size=(20, 20)).astype(np.float32) / 6, name="weights")
            self.bias = tf.Variable(np.linspace(-1, 1, 20, dtype=np.float32), name="bias")
            self.steps = tf.Variable(0, name="steps")

        @tf.function
        def layer(self, x: Any) -> Any:
            return tf.tanh(tf.matmul(x, self.weights) + self.bias)

        def step(self, i: Any, x: Any) -> Any:
            _, x = tf.while_loop(lambda j, x: j < i, lambda j, x: (j + 1, self.layer(x)), (0, x))
            more = tf.cond(tf.reduce_sum(x) > 0, lambda: x * self.bias, lambda: self.layer(x) - 1)
            chosen = tf.switch_case(i % 3, [lambda: more, lambda: more + self.bias, lambda: x])
            return i + 1, chosen

        @tf.function(
            input_signature=[tf.TensorSpec([None, 20], tf.float32, name="x"), tf.TensorSpec([], tf.int32, name="n")]
        )
        def run(self, x: Any, n: Any) -> Any:
            return {"y": tf.while_loop(lambda i, x: i < n, self.step, (0, x))[1]}

        @tf.function(input_signature=[tf.TensorSpec([], tf.int32, name="n")])
        def count(self, n: Any) -> Any:
            def body(i: Any) -> Any:
                self.steps.assign_add(1)
                return (i + 1,)

            return {"n": tf.while_loop(lambda i: i < n, body, (0,))[0]}

    module = Loops()
    signatures = {"serving_default": module.run, "again": module.run, "count": module.count}
    tf.saved_model.save(module, str(folder), signatures=signatures)
    x, n = np.random.default_rng(9).normal(size=(3, 20)).astype(np.float32), np.int32(5)
    result = module.run(x, n)["y"].numpy()
    return {"serving_default/in/x": x, "serving_default/in/n": n, "serving_default/out/y": result}


def loops_v1(tf: Any, folder: Path) -> dict[str, Any]:
    v1 = tf.compat.v1
    v1.disable_control_flow_v2()
    with tf.Graph().as_default(), v1.Session() as session:
        x, n = v1.placeholder(tf.float32, [None, 3], name="x"), v1.placeholder(tf.int32, [], name="n")
        weights = v1.get_variable("weights", initializer=[[0.5, -1, 0], [1, 0.25, 2], [-0.5, 0, 1]], use_resource=False)
        steps = v1.get_variable("steps", initializer=[1.5], use_resource=False)
        _, y = v1.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, tf.tanh(a @ weights)), (0, x))
        with tf.control_dependencies([v1.assign_add(steps, [1.0])]):
            awaited = x + 1
        session.run(v1.global_variables_initializer())
        build, info = v1.saved_model.build_signature_def, v1.saved_model.build_tensor_info
        builder = v1.saved_model.Builder(str(folder))
        signatures = {
            "serving_default": build({"x": info(x), "n": info(n)}, {"y": info(y)}, "predict"),
            "awaited": build({"x": info(x)}, {"y": info(awaited)}, "predict"),
        }
        builder.add_meta_graph_and_variables(session, ["serve"], signatures)
        builder.save()
        feeds = {x: np.float32([[1, 2, 3], [-1, 0.5, 0]]), n: np.int32(4)}
        return {
            "serving_default/in/x": feeds[x], "serving_default/in/n": feeds[n],
            "serving_default/out/y": session.run(y, feeds),
        }  # fmt: skip


def main() -> None:
    os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
    import tensorflow as tf

    for make in (tables, dense, loops, tables_v1, loops_v1, hub, training):
        folder = TARGET / make.__name__
        shutil.rmtree(folder, ignore_errors=True)
        TARGET.mkdir(parents=True, exist_ok=True)
        if make not in (tables, dense, loops):
            tf.compat.v1.disable_eager_execution()
        expected = make(tf, folder)
        np.savez_compressed(folder / "expected.npz", **expected)
        (folder / "fingerprint.pb").unlink(missing_ok=True)
        print(make.__name__)
    (TARGET / "words.txt").unlink()


if __name__ == "__main__":
    main()
