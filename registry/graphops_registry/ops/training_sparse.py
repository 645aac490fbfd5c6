"""Optimizer steps for some entries of a variable: those whose gradient is not zero, as after a gather.

A step does for each row of the gradient what the op without Sparse does for a whole variable: row i changes entry
``indices[i]`` of each variable. If several rows change the same entry, they are applied in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphops_registry.op_def import Op, register_op
from graphops_registry.ops.math import add_n
from graphops_registry.ops.math_segment import unsorted_segment_sum
from graphops_registry.ops.training import LOCKING, resource_apply_gradient_descent
from graphops_registry.resource import ResourceHandle, variable_argument
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext, infer_shapes

_ROWS = """

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries)."""


def _sparse_step(
    name: str, variables: Sequence[str], numbers: Sequence[str], doc: str, *, attrs: Sequence[str] = ()
) -> Op:
    """Declare a step: variables of one shape, then ``numbers`` of dtype T; grad is followed by indices."""
    typed: list[str] = []
    for number in numbers:
        typed.append(number if ":" in number else f"{number}: T")
        if number == "grad":
            typed.append("indices: Tindices")
    op = register_op(
        name,
        inputs=[*(f"{variable}: resource" for variable in variables), *typed],
        attrs=["T: numbertype", "Tindices: {int32, int64}", "use_locking: bool = false", *attrs],
        stateful=True,
        doc=doc + _ROWS + LOCKING,
    )
    op.no_gradient()

    @op.shape_rule
    def _shape(c: ShapeContext) -> list[TensorShape]:
        return _rows_shape(c, variables)

    return op


def _rows_shape(c: ShapeContext, variables: Sequence[str]) -> list[TensorShape]:
    """The rule of every op here: different variables of one shape, and a row of it for each index."""
    known: dict[str, ResourceHandle] = {}
    merged = TensorShape.of(None)
    for argument in variables:
        handle = variable_argument(c, argument, c.attr("T"))
        if handle is None:
            continue
        if handle.shape.rank == 0:
            c.fail(argument, "be a variable of rank 1 or more", f"{handle.text} of shape ()")
        for other, present in known.items():
            if present.key == handle.key:
                c.fail(argument, f"be another variable than {other}", handle.text)
        known[argument] = handle
        if not merged.is_compatible_with(handle.shape):
            c.fail(argument, f"have the shape of the variables before it, {merged}", f"shape {handle.shape}")
        merged = merged.merge_with(handle.shape)
    indices = c.with_rank("indices", 1)
    if merged.dims is not None:
        wanted = TensorShape.of((indices[0], *merged.dims[1:]))
        c.merge("grad", wanted, f"have shape {wanted}: a row for each index, of the shape of an entry")
    else:
        grad = c.with_rank_at_least("grad", 1)
        if grad.rank is not None:
            c.merge_dim("grad", grad[0], indices[0], f"have a row for each of the {indices[0]} indices")
    for arg in c.op_def.inputs:
        if arg.name not in (*variables, "grad", "indices"):
            c.with_rank(arg.name, 0)
    return []


_SLOTS = ["update_slots: bool = true"]
_NESTEROV = ["use_nesterov: bool = false"]
_FTRL = """

    lr: positive; may be 0 with multiply_linear_by_lr.
    l1, l2, l2_shrinkage: not negative.
    lr_power: not positive."""
_BY_LR = ["multiply_linear_by_lr: bool = false"]

resource_sparse_apply_adadelta = _sparse_step(
    "ResourceSparseApplyAdadelta",
    ["var", "accum", "accum_update"],
    ["lr", "rho", "epsilon", "grad"],
    "ResourceApplyAdadelta for some entries.",
)

resource_sparse_apply_adagrad = _sparse_step(
    "ResourceSparseApplyAdagrad",
    ["var", "accum"],
    ["lr", "grad"],
    "ResourceApplyAdagrad for some entries.",
    attrs=_SLOTS,
)

resource_sparse_apply_adagrad_v2 = _sparse_step(
    "ResourceSparseApplyAdagradV2",
    ["var", "accum"],
    ["lr", "epsilon", "grad"],
    "ResourceApplyAdagradV2 for some entries.",
    attrs=_SLOTS,
)

resource_sparse_apply_adagrad_da = _sparse_step(
    "ResourceSparseApplyAdagradDA",
    ["var", "gradient_accumulator", "gradient_squared_accumulator"],
    ["grad", "lr", "l1", "l2", "global_step: int64"],
    "ResourceApplyAdagradDA for some entries.",
)

resource_sparse_apply_centered_rms_prop = _sparse_step(
    "ResourceSparseApplyCenteredRMSProp",
    ["var", "mg", "ms", "mom"],
    ["lr", "rho", "momentum", "epsilon", "grad"],
    "ResourceApplyCenteredRMSProp for some entries.",
)

resource_sparse_apply_rms_prop = _sparse_step(
    "ResourceSparseApplyRMSProp",
    ["var", "ms", "mom"],
    ["lr", "rho", "momentum", "epsilon", "grad"],
    "ResourceApplyRMSProp for some entries.",
)

resource_sparse_apply_ftrl = _sparse_step(
    "ResourceSparseApplyFtrl",
    ["var", "accum", "linear"],
    ["grad", "lr", "l1", "l2", "lr_power"],
    "ResourceApplyFtrl for some entries." + _FTRL,
    attrs=_BY_LR,
)

resource_sparse_apply_ftrl_v2 = _sparse_step(
    "ResourceSparseApplyFtrlV2",
    ["var", "accum", "linear"],
    ["grad", "lr", "l1", "l2", "l2_shrinkage", "lr_power"],
    "ResourceApplyFtrlV2 for some entries." + _FTRL,
    attrs=_BY_LR,
)

resource_sparse_apply_momentum = _sparse_step(
    "ResourceSparseApplyMomentum",
    ["var", "accum"],
    ["lr", "grad", "momentum"],
    "ResourceApplyMomentum for some entries.",
    attrs=_NESTEROV,
)

resource_sparse_apply_keras_momentum = _sparse_step(
    "ResourceSparseApplyKerasMomentum",
    ["var", "accum"],
    ["lr", "grad", "momentum"],
    "ResourceApplyKerasMomentum for some entries.",
    attrs=_NESTEROV,
)

resource_sparse_apply_proximal_adagrad = _sparse_step(
    "ResourceSparseApplyProximalAdagrad",
    ["var", "accum"],
    ["lr", "l1", "l2", "grad"],
    "ResourceApplyProximalAdagrad for some entries.",
)

resource_sparse_apply_proximal_gradient_descent = _sparse_step(
    "ResourceSparseApplyProximalGradientDescent",
    ["var"],
    ["alpha", "l1", "l2", "grad"],
    "ResourceApplyProximalGradientDescent for some entries.",
)


# -- Graphops>ResourceSparseApplyGradientDescent -------------------------------------------------------------------

resource_sparse_apply_gradient_descent = register_op(
    "Graphops>ResourceSparseApplyGradientDescent",
    inputs=[
        "var: resource",
        "alpha: T",
        "data: N * T",
        "segment_ids: Tindices",
        "num_segments: Tnumsegments",
    ],
    attrs=[
        "T: numbertype",
        "N: int >= 1",
        "Tindices: list({int16, int32, int64}) >= 1",
        "Tnumsegments: list({int32, int64}) >= 1",
    ],
    stateful=True,
    doc="""ResourceApplyGradientDescent by the AddN of some UnsortedSegmentSums, without the sums of all entries.

    var -= alpha * delta, where delta[i] is the sum of all rows of data whose id is i.
    data, segment_ids, num_segments: the inputs of each UnsortedSegmentSum.""",
)
resource_sparse_apply_gradient_descent.no_gradient()


@resource_sparse_apply_gradient_descent.shape_rule
def _step_by_sums_shape(c: ShapeContext) -> list[TensorShape]:
    """By the rules of the ops that it stands for, whose errors it gives."""
    lists = c.shapes("data"), c.shapes("segment_ids"), c.shapes("num_segments")
    many = len(lists[0])
    for argument, shapes in zip(("segment_ids", "num_segments"), lists[1:], strict=True):
        if len(shapes) != many:
            c.fail(argument, f"be as many as data, {many}", len(shapes))
    sums: list[TensorShape] = []
    for part, size in zip(zip(*lists, strict=True), c.values("num_segments"), strict=True):
        sums += _as(unsorted_segment_sum, c, part, (None, None, size))
    (delta,) = _as(add_n, c, sums, (None,) * many)
    step = c.shape("var"), c.shape("alpha"), delta
    _as(resource_apply_gradient_descent, c, step, (c.value("var"), None, None))
    return []


def _as(op: Op, c: ShapeContext, shapes: Sequence[TensorShape], values: Sequence[Any]) -> tuple[TensorShape, ...]:
    """The shapes that ``op`` gives, with the attrs of another one."""
    return infer_shapes(op, ShapeContext(op.op_def, c.attrs, shapes, values.__getitem__))
