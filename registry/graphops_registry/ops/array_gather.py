"""Picking elements by index, putting them somewhere, and finding where they are."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.gradient_parts import constant_of
from graphops_registry.rules.join_regions import as_vectors, gathered, gathered_by_coordinates
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait, linear_in

# -- Gather, GatherV2 ----------------------------------------------------------------------------------------------

gather = register_op(
    "Gather",
    inputs=["params: Tparams", "indices: Tindices"],
    outputs=["output: Tparams"],
    attrs=["validate_indices: bool = true", "Tparams: type", "Tindices: {int32, int64}"],
    traits=[Trait.LINEAR_TIME, linear_in("params")],
    doc="""Slices of params along its first axis: the older form of GatherV2.

    validate_indices: has no effect; indices are always checked.""",
)


@gather.shape_rule
def _gather_shape(c: ShapeContext) -> list[TensorShape]:
    params = c.with_rank_at_least("params", 1)
    return [c.shape("indices").concatenate(params[1:])]


gather.region_rule(gathered)


@gather.gradient
def _gather_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    params, indices = node.inputs
    return [_scatter_back(g, params, indices, dy, np.int32(0), np.int32(0)), None]


gather_v2 = register_op(
    "GatherV2",
    inputs=["params: Tparams", "indices: Tindices", "axis: Taxis"],
    outputs=["output: Tparams"],
    attrs=["batch_dims: int = 0", "Tparams: type", "Tindices: {int16, int32, int64}", "Taxis: {int32, int64}"],
    traits=[Trait.LINEAR_TIME, linear_in("params")],
    doc="""Slices of params along an axis.

    indices: which ones; each must be in [0, size of the axis).
    axis: a scalar; a negative one counts from the end.
    batch_dims: how many leading axes params and indices share.
    output: the shape of params with the axis replaced by that of indices (without the shared ones).""",
)


@gather_v2.shape_rule
def _gather_v2_shape(c: ShapeContext) -> list[TensorShape]:
    params, indices = c.with_rank_at_least("params", 1), c.shape("indices")
    c.with_rank("axis", 0)
    batch: int = c.attr("batch_dims")
    if indices.rank is not None:
        if not -indices.rank <= batch <= indices.rank:
            c.fail("attr 'batch_dims'", f"be in [{-indices.rank}, {indices.rank}]", batch)
        batch = batch + indices.rank if batch < 0 else batch
    if params.dims is None:
        return [TensorShape(None)]
    rank = len(params.dims)
    if batch >= rank:
        c.fail("attr 'batch_dims'", f"be less than the rank {rank} of params", batch)
    axis = c.axis("axis", rank)
    if indices.dims is None:
        return [TensorShape(None)]
    shared: list[Dim] = [
        c.merge_dim("indices", b, a, f"have the first {batch} dimensions of params, {params[:batch]}")
        for a, b in zip(params.dims[:batch], indices.dims[:batch], strict=True)
    ]
    if axis is None:
        return [TensorShape.unknown(rank + len(indices.dims) - 1 - batch)]
    if axis < batch:
        c.fail("axis", f"be at least batch_dims, {batch}", axis)
    dims = (*shared, *params.dims[batch:axis], *indices.dims[batch:], *params.dims[axis + 1 :])
    return [TensorShape.of(dims)]


gather_v2.region_rule(gathered)


@gather_v2.gradient
def _gather_v2_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    params, indices, axis = node.inputs
    batch: Any = np.int32(node.get_attr("batch_dims"))
    if batch < 0:
        batch = g.AddV2(x=g.Rank(input=indices), y=batch)
    return [_scatter_back(g, params, indices, dy, axis, batch), None, None]


def _scatter_back(g: GradientOps, params: Any, indices: Any, dy: Any, axis: Any, batch: Any) -> Any:
    """``dy`` added up where ``params`` was read.

    With B the shared axes, P those before the axis, n the axis, Q those after it and K the indices, everything becomes
    rows: dy (B, P, K, Q) as (B K, P Q), summed into segments b * n + index, (B n, P Q), and back to (B, P, n, Q).
    """
    i32, i64 = np.int32, np.int64
    shape = g.Shape(input=params, out_type="int64")
    place = _known_axis(params, axis)
    if place == 0 and isinstance(batch, np.generic) and batch == 0:  # the indices are the segments
        n = g.StridedSlice(
            input=shape, begin=np.zeros(1, i32), end=np.ones(1, i32), strides=np.ones(1, i32), shrink_axis_mask=1
        )
        return g.UnsortedSegmentSum(data=dy, segment_ids=indices, num_segments=n)
    at: Any = i32(place) if place is not None else None
    if at is None:
        at = g.FloorMod(x=g.Cast(x=axis, DstT="int32"), y=g.Rank(input=params))

    def product(sizes: Any, begin: Any, end: Any) -> Any:
        begin, end = (g.Reshape(tensor=place, shape=np.ones(1, i32)) for place in (begin, end))
        part = g.StridedSlice(input=sizes, begin=begin, end=end, strides=np.ones(1, i32))
        return g.Prod(input=part, reduction_indices=i32(0))

    rank, after = g.Rank(input=params), g.AddV2(x=at, y=i32(1))
    b, p = product(shape, i32(0), batch), product(shape, batch, at)
    n, q = product(shape, at, after), product(shape, after, rank)
    k = product(g.Shape(input=indices, out_type="int64"), batch, g.Rank(input=indices))
    ids = g.Reshape(tensor=g.Cast(x=indices, DstT="int64"), shape=g.Pack(values=[b, k]))
    first = g.Mul(x=g.Range(start=i64(0), limit=b, delta=i64(1)), y=n)  # row of each batch
    ids = g.AddV2(x=ids, y=g.ExpandDims(input=first, dim=i32(1)))  # (B, K)
    rows = g.Transpose(x=g.Reshape(tensor=dy, shape=g.Pack(values=[b, p, k, q])), perm=np.array([0, 2, 1, 3], i32))
    rows = g.Reshape(tensor=rows, shape=g.Pack(values=[g.Mul(x=b, y=k), g.Mul(x=p, y=q)]))
    ids = g.Reshape(tensor=ids, shape=g.Pack(values=[g.Mul(x=b, y=k)]))
    sums = g.UnsortedSegmentSum(data=rows, segment_ids=ids, num_segments=g.Mul(x=b, y=n))
    back = g.Transpose(
        x=g.Reshape(tensor=sums, shape=g.Pack(values=[b, n, p, q])), perm=np.array([0, 2, 1, 3], i32)
    )  # (B, P, n, Q)
    return g.Reshape(tensor=back, shape=shape)


def _known_axis(params: Any, axis: Any) -> int | None:
    """The axis that a constant names, in [0, rank of params), if it is known now."""
    value = axis if isinstance(axis, np.generic) else constant_of(axis)
    if value is None:
        return None
    number = int(value)
    if number >= 0:
        return number
    return None if params.shape.rank is None else number + int(params.shape.rank)


# -- GatherNd, ScatterNd -------------------------------------------------------------------------------------------

_POLICY = "bad_indices_policy: string = ''"
_POLICY_DOC = """
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it."""

gather_nd = register_op(
    "GatherNd",
    inputs=["params: Tparams", "indices: Tindices"],
    outputs=["output: Tparams"],
    attrs=["Tparams: type", "Tindices: {int16, int32, int64}", _POLICY],
    traits=[linear_in("params")],
    doc=f"""Elements or slices of params by coordinates.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of params.{_POLICY_DOC}
    output: `indices.shape[:-1] + params.shape[depth:]`.""",
)


@gather_nd.shape_rule
def _gather_nd_shape(c: ShapeContext) -> list[TensorShape]:
    _check_policy(c)
    params, indices = c.shape("params"), c.with_rank_at_least("indices", 1)
    if params.dims is None or indices.dims is None or not isinstance(indices[-1], int):
        return [TensorShape(None)]
    depth = indices.dims[-1]
    if isinstance(depth, int) and depth > len(params.dims):
        c.fail("indices", f"have at most {len(params.dims)} coordinates, the rank of params", depth)
    return [TensorShape.of((*indices.dims[:-1], *params.dims[depth:]))] if isinstance(depth, int) else [
        TensorShape(None)
    ]  # fmt: skip


def _check_policy(c: ShapeContext) -> None:
    policy = c.attr("bad_indices_policy")
    if policy not in ("", "DEFAULT", "ERROR", "IGNORE"):
        c.fail("attr 'bad_indices_policy'", "be one of '', 'DEFAULT', 'ERROR', 'IGNORE'", f"'{policy}'")


gather_nd.region_rule(gathered_by_coordinates)


@gather_nd.gradient
def _gather_nd_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    params, indices = node.inputs
    shape = g.Cast(x=g.Shape(input=params, out_type="int64"), DstT=indices.dtype)
    policy = node.get_attr("bad_indices_policy")
    return [g.ScatterNd(indices=indices, updates=dy, shape=shape, bad_indices_policy=policy), None]


scatter_nd = register_op(
    "ScatterNd",
    inputs=["indices: Tindices", "updates: T", "shape: Tindices"],
    outputs=["output: T"],
    attrs=["T: type", "Tindices: {int16, int32, int64}", _POLICY],
    doc=f"""Zeros with updates added at coordinates; what falls onto one place is summed.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the output.
    updates: `indices.shape[:-1] + shape[depth:]`.
    shape: of the output.{_POLICY_DOC}""",
)


@scatter_nd.shape_rule
def _scatter_nd_shape(c: ShapeContext) -> list[TensorShape]:
    _check_policy(c)
    shape, indices, updates = c.shape_from_tensor("shape"), c.with_rank_at_least("indices", 1), c.shape("updates")
    if shape.dims is None or indices.dims is None or not isinstance(indices[-1], int):
        return [shape]
    depth = indices.dims[-1]
    if not isinstance(depth, int):
        return [shape]
    if depth > len(shape.dims):
        c.fail("indices", f"have at most {len(shape.dims)} coordinates, the length of shape", depth)
    expected = TensorShape.of((*indices.dims[:-1], *shape.dims[depth:]))
    if not updates.is_compatible_with(expected):
        rule = f"have shape {expected}: that of indices without its last axis, then {shape[depth:]}"
        c.fail("updates", rule, updates)
    if shape.num_elements == 0 and indices.num_elements and updates.num_elements:
        c.fail("indices", f"be empty for the empty shape {shape}", indices)
    return [shape]


@scatter_nd.gradient
def _scatter_nd_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    policy = node.get_attr("bad_indices_policy")
    return [None, g.GatherNd(params=dz, indices=node.inputs[0], bad_indices_policy=policy), None]


# -- OneHot --------------------------------------------------------------------------------------------------------

one_hot = register_op(
    "OneHot",
    inputs=["indices: TI", "depth: int32", "on_value: T", "off_value: T"],
    outputs=["output: T"],
    attrs=["axis: int = -1", "T: type", "TI: {uint8, int8, int32, int64} = DT_INT64"],
    doc="""For each index a vector with on_value there and off_value elsewhere; an index out of range gives none.

    depth: the length of the vectors, a scalar.
    on_value, off_value: scalars.
    axis: where the vectors' axis goes; -1 is behind the last one.""",
)
one_hot.no_gradient()


@one_hot.shape_rule
def _one_hot_shape(c: ShapeContext) -> list[TensorShape]:
    for name in ("depth", "on_value", "off_value"):
        c.with_rank(name, 0)
    value, shape, axis = c.value("depth"), c.shape("indices"), c.attr("axis")
    depth = None if value is None else int(value)
    if depth is not None and depth < 0:
        c.fail("depth", "not be negative", depth)
    if axis < -1:
        c.fail("attr 'axis'", "be -1 or more", axis)
    if shape.dims is None:
        return [shape]
    if axis > len(shape.dims):
        c.fail("attr 'axis'", f"be in [-1, {len(shape.dims)}]", axis)
    place = len(shape.dims) if axis == -1 else axis
    return [TensorShape.of((*shape.dims[:place], depth, *shape.dims[place:]))]


one_hot.region_rule(as_vectors)


# -- Where, Unique, ListDiff ---------------------------------------------------------------------------------------

where = register_op(
    "Where",
    inputs=["input: T"],
    outputs=["index: int64"],
    attrs=["T: {numbertype, bool} = DT_BOOL"],
    traits=[Trait.BOUNDED_RESULT],
    doc="The coordinates of all elements that are true or not 0, `[number, rank]`, in the order of the elements.",
)
where.no_gradient()


@where.shape_rule
def _where_shape(c: ShapeContext) -> list[TensorShape]:
    return [TensorShape.of((None, c.shape("input").rank))]


list_diff = register_op(
    "ListDiff",
    inputs=["x: T", "y: T"],
    outputs=["out: T", "idx: out_idx"],
    attrs=["T: type", "out_idx: {int32, int64} = DT_INT32"],
    traits=[Trait.BOUNDED_RESULT],
    doc="""The elements of a vector x that are not in the vector y, in their order.

    idx: their places in x.""",
)
list_diff.no_gradient()


@list_diff.shape_rule
def _list_diff_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("x", 1)
    c.with_rank("y", 1)
    return [TensorShape.unknown(1), TensorShape.unknown(1)]


# -- UnravelIndex --------------------------------------------------------------------------------------------------

unravel_index = register_op(
    "UnravelIndex",
    inputs=["indices: Tidx", "dims: Tidx"],
    outputs=["output: Tidx"],
    attrs=["Tidx: {int32, int64} = DT_INT32"],
    doc="""The coordinates of elements that are given by their numbers in row-major order.

    indices: a number, or a vector of one or more.
    dims: the sizes of the array, a vector of positive numbers.
    output: `[rank]`, or `[rank, indices]` for a vector.""",
)
unravel_index.no_gradient()


@unravel_index.shape_rule
def _unravel_index_shape(c: ShapeContext) -> list[TensorShape]:
    indices, rank = c.shape("indices"), c.with_rank("dims", 1)[0]
    sizes = c.value("dims")
    if sizes is not None:
        if any(int(size) <= 0 for size in sizes):
            c.fail("dims", "be positive", [int(size) for size in sizes])
        most = int(np.iinfo(c.attr("Tidx").numpy_dtype).max)
        if prod(int(size) for size in sizes) > most:
            c.fail("dims", f"be of at most {most:,} elements", [int(size) for size in sizes])
    if indices.rank is None:
        return [TensorShape(None)]
    if indices.rank > 1:
        c.fail("indices", "be a scalar or a vector", f"rank {indices.rank} {indices}")
    if indices.rank and indices[0] == 0:
        c.fail("indices", "have one element or more", f"shape {indices}")
    return [TensorShape([rank]).concatenate(indices)]
