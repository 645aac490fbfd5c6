"""Ops that nobody registered, as nodes from files have them: a node keeps its place, and a plan refuses it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphops_registry.dtypes import DType
from graphops_registry.op_def import ArgDef, Op, OpDef
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext


@dataclass(frozen=True, slots=True)
class _Outputs(ArgDef):
    """An output as other nodes name it; in functions it may be several tensors, not all of one dtype.

    Attributes:
        dtypes: of its tensors; ``type`` is the first of them.
    """

    dtypes: tuple[DType, ...] = ()

    @property
    def is_list(self) -> bool:
        """Whether it is several tensors."""
        return len(self.dtypes) > 1

    def types(self, attrs: object) -> tuple[DType, ...]:
        """The dtypes of its tensors."""
        del attrs
        return self.dtypes


class _UnregisteredOpDef(OpDef):
    """The interface of one node, not of all nodes with its op."""

    def output_slices(self, attrs: object) -> dict[str, slice]:
        """Where each output's tensors are in the flat list of the node's outputs."""
        found: dict[str, slice] = {}
        position = 0
        for arg in self.outputs:
            count = len(arg.types({}))
            found[arg.name] = slice(position, position + count)
            position += count
        return found


class UnregisteredOp(Op):
    """What stands for the op of one node of a file, for as long as nobody has registered an op of its name.

    It says of the node's tensors what the file says. It has no gradient and no kernels.

    Args:
        name: as in the file.
        inputs: the dtypes of the node's inputs.
        outputs: dtype and shape of each output; ``UNKNOWN`` for a dtype that nothing says.
        groups: in functions, the names by which other nodes take outputs, and how many each has, in this order.
    """

    is_registered = False

    def __init__(
        self,
        name: str,
        inputs: Sequence[DType],
        outputs: Sequence[tuple[DType, TensorShape]],
        groups: Sequence[tuple[str, int]] = (),
    ) -> None:
        types = [dtype for dtype, _ in outputs]
        named: list[ArgDef] = []
        position = 0
        for group, count in groups or [(f"output_{i}", 1) for i in range(len(types))]:
            own = tuple(types[position : position + count])
            named.append(_Outputs(group, type=own[0], is_ref=own[0].is_ref, dtypes=own))
            position += count
        op_def = _UnregisteredOpDef(
            name,
            tuple([ArgDef(f"input_{i}", type=dtype, is_ref=dtype.is_ref) for i, dtype in enumerate(inputs)]),
            tuple(named),
            (),
            is_stateful=True,  # it may have an effect, so a function runs it, as it does all such nodes
        )
        super().__init__(op_def, "a file")
        shapes = [shape for _, shape in outputs]

        def stated(context: ShapeContext) -> Sequence[TensorShape]:
            del context
            return shapes

        self.shape_fn = stated


__all__ = ["UnregisteredOp"]
