"""Nodes of ops that nobody registered: what a file says of their outputs.

No OpDef tells how many outputs such a node has and of which dtypes. The list ``_output_shapes`` gives the number and
the shapes; else there are as many outputs as other nodes name. The dtype of an output is what registered ops that
consume it take, or what a signature states.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from math import prod
from typing import TYPE_CHECKING, Any, Final

from graphops.graph.unregistered import UnregisteredOp
from graphops.interchange.graph_def.attr_value import to_python
from graphops.interchange.graph_def.tensor_proto import to_shape
from graphops_registry.dtypes import UNKNOWN, DType
from graphops_registry.errors import GraphopsError, InvalidArgumentError, ResourceExhaustedError
from graphops_registry.op_def import MOST_OUTPUTS, Op
from graphops_registry.shape import MAX_ELEMENTS, MAX_RANK, TensorShape

if TYPE_CHECKING:
    from graphops.interchange.graph_def.importer import Reference

_MOST_TOGETHER: Final = 1 << 20  # outputs of all such nodes of a graph: a number in a file must not cost its memory
_WIDEST: Final = 16  # bytes of an element


class UnregisteredOutputs:
    """What is said of the outputs of unregistered nodes, by node.

    Args:
        nodes, inputs: the NodeDefs and their inputs.
        ops: the registered ones among their ops.
        replaced: outputs that no node takes, because others replace them.
        stated: outputs that something beside the nodes takes, and their dtypes where it says them.

    Raises:
        InvalidArgumentError: consumers of one output take different dtypes.
    """

    def __init__(
        self,
        nodes: Sequence[Any],
        inputs: Sequence[Sequence[Reference]],
        ops: Mapping[str, Op],
        replaced: Container[Reference],
        stated: Iterable[tuple[Reference, DType | None]],
    ) -> None:
        # node -> name of the output ("" in graphs) -> index -> dtype
        self._taken: dict[str, dict[str, dict[int, DType]]] = {node.name: {} for node in nodes if node.op not in ops}
        self._together = 0
        if not self._taken:
            return
        for reference, dtype in stated:
            self._note(reference, dtype)
        for node, references in zip(nodes, inputs, strict=True):
            if not any(reference.node in self._taken for reference in references):
                continue
            data = [reference for reference in references if reference.output >= 0]
            types = _input_types(node, ops.get(node.op), len(data))
            for reference, dtype in zip(data, types, strict=True):
                if reference not in replaced:
                    self._note(reference, dtype)

    def _note(self, reference: Reference, dtype: DType | None) -> None:
        named = self._taken.get(reference.node)
        if named is None or reference.output < 0:
            return
        known = named.setdefault(reference.argument, {})
        present = known.get(reference.output, UNKNOWN)
        if dtype is None or present is UNKNOWN:
            known[reference.output] = present if dtype is None else dtype
        elif dtype.base is not present.base:
            place = f"{reference.argument}:{reference.output}" if reference.argument else str(reference.output)
            what = f"what takes '{reference.node}:{place}'"
            raise InvalidArgumentError(
                f"{what} must agree on its dtype, got {present.base.name} and {dtype.base.name}"
            ).concerns(node=reference.node)
        elif dtype.is_ref:  # who takes a value also takes a reference to one, not the other way round
            known[reference.output] = dtype

    def op(self, proto: Any, inputs: Sequence[DType]) -> UnregisteredOp:
        """What stands for the op of a node.

        Raises:
            InvalidArgumentError: more outputs than a node may have.
            ResourceExhaustedError: more than all such nodes together may have.
        """
        named, shapes = self._taken[proto.name], _stated_shapes(proto)
        groups = [(name, max(indices) + 1) for name, indices in named.items() if name]
        if groups:
            count = sum(length for _, length in groups)
        elif shapes is not None:
            count = len(shapes)
        else:
            count = max(1, 1 + max(named.get("", ()), default=0))
        if count > MOST_OUTPUTS:
            rule = f"have at most {MOST_OUTPUTS:,} outputs"
            raise InvalidArgumentError(f"node '{proto.name}' must {rule}, got {count:,}").concerns(node=proto.name)
        self._together += count
        if self._together > _MOST_TOGETHER:
            rule = f"have at most {_MOST_TOGETHER:,} outputs together"
            raise ResourceExhaustedError(f"nodes of ops that are not registered must {rule}, got more")
        types = [
            named[name].get(index, UNKNOWN) if name in named else UNKNOWN
            for name, length in groups or [("", count)]
            for index in range(length)
        ]
        # The order of several named outputs is not known, nor whether there are others before a single one.
        if shapes is None or len(shapes) != count or len(groups) > 1:
            shapes = [TensorShape(None)] * count
        return UnregisteredOp(proto.op, inputs, list(zip(types, shapes, strict=True)), groups)


def _input_types(node: Any, op: Op | None, count: int) -> Sequence[DType | None]:
    """The dtypes of a node's inputs, as far as its op and its attrs say them."""
    unknown = [None] * count
    if op is None:
        return unknown
    op_def = op.op_def
    attrs: dict[str, Any] = {}
    for attr in op_def.attrs:
        if attr.base_type not in ("type", "int"):
            continue
        if attr.name in node.attr:
            try:
                attrs[attr.name] = to_python(node.attr[attr.name], attr, op.name)
            except GraphopsError:  # adding the node says so
                return unknown
        elif attr.has_default:
            attrs[attr.name] = attr.default
    lengths = [attrs.get(arg.number_attr, 0) for arg in op_def.inputs if arg.number_attr is not None]
    if any(not 0 <= length <= count for length in lengths):
        return unknown
    try:
        types = op_def.input_types(attrs)
    except KeyError:
        return unknown
    return types if len(types) == count else unknown


def _stated_shapes(proto: Any) -> list[TensorShape] | None:
    """The list ``_output_shapes``, if there is one. A shape that no array can have says nothing.

    Raises:
        InvalidArgumentError: more shapes than a node may have outputs.
    """
    if "_output_shapes" not in proto.attr or proto.attr["_output_shapes"].WhichOneof("value") != "list":
        return None
    stated = proto.attr["_output_shapes"].list
    if any(field.name != "shape" for field, _ in stated.ListFields()):
        return None
    if len(stated.shape) > MOST_OUTPUTS:
        rule = f"have at most {MOST_OUTPUTS:,} outputs"
        raise InvalidArgumentError(f"node '{proto.name}' must {rule}, got {len(stated.shape):,}").concerns(
            node=proto.name
        )
    return [_shape(each) for each in stated.shape]


def _shape(proto: Any) -> TensorShape:
    if len(proto.dim) > MAX_RANK:
        return TensorShape(None)
    try:
        shape = to_shape(proto, "_output_shapes")
    except GraphopsError:
        return TensorShape(None)
    sizes = [dim for dim in shape.dims or () if isinstance(dim, int) and dim]
    return TensorShape(None) if prod(sizes) > MAX_ELEMENTS // _WIDEST else shape


__all__ = ["UnregisteredOutputs"]
