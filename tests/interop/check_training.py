"""Runs training steps that were imported and exported again, in TensorFlow.

Run by a Python that has TensorFlow: ``python check_training.py ORIGINALS OURS`` takes the folders that make_training.py
wrote and ``OURS/CASE.pb``. Prints a line of JSON for each case: the worst difference of losses and variables.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")

import numpy as np
import tensorflow as tf
from compare import worst


def check(where: Path, path: Path) -> dict[str, Any]:
    """Run the steps of one case from the graph's own init op."""
    about = json.loads((where / "about.json").read_text())
    with np.load(where / "values.npz") as stored:
        values = dict(stored)
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(tf.compat.v1.GraphDef.FromString(path.read_bytes()), name="")
        names = {op.name for op in graph.get_operations()}
        reads = {
            name: f"{name}/Read/ReadVariableOp:0" if f"{name}/Read/ReadVariableOp" in names else f"{name}:0"
            for name in about["variables"]
        }
        with tf.compat.v1.Session(graph=graph) as session:
            session.run(about["init"])
            losses = []
            for x, y in zip(values["x"], values["y"], strict=True):
                loss, _ = session.run([about["loss"], about["train"]], {"x:0": x, "y:0": y})
                losses.append(loss)
            after = session.run(reads)
    expected = {name: values[f"after/{name}"] for name in about["variables"]} | {"losses": values["losses"]}
    difference, name = worst({**after, "losses": np.array(losses)}, expected)
    return {"graph": where.name, "difference": difference, "tensor": name}


if __name__ == "__main__":
    for about in sorted(Path(sys.argv[1]).glob("*/about.json")):
        print(json.dumps(check(about.parent, Path(sys.argv[2]) / f"{about.parent.name}.pb")), flush=True)
