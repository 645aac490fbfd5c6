"""The ops of TensorFlow 1's loops and conditionals. They have no kernels: the frame executor carries them out."""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.rules.shape_parts import unchanged
from graphops_registry.shape import SCALAR_SHAPE, TensorShape, common_shape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait

# -- Switch, Merge -------------------------------------------------------------------------------------------------

switch = register_op(
    "Switch",
    inputs=["data: T", "pred: bool"],
    outputs=["output_false: T", "output_true: T"],
    attrs=["T: type"],
    traits=[Trait.SWITCH, Trait.DECIDED_AT_RUN],
    doc="""Sends data to one of two outputs; the other one is dead.

    pred: which one, a scalar.""",
)

ref_switch = register_op(
    "RefSwitch",
    inputs=["data: Ref(T)", "pred: bool"],
    outputs=["output_false: Ref(T)", "output_true: Ref(T)"],
    attrs=["T: type"],
    allows_uninitialized_input=True,
    traits=[Trait.SWITCH, Trait.DECIDED_AT_RUN],
    doc="""Sends a reference to one of two outputs; the other one is dead.

    pred: which one, a scalar.""",
)


@switch.shape_rule
@ref_switch.shape_rule
def _switch_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("pred", 0)
    return [c.shape("data")] * 2


merge = register_op(
    "Merge",
    inputs=["inputs: N * T"],
    outputs=["output: T", "value_index: int32"],
    attrs=["T: type", "N: int >= 1"],
    traits=[Trait.MERGE, Trait.DECIDED_AT_RUN],
    doc="""The one input that is not dead.

    value_index: which one it was.""",
)

ref_merge = register_op(
    "RefMerge",
    inputs=["inputs: Ref(N * T)"],
    outputs=["output: Ref(T)", "value_index: int32"],
    attrs=["T: type", "N: int >= 1"],
    traits=[Trait.MERGE, Trait.DECIDED_AT_RUN],
    doc="""The one reference that is not dead.

    value_index: which one it was.""",
)


@merge.shape_rule
@ref_merge.shape_rule
def _merge_shape(c: ShapeContext) -> list[TensorShape]:
    return [common_shape(c.shapes("inputs")), SCALAR_SHAPE]


# -- Enter, Exit, NextIteration, LoopCond --------------------------------------------------------------------------

enter = register_op(
    "Enter",
    inputs=["data: T"],
    outputs=["output: T"],
    attrs=["T: type", "frame_name: string", "is_constant: bool = false", "parallel_iterations: int = 10"],
    traits=[Trait.ENTER, Trait.DECIDED_AT_RUN],
    doc="""Brings a value into a loop.

    frame_name: which loop.
    is_constant: the value is the same in every iteration.
    parallel_iterations: how many may run at once.""",
)


@enter.shape_rule
def _enter_shape(c: ShapeContext) -> list[TensorShape]:
    return [c.shape("data") if c.attr("is_constant") else TensorShape(None)]


exit_ = register_op(
    "Exit",
    inputs=["data: T"],
    outputs=["output: T"],
    attrs=["T: type"],
    traits=[Trait.EXIT],
    doc="Brings a value out of a loop.",
)
exit_.shape_rule(unchanged)

next_iteration = register_op(
    "NextIteration",
    inputs=["data: T"],
    outputs=["output: T"],
    attrs=["T: type"],
    traits=[Trait.NEXT_ITERATION, Trait.DECIDED_AT_RUN],
    doc="Brings a value into the next iteration of a loop.",
)
next_iteration.shape_rule(unchanged)

loop_cond = register_op(
    "LoopCond",
    inputs=["input: bool"],
    outputs=["output: bool"],
    traits=[Trait.LOOP_COND],
    doc="Whether a loop goes on, a scalar.",
)


@loop_cond.shape_rule
def _loop_cond_shape(c: ShapeContext) -> list[TensorShape]:
    return [c.with_rank("input", 0)]


ref_enter = register_op(
    "RefEnter",
    inputs=["data: Ref(T)"],
    outputs=["output: Ref(T)"],
    attrs=["T: type", "frame_name: string", "is_constant: bool = false", "parallel_iterations: int = 10"],
    traits=[Trait.ENTER, Trait.DECIDED_AT_RUN],
    doc="""Brings a reference into a loop.

    frame_name: which loop.
    is_constant: the reference is the same in every iteration.
    parallel_iterations: how many may run at once.""",
)
ref_exit = register_op(
    "RefExit",
    inputs=["data: Ref(T)"],
    outputs=["output: Ref(T)"],
    attrs=["T: type"],
    traits=[Trait.EXIT],
    doc="Brings a reference out of a loop.",
)
ref_next_iteration = register_op(
    "RefNextIteration",
    inputs=["data: Ref(T)"],
    outputs=["output: Ref(T)"],
    attrs=["T: type"],
    traits=[Trait.NEXT_ITERATION, Trait.DECIDED_AT_RUN],
    doc="Brings a reference into the next iteration of a loop.",
)
for _op in (ref_enter, ref_exit, ref_next_iteration):
    _op.shape_rule(unchanged)

control_trigger = register_op(
    "ControlTrigger",
    traits=[Trait.CONTROL_TRIGGER],
    doc="Computes nothing; runs even when its control inputs are dead.",
)
control_trigger.no_gradient()


@control_trigger.shape_rule
def _control_trigger_shape(c: ShapeContext) -> list[TensorShape]:
    return []
