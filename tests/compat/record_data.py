"""Record what the pipelines of :mod:`tests.compat.data_pipelines` give in TensorFlow 2.21.

``python -m tests.compat.record_data`` writes ``tests/compat/tf_data.json``: for each pipeline the types, the shapes,
and the elements as nested lists.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from tests.compat.data_pipelines import PIPELINES

FILE = Path(__file__).with_name("tf_data.json")
MOST = 100  # elements


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, dict):
        return {key: plain(value[key]) for key in sorted(value)}
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    array = np.asarray(value)
    if array.dtype.kind in "OS":
        decoded = [item.decode() if isinstance(item, bytes) else str(item) for item in array.ravel()]
        return np.array(decoded, dtype=object).reshape(array.shape).tolist()
    return [str(array.dtype), array.tolist()]


def shown(structure: Any) -> Any:
    """Types or shapes as JSON has them."""
    if isinstance(structure, dict):
        return {key: shown(structure[key]) for key in sorted(structure)}
    if isinstance(structure, tuple) and not hasattr(structure, "as_list"):
        return [shown(part) for part in structure]
    if hasattr(structure, "as_list"):
        return "unknown" if structure.rank is None else str(structure.as_list())
    return str(structure.name)


def recorded(tf: Any, make: Any) -> dict[str, Any]:
    """What a pipeline gives in ``tf``."""
    with tf.Graph().as_default(), tf.Session() as session:
        made = make(tf)
        iterator = tf.data.make_initializable_iterator(made)
        session.run(iterator.initializer)
        following = iterator.get_next()
        found = []
        try:
            for _ in range(MOST):
                found.append(plain(session.run(following)))
        except tf.errors.OutOfRangeError:
            pass
        types, shapes = tf.data.get_output_types(made), tf.data.get_output_shapes(made)
        return {"types": shown(types), "shapes": shown(shapes), "elements": found}


def main() -> None:
    import tensorflow.compat.v1 as tf

    tf.disable_v2_behavior()
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(recorded(tf, make))}" for name, make in PIPELINES.items())
    FILE.write_text("{\n" + lines + "\n}\n")


if __name__ == "__main__":
    main()
