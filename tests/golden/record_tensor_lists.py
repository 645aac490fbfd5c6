"""Records what TensorFlow answers to the programs of ``tests/ops/tensor_list_programs.py``.

``PYTHON -m tests.golden.record_tensor_lists``, from the repository's root with TensorFlow's Python, writes
``tensor_list.json``: for each program a list of ``[dtype, shape, values]``, or the class of its error.
"""

import json
import os
from pathlib import Path

from tests.golden.record_tensor_array import answer
from tests.ops.tensor_list_programs import BAD, PROGRAMS

TARGET = Path(__file__).with_name("tensor_list.json")


def main() -> None:
    os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
    import tensorflow as tf

    tf.compat.v1.disable_eager_execution()
    lines = [f"{json.dumps(name)}: {json.dumps(answer(tf, build))}" for name, build in (PROGRAMS | BAD).items()]
    TARGET.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
