"""Ask TensorFlow what its shapes answer to ``tests.compat.shapes``, and record it.

``python -m tests.compat.record_shapes`` with TensorFlow 2.21 writes ``tests/compat/tf_shapes.json``.
"""

import json
from pathlib import Path

import numpy as np

from tests.compat.shapes import answers

RECORDED = Path(__file__).with_name("tf_shapes.json")


def main() -> None:
    import tensorflow.compat.v1 as tf

    tf.disable_v2_behavior()
    RECORDED.write_text(json.dumps(answers(tf, np), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
