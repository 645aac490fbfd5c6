"""Calls of functions, and the conditionals and loops that choose which one is called.

The functions are in the library of the graph. Their gradients need that library too, so they are not here: see
``graphops.autodiff.function_gradients``.
"""

from __future__ import annotations

from typing import Final

from graphops_registry.op_def import Op, register_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait

_CALL_ATTRS: Final = [
    "Tin: list(type) >= 0",
    "Tout: list(type) >= 0",
    "f: func",
    "config: string = ''",
    "config_proto: string = ''",
    "executor_type: string = ''",
]
_CALL: Final = """

    f: the function; it takes tensors of the types Tin and gives tensors of the types Tout.
    config, config_proto, executor_type: have no effect."""


def _unknown(c: ShapeContext) -> list[TensorShape]:
    """The function knows the shapes of the results."""
    return [TensorShape(None)] * len(c.attr("Tout"))


partitioned_call = register_op(
    "PartitionedCall",
    inputs=["args: Tin"],
    outputs=["output: Tout"],
    attrs=_CALL_ATTRS,
    traits=[Trait.FUNCTION_CALL],
    doc="The results of a function that reads and changes no state." + _CALL,
)
partitioned_call.shape_rule(_unknown)

stateful_partitioned_call = register_op(
    "StatefulPartitionedCall",
    inputs=["args: Tin"],
    outputs=["output: Tout"],
    attrs=_CALL_ATTRS,
    stateful=True,
    traits=[Trait.FUNCTION_CALL],
    doc="The results of a function, which runs with all its effects." + _CALL,
)
stateful_partitioned_call.shape_rule(_unknown)

_OUTPUT_SHAPES: Final = "\n    output_shapes: the shapes of the results, as far as they are always the same."


def _declared(c: ShapeContext, types: str) -> list[TensorShape]:
    """The shapes that the attr output_shapes promises: one for each result, or none at all."""
    shapes: tuple[TensorShape, ...] = c.attr("output_shapes")
    count = len(c.attr(types))
    if not shapes:
        return [TensorShape(None)] * count
    if len(shapes) != count:
        c.fail("attr 'output_shapes'", f"be empty or have a shape for each of the {count} results", len(shapes))
    return list(shapes)


# -- If, StatelessIf -----------------------------------------------------------------------------------------------


def _register_if(name: str, stateful: bool) -> Op:
    op = register_op(
        name,
        inputs=["cond: Tcond", "input: Tin"],
        outputs=["output: Tout"],
        attrs=[
            "Tcond: type",
            "Tin: list(type) >= 0",
            "Tout: list(type) >= 0",
            "then_branch: func",
            "else_branch: func",
            "output_shapes: list(shape) = []",
        ],
        stateful=stateful,
        traits=[Trait.FUNCTION_CHOICE],
        doc="""The results of one of two functions, which take the same inputs.

    cond: true, not 0, or a text that is not empty: then_branch; of rank 1 or more: whether it has elements."""
        + _OUTPUT_SHAPES,
    )
    op.shape_rule(lambda c: _declared(c, "Tout"))
    return op


if_ = _register_if("If", True)
stateless_if = _register_if("StatelessIf", False)

# -- Case, StatelessCase -------------------------------------------------------------------------------------------


def _register_case(name: str, stateful: bool) -> Op:
    op = register_op(
        name,
        inputs=["branch_index: int32", "input: Tin"],
        outputs=["output: Tout"],
        attrs=[
            "Tin: list(type) >= 0",
            "Tout: list(type) >= 0",
            "branches: list(func) >= 1",
            "output_shapes: list(shape) = []",
        ],
        stateful=stateful,
        traits=[Trait.FUNCTION_CHOICE],
        doc="""The results of one of several functions, which take the same inputs.

    branch_index: which one; the last one if there is none of that number."""
        + _OUTPUT_SHAPES,
    )

    @op.shape_rule
    def shape(c: ShapeContext) -> list[TensorShape]:
        c.with_rank("branch_index", 0)
        return _declared(c, "Tout")

    return op


case = _register_case("Case", True)
stateless_case = _register_case("StatelessCase", False)

# -- While, StatelessWhile -----------------------------------------------------------------------------------------


def _register_while(name: str, stateful: bool) -> Op:
    op = register_op(
        name,
        inputs=["input: T"],
        outputs=["output: T"],
        attrs=[
            "T: list(type) >= 0",
            "cond: func",
            "body: func",
            "output_shapes: list(shape) = []",
            "parallel_iterations: int = 10",
        ],
        stateful=stateful,
        traits=[Trait.FUNCTION_LOOP],
        doc="""What becomes of input when body is applied to it as long as cond is true of it.

    cond: a function of the loop's variables that gives one value, judged as that of If is.
    body: a function that gives new values for the loop's variables.
    parallel_iterations: has no effect."""
        + _OUTPUT_SHAPES,
    )
    op.shape_rule(lambda c: _declared(c, "T"))
    return op


while_ = _register_while("While", True)
stateless_while = _register_while("StatelessWhile", False)

# -- For -----------------------------------------------------------------------------------------------------------

for_ = register_op(
    "For",
    inputs=["start: int32", "limit: int32", "delta: int32", "input: T"],
    outputs=["output: T"],
    attrs=["T: list(type) >= 0", "body: func"],
    traits=[Trait.FUNCTION_COUNT],
    doc="""What becomes of input when body is applied to it for each number from start on, as far as limit, which is
    not reached.

    delta: the step from one number to the next; not 0, and leads from start towards limit.
    body: a function of the number and the loop's variables that gives new values for the variables.""",
)


@for_.shape_rule
def _for_shape(c: ShapeContext) -> list[TensorShape]:
    for argument in ("start", "limit", "delta"):
        c.with_rank(argument, 0)
    return [TensorShape(None)] * len(c.attr("T"))


# -- RemoteCall ----------------------------------------------------------------------------------------------------

remote_call = register_op(
    "RemoteCall",
    inputs=["target: string", "args: Tin"],
    outputs=["output: Tout"],
    attrs=["Tin: list(type) >= 1", "Tout: list(type) >= 1", "f: func"],
    stateful=True,
    doc="""The results of a function, which runs where this graph runs.

    target: the name of a CPU of this process, `/job:localhost/replica:0/task:0/device:CPU:0` or a part of it.
    f: the function; it takes tensors of the types Tin and gives tensors of the types Tout.""",
)


@remote_call.shape_rule
def _remote_call_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("target", 0)
    return _unknown(c)
