"""Stacks by references: what graphs have that are older than resources."""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.shape import SCALAR_SHAPE, TensorShape
from graphops_registry.shape_context import ShapeContext

stack = register_op(
    "Stack",
    outputs=["handle: Ref(string)"],
    attrs=["elem_type: type", "stack_name: string = ''"],
    stateful=True,
    doc="""A new, empty stack.

    elem_type: the dtype of what is pushed.
    stack_name: has no effect.""",
)
stack.no_gradient()


@stack.shape_rule
def _stack_shape(c: ShapeContext) -> list[TensorShape]:
    return [SCALAR_SHAPE]


stack_push = register_op(
    "StackPush",
    inputs=["handle: Ref(string)", "elem: T"],
    outputs=["output: T"],
    attrs=["T: type", "swap_memory: bool = false"],
    doc="""Put elem on a stack; gives elem on.

    swap_memory: has no effect.""",
)
stack_push.no_gradient()


@stack_push.shape_rule
def _stack_push_shape(c: ShapeContext) -> list[TensorShape]:
    return [c.shape("elem")]


stack_pop = register_op(
    "StackPop",
    inputs=["handle: Ref(string)"],
    outputs=["elem: elem_type"],
    attrs=["elem_type: type"],
    doc="Take from a stack what was put on it last.",
)
stack_pop.no_gradient()


@stack_pop.shape_rule
def _stack_pop_shape(c: ShapeContext) -> list[TensorShape]:
    return [TensorShape(None)]


stack_close = register_op("StackClose", inputs=["handle: Ref(string)"], doc="Forget what is on a stack.")
stack_close.no_gradient()


@stack_close.shape_rule
def _stack_close_shape(c: ShapeContext) -> list[TensorShape]:
    return []
