"""Requests that a model brings to be run before it is served: ``assets.extra/tf_serving_warmup_requests``."""

from __future__ import annotations

import logging
from math import prod
from pathlib import Path
from typing import Any, Final

import numpy as np

from graphops.apps.serve.example_json import INPUT
from graphops.apps.serve.served_model import ServedModel
from graphops.checkpoint.record_framing import records
from graphops.interchange.graph_def.read import parse
from graphops.interchange.graph_def.tensor_proto import to_array
from graphops_registry.errors import GraphopsError

_FILE: Final = Path("assets.extra") / "tf_serving_warmup_requests"
_MOST_ZEROS: Final = 1 << 24  # elements of a row that nobody asked for
_MOST: Final = 1000  # records, as TensorFlow Serving reads
_log: Final = logging.getLogger("graphops.serve")


def warm_up(model: ServedModel, folder: Path, largest: int) -> int:
    """Run what the model's warm-up file asks for, and return how many requests that were.

    A record that cannot be run is logged and passed over: the model is served all the same. Logs of Predict, Classify
    and Regress requests are read; those of other kinds are not.
    """
    path = folder / _FILE
    count = 0
    try:
        with path.open("rb") as file:
            for number, record in enumerate(records(file.read, str(_FILE))):
                if number >= _MOST:
                    break
                try:
                    count += _run(model, parse(record, "PredictionLog"), largest)
                except GraphopsError as error:
                    _log.warning("warm-up request %d of model '%s' failed: %s", number, model.name, error)
    except FileNotFoundError:
        return _run_once(model, largest)
    except (GraphopsError, OSError) as error:
        _log.warning("the warm-up file of model '%s' must be readable: %s", model.name, error)
    return count


def _run_once(model: ServedModel, largest: int) -> int:
    """Run one row of zeros where that changes no state and all sizes are known: the kernels are compiled then."""
    count = 0
    for signature in model.signatures.values():
        tensors = signature.inputs.values()
        shapes = [tuple(size for size in (tensor.shape.dims or ())[1:] if isinstance(size, int)) for tensor in tensors]
        known = all(len(shape) + 1 == tensor.shape.rank for shape, tensor in zip(shapes, tensors, strict=True))
        if not signature.batches or not known:
            continue
        if any(tensor.dtype.is_host_only or prod(shape) > _MOST_ZEROS
               for tensor, shape in zip(tensors, shapes, strict=True)):  # fmt: skip
            continue
        arrays = {
            name: np.zeros((1, *shape), tensor.dtype.numpy_dtype)
            for (name, tensor), shape in zip(signature.inputs.items(), shapes, strict=True)
        }
        try:
            signature(arrays, largest)
            count += 1
        except GraphopsError as error:  # zeros may be wrong for it
            _log.info("signature '%s' of model '%s' does not take zeros: %s", signature.name, model.name, error)
    return count


def _run(model: ServedModel, log: Any, largest: int) -> int:
    match log.WhichOneof("log_type"):
        case "predict_log":
            request = log.predict_log.request
            arrays = {name: to_array(request.inputs[name], f"input '{name}'") for name in request.inputs}
        case "classify_log" | "regress_log":
            request = getattr(log, log.WhichOneof("log_type")).request
            arrays = {INPUT: _examples(request.input)}
        case _:
            return 0
    signature = model.signature(request.model_spec.signature_name)
    missing = [name for name in signature.inputs if name not in arrays]
    if missing:
        _log.warning(
            "a warm-up request of model '%s' must have every input, but '%s' is missing", model.name, missing[0]
        )
        return 0
    signature({name: np.array(array) for name, array in arrays.items()}, largest)
    return 1


def _examples(given: Any) -> np.ndarray[Any, Any]:
    kind = given.WhichOneof("kind") or "example_list"
    part = getattr(given, kind)
    found = []
    for example in part.examples:
        if kind == "example_list_with_context":
            example.features.MergeFrom(part.context.features)
        found.append(example.SerializeToString())
    return np.array([*found, None], object)[:-1]
