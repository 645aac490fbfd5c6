"""Tensors with some of their rows replaced or changed, and tensors that begin empty: what old graphs build with."""

from __future__ import annotations

from graphops_registry.op_def import Op, register_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait

# -- Empty ---------------------------------------------------------------------------------------------------------

empty = register_op(
    "Empty",
    inputs=["shape: int32"],
    outputs=["output: dtype"],
    attrs=["dtype: type", "init: bool = false"],
    stateful=True,
    traits=[Trait.ONLY_READS],
    doc="""A tensor to be written into. It holds zeros, or empty texts.

    shape: of the output.
    init: has no effect; TensorFlow leaves whatever is in memory where it is false.""",
)
empty.no_gradient()


@empty.shape_rule
def _empty_shape(c: ShapeContext) -> list[TensorShape]:
    return [c.shape_from_tensor("shape")]


# -- InplaceUpdate, InplaceAdd, InplaceSub -------------------------------------------------------------------------


def _in_place(name: str, doc: str) -> Op:
    op = register_op(
        name,
        inputs=["x: T", "i: int32", "v: T"],
        outputs=["y: T"],
        attrs=["T: type"],
        doc=f"""{doc} The input itself stays as it is.

    x: rank 1 or more.
    i: a vector of numbers of rows, which count modulo the number of rows: -1 is the last one.
    v: a row for each number.""",
    )
    op.no_gradient()
    op.shape_rule(_in_place_shape)
    return op


def _in_place_shape(c: ShapeContext) -> list[TensorShape]:
    x, rows, values = c.with_rank_at_least("x", 1), c.with_rank("i", 1), c.with_rank_at_least("v", 1)
    c.merge_dim("v", values[0] if values.dims is not None else None, rows[0], f"have the {rows[0]} rows that i names")
    if x.dims is not None and values.dims is not None and not x[1:].is_compatible_with(values[1:]):
        c.fail("v", f"have rows of the shape of those of x, {x[1:]}", f"shape {values}")
    if x.dims is not None and x.dims[0] == 0 and isinstance(rows[0], int) and rows[0] > 0:
        c.fail("i", "name no rows where x has none", f"{rows[0]} numbers")
    return [x]


inplace_update = _in_place("InplaceUpdate", "x with rows replaced; of several for one row the last counts.")
inplace_add = _in_place("InplaceAdd", "x with something added to rows; a row that is named twice gets both.")
inplace_sub = _in_place("InplaceSub", "x with something taken from rows; a row that is named twice loses both.")
