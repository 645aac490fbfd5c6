"""Peak memory of processes that load and run one frozen network: graphops with OpenVINO, and OpenVINO alone.

    python benchmarks/network_memory.py FOLDER --peer PYTHON [--batch 1]

``FOLDER`` holds the networks of ``make_networks.py``; ``PYTHON`` is that of an environment with OpenVINO.  Each network
runs six times, in a process of its own for each side.  The peak is what the system reports (``VmHWM``), so Linux is
needed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

_RUNS: Final = 6
_THREADS: Final = 2


def main(argv: Sequence[str] | None = None) -> None:
    """Measure each network on both sides, and print a row of a table for it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--peer", default=sys.executable, metavar="PYTHON")
    parser.add_argument("--batch", type=int, default=1)
    parser.add_argument("--side", choices=("graphops", "openvino"), help="measure this process, on one network")
    given = parser.parse_args(argv)
    if given.side:
        run = _graphops(given.folder, given.batch) if given.side == "graphops" else _openvino(given.folder, given.batch)
        for _ in range(_RUNS):
            run()
        print(_peak())
        return
    print(
        f"| network, batch {given.batch} | graphops with OpenVINO, MiB | OpenVINO, MiB | ratio |\n|---|---:|---:|---:|"
    )
    for path in sorted(given.folder.glob("*.pb")):
        ours, theirs = (
            _in_process(python, path, given.batch, side)
            for python, side in ((sys.executable, "graphops"), (given.peer, "openvino"))
        )
        print(f"| {path.stem} | {ours / 2**20:.0f} | {theirs / 2**20:.0f} | {ours / theirs:.2f} |", flush=True)


def _in_process(python: str, path: Path, batch: int, side: str) -> int:
    command = [python, __file__, str(path), "--batch", str(batch), "--side", side]
    return int(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)


def _graphops(path: Path, batch: int) -> Callable[[], Any]:
    import graphops as go

    graph = go.load_graph(path)
    x = next(node for node in graph.nodes if node.type == "Placeholder").outputs[0]
    used = {tensor for node in graph.nodes for tensor in node.inputs}
    ends = [
        tensor
        for node in graph.nodes
        for tensor in node.outputs
        if node.type not in ("Const", "Placeholder") and tensor not in used
    ]
    first = [tensor for tensor in ends if tensor.name.endswith(":0")] or ends  # not what a normalisation gives beside
    session = go.Session(graph, config=go.SessionConfig(intra_op_threads=_THREADS, openvino=True))
    call = session.make_callable(first, [x])
    image = np.ones([batch if size is None else size for size in x.shape.as_list()], np.float32)
    return lambda: call(image)


def _openvino(path: Path, batch: int) -> Callable[[], Any]:
    from importlib import import_module

    core = import_module("openvino").Core()
    model = core.read_model(str(path))
    place = model.inputs[0]
    shape = [batch if size.is_dynamic else size.get_length() for size in place.partial_shape]
    model.reshape({place: shape})
    settings = {
        "INFERENCE_NUM_THREADS": _THREADS,
        "PERFORMANCE_HINT": "LATENCY",
        "INFERENCE_PRECISION_HINT": "f32",
    }
    request = core.compile_model(model, "CPU", settings).create_infer_request()
    image = np.ones(shape, np.float32)
    return lambda: request.infer([image])


def _peak() -> int:
    """Bytes that this process had at most."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))


if __name__ == "__main__":
    main()
