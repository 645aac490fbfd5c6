"""The pins of a node as JSON: dtypes and shapes, as the editor and the viewer show them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphops.graph.node import Node

Json = dict[str, Any]


def node_json(node: Node) -> Json:
    """The dtypes and shapes of a node's pins."""
    return {
        "outputs": _pins(node.outputs, node.op_def.outputs, node.op_def.output_slices(node.attrs)),
        "inputs": _pins(node.inputs, node.op_def.inputs, node.op_def.input_slices(node.attrs)),
        "kernel": None,
    }


def _pins(tensors: Sequence[Any], args: Sequence[Any], slices: Any) -> list[Json]:
    found = []
    for arg in args:
        for number, tensor in enumerate(tensors[slices[arg.name]]):
            dims = tensor.shape.dims
            found.append(
                {
                    "pin": arg.name,
                    "number": number if arg.is_list else None,
                    "dtype": tensor.dtype.base.name,
                    "shape": None if dims is None else list(dims),
                    "ref": tensor.dtype.is_ref,
                }
            )
    return found
