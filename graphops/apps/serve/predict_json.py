"""Requests and answers of ``:predict``: row by row (``instances``) or input by input (``inputs``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphops.apps.serve import json_in, json_out
from graphops.graph.graph import Tensor
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError, nearest, shorten

Array = np.ndarray[Any, Any]


def signature_name(request: Mapping[str, Any]) -> str:
    """The signature that a request names; the empty text if it names none.

    Raises:
        InvalidTypeError: another value than a text.
    """
    name = request.get("signature_name", "")
    if type(name) is not str:
        raise InvalidTypeError(f"'signature_name' of a request must be a text, got {shorten(repr(name), 80)}")
    return name


def read(request: Mapping[str, Any], inputs: Mapping[str, Tensor]) -> tuple[dict[str, Array], bool]:
    """The arrays of a request by the names of inputs, and whether it came in rows.

    Raises:
        InvalidArgumentError: neither ``instances`` nor ``inputs``, or both; an input that is missing, that there is
            not, or whose values do not fit.
    """
    if ("instances" in request) == ("inputs" in request):
        got = "both" if "inputs" in request else "neither"
        raise InvalidArgumentError(f"a request must have one of 'instances' and 'inputs', got {got}")
    if "inputs" in request:
        return _columns(request["inputs"], inputs), False
    return _rows(request["instances"], inputs), True


def write(outputs: Mapping[str, Array], in_rows: bool) -> bytes:
    """The answer: JSON, in which numbers that JSON lacks are NaN, Infinity and -Infinity, as TensorFlow Serving's.

    Raises:
        InvalidArgumentError: outputs that have no rows for an answer in rows, or a dtype that JSON lacks.
    """
    if in_rows:
        return f'{{"predictions":{"".join(json_out.rows(outputs))}}}'.encode()
    return f'{{"outputs":{"".join(json_out.columns(outputs))}}}'.encode()


def _columns(value: Any, inputs: Mapping[str, Tensor]) -> dict[str, Array]:
    if type(value) is not dict or json_in.is_b64(value):
        value = {_only(inputs, "'inputs' must be an object"): value}
    for name in inputs:
        if name not in value:
            raise InvalidArgumentError(f"'inputs' must have every input, but '{name}' is missing")
    return {name: json_in.tensor(value[name], tensor.dtype, _input(name)) for name, tensor in inputs.items()}


def _rows(value: Any, inputs: Mapping[str, Tensor]) -> dict[str, Array]:
    if type(value) is not list:
        raise InvalidTypeError("'instances' must be a list")
    if not value:
        raise InvalidArgumentError("'instances' must have at least one row, got none")
    objects = [type(row) is dict and not json_in.is_b64(row) for row in value]
    if not any(objects):
        name = _only(inputs, "'instances' must be a list of objects")
        return {name: json_in.tensor(value, inputs[name].dtype, _input(name))}
    if not all(objects):
        raise InvalidTypeError("'instances' must be objects alone or values alone, got objects beside values")
    for number, row in enumerate(value):
        if row.keys() != inputs.keys():
            unknown = next((name for name in row if name not in inputs), None)
            if unknown is not None:
                got = f"'{shorten(unknown, 60)}'{nearest(unknown, inputs)}"
                raise InvalidArgumentError(f"keys of row {number} must be among {', '.join(inputs)}, got {got}")
            missing = next(name for name in inputs if name not in row)
            raise InvalidArgumentError(f"row {number} of 'instances' must have every input, but '{missing}' is missing")
    return {
        name: json_in.tensor([row[name] for row in value], tensor.dtype, _input(name))
        for name, tensor in inputs.items()
    }


def _only(inputs: Mapping[str, Tensor], rule: str) -> str:
    if len(inputs) != 1:
        raise InvalidArgumentError(f"{rule} that has a value for each of {', '.join(inputs) or 'no inputs'}")
    return next(iter(inputs))


def _input(name: str) -> str:
    return f"input '{name}'"
