"""Frozen graphs of keras.applications with random weights, and the same networks for ONNX Runtime.

    PEER_PYTHON benchmarks/make_networks.py FOLDER [NAME ...]

needs TensorFlow 2.21 and tf2onnx. ``graphops bench --suite networks --model FOLDER/NAME.pb`` times them. Weights are
drawn with one seed; batch norms keep mean 0 and variance 1, so that values stay finite through the deepest networks.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")

NAMES = (
    "MobileNet", "MobileNetV2", "MobileNetV3Small", "EfficientNetB0", "EfficientNetV2B0", "NASNetMobile", "DenseNet121",
    "ResNet50", "InceptionV3", "Xception", "ConvNeXtTiny", "VGG16",
)  # fmt: skip


def frozen(name: str) -> tuple[Any, list[str], list[str]]:
    """A GraphDef of constants, and the names of its inputs and outputs."""
    import keras
    import tensorflow as tf
    from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2

    keras.utils.set_random_seed(0)
    model = getattr(keras.applications, name)(weights=None)
    sizes = [size or 224 for size in model.inputs[0].shape[1:]]  # MobileNetV3 takes images of any size
    function = tf.function(lambda x: model(x, training=False))
    concrete = function.get_concrete_function(tf.TensorSpec([None, *sizes], tf.float32, name="x"))
    constant = convert_variables_to_constants_v2(concrete)
    inputs = [tensor.name for tensor in constant.inputs]
    return constant.graph.as_graph_def(), inputs, [tensor.name for tensor in constant.outputs]


def main(folder: str, *names: str) -> None:
    import tf2onnx

    Path(folder).mkdir(parents=True, exist_ok=True)
    for name in names or NAMES:
        graph_def, inputs, outputs = frozen(name)
        path = Path(folder) / f"{name}.pb"
        path.write_bytes(graph_def.SerializeToString())
        try:
            file = str(path.with_suffix(".onnx"))
            tf2onnx.convert.from_graph_def(
                graph_def, input_names=inputs, output_names=outputs, opset=17, output_path=file
            )
        except Exception as error:  # some networks have ops that tf2onnx does not know
            print(f"{name}: no ONNX file ({type(error).__name__}: {error})")
        print(name, len(graph_def.node), "nodes", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
