"""Accumulators of gradients, which runs of a Session share: some add gradients, another one takes their mean."""

from __future__ import annotations

from typing import Final

from graphops_registry.op_def import register_op
from graphops_registry.resource import handle_argument
from graphops_registry.shape import SCALAR_SHAPE, TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait

_REF: Final = "handle: Ref(string)"
_RESOURCE: Final = "handle: resource"
_ATTRS: Final = [
    "dtype: numbertype",
    "shape: shape",
    "container: string = ''",
    "shared_name: string = ''",
    "reduction_type: {'MEAN', 'SUM'} = 'MEAN'",
]
_DTYPE: Final = ["dtype: numbertype"]
_MAKE: Final = """

    dtype: of the gradients.
    shape: theirs, as far as it is known.
    container: where the accumulator lives; '' is the default container.
    shared_name: nodes with the same one refer to the same accumulator; '' means one of the node's own.
    reduction_type: whether the mean of the gradients is taken, or their sum."""
_MAKE_DOC: Final = "An accumulator of gradients." + _MAKE
_SPARSE_DOC: Final = "An accumulator of gradients of which each has some rows." + _MAKE
_ADD_DOC: Final = """Add a gradient to an accumulator. One of an earlier step than the accumulator's is left out.

    local_step: the step of the gradient, a scalar.
    dtype: the accumulator's."""
_COUNT_DOC: Final = "How many gradients are in an accumulator."
_STEP_DOC: Final = """Set the step of an accumulator: gradients of earlier ones are left out.

    new_global_step: a scalar."""
_TAKE_DOC: Final = """The mean, or the sum, of the gradients in an accumulator, which is empty then; waits until there
    are enough. The accumulator's step becomes the next one.

    num_required: how many there must be, a scalar.
    dtype: the accumulator's."""
_ADD_ROWS_DOC: Final = """Add rows of a gradient to an accumulator. A gradient of an earlier step is left out.

    local_step: the step of the gradient, a scalar.
    gradient_indices: of the rows, in rising order.
    gradient_values: the rows.
    gradient_shape: of the whole gradient.
    dtype: the accumulator's.
    has_known_shape: whether ``gradient_shape`` means anything."""
_TAKE_ROWS_DOC: Final = """The mean, or the sum, of the rows in an accumulator, which is empty then; waits until there
    are enough gradients. Each row is divided by the number of gradients that had it. The accumulator's step becomes
    the next one.

    num_required: how many gradients there must be, a scalar.
    indices: of the rows.
    values: the rows.
    shape: of the whole gradient; -1 where it is not known.
    dtype: the accumulator's."""


def made_shape(c: ShapeContext) -> list[TensorShape]:
    """A scalar."""
    return [SCALAR_SHAPE]


def add_shape(c: ShapeContext) -> list[TensorShape]:
    """Nothing comes out."""
    handle_argument(c, "handle")
    c.with_rank("local_step", 0)
    return []


def add_rows_shape(c: ShapeContext) -> list[TensorShape]:
    """As many rows as indices."""
    indices, values = c.with_rank("gradient_indices", 1), c.with_rank_at_least("gradient_values", 1)
    c.with_rank("gradient_shape", 1)
    if values.dims:
        c.merge_dim("gradient_values", values.dims[0], indices[0], "have a row for each of gradient_indices")
    return add_shape(c)


def count_shape(c: ShapeContext) -> list[TensorShape]:
    """A scalar."""
    handle_argument(c, "handle")
    return [SCALAR_SHAPE]


def step_shape(c: ShapeContext) -> list[TensorShape]:
    """Nothing comes out."""
    handle_argument(c, "handle")
    c.with_rank("new_global_step", 0)
    return []


def take_shape(c: ShapeContext) -> list[TensorShape]:
    """Unknown."""
    handle_argument(c, "handle")
    c.with_rank("num_required", 0)
    return [TensorShape.of(None)]


def take_rows_shape(c: ShapeContext) -> list[TensorShape]:
    """A vector, rows, and a vector."""
    take_shape(c)
    return [TensorShape.unknown(1), TensorShape.of(None), TensorShape.unknown(1)]


conditional_accumulator = register_op(
    "ConditionalAccumulator", outputs=[_REF], attrs=_ATTRS, stateful=True, traits=[Trait.ONLY_READS], doc=_MAKE_DOC
)
conditional_accumulator.no_gradient()
conditional_accumulator.shape_rule(made_shape)

accumulator_apply_gradient = register_op(
    "AccumulatorApplyGradient", inputs=[_REF, "local_step: int64", "gradient: dtype"], attrs=_DTYPE, doc=_ADD_DOC
)
accumulator_apply_gradient.no_gradient()
accumulator_apply_gradient.shape_rule(add_shape)

accumulator_num_accumulated = register_op(
    "AccumulatorNumAccumulated", inputs=[_REF], outputs=["num_accumulated: int32"], doc=_COUNT_DOC
)
accumulator_num_accumulated.no_gradient()
accumulator_num_accumulated.shape_rule(count_shape)

accumulator_set_global_step = register_op(
    "AccumulatorSetGlobalStep", inputs=[_REF, "new_global_step: int64"], doc=_STEP_DOC
)
accumulator_set_global_step.no_gradient()
accumulator_set_global_step.shape_rule(step_shape)

accumulator_take_gradient = register_op(
    "AccumulatorTakeGradient",
    inputs=[_REF, "num_required: int32"],
    outputs=["average: dtype"],
    attrs=_DTYPE,
    doc=_TAKE_DOC,
)
accumulator_take_gradient.no_gradient()
accumulator_take_gradient.shape_rule(take_shape)

resource_conditional_accumulator = register_op(
    "ResourceConditionalAccumulator",
    outputs=[_RESOURCE],
    attrs=_ATTRS,
    stateful=True,
    traits=[Trait.ONLY_READS],
    doc=_MAKE_DOC,
)
resource_conditional_accumulator.no_gradient()
resource_conditional_accumulator.shape_rule(made_shape)

resource_accumulator_apply_gradient = register_op(
    "ResourceAccumulatorApplyGradient",
    inputs=[_RESOURCE, "local_step: int64", "gradient: dtype"],
    attrs=_DTYPE,
    stateful=True,
    doc=_ADD_DOC,
)
resource_accumulator_apply_gradient.no_gradient()
resource_accumulator_apply_gradient.shape_rule(add_shape)

resource_accumulator_num_accumulated = register_op(
    "ResourceAccumulatorNumAccumulated",
    inputs=[_RESOURCE],
    outputs=["num_accumulated: int32"],
    stateful=True,
    doc=_COUNT_DOC,
)
resource_accumulator_num_accumulated.no_gradient()
resource_accumulator_num_accumulated.shape_rule(count_shape)

resource_accumulator_set_global_step = register_op(
    "ResourceAccumulatorSetGlobalStep", inputs=[_RESOURCE, "new_global_step: int64"], stateful=True, doc=_STEP_DOC
)
resource_accumulator_set_global_step.no_gradient()
resource_accumulator_set_global_step.shape_rule(step_shape)

resource_accumulator_take_gradient = register_op(
    "ResourceAccumulatorTakeGradient",
    inputs=[_RESOURCE, "num_required: int32"],
    outputs=["average: dtype"],
    attrs=_DTYPE,
    stateful=True,
    doc=_TAKE_DOC,
)
resource_accumulator_take_gradient.no_gradient()
resource_accumulator_take_gradient.shape_rule(take_shape)

sparse_conditional_accumulator = register_op(
    "SparseConditionalAccumulator",
    outputs=[_REF],
    attrs=_ATTRS,
    stateful=True,
    traits=[Trait.ONLY_READS],
    doc=_SPARSE_DOC,
)
sparse_conditional_accumulator.no_gradient()
sparse_conditional_accumulator.shape_rule(made_shape)

sparse_accumulator_apply_gradient = register_op(
    "SparseAccumulatorApplyGradient",
    inputs=[_REF, "local_step: int64", "gradient_indices: int64", "gradient_values: dtype", "gradient_shape: int64"],
    attrs=[*_DTYPE, "has_known_shape: bool"],
    doc=_ADD_ROWS_DOC,
)
sparse_accumulator_apply_gradient.no_gradient()
sparse_accumulator_apply_gradient.shape_rule(add_rows_shape)

sparse_accumulator_take_gradient = register_op(
    "SparseAccumulatorTakeGradient",
    inputs=[_REF, "num_required: int32"],
    outputs=["indices: int64", "values: dtype", "shape: int64"],
    attrs=_DTYPE,
    doc=_TAKE_ROWS_DOC,
)
sparse_accumulator_take_gradient.no_gradient()
sparse_accumulator_take_gradient.shape_rule(take_rows_shape)
