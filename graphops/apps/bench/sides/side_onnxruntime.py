"""The side of ONNX Runtime: the ``.onnx`` file beside a frozen graph. Runs in its interpreter, without graphops."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from graphops.apps.bench.sides.graph_tasks import fed
from graphops.apps.bench.sides.runner import RefusedError, Task, sample_of

ort: Any = None
_threads = 0
_TYPES = {"tensor(float)": np.float32, "tensor(double)": np.float64, "tensor(int32)": np.int32,
          "tensor(int64)": np.int64, "tensor(bool)": np.bool_, "tensor(uint8)": np.uint8}  # fmt: skip


def start(threads: int) -> dict[str, Any]:
    """Import ONNX Runtime; it gets so many threads with each model."""
    global ort, _threads
    _threads = threads
    from importlib import import_module

    ort = import_module("onnxruntime")
    return {"name": "onnxruntime", "version": ort.__version__}


def make(case: dict[str, Any]) -> Task:
    """The task of a network, which tf2onnx converted before."""
    if case["kind"] != "network":
        raise RefusedError("ONNX Runtime runs networks only")
    path = Path(case["path"]).with_suffix(".onnx")
    if not path.is_file():
        raise RefusedError(f"'{path.name}' must be beside the graph; tf2onnx makes it")
    options = ort.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = _threads, 1
    session = ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    values = {}
    for place in session.get_inputs():
        if place.type not in _TYPES:
            raise RefusedError(f"'{place.name}' is a {place.type}")
        sizes = [size if isinstance(size, int) else case["batch"] for size in place.shape]
        values[place.name] = fed(place.name.removesuffix(":0"), sizes, np.dtype(_TYPES[place.type]))
    return Task(lambda: session.run(None, values), lambda found: sample_of(found[-1]), keep=session)
