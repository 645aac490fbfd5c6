"""Ops that nobody registered, as nodes from files have them: a node keeps its place, and a plan refuses it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphops_registry.dtypes import DType
from graphops_registry.op_def import ArgDef, Op, OpDef
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext


@dataclass(frozen=True)
class _UnregisteredOpDef(OpDef):
    """The interface of one node: its tensors, each an argument of its own.

    Attributes:
        groups: in functions, the names by which other nodes take outputs, and how many each has; in this order.
    """

    groups: tuple[tuple[str, int], ...] = ()

    def output_slices(self, attrs: object) -> dict[str, slice]:
        """Where each output argument's tensors are in the flat list of the node's outputs."""
        del attrs
        if not self.groups:
            return {arg.name: slice(index, index + 1) for index, arg in enumerate(self.outputs)}
        found: dict[str, slice] = {}
        position = 0
        for name, count in self.groups:
            found[name] = slice(position, position + count)
            position += count
        return found


class UnregisteredOp(Op):
    """What stands for the op of one node of a file, for as long as nobody has registered an op of its name.

    It says of the node's tensors what the file says. It has no gradient and no kernels.

    Args:
        name: as in the file.
        inputs: the dtypes of the node's inputs.
        outputs: dtype and shape of each output; ``UNKNOWN`` for a dtype that nothing says.
        groups: see above.
    """

    is_registered = False

    def __init__(
        self,
        name: str,
        inputs: Sequence[DType],
        outputs: Sequence[tuple[DType, TensorShape]],
        groups: Sequence[tuple[str, int]] = (),
    ) -> None:
        op_def = _UnregisteredOpDef(
            name,
            tuple([ArgDef(f"input_{i}", type=dtype, is_ref=dtype.is_ref) for i, dtype in enumerate(inputs)]),
            tuple([ArgDef(f"output_{i}", type=dtype, is_ref=dtype.is_ref) for i, (dtype, _) in enumerate(outputs)]),
            (),
            is_stateful=True,  # it may have an effect, so a function runs it, as it does all such nodes
            groups=tuple(groups),
        )
        super().__init__(op_def, "a file")
        shapes = [shape for _, shape in outputs]

        def stated(context: ShapeContext) -> Sequence[TensorShape]:
            del context
            return shapes

        self.shape_fn = stated


__all__ = ["UnregisteredOp"]
