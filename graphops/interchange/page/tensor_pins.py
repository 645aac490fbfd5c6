"""The tensors of a node by pin, as a page names them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from graphops.graph.graph import Node, Tensor
from graphops_registry.op_def import ArgDef


class TensorPin(NamedTuple):
    """One tensor at a pin.

    Attributes:
        pin: the name of the input or output.
        number: which one of a list; ``None`` where the pin is no list.
        tensor: what is there.
    """

    pin: str
    number: int | None
    tensor: Tensor


def node_inputs(node: Node) -> list[TensorPin]:
    """The inputs of a node of an op, in order."""
    return _by_pin(node.inputs, node.op_def.inputs, node.op_def.input_slices(node.attrs))


def node_outputs(node: Node) -> list[TensorPin]:
    """The outputs of a node of an op, in order."""
    return _by_pin(node.outputs, node.op_def.outputs, node.op_def.output_slices(node.attrs))


def _by_pin(tensors: Sequence[Tensor], args: Sequence[ArgDef], slices: Mapping[str, slice]) -> list[TensorPin]:
    return [
        TensorPin(arg.name, number if arg.is_list else None, tensor)
        for arg in args
        for number, tensor in enumerate(tensors[slices[arg.name]])
    ]
