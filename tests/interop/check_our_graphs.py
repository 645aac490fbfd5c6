"""Imports graphs that our_graphs.py wrote into TensorFlow, runs them, and compares with our answers.

Run by a Python that has TensorFlow: ``python check_our_graphs.py DIR``. Prints a line of JSON for each graph: its
name, the worst relative difference, the tensor it was found in, and the nodes.
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
from google.protobuf import text_format


def read(path: Path) -> Any:
    """A GraphDef from its binary or text form."""
    if path.suffix == ".pbtxt":
        return text_format.Parse(path.read_text(), tf.compat.v1.GraphDef())
    return tf.compat.v1.GraphDef.FromString(path.read_bytes())


def check(where: Path) -> dict[str, Any]:
    """Run one graph."""
    about = json.loads((where / "about.json").read_text())
    graph_def = read(where / about["graph"])
    with np.load(where / "values.npz") as stored:
        feeds = {name: stored[f"feed{number}"] for number, name in enumerate(about["feeds"])}
        expected = {name: stored[f"fetch{number}"] for number, name in enumerate(about["fetches"])}
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(graph_def, name="")
        with tf.compat.v1.Session(graph=graph) as session:
            if about["init"]:
                session.run(about["init"])
            for _ in range(about["steps"]):
                values = session.run(about["fetches"], feeds)
    found = {
        name: value.astype("S") if isinstance(value, np.ndarray) and value.dtype == object else value
        for name, value in zip(about["fetches"], values, strict=True)
    }
    difference, name = worst(found, expected)
    return {"graph": where.name, "difference": difference, "tensor": name, "nodes": len(graph_def.node)}


if __name__ == "__main__":
    for about in sorted(Path(sys.argv[1]).glob("*/about.json")):
        print(json.dumps(check(about.parent)), flush=True)
