"""Changing elements and slices of reference variables by rows of coordinates."""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.ops.state_coordinates import COORDINATES, check_coordinates
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext


def _shape(c: ShapeContext) -> list[TensorShape]:
    shape = check_coordinates(c)
    return [c.shape("ref") if shape.dims is None else shape]


def _register(name: str, doc: str, dtypes: str = "numbertype", locking: str = "false") -> None:
    op = register_op(
        name,
        inputs=["ref: Ref(T)", "indices: Tindices", "updates: T"],
        outputs=["output_ref: Ref(T)"],
        attrs=[
            f"T: {dtypes}",
            "Tindices: {int32, int64}",
            f"use_locking: bool = {locking}",
            "bad_indices_policy: string = ''",
        ],
        doc=f"{doc} Gives the reference on.{COORDINATES}",
    )
    op.no_gradient()
    op.shape_rule(_shape)


_register(
    "ScatterNdUpdate",
    "Replace elements or slices of a variable by coordinates; of several changes of one place the last counts.",
    "type",
    "true",
)
_register("ScatterNdAdd", "Add to elements or slices of a variable by coordinates.")
_register("ScatterNdSub", "Subtract from elements or slices of a variable by coordinates.")
_register("ScatterNdMin", "Lower elements or slices of a variable that are above a bound, by coordinates.")
_register("ScatterNdMax", "Raise elements or slices of a variable that are below a bound, by coordinates.")
