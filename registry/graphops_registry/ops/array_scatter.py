"""Tensors with entries replaced, added to, or kept within bounds at given coordinates."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.gradient_parts import scalar, shape_of
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

_POLICY = "bad_indices_policy: string = ''"
_INDICES = "Tindices: {int32, int64}"
_DOC = """

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the tensor.
    updates: `indices.shape[:-1] + tensor.shape[depth:]`.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it."""
_INPUTS = ["tensor: T", "indices: Tindices", "updates: T"]


def _scatter_shape(c: ShapeContext) -> list[TensorShape]:
    policy = c.attr("bad_indices_policy")
    if policy not in ("", "DEFAULT", "ERROR", "IGNORE"):
        c.fail("attr 'bad_indices_policy'", "be one of '', 'DEFAULT', 'ERROR', 'IGNORE'", f"'{policy}'")
    name = c.op_def.inputs[0].name
    shape, indices, updates = c.shape(name), c.with_rank_at_least("indices", 1), c.shape("updates")
    if shape.dims is None or indices.dims is None or not isinstance(indices.dims[-1], int):
        return [shape]
    depth = indices.dims[-1]
    if depth > len(shape.dims):
        c.fail("indices", f"have at most {len(shape.dims)} coordinates, the rank of {name}", depth)
    expected = TensorShape.of((*indices.dims[:-1], *shape.dims[depth:]))
    if not updates.is_compatible_with(expected):
        rule = f"have shape {expected}: that of indices without its last axis, then {shape[depth:]}"
        c.fail("updates", rule, updates)
    return [shape]


def _picked(g: GradientOps, node: GradientNode, x: Any) -> Any:
    """The entries of ``x`` at the indices of a node."""
    indices = node.inputs[1]
    if indices.dtype.name == "uint16":
        indices = g.Cast(x=indices, DstT="int32")
    return g.GatherNd(params=x, indices=indices, bad_indices_policy=node.get_attr("bad_indices_policy"))


# -- TensorScatterUpdate -------------------------------------------------------------------------------------------

tensor_scatter_update = register_op(
    "TensorScatterUpdate",
    inputs=_INPUTS,
    outputs=["output: T"],
    attrs=["T: type", "Tindices: {int16, int32, int64, uint16}", _POLICY],
    doc=f"The tensor with updates at given coordinates; of several for one place the last one counts.{_DOC}",
)
tensor_scatter_update.shape_rule(_scatter_shape)


@tensor_scatter_update.gradient
def _tensor_scatter_update_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """An update gets the gradient of its place if it is the last one for it: found by scattering their numbers."""
    tensor, indices, updates = node.inputs
    attrs = {"indices": indices, "bad_indices_policy": node.get_attr("bad_indices_policy")}
    rest = g.TensorScatterUpdate(tensor=dy, updates=g.ZerosLike(x=updates), **attrs)
    size = g.Size(input=updates, out_type="int64")
    numbers = g.Range(start=np.int64(0), limit=size, delta=np.int64(1))
    numbers = g.Reshape(tensor=numbers, shape=shape_of(g, updates))
    nobody = g.Fill(dims=shape_of(g, tensor), value=np.int64(-1))
    owners = g.TensorScatterUpdate(tensor=nobody, updates=numbers, **attrs)
    is_last = g.Equal(x=_picked(g, node, owners), y=numbers)
    return [rest, None, g.SelectV2(condition=is_last, t=_picked(g, node, dy), e=scalar(0, dy))]


# -- TensorScatterAdd, TensorScatterSub, ScatterNdNonAliasingAdd ---------------------------------------------------

tensor_scatter_add = register_op(
    "TensorScatterAdd",
    inputs=_INPUTS,
    outputs=["output: T"],
    attrs=["T: type", _INDICES, _POLICY],
    doc=f"The tensor with updates added at given coordinates, all of those for one place.{_DOC}",
)
tensor_scatter_sub = register_op(
    "TensorScatterSub",
    inputs=_INPUTS,
    outputs=["output: T"],
    attrs=["T: type", _INDICES, _POLICY],
    doc=f"The tensor with updates subtracted at given coordinates, all of those for one place.{_DOC}",
)
scatter_nd_non_aliasing_add = register_op(
    "ScatterNdNonAliasingAdd",
    inputs=["input: T", "indices: Tindices", "updates: T"],
    outputs=["output: T"],
    attrs=["T: {numbertype, bool}", _INDICES, _POLICY],
    doc=f"The input with updates added at given coordinates: TensorScatterAdd for numbers; booleans are or-ed.{_DOC}",
)
for _op in (tensor_scatter_add, tensor_scatter_sub, scatter_nd_non_aliasing_add):
    _op.shape_rule(_scatter_shape)


@tensor_scatter_add.gradient
@scatter_nd_non_aliasing_add.gradient
def _tensor_scatter_add_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [dy, None, _picked(g, node, dy)]


@tensor_scatter_sub.gradient
def _tensor_scatter_sub_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [dy, None, g.Neg(x=_picked(g, node, dy))]


# -- TensorScatterMin, TensorScatterMax ----------------------------------------------------------------------------

tensor_scatter_min = register_op(
    "TensorScatterMin",
    inputs=_INPUTS,
    outputs=["output: T"],
    attrs=["T: type", _INDICES, _POLICY],
    doc=f"The tensor with updates at given coordinates where they are smaller.{_DOC}",
)
tensor_scatter_max = register_op(
    "TensorScatterMax",
    inputs=_INPUTS,
    outputs=["output: T"],
    attrs=["T: type", _INDICES, _POLICY],
    doc=f"The tensor with updates at given coordinates where they are larger.{_DOC}",
)
for _op in (tensor_scatter_min, tensor_scatter_max):
    _op.shape_rule(_scatter_shape)


@tensor_scatter_min.gradient
@tensor_scatter_max.gradient
def _extreme_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """Shared equally by the elements that are the extreme of a place, its old value included."""
    (tensor, indices, updates), output = node.inputs, node.outputs[0]
    own = g.Cast(x=g.Equal(x=tensor, y=output), DstT=dy.dtype)
    theirs = g.Cast(x=g.Equal(x=updates, y=_picked(g, node, output)), DstT=dy.dtype)
    policy = node.get_attr("bad_indices_policy")
    count = g.TensorScatterAdd(tensor=own, indices=indices, updates=theirs, bad_indices_policy=policy)
    share = g.RealDiv(x=dy, y=count)
    return [g.Mul(x=share, y=own), None, g.Mul(x=_picked(g, node, share), y=theirs)]
