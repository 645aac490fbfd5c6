"""Runs what make_applications.py wrote, and compares every tensor with TensorFlow's.

``python -m tests.interop.applications DIR [NAME ...]`` prints the table.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import graphops as go
from tests.interop.compare import Worst, first_line, story, table, worst

TOLERANCE = 1e-4
HEADER = ("network", "nodes", "tensors", "worst", "s here", "s TF", "import s", "signature", "in tensor", "trouble")


class Result(NamedTuple):
    """What came out for one network.

    Attributes:
        seconds: of one warm run that fetches every tensor, here and in TensorFlow; of import here.
        signature: the worst output of the SavedModel's signature.
        trouble: missing ops, or the error that ended it; ``""`` for none.
    """

    name: str
    nodes: int
    tensors: int
    worst: Worst
    here: float
    there: float
    importing: float
    signature: Worst
    trouble: str

    def row(self) -> tuple[Any, ...]:
        """The cells of its line in the table."""
        return (
            self.name, self.nodes, self.tensors, self.worst.difference, self.here, self.there, self.importing,
            self.signature.difference, self.worst.name, first_line(self.trouble),
        )  # fmt: skip


def run_frozen(where: Path) -> tuple[int, Worst, float, float]:
    """The number of tensors, the worst of them, and the seconds of a run and of the import."""
    about = json.loads((where / "about.json").read_text())
    start = time.perf_counter()
    graph = go.load_graph(where / "frozen.pb")
    importing = time.perf_counter() - start
    with np.load(where / "values.npz") as stored:
        names = [str(name) for name in stored["names"]]
        feed = stored["feed"]
        expected = {name: stored[str(number)] for number, name in enumerate(names)}
    with go.Session(graph) as session:
        for _ in range(2):  # the second run has its plan and its kernels ready
            start = time.perf_counter()
            values = session.run(names, {about["feed"]: feed})
            here = time.perf_counter() - start
    return len(names), worst(dict(zip(names, values, strict=True)), expected), here, importing


def run_signature(where: Path) -> Worst:
    """The worst output of the serving signature of the SavedModel."""
    loaded = go.load_saved_model(where / "saved_model")
    with np.load(where / "signature.npz") as stored:
        inputs = {key.partition("/")[2]: stored[key] for key in stored if key.startswith("input/")}
        expected = {key.partition("/")[2]: stored[key] for key in stored if key.startswith("output/")}
    signature = loaded.signatures["serving_default"]
    with loaded.session() as session:
        feeds = {signature.inputs[name]: value for name, value in inputs.items()}
        found = session.run(dict(signature.outputs), feeds)
    return worst(found, expected)


def run_network(where: Path, *, stop_at_trouble: bool = False) -> Result:
    """Run one network both ways.

    Args:
        stop_at_trouble: raise what goes wrong instead of noting it.
    """
    about = json.loads((where / "about.json").read_text())
    nothing = Worst(float("inf"), "")
    tensors, frozen, here, importing, signature, trouble = 0, nothing, 0.0, 0.0, nothing, []
    try:
        tensors, frozen, here, importing = run_frozen(where)
    except Exception as error:
        if stop_at_trouble:
            raise
        trouble.append(f"frozen: {story(error)}")
    try:
        signature = run_signature(where)
    except Exception as error:
        if stop_at_trouble:
            raise
        trouble.append(f"SavedModel: {story(error)}")
    return Result(
        where.name, about["nodes"], tensors, frozen, here, about["seconds"], importing, signature, "; ".join(trouble)
    )


def main(arguments: list[str]) -> int:
    """Print the table for a folder; 1 if anything is wrong."""
    root = Path(arguments[0])
    names = arguments[1:] or sorted(path.parent.name for path in root.glob("*/about.json"))
    results = [run_network(root / name) for name in names]
    print(table(HEADER, [result.row() for result in results]))
    for result in results:
        if result.trouble:
            print(f"\n{result.name}: {result.trouble}")
    good = all(
        not result.trouble and result.worst.difference <= TOLERANCE and result.signature.difference <= TOLERANCE
        for result in results
    )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
