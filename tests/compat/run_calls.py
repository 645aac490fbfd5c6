"""Run the calls under a module ``tf``, and record TensorFlow's answers.

``python -m tests.compat.run_calls`` with TensorFlow 2.21 writes ``tests/compat/tf_values.npz``.
"""

from pathlib import Path
from typing import Any

import numpy as np

from tests.compat.serialized_calls import CALLS
from tests.compat.trainings import OPTIMIZERS, trained

VALUES = Path(__file__).with_name("tf_values.npz")


def flatten(structure: Any) -> list[Any]:
    if isinstance(structure, dict):
        return [leaf for key in sorted(structure) for leaf in flatten(structure[key])]
    if isinstance(structure, (list, tuple)):
        return [leaf for part in structure for leaf in flatten(part)]
    return [structure]


def answers(tf: Any, name: str) -> list[np.ndarray]:
    """The values of all tensors that a call gives, in a Session of a graph of its own."""
    with tf.Graph().as_default():
        tensors = flatten(CALLS[name](tf))
        with tf.Session() as session:
            session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
            return [np.asarray(value) for value in session.run(tensors)]


def main() -> None:
    import tensorflow.compat.v1 as tf

    tf.disable_v2_behavior()
    recorded = {}
    for name in CALLS:
        for number, value in enumerate(answers(tf, name)):
            recorded[f"{name}/{number}"] = value.astype("S") if value.dtype == object else value
    for name in OPTIMIZERS:
        for key, value in trained(tf, name).items():
            recorded[f"trained/{name}/{key}"] = value
    np.savez_compressed(VALUES, **recorded)
    print(f"{len(recorded)} values, {VALUES.stat().st_size} bytes")


if __name__ == "__main__":
    main()
