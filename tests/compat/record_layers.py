"""Write ``tf_layers.npz``: what TensorFlow gives for the networks of :mod:`tests.compat.layer_calls`.

Run it with TensorFlow 2.21 and tf_keras: ``TF_USE_LEGACY_KERAS=1 python -m tests.compat.record_layers``.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

if __name__ == "__main__":
    import tensorflow.compat.v1 as tf

    from tests.compat.layer_calls import networks, results

    tf.disable_v2_behavior()
    found = {f"{name}/{key}": value for name in networks() for key, value in results(tf, name).items()}
    np.savez_compressed(Path(__file__).with_name("tf_layers.npz"), **found)
