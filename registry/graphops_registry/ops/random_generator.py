"""The state of a generator of random numbers in a variable, as `tf.random.Generator` keeps it."""

from __future__ import annotations

from graphops_registry.dtypes import int64
from graphops_registry.op_def import register_op
from graphops_registry.ops.random_stateless import check_alg
from graphops_registry.resource import variable_argument, variable_shape
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

rng_read_and_skip = register_op(
    "RngReadAndSkip",
    inputs=["resource: resource", "alg: int32", "delta: uint64"],
    outputs=["value: int64"],
    stateful=True,
    doc="""The state of a generator, which then goes on by 256 times delta.

    resource: a variable of dtype int64 and shape (3,): a counter of 128 bits, the lower half first, and a key.
    alg: 1 for Philox, or 3 for the device's own choice, which is Philox, too.
    delta: a scalar; 256 times delta is taken modulo 2**64.
    value: the state before.""",
)
rng_read_and_skip.no_gradient()


@rng_read_and_skip.shape_rule
def _rng_read_and_skip_shape(c: ShapeContext) -> list[TensorShape]:
    handle = variable_argument(c, "resource", int64)
    wanted = TensorShape([3])
    if not variable_shape(handle).is_compatible_with(wanted):
        c.fail("resource", "be a variable of shape (3,)", f"shape {variable_shape(handle)}")
    check_alg(c)
    c.with_rank("delta", 0)
    return [wanted]
