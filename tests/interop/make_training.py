"""Training steps as GraphDefs, with what TensorFlow's variables are after five of them.

Run by a Python that has TensorFlow: ``python make_training.py OUT [CASE ...]``. A case is a network of
training_models.py in one of these styles:

* ``ref``: a TensorFlow 1 graph, reference variables, TensorFlow 1's loops;
* ``v1``: the same with resource variables;
* ``v2``: resource variables, loops as While ops;
* ``function``: the loss in a ``tf.function`` that the graph calls, its gradient made outside.

Each case gets a folder OUT/CASE: ``graph.pb``, ``about.json`` (names) and ``values.npz``: the batches, the variables
before (``before/...``) and after (``after/...``), and the loss of each step.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")

STEPS = 5
CASES = (
    "resnet-ref",
    "resnet-function",
    "mobilenet-v1",
    "mobilenet-function",
    "unet3d-ref",
    "unet3d-function",
    "lstm-ref",
    "lstm-v2",
    "lstm-function",
)


def make(case: str, where: Path) -> None:
    """Write one case. A process makes only one: the styles are switches of the whole process."""
    import numpy as np
    import tensorflow as tf
    from training_models import MODELS, Parameters

    v1 = tf.compat.v1
    name, _, style = case.partition("-")
    v1.disable_eager_execution()
    if style in ("ref", "v1"):
        v1.disable_control_flow_v2()
    if style == "ref":
        v1.disable_resource_variables()
    network, make_optimizer, shape, label_shape, classes = MODELS[name]
    get = Parameters(use_resource=style != "ref")
    with tf.Graph().as_default() as graph:
        v1.set_random_seed(7)
        x = v1.placeholder(tf.float32, (None, *shape[1:]), name="x")
        y = v1.placeholder(tf.int32, (None, *label_shape[1:]), name="y")
        if style == "function":
            loss = tf.function(lambda x, y: network(get, x, y))(x, y)
        else:
            loss = network(get, x, y)
        loss = tf.identity(loss, name="loss")
        optimizer = make_optimizer()
        updates = [] if style == "function" else get.updates  # a function runs its own
        with tf.control_dependencies(updates):
            train = optimizer.minimize(loss, var_list=v1.trainable_variables(), name="train")
        variables = v1.global_variables()
        init = v1.global_variables_initializer()
        rng = np.random.default_rng(5)
        xs = rng.normal(size=(STEPS, *shape)).astype(np.float32)
        ys = rng.integers(0, classes, (STEPS, *label_shape)).astype(np.int32)
        losses = []
        with v1.Session(graph=graph) as session:
            session.run(init)
            before = session.run({variable.op.name: variable for variable in variables})
            for step in range(STEPS):
                value, _ = session.run([loss, train], {x: xs[step], y: ys[step]})
                losses.append(value)
            after = session.run({variable.op.name: variable for variable in variables})
    graph_def = graph.as_graph_def()
    where.mkdir(parents=True, exist_ok=True)
    (where / "graph.pb").write_bytes(graph_def.SerializeToString())
    about = {
        "init": init.name,
        "train": train.name,
        "loss": loss.name,
        "variables": sorted(before),
        "nodes": len(graph_def.node) + sum(len(function.node_def) for function in graph_def.library.function),
    }
    (where / "about.json").write_text(json.dumps(about))
    arrays = {f"before/{key}": value for key, value in before.items()}
    arrays |= {f"after/{key}": value for key, value in after.items()}
    np.savez(where / "values.npz", x=xs, y=ys, losses=np.array(losses), **arrays)
    print(f"{case}: {about['nodes']} nodes, {len(variables)} variables, loss {losses[0]:.4f} to {losses[-1]:.4f}")


def main() -> None:
    """Write the cases that the command line names, or all; each in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("cases", nargs="*", metavar="CASE", help=", ".join(CASES))
    arguments = parser.parse_args()
    if len(arguments.cases) == 1:
        make(arguments.cases[0], arguments.out / arguments.cases[0])
        return
    for case in arguments.cases or CASES:
        subprocess.run([sys.executable, __file__, arguments.out, case], check=True)


if __name__ == "__main__":
    main()
