"""The pins of a node as JSON: dtypes and shapes, as the editor and the viewer show them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from graphops.graph.node import Node
from graphops.interchange.page.tensor_pins import TensorPin, node_inputs, node_outputs

Json = dict[str, Any]


def node_json(node: Node) -> Json:
    """The dtypes and shapes of a node's pins."""
    return pins_json(node_inputs(node), node_outputs(node))


def pins_json(inputs: Iterable[TensorPin], outputs: Iterable[TensorPin]) -> Json:
    """The dtypes and shapes at pins."""
    return {"outputs": list(map(_pin, outputs)), "inputs": list(map(_pin, inputs)), "kernel": None}


def _pin(item: TensorPin) -> Json:
    dims = item.tensor.shape.dims
    return {
        "pin": item.pin,
        "number": item.number,
        "dtype": item.tensor.dtype.base.name,
        "shape": None if dims is None else list(dims),
        "ref": item.tensor.dtype.is_ref,
    }
