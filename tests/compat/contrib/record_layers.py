"""Write ``slim_layers.npz``: what tf_slim gives for the networks of :mod:`tests.compat.contrib.layer_networks`.

tf_slim is ``tf.contrib.layers`` after ``tf.contrib`` ended. Run it with tf_slim 1.1, TensorFlow 2.21 and tf_keras:
``TF_USE_LEGACY_KERAS=1 python -m tests.compat.contrib.record_layers``. The signatures of tf_slim's functions go to
``slim_signatures.json``.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path

import numpy as np

if __name__ == "__main__":
    import tensorflow.compat.v1 as tf
    from tensorflow.python.framework import ops
    from tensorflow.python.ops import control_flow_ops

    ops.Tensor = tf.Tensor  # where tf_slim looks for them
    control_flow_ops.cond = tf.cond
    sys.modules["tf_keras.legacy_tf_layers"] = import_module("tf_keras.src.legacy_tf_layers")
    for part in ("base", "convolutional", "core", "normalization", "pooling"):
        sys.modules[f"tf_keras.legacy_tf_layers.{part}"] = import_module(f"tf_keras.src.legacy_tf_layers.{part}")
    import tf_slim
    from tf_slim.training import evaluation, training

    from tests.compat.contrib.layer_networks import networks, results
    from tests.compat.names import NAMES
    from tests.compat.record_signatures import parameters

    tf.disable_v2_behavior()
    found = {f"{name}/{key}": value for name in networks() for key, value in results(tf, tf_slim, name).items()}
    np.savez_compressed(Path(__file__).with_name("slim_layers.npz"), **found)
    places = {
        "contrib.layers": (tf_slim, tf_slim.layers),
        "contrib.framework": (tf_slim,),
        "contrib.losses": (tf_slim.losses,),
        "contrib.slim.learning": (tf_slim.learning,),
        "contrib.slim.evaluation": (tf_slim.evaluation,),
        "contrib.training": (training, evaluation),
    }
    signatures = {}
    for module, searched in places.items():
        for name in NAMES[module]:
            function = next((getattr(place, name) for place in searched if callable(getattr(place, name, None))), None)
            if function is not None:
                signatures[f"{module}.{name}"] = parameters(function)
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in sorted(signatures.items()))
    Path(__file__).with_name("slim_signatures.json").write_text("{\n" + lines + "\n}\n")
