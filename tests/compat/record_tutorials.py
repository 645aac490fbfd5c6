"""Run the tutorial scripts under TensorFlow, with the one import line replaced, and record what they print.

``python -m tests.compat.record_tutorials`` with TensorFlow 2.21 writes ``tests/compat/tf_tutorials.json``.
"""

import json
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
RECORDED = Path(__file__).with_name("tf_tutorials.json")
NAMES = ("tf1_classification", "tf1_autoencoder", "tf1_rnn")
OUR_LINE = "import graphops.compat.v1 as tf\n"
THEIR_LINE = "import tensorflow.compat.v1 as tf\n"


def main() -> None:
    recorded = {}
    for name in NAMES:
        script = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
        assert script.count(OUR_LINE) == 1
        done = subprocess.run(
            [sys.executable, "-c", script.replace(OUR_LINE, THEIR_LINE)],
            cwd=EXAMPLES, capture_output=True, text=True, check=True,
        )  # fmt: skip
        recorded[name] = done.stdout.splitlines()
    RECORDED.write_text(json.dumps(recorded, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
