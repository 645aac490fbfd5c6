"""The side of OpenVINO: frozen graphs, which it reads itself. Runs in its interpreter, without graphops."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops.apps.bench.sides.graph_tasks import fed
from graphops.apps.bench.sides.runner import RefusedError, Task, sample_of

ov: Any = None
_threads = 0


def start(threads: int) -> dict[str, Any]:
    """Import OpenVINO; it gets so many threads when it compiles a model."""
    global ov, _threads
    _threads = threads
    from importlib import import_module

    ov = import_module("openvino")
    return {"name": "openvino", "version": str(ov.__version__).split("-")[0]}


def make(case: dict[str, Any]) -> Task:
    """The task of a network; float32 stays float32, also on processors with bfloat16."""
    if case["kind"] != "network":
        raise RefusedError("OpenVINO runs networks only")
    core = ov.Core()
    model = core.read_model(case["path"])
    shapes: dict[Any, list[int]] = {}
    for place in model.inputs:
        if place.partial_shape.rank.is_dynamic:
            raise RefusedError(f"'{place.node.friendly_name}' has no known rank")
        dims = [None if dim.is_dynamic else dim.get_length() for dim in place.partial_shape]
        shapes[place] = [case["batch"] if dim is None else dim for dim in dims]
    model.reshape(shapes)
    settings = {"INFERENCE_NUM_THREADS": _threads, "PERFORMANCE_HINT": "LATENCY", "INFERENCE_PRECISION_HINT": "f32"}
    request = core.compile_model(model, "CPU", settings).create_infer_request()
    values = [
        fed(place.node.friendly_name.partition(":")[0], place.shape, np.dtype(place.element_type.to_dtype()))
        for place in model.inputs
    ]
    return Task(lambda: list(request.infer(values).values()), lambda found: sample_of(found[-1]), keep=request)
