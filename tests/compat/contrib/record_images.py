"""Write ``tf_images.npz``: what TensorFlow's op gives for the transforms of :mod:`tests.compat.contrib.test_image`.

Run it with TensorFlow 2.21: ``python -m tests.compat.contrib.record_images``.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

IMAGES = np.random.default_rng(3).uniform(1, 2, (2, 5, 7, 3)).astype(np.float32)
TRANSFORMS = {
    "one for all": [[1.0, 0.2, -0.4, 0.1, 0.9, 0.3, 0.0, 0.0]],
    "projective": [[0.9, 0.1, 0.4, -0.2, 1.1, 0.2, 0.01, -0.02], [1.0, 0.0, 1.3, 0.0, 1.0, -1.3, 0.0, 0.0]],
}
SIZES = {"same": (5, 7), "other": (4, 9)}
KINDS = ("NEAREST", "BILINEAR")

if __name__ == "__main__":
    import tensorflow as tf

    found = {
        f"{name}/{size}/{kind}": tf.raw_ops.ImageProjectiveTransformV2(
            images=IMAGES, transforms=np.array(rows, np.float32), output_shape=SIZES[size], interpolation=kind
        ).numpy()
        for name, rows in TRANSFORMS.items()
        for size in SIZES
        for kind in KINDS
    }
    np.savez_compressed(Path(__file__).with_name("tf_images.npz"), **found)
