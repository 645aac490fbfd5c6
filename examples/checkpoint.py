"""Train, save as you go, stop, and go on in another session, as if nothing had happened.

A line is fitted with Adam. Every ten steps the variables (weights, moments, the step count) are saved; the three last
files stay. A second session restores the newest and finishes; it ends with the same bits as a run that never stopped.
Also written: the graph as a picture, and a table of every node's values.
"""

import sys
from pathlib import Path

import _checkout  # noqa: F401
import numpy as np

import graphops as go
from graphops import checkpoint
from graphops.build.variables import Variable, global_variables_initializer
from graphops.debug import Debug
from graphops.inspect.draw.svg import to_svg
from graphops.train import AdamOptimizer

FOLDER = Path("out") / "checkpoints"
X = np.linspace(-1, 1, 50, dtype=np.float32)[:, None]  # (50, 1)
Y = 3 * X - 0.5


def build():
    """The graph: its fetches by name."""
    x = go.placeholder(go.float32, ("N", 1), name="x")
    y = go.placeholder(go.float32, ("N", 1), name="y")
    with go.name_scope("line"):
        slope = Variable(np.zeros((1, 1), np.float32), name="slope")
        offset = Variable(np.zeros(1, np.float32), name="offset")
        difference = go.raw_ops.MatMul(a=x, b=slope.value()) + offset.value() - y
    loss = go.raw_ops.Mean(input=difference * difference, reduction_indices=[0, 1], name="loss")
    step = AdamOptimizer(0.05).minimize(loss)
    return {"x": x, "y": y, "loss": loss, "step": step}


def train(session, nodes, start, stop, save_every=None):
    """Steps ``start`` to ``stop``; the loss after the last one."""
    feeds = {nodes["x"]: X, nodes["y"]: Y}
    for number in range(start, stop):
        session.run(nodes["step"], feeds)
        if save_every and (number + 1) % save_every == 0:
            checkpoint.save_session(session, FOLDER / "line", step=number + 1, keep=3)
    return session.run(nodes["loss"], feeds)


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    graph = go.Graph()
    with graph.as_default():
        nodes = build()
        initialize = global_variables_initializer()

    with go.Session(graph) as session:
        session.run(initialize)
        train(session, nodes, 0, 60, save_every=10)  # and here the machine is switched off

    newest = checkpoint.latest_checkpoint(FOLDER)
    print("files:", ", ".join(sorted(path.name for path in FOLDER.glob("*.safetensors"))))
    with checkpoint.load(newest) as saved:
        for name, dtype in saved.dtypes.items():
            print(f"  {name}: {dtype.name}{saved.shapes[name]}")

    with go.Session(graph) as session:
        restored = checkpoint.restore(session, newest)
        resumed = train(session, nodes, 60, 100)
        after = session.variables.snapshot()
    with go.Session(graph) as session:
        session.run(initialize)
        straight = train(session, nodes, 0, 100)
        same = all(np.array_equal(after[name], value) for name, value in session.variables.snapshot().items())
        debug = Debug()
        session.run(nodes["loss"], {nodes["x"]: X, nodes["y"]: Y}, debug=debug)

    print(f"{len(restored)} variables restored from {Path(newest).name}")
    print(f"loss after 100 steps: {resumed:.6f} with a stop, {straight:.6f} without; same bits: {same}")
    (FOLDER / "graph.svg").write_text(to_svg(graph), encoding="utf-8")
    print(debug.table())
    return 0 if same and resumed == straight else 1


if __name__ == "__main__":
    sys.exit(main())
