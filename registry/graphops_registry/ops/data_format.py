"""Axes and vectors of one data format in the order of another."""

from __future__ import annotations

from typing import Any

from graphops_registry.op_def import register_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

_ATTRS = ["T: {int32, int64} = DT_INT32", "src_format: string = 'NHWC'", "dst_format: string = 'NCHW'"]
_SPATIAL = {4: "HW", 5: "DHW"}

data_format_dim_map = register_op(
    "DataFormatDimMap",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=_ATTRS,
    doc="""Where axes of one data format are in another.

    x: numbers of axes in src_format, in [-rank, rank), of any shape.
    src_format, dst_format: the same 4 or 5 letters.
    y: their numbers in dst_format, of the shape of x.""",
)

data_format_vec_permute = register_op(
    "DataFormatVecPermute",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=_ATTRS,
    doc="""Values for the axes of one data format in the order of another.

    x: a vector with a value for each axis of src_format, or for each spatial one; or a matrix with a pair for each.
    src_format, dst_format: the same 4 or 5 letters.
    y: the values in the order of dst_format, of the shape of x.""",
)


def _check_formats(c: ShapeContext) -> tuple[str, str]:
    """The two formats, each with the same letters."""
    src, dst = c.attr("src_format"), c.attr("dst_format")
    if len(src) not in _SPATIAL:
        c.fail("attr 'src_format'", "have 4 or 5 letters", f"'{src}'")
    if len(set(src)) != len(src):
        c.fail("attr 'src_format'", "have different letters", f"'{src}'")
    if sorted(src) != sorted(dst):
        c.fail("attr 'dst_format'", f"have the letters of attr 'src_format', '{src}'", f"'{dst}'")
    return src, dst


def vector_order(src: str, dst: str, length: int) -> list[int] | None:
    """For each place of ``dst`` the index of its value in the order of ``src``; ``None`` for a wrong length."""
    if length == len(src):
        return [src.index(letter) for letter in dst]
    spatial = [letter for letter in src if letter in _SPATIAL[len(src)]]
    if length != len(src) - 2 or len(spatial) != length:
        return None
    return [spatial.index(letter) for letter in dst if letter in spatial]


@data_format_dim_map.shape_rule
def _data_format_dim_map_shape(c: ShapeContext) -> list[TensorShape]:
    _check_formats(c)
    return [c.shape("x")]


@data_format_vec_permute.shape_rule
def _data_format_vec_permute_shape(c: ShapeContext) -> list[TensorShape]:
    src, dst = _check_formats(c)
    x = c.shape("x")
    if x.dims is None:
        return [x]
    if len(x.dims) not in (1, 2):
        c.fail("x", "be a vector or a matrix", f"rank {len(x.dims)} {x}")
    if len(x.dims) == 2:
        c.merge_dim("x", x.dims[1], 2, "have 2 columns if it is a matrix")
    if isinstance(x.dims[0], int) and vector_order(src, dst, x.dims[0]) is None:
        c.fail("x", f"have a value for each axis of '{src}', or for each spatial one ({_SPATIAL[len(src)]})", x)
    return [x if len(x.dims) == 1 else TensorShape.of((x.dims[0], 2))]


data_format_dim_map.no_gradient()
data_format_vec_permute.no_gradient()


def dim_places(attrs: Any) -> list[int]:
    """For each axis of src_format its number in dst_format."""
    return [attrs["dst_format"].index(letter) for letter in attrs["src_format"]]
