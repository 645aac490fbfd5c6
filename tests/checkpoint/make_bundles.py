"""Write the bundles of ``data/`` with TensorFlow, and what is in them as ``data/expected.npz``.

``python tests/checkpoint/make_bundles.py``; needs TensorFlow, the tests do not.
"""

import os
import tempfile
from pathlib import Path

os.environ["CUDA_VISIBLE_DEVICES"] = "-1"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import numpy as np
import tensorflow as tf

DATA = Path(__file__).parent / "data"
DTYPES = [
    "float16", "bfloat16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32",
    "uint64", "bool", "complex64", "complex128", "float8_e5m2", "float8_e4m3fn", "int4", "uint4", "qint8", "quint8",
    "qint32", "qint16", "quint16",
]  # fmt: skip


def plain(value):
    """An array that an .npz file can hold: strings as they are, others as bytes."""
    return np.frombuffer(np.ascontiguousarray(value).tobytes(), np.uint8)


def every_dtype(expected):
    """One shard, every dtype, strings, scalars and empty tensors, through SaveV2."""
    values = {}
    rng = np.random.default_rng(1)
    for name in DTYPES:
        storage = tf.as_dtype(name).numpy_dtype
        if name.startswith("q"):
            kind = {"qint8": "i1", "quint8": "u1", "qint32": "i4", "qint16": "i2", "quint16": "u2"}[name]
            whole = rng.integers(0, 7, (2, 3)).astype(kind)
            values[f"dtypes/{name}"] = tf.bitcast(tf.constant(whole), name)
            expected[f"every/dtypes/{name}"] = plain(whole)
            continue
        whole = rng.integers(0, 7, (2, 3)).astype(storage)
        values[f"dtypes/{name}"] = tf.constant(whole, name)
        expected[f"every/dtypes/{name}"] = plain(whole)
    values["scalar"] = tf.constant(3.5)
    expected["every/scalar"] = plain(np.float32(3.5))
    values["empty"] = tf.zeros((0, 4), tf.float64)
    expected["every/empty"] = plain(np.zeros((0, 4)))
    values["text"] = tf.constant([["a", ""], ["b" * 300, "\u00e9"]])
    values["text/scalar"] = tf.constant("one")
    values["large"] = tf.constant(np.arange(1000, dtype=np.float32))
    expected["every/large"] = plain(np.arange(1000, dtype=np.float32))
    save("every", values)


def save(prefix, values):
    names = list(values)
    tf.raw_ops.SaveV2(
        prefix=str(DATA / prefix), tensor_names=names, shape_and_slices=[""] * len(names), tensors=list(values.values())
    )


def partitioned(expected):
    """A variable in three parts along its second axis and a long one in parts along its first, as Saver writes them."""
    whole = np.arange(40, dtype=np.float32).reshape(4, 10)
    long = np.arange(9000, dtype=np.int16)
    cuts = [(0, 3), (3, 5), (8, 2)]
    rows = [(0, 70), (70, 8100), (8170, 830)]
    tf.raw_ops.SaveV2(
        prefix=str(DATA / "parts"),
        tensor_names=["w"] * 3 + ["long"] * 3 + ["b"],
        shape_and_slices=[f"4 10 -:{a},{n}" for a, n in cuts] + [f"9000 {a},{n}" for a, n in rows] + [""],
        tensors=[whole[:, a : a + n] for a, n in cuts] + [long[a : a + n] for a, n in rows] + [np.float64(2)],
    )
    expected["parts/w"] = plain(whole)
    expected["parts/long"] = plain(long)
    expected["parts/b"] = plain(np.float64(2))


def sharded(expected):
    """Two shards merged into one bundle."""
    with tempfile.TemporaryDirectory() as folder:
        shards = [str(Path(folder) / f"part{i}") for i in range(2)]
        for i, prefix in enumerate(shards):
            value = np.full((3,), i + 1, np.int32)
            tf.raw_ops.SaveV2(prefix=prefix, tensor_names=[f"v{i}"], shape_and_slices=[""], tensors=[value])
            expected[f"sharded/v{i}"] = plain(value)
        tf.raw_ops.MergeV2Checkpoints(checkpoint_prefixes=shards, destination_prefix=str(DATA / "sharded"))


def objects(expected):
    """A TensorFlow 2 object checkpoint with an optimizer's slots."""
    kernel = tf.Variable(np.arange(6, dtype=np.float32).reshape(2, 3), name="dense/kernel")
    bias = tf.Variable(np.ones(3, np.float32), name="dense/bias")
    step = tf.Variable(7, dtype=tf.int64, name="step")
    holder = tf.Module()
    holder.kernel, holder.bias = kernel, bias
    tf.train.Checkpoint(model=holder, step=step).write(str(DATA / "objects"))
    expected["objects/model/kernel/.ATTRIBUTES/VARIABLE_VALUE"] = plain(kernel.numpy())
    expected["objects/model/bias/.ATTRIBUTES/VARIABLE_VALUE"] = plain(bias.numpy())
    expected["objects/step/.ATTRIBUTES/VARIABLE_VALUE"] = plain(step.numpy())


def many(_):
    """Enough names for several blocks and restarts; as ``tf.compat.v1.train.Saver`` writes variables."""
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        for index in range(300):
            value = np.full((index % 3,), index, np.int32)
            tf.compat.v1.get_variable(f"layer_{index // 10}/unit_{index % 10}/weights", initializer=value)
        session.run(tf.compat.v1.global_variables_initializer())
        saver = tf.compat.v1.train.Saver()
        saver.save(session, str(DATA / "many"), write_meta_graph=False, write_state=False)


def main():
    DATA.mkdir(exist_ok=True)
    expected = {}
    for make in (every_dtype, partitioned, sharded, objects, many):
        make(expected)
    np.savez_compressed(DATA / "expected.npz", **expected)


if __name__ == "__main__":
    main()
