"""Records graphs made by TensorFlow, and the values that it computes of them.

``PYTHON -m tests.golden.record_graphs [name ...]``, from the repository's root with TensorFlow's Python, writes to
``tests/interchange/graph_def/data``: ``<name>.pb`` or ``.pbtxt``, the GraphDef, and ``<name>.npz``, the runs: their
feeds (``0/feed/x:0``), their fetches (``0/fetch/y:0``) and the nodes that they run (``0/targets``), by number of the
run.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import numpy as np

from tests.golden.graph_programs import v1_functions, v1_loops, v1_state, v2_functions
from tests.golden.graph_programs.program import Program
from tests.golden.record_tensor_array import session_of

TARGET = Path(__file__).parent.parent / "interchange" / "graph_def" / "data"
PROGRAMS = {**v1_functions.PROGRAMS, **v1_loops.PROGRAMS, **v1_state.PROGRAMS, **v2_functions.PROGRAMS}


def record(tf: Any, name: str, program: Program) -> None:
    v1 = tf.compat.v1
    (v1.enable_control_flow_v2 if program.v2 else v1.disable_control_flow_v2)()
    (v1.enable_resource_variables if program.v2 else v1.disable_resource_variables)()
    arrays: dict[str, Any] = {}
    with tf.Graph().as_default() as graph:
        v1.set_random_seed(0)
        runs = program.build(tf)
        with session_of(tf, graph) as session:
            for number, run in enumerate(runs):
                values = session.run((list(run.fetches), list(run.targets)), run.feeds)[0]
                arrays.update({f"{number}/feed/{key}": value for key, value in run.feeds.items()})
                arrays.update({f"{number}/fetch/{key}": value for key, value in zip(run.fetches, values, strict=True)})
                arrays[f"{number}/targets"] = np.array(run.targets, dtype=str)
    message = graph.as_graph_def()
    for old in (TARGET / f"{name}.pb", TARGET / f"{name}.pbtxt"):
        old.unlink(missing_ok=True)
    if program.text:
        from google.protobuf import text_format

        (TARGET / f"{name}.pbtxt").write_text(text_format.MessageToString(message), encoding="utf-8")
    else:
        (TARGET / f"{name}.pb").write_bytes(message.SerializeToString(deterministic=True))
    np.savez_compressed(TARGET / f"{name}.npz", **arrays)


def main() -> None:
    os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
    import tensorflow as tf

    tf.compat.v1.disable_eager_execution()
    TARGET.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or PROGRAMS:
        record(tf, name, PROGRAMS[name])
        print(name)


if __name__ == "__main__":
    main()
