"""How the import of a GraphDef grows with its size: a chain, a wide sum, nodes under many scopes.

Prints microseconds per node: to parse and import, and to plan a fetch; a column that stays flat is linear. With
GRAPHOPS_PEER, the path of a Python that has TensorFlow, also those of TensorFlow: parsing and tf.import_graph_def, and
making a Session and running the fetch once.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

SIZES = (1_000, 10_000, 100_000)
FETCH = "last:0"
PATIENCE = 60  # seconds that TensorFlow gets for a graph


def _add(graph_def: Any, name: str, op: str, inputs: list[str], **ints: int) -> None:
    """A node of float32."""
    node = graph_def.node.add(name=name, op=op)
    node.input.extend(inputs)
    node.attr["T" if op != "Placeholder" else "dtype"].type = 1  # DT_FLOAT
    for attr, value in ints.items():
        node.attr[attr].i = value


def _start(graph_def: Any) -> None:
    _add(graph_def, "x", "Placeholder", [])
    graph_def.node[0].attr["shape"].shape.dim.add().size = 4


def chain(graph_def: Any, count: int) -> None:
    """Each node takes the last one."""
    _start(graph_def)
    names = ["x", *(f"node_{number}" for number in range(count - 2)), "last"]
    for before, name in pairwise(names):
        _add(graph_def, name, "Tanh", [before])


def wide(graph_def: Any, count: int) -> None:
    """All nodes take the same one; one takes them all."""
    _start(graph_def)
    names = [f"node_{number}" for number in range(count - 2)]
    for name in names:
        _add(graph_def, name, "Tanh", ["x"])
    _add(graph_def, "last", "AddN", names, N=len(names))


def scopes(graph_def: Any, count: int) -> None:
    """A residual chain, every four nodes in a scope of their own, five deep, with control inputs and colocation."""
    _start(graph_def)
    before, early = "x", "x"
    for number in range(count - 2):
        block = number // 4
        name = f"model/stage_{block % 10}/part_{block % 100}/block_{block}/cell/node_{number}"
        _add(graph_def, name, "AddV2", [before, early])
        if number % 4 == 3:
            graph_def.node[-1].input.append(f"^{early}")
            graph_def.node[-1].attr["_class"].list.s.append(f"loc:@{before}".encode())
            early = before
        before = name
    _add(graph_def, "last", "Identity", [before])


GRAPHS: tuple[Callable[[Any, int], None], ...] = (chain, wide, scopes)


def here(path: Path) -> tuple[float, float]:
    """Seconds to import, to plan."""
    import graphops as go

    data = path.read_bytes()
    start = time.perf_counter()
    graph = go.Graph()
    go.import_graph_def(data, name="", graph=graph)
    imported = time.perf_counter()
    with go.Session(graph) as session:
        session.make_callable(FETCH, ["x:0"])
        planned = time.perf_counter()
    return imported - start, planned - imported


def there(path: Path, *, run: bool) -> None:
    """Print the seconds that TensorFlow takes to import, then those to make a Session and run once."""
    import tensorflow as tf

    data = path.read_bytes()
    start = time.perf_counter()
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(tf.compat.v1.GraphDef.FromString(data), name="")
        imported = time.perf_counter()
        print(imported - start, flush=True)
        if run:
            with tf.compat.v1.Session(graph=graph) as session:
                session.run(FETCH, {"x:0": [0.5] * 4})
            print(time.perf_counter() - imported, flush=True)


def peer(path: Path) -> list[float]:
    """What :func:`there` printed in the peer within the time it gets: nothing without a peer."""
    python = os.environ.get("GRAPHOPS_PEER")
    if not python:
        return []
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment |= {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    command = [python, __file__, "--peer", str(path)]
    try:
        done = subprocess.run(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, timeout=PATIENCE
        )
        printed = done.stdout
    except subprocess.TimeoutExpired as error:
        printed = error.stdout or b""
    return [float(line) for line in printed.splitlines()[1:]]  # the first import warms up


def main(arguments: list[str]) -> None:
    """Print the table; with ``--peer FILE``, TensorFlow's seconds."""
    if arguments[:1] == ["--peer"]:
        there(Path(arguments[1]).parent / f"{GRAPHS[0].__name__}-{SIZES[0]}.pb", run=False)
        there(Path(arguments[1]), run=True)
        return
    from graphops.interchange.graph_def import GraphDef

    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for make in GRAPHS:
            for count in SIZES:
                graph_def = GraphDef()
                graph_def.versions.producer = 2474
                make(graph_def, count)
                paths.append(Path(folder) / f"{make.__name__}-{count}.pb")
                paths[-1].write_bytes(graph_def.SerializeToString())
        here(paths[0])  # loads ops and kernels
        gc.freeze()
        print("microseconds per node")
        print(f"{'graph':8} {'nodes':>8} {'import':>8} {'plan':>8} {'TF import':>10} {'TF first run':>13}")
        for path in paths:
            kind, _, count = path.stem.partition("-")
            scale = 1e6 / int(count)
            imported, planned = (value * scale for value in here(path))
            row = f"{kind:8} {int(count):8,} {imported:8.1f} {planned:8.1f}"
            seconds = [f"{value * scale:.1f}" for value in peer(path)]
            if "GRAPHOPS_PEER" in os.environ:
                seconds += [f"over {PATIENCE} s"] * (2 - len(seconds))
                row += f" {seconds[0]:>10} {seconds[1]:>13}"
            print(row, flush=True)
            gc.collect()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
