"""The calls that generation starts from, and the ops whose tests are elsewhere."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from graphops_registry.op_def import lookup_op
from tests.golden.case import Case
from tests.ops import golden_calls, tested_elsewhere
from tests.ops.extra_calls import extra as extra_calls

# Patterns of ops that are no call on arrays, or that TensorFlow has no raw op for, and who compares them.
ELSEWHERE: dict[tuple[str, ...], str] = {
    ("If", "StatelessIf", "Case", "StatelessCase", "While", "StatelessWhile", "*PartitionedCall"):
        "tests/interchange/graph_def/test_recorded_graphs.py",
    ("NoOp", "VarHandleOp", "DisableCopyOnRead", "DestroyResourceOp", "*TemporaryVariable", "IsVariableInitialized",
     "Ref*", "Variable*"):
        "tests/ops/test_state.py",
    ("Graphops>*",): "tests/ops/test_conv_matrix.py",
    **{
        patterns: f"tests/{file}"
        for patterns, file in tested_elsewhere.CALLS.items()
        if not {"ResourceGatherNd", "Variable"} & set(patterns)
    },
}  # fmt: skip
# Reference ops: where the names of resource ops' cases are not "Resource" and the op's.
RESOURCE_OPS = {"Assign": "AssignVariableOp", "AssignAdd": "AssignAddVariableOp", "AssignSub": "AssignSubVariableOp"}


def seeds(op: str) -> list[Case]:
    """The recorded calls of an op, or those of one that is much like it."""
    found = golden_calls.cases_of(op)
    if found:
        return found
    if any(arg.is_ref for arg in lookup_op(op).op_def.inputs):
        return [as_reference(op, case) for case in golden_calls.cases_of(RESOURCE_OPS.get(op, f"Resource{op}"))]
    return list(extra_calls(op))


def as_reference(op: str, case: Case) -> Case:
    """The call of a resource op as one of the op that takes a reference."""
    own = [arg.name for arg in lookup_op(op).op_def.inputs]
    inputs = dict(zip(own, case.inputs.values(), strict=True))
    attrs = {name: value for name, value in case.attrs.items() if name in lookup_op(op).op_def.attr_by_name}
    known = lookup_op(op).op_def.attr_by_name
    return Case(op, inputs, {name: value for name, value in attrs.items() if not known[name].inferred})


def _with_sizes(name: str, op: str) -> Callable[[Case], Case]:
    """A convolution's gradient that takes a tensor for its sizes, as the one that takes the sizes."""

    def other(case: Case) -> Case:
        inputs = {
            (f"{key}_sizes" if key == name else key): np.array(value.shape, np.int32) if key == name else value  # type: ignore[union-attr]
            for key, value in case.inputs.items()
        }
        return Case(op, inputs, case.attrs)

    return other


# TensorFlow has no kernels for these, but for an op that does the same.
PEERS: dict[str, Callable[[Case], Case]] = {
    "Conv2DBackpropFilterV2": _with_sizes("filter", "Conv2DBackpropFilter"),
    "Conv2DBackpropInputV2": _with_sizes("input", "Conv2DBackpropInput"),
    "Conv3DBackpropFilter": _with_sizes("filter", "Conv3DBackpropFilterV2"),
    "Conv3DBackpropInput": _with_sizes("input", "Conv3DBackpropInputV2"),
    "AccumulateNV2": lambda case: Case("AddN", {"inputs": case.inputs["inputs"]}),
}
