"""Runs what make_training.py wrote: five training steps, then losses and all variables against TensorFlow's.

``python -m tests.interop.training DIR [CASE ...]`` prints the table.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import graphops as go
from tests.interop.compare import Worst, first_line, relative_difference, story, table, worst

TOLERANCE = 1e-3
HEADER = ("case", "nodes", "variables", "init", "losses", "worst", "s", "in variable", "trouble")


class Result(NamedTuple):
    """What came out for one case.

    Attributes:
        init: the worst variable after the graph's own init op, against TensorFlow's.
        losses: how far the losses of the steps are apart.
        worst: the worst variable after the last step, slots too.
        seconds: of all steps together.
        trouble: the error that ended it; ``""`` for none.
    """

    name: str
    nodes: int
    variables: int
    init: float
    losses: float
    worst: Worst
    seconds: float
    trouble: str

    def row(self) -> tuple[Any, ...]:
        """The cells of its line in the table."""
        numbers = (self.name, self.nodes, self.variables, self.init, self.losses, self.worst.difference, self.seconds)
        return (*numbers, self.worst.name, first_line(self.trouble))

    @property
    def good(self) -> bool:
        """Whether all is within the tolerance."""
        return not self.trouble and max(self.init, self.losses, self.worst.difference) <= TOLERANCE


def run_case(where: Path, *, stop_at_trouble: bool = False) -> Result:
    """Run one case: from the graph's own init op for ``init``, from TensorFlow's initial values for the steps.

    Args:
        stop_at_trouble: raise what goes wrong instead of noting it.
    """
    about = json.loads((where / "about.json").read_text())
    with np.load(where / "values.npz") as stored:
        values = dict(stored)
    before = {name: values[f"before/{name}"] for name in about["variables"]}
    after = {name: values[f"after/{name}"] for name in about["variables"]}
    init, losses, final, seconds, trouble = float("inf"), float("inf"), Worst(float("inf"), ""), 0.0, ""
    try:
        graph = go.load_graph(where / "graph.pb")
        with go.Session(graph) as session:
            session.run(about["init"])
            init = worst(session.variables.snapshot(), before).difference
        with go.Session(graph) as session:
            session.variables.restore(before)
            start = time.perf_counter()
            found = []
            for x, y in zip(values["x"], values["y"], strict=True):
                loss, _ = session.run([about["loss"], about["train"]], {"x:0": x, "y:0": y})
                found.append(loss)
            seconds = time.perf_counter() - start
            losses = relative_difference(np.array(found), values["losses"])
            final = worst(session.variables.snapshot(), after)
    except Exception as error:
        if stop_at_trouble:
            raise
        trouble = story(error)
    return Result(where.name, about["nodes"], len(before), init, losses, final, seconds, trouble)


def main(arguments: list[str]) -> int:
    """Print the table for a folder; 1 if anything is wrong."""
    root = Path(arguments[0])
    names = arguments[1:] or sorted(path.parent.name for path in root.glob("*/about.json"))
    results = [run_case(root / name) for name in names]
    print(table(HEADER, [result.row() for result in results]))
    for result in results:
        if result.trouble:
            print(f"\n{result.name}: {result.trouble}")
    return 0 if all(result.good for result in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
