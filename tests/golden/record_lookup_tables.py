"""Records what TensorFlow answers to the programs of ``tests/ops/lookup_table_programs.py``.

``PYTHON -m tests.golden.record_lookup_tables``, from the repository's root with TensorFlow's Python, writes
``lookup_tables.json``: for each program and step a list of ``[dtype, shape, values]``, or the class of its error.
"""

import json
import os
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from tests.golden.record_tensor_array import as_json
from tests.ops.lookup_table_programs import FILES, PROGRAMS

TARGET = Path(__file__).with_name("lookup_tables.json")


def answers(tf: Any, steps: Any, folder: str) -> list[Any]:
    found: list[Any] = []
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        for step in steps:
            try:
                fetches = step(tf.raw_ops, folder)
                values = session.run(fetches) or []
                if step.__name__ == "export":
                    order = np.argsort(values[0], kind="stable")
                    values = [value[order] for value in values]
                found.append([as_json(value) for value in values])
            except (tf.errors.OpError, ValueError, TypeError) as error:
                found.append(type(error).__name__)
    return found


def main() -> None:
    os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
    import tensorflow as tf

    tf.compat.v1.disable_eager_execution()
    with tempfile.TemporaryDirectory() as folder:
        for name, content in FILES.items():
            (Path(folder) / name).write_bytes(content)
        lines = [f"{json.dumps(name)}: {json.dumps(answers(tf, steps, folder))}" for name, steps in PROGRAMS.items()]
    TARGET.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
