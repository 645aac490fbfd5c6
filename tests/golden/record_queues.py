"""Records what TensorFlow answers to the programs of ``tests/ops/queue_programs.py``.

``PYTHON -m tests.golden.record_queues``, from the repository's root with TensorFlow's Python, writes ``queues.json``:
for each program a list of answers, each a list of ``[dtype, shape, values]`` or the class of an error.
"""

import json
import os
from pathlib import Path

from tests.golden.record_tensor_array import as_json
from tests.ops.queue_programs import PROGRAMS, answers

TARGET = Path(__file__).with_name("queues.json")


def main() -> None:
    os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
    import tensorflow.compat.v1 as tf

    tf.disable_v2_behavior()
    lines = [f"{json.dumps(name)}: {json.dumps(answers(tf, name, as_json))}" for name in PROGRAMS]
    TARGET.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
