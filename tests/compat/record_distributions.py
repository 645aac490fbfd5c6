"""Write ``tf_distributions.npz``: what TensorFlow gives for :mod:`tests.compat.distribution_kinds`.

Run it with TensorFlow 2.21: ``python -m tests.compat.record_distributions``.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

if __name__ == "__main__":
    import tensorflow.compat.v1 as tf

    from tests.compat.distribution_kinds import KINDS, results

    tf.disable_v2_behavior()
    found = {f"{name}/{key}": value for name in KINDS for key, value in results(tf, name).items()}
    np.savez_compressed(Path(__file__).with_name("tf_distributions.npz"), **found)
