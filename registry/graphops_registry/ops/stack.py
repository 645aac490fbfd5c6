"""Stacks: what TensorFlow 1's loops keep for their gradients. A stack lives no longer than the run that made it."""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.resource import handle_argument
from graphops_registry.shape import SCALAR_SHAPE, TensorShape
from graphops_registry.shape_context import ShapeContext

stack_v2 = register_op(
    "StackV2",
    inputs=["max_size: int32"],
    outputs=["handle: resource"],
    attrs=["elem_type: type", "stack_name: string = ''"],
    stateful=True,
    doc="""A new, empty stack.

    max_size: of the stack; negative for any size.
    elem_type: the dtype of what is pushed.
    stack_name: has no effect.""",
)
stack_v2.no_gradient()


@stack_v2.shape_rule
def _stack_v2_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("max_size", 0)
    return [SCALAR_SHAPE]


stack_push_v2 = register_op(
    "StackPushV2",
    inputs=["handle: resource", "elem: T"],
    outputs=["output: T"],
    attrs=["T: type", "swap_memory: bool = false"],
    stateful=True,
    doc="""Put elem on a stack; gives elem on.

    swap_memory: has no effect.""",
)
stack_push_v2.no_gradient()


@stack_push_v2.shape_rule
def _stack_push_v2_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("handle", 0)
    return [c.shape("elem")]


stack_pop_v2 = register_op(
    "StackPopV2",
    inputs=["handle: resource"],
    outputs=["elem: elem_type"],
    attrs=["elem_type: type"],
    stateful=True,
    doc="Take from a stack what was put on it last.",
)
stack_pop_v2.no_gradient()


@stack_pop_v2.shape_rule
def _stack_pop_v2_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("handle", 0)
    return [TensorShape(None)]


stack_close_v2 = register_op(
    "StackCloseV2", inputs=["handle: resource"], stateful=True, doc="Forget what is on a stack."
)
stack_close_v2.no_gradient()


@stack_close_v2.shape_rule
def _stack_close_v2_shape(c: ShapeContext) -> list[TensorShape]:
    handle_argument(c, "handle")
    return []
