"""Replacing slices of variables, as ``variable[begin:end:stride, ...] = value`` does."""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.resource import variable_argument, variable_shape
from graphops_registry.rules.strided_slices import sliced_shape, strided_slices
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

# -- ResourceStridedSliceAssign ------------------------------------------------------------------------------------

resource_strided_slice_assign = register_op(
    "ResourceStridedSliceAssign",
    inputs=["ref: resource", "begin: Index", "end: Index", "strides: Index", "value: T"],
    attrs=[
        "T: type",
        "Index: {int32, int64}",
        *(f"{name}_mask: int = 0" for name in ("begin", "end", "ellipsis", "new_axis", "shrink_axis")),
    ],
    stateful=True,
    doc="""Replace a slice of a variable, as ref[begin:end:stride, ...] = value does.

    begin, end, strides: an entry for each axis that is named.
    value: of the slice's shape, or of one that can be broadcast to it.
    begin_mask, end_mask: bit i set: entry i has no begin, or no end.
    ellipsis_mask: bit i set: entry i covers all axes that are not named.
    new_axis_mask: bit i set: entry i adds an axis of size 1.
    shrink_axis_mask: bit i set: entry i takes one element, and its axis is dropped.""",
)
resource_strided_slice_assign.no_gradient()


@resource_strided_slice_assign.shape_rule
def _resource_strided_slice_assign_shape(c: ShapeContext) -> list[TensorShape]:
    names = ("begin", "end", "strides")
    shape = variable_shape(variable_argument(c, "ref", c.attr("T")))
    lengths = [c.with_rank(name, 1)[0] for name in names]
    sliced = sliced_shape(strided_slices(c.op, c.attrs, shape, lengths, *(c.value(name) for name in names)))
    value = c.shape("value")
    if not spreads(value, sliced):
        c.fail("value", f"broadcast to the shape of the slice, {sliced}", f"shape {value}")
    return []


def spreads(value: TensorShape, target: TensorShape) -> bool:
    """Whether something of shape ``value`` can be broadcast to ``target``; axes of size 1 in front do not matter."""
    if value.dims is None or target.dims is None:
        return True
    missing = len(value.dims) - len(target.dims)
    if any(isinstance(dim, int) and dim != 1 for dim in value.dims[: max(missing, 0)]):
        return False
    pairs = zip(reversed(value.dims), reversed(target.dims), strict=False)
    return all(dim == 1 or not isinstance(dim, int) or not isinstance(own, int) or dim == own for dim, own in pairs)
