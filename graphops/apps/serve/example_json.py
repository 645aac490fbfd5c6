"""Requests and answers of ``:classify`` and ``:regress``: a ``tf.Example`` for each row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphops.apps.serve import json_in, json_out
from graphops.graph.graph import Tensor
from graphops.interchange.graph_def import messages
from graphops_registry import dtypes
from graphops_registry.errors import FailedPreconditionError, InvalidArgumentError, InvalidTypeError, shorten

Array = np.ndarray[Any, Any]
INPUT = "inputs"
METHODS = {"classify": "tensorflow/serving/classify", "regress": "tensorflow/serving/regress"}


def check(api: str, inputs: Mapping[str, Tensor], outputs: Mapping[str, Tensor], name: str) -> None:
    """Check that a signature takes Examples and gives what ``api`` answers with.

    Raises:
        FailedPreconditionError: it does not.
    """
    wanted = ("classes", "scores") if api == "classify" else ("outputs",)
    if list(inputs) != [INPUT] or inputs[INPUT].dtype is not dtypes.string:
        got = ", ".join(f"'{each}' of {tensor.dtype.name}" for each, tensor in inputs.items()) or "none"
        rule = f"have one input 'inputs' of strings for {api}"
        raise FailedPreconditionError(f"signature '{name}' must {rule}, got {shorten(got)}")
    if not outputs or any(each not in wanted for each in outputs):
        got = shorten(", ".join(outputs) or "none")
        raise FailedPreconditionError(f"outputs of signature '{name}' must be {' and '.join(wanted)}, got {got}")


def read(request: Mapping[str, Any]) -> Array:
    """The serialized Examples of a request.

    Raises:
        InvalidArgumentError: no examples, or one with features that are also in ``context``.
        InvalidTypeError: a value that no feature can have, or values of several kinds in one feature.
    """
    examples = request.get("examples")
    if type(examples) is not list:
        raise InvalidTypeError("'examples' of a request must be a list")
    if not examples:
        raise InvalidArgumentError("'examples' of a request must have at least one, got none")
    context = request.get("context", {})
    if type(context) is not dict:
        raise InvalidTypeError("'context' of a request must be an object")
    common = _features(context, "'context'")
    found = np.empty(len(examples), object)
    for number, each in enumerate(examples):
        what = f"example {number}"
        if type(each) is not dict:
            raise InvalidTypeError(f"{what} must be an object")
        twice = next((name for name in each if name in context), None)
        if twice is not None:
            raise InvalidArgumentError(f"features of {what} must not be in 'context' too, got '{shorten(twice, 60)}'")
        message = messages.Example()
        message.features.CopyFrom(common)
        message.features.MergeFrom(_features(each, what))
        found[number] = message.SerializeToString(deterministic=True)
    return found


def _features(values: Mapping[str, Any], what: str) -> Any:
    found = messages.Features()
    for name, value in values.items():
        try:
            _fill(found.feature[name], value if type(value) is list else [value], f"feature '{shorten(name, 60)}'")
        except (UnicodeEncodeError, ValueError) as reason:
            if isinstance(reason, InvalidArgumentError):
                reason.add_note(f"in {what}")
                raise
            raise InvalidArgumentError(f"features of {what} must have whole characters and 64 bits") from None
    return found


def _fill(feature: Any, items: list[Any], what: str) -> None:
    kinds = {"number" if type(item) is float else "integer" if type(item) in (bool, int) else "text"
             if type(item) is str or json_in.is_b64(item) else "other" for item in items}  # fmt: skip
    if "other" in kinds:
        raise InvalidTypeError(f'{what} must have numbers, texts or {{"b64": ...}}')
    if len(kinds) > 1:
        raise InvalidTypeError(f"{what} must have values of one kind, got {' and '.join(sorted(kinds))}s")
    if kinds == {"number"}:
        feature.float_list.value.extend(json_in.tensor(items, dtypes.float32, what).tolist())
    elif kinds == {"integer"}:
        feature.int64_list.value.extend(json_in.tensor([int(item) for item in items], dtypes.int64, what).tolist())
    elif kinds:
        feature.bytes_list.value.extend(json_in.tensor(items, dtypes.string, what).tolist())


def write(api: str, outputs: Mapping[str, Array], count: int) -> dict[str, Any]:
    """The answer for ``count`` examples.

    Raises:
        FailedPreconditionError: outputs of another shape than TensorFlow Serving asks for.
    """
    return {"results": _classes(outputs, count) if api == "classify" else _values(outputs["outputs"], count)}


def _classes(outputs: Mapping[str, Array], count: int) -> list[Any]:
    for name, array in outputs.items():
        if array.ndim != 2 or array.shape[0] != count:
            rule = f"have the shape [{count}, number of classes]"
            raise FailedPreconditionError(f"output '{name}' must {rule}, got {list(array.shape)}")
    shapes = {array.shape for array in outputs.values()}
    if len(shapes) > 1:
        raise FailedPreconditionError("outputs 'classes' and 'scores' must have one shape, got two")
    shape = shapes.pop()
    labels = json_out.values(outputs["classes"], "classes") if "classes" in outputs else _all("", shape)
    scores = json_out.values(outputs["scores"], "scores") if "scores" in outputs else _all(0.0, shape)
    return [[list(pair) for pair in zip(*row, strict=True)] for row in zip(labels, scores, strict=True)]


def _all(value: Any, shape: tuple[int, ...]) -> list[list[Any]]:
    return [[value] * shape[1] for _ in range(shape[0])]


def _values(array: Array, count: int) -> Any:
    if array.shape not in ((count,), (count, 1)):
        rule = f"have the shape [{count}] or [{count}, 1]"
        raise FailedPreconditionError(f"output 'outputs' must {rule}, got {list(array.shape)}")
    return json_out.values(array.reshape(count), "outputs")
