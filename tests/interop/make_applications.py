"""Ten networks of keras.applications as frozen GraphDefs and as SavedModels, with TensorFlow's answers.

Run by a Python that has TensorFlow: ``python make_applications.py OUT [NAME ...]``. Weights are random, from fixed
seeds; moments of batch norms, biases, betas and gammas are random too, so that none is 0 or 1 where a mistake would
not show. For each network OUT/NAME holds

* ``frozen.pb``: the GraphDef with its weights as constants, functions inlined, control flow not lowered;
* ``values.npz``: the batch that was fed (``feed``), the names of all float tensors but constants and their copies
  (``names``), and TensorFlow's value of each (``0``, ``1``, ...);
* ``saved_model/``, and ``signature.npz``: its inputs (``input/...``) and outputs (``output/...``);
* ``about.json``: the name of the tensor to feed, the number of nodes, TensorFlow's seconds.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")

import keras
import numpy as np
import tensorflow as tf
from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2

# Height and width of the images: small, but such that most layers see more than one pixel.
SIZES = {
    "ResNet50": 64,
    "VGG16": 48,
    "InceptionV3": 96,
    "Xception": 80,
    "MobileNet": 64,
    "MobileNetV3Small": 64,
    "EfficientNetB0": 64,
    "DenseNet121": 64,
    "NASNetMobile": 64,
    "ConvNeXtTiny": 64,
}
BATCH = 2
FETCHED_AT_ONCE = 400  # tensors: bounds the memory that one run holds


def disturb(model: keras.Model, rng: np.random.Generator) -> None:
    """Give moments, biases, betas and gammas random values; variances are positive."""
    for weight in model.weights:
        kind = weight.path.rsplit("/", 1)[-1]
        shape = tuple(weight.shape)
        if kind in ("moving_variance", "variance", "gamma"):
            weight.assign(rng.uniform(0.5, 1.5, shape).astype(np.float32))
        elif kind in ("moving_mean", "mean", "beta", "bias"):
            weight.assign(rng.normal(0.0, 0.1, shape).astype(np.float32))


def freeze(model: keras.Model, size: int) -> Any:
    """The network as a ConcreteFunction whose variables are constants."""
    spec = tf.TensorSpec([None, size, size, 3], tf.float32, name="image")
    function = tf.function(lambda image: model(image, training=False)).get_concrete_function(spec)
    return convert_variables_to_constants_v2(function, lower_control_flow=False)


def float_tensors(graph: tf.Graph) -> list[str]:
    """The names of all tensors with a fraction but constants, their copies, and placeholders."""
    return [
        tensor.name
        for op in graph.get_operations()
        if op.type not in ("Const", "Placeholder") and not (op.type == "Identity" and op.inputs[0].op.type == "Const")
        for tensor in op.outputs
        if tensor.dtype in (tf.float16, tf.float32, tf.float64)
    ]


def evaluate(graph_def: Any, feed_name: str, feed: np.ndarray) -> tuple[list[str], list[np.ndarray], float]:
    """Every float tensor of the graph, and the seconds that the last of two runs took."""
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(graph_def, name="")
        names = float_tensors(graph)
        chunks = [names[start : start + FETCHED_AT_ONCE] for start in range(0, len(names), FETCHED_AT_ONCE)]
        with tf.compat.v1.Session(graph=graph) as session:
            for _ in range(2):
                values: list[np.ndarray] = []
                start = time.perf_counter()
                for chunk in chunks:
                    values += session.run(chunk, {feed_name: feed})
                seconds = time.perf_counter() - start
    return names, values, seconds


def export(model: keras.Model, where: Path, feed: np.ndarray) -> None:
    """Write a SavedModel and what its serving signature answers."""
    model.export(str(where / "saved_model"), verbose=False)
    signature = tf.saved_model.load(str(where / "saved_model")).signatures["serving_default"]
    (name,) = signature.structured_input_signature[1]
    outputs = signature(**{name: tf.constant(feed)})
    arrays = {f"output/{key}": value.numpy() for key, value in outputs.items()}
    np.savez(where / "signature.npz", **{f"input/{name}": feed}, **arrays)


def make(name: str, out: Path) -> None:
    """Write one network."""
    where = out / name
    where.mkdir(parents=True, exist_ok=True)
    seed = 100 + list(SIZES).index(name)
    keras.utils.set_random_seed(seed)
    rng = np.random.default_rng(seed)
    size = SIZES[name]
    model = getattr(keras.applications, name)(weights=None, input_shape=(size, size, 3), classes=100)
    disturb(model, rng)
    feed = rng.uniform(-1.0, 1.0, (BATCH, size, size, 3)).astype(np.float32)
    frozen = freeze(model, size)
    graph_def = frozen.graph.as_graph_def()
    (where / "frozen.pb").write_bytes(graph_def.SerializeToString())
    feed_name = frozen.inputs[0].name
    names, values, seconds = evaluate(graph_def, feed_name, feed)
    for tensor, value in zip(names, values, strict=True):
        if not np.isfinite(value).all():
            raise ValueError(f"{name}: {tensor} is not finite")
    numbered = {str(number): value for number, value in enumerate(values)}
    np.savez(where / "values.npz", feed=feed, names=np.array(names), **numbered)
    export(model, where, feed)
    about = {"feed": feed_name, "nodes": len(graph_def.node), "seconds": seconds}
    (where / "about.json").write_text(json.dumps(about))
    print(f"{name}: {len(graph_def.node)} nodes, {len(names)} float tensors, {seconds:.2f} s", flush=True)


def main() -> None:
    """Write the networks that the command line names, or all."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(SIZES))
    arguments = parser.parse_args()
    for name in arguments.names or SIZES:
        make(name, arguments.out)
        keras.backend.clear_session()


if __name__ == "__main__":
    main()
