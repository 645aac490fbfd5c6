"""Values of handles in generated calls - variables, stacks, tensor arrays, lists - and the functions of their graphs.

No array is a handle, so a call holds a :class:`Handle` in its place, which becomes nodes when a graph is built.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

import graphops as go
from graphops.interchange.graph_def import messages
from graphops_registry.op_def import ArgDef, OpDef
from tests.golden.case import Array
from tests.hostile.bomb import FLOAT, INT32, add, call, function, number

BOOL: Final = 10
KINDS: Final = (
    "variable",
    "uninitialised",
    "stack",
    "tensor array",
    "empty tensor array",
    "list",
    "optional",
    "no optional",
    "flow",
)


@dataclass(frozen=True)
class Handle:
    """A comparable form of a handle: its kind, and the values that it refers to."""

    kind: str
    values: Array

    def enter(self, name: str, wired: dict[str, Any]) -> Any:
        """The tensor of the handle; nodes that must run before go to ``wired["before"]``."""
        raw, values = go.raw_ops, self.values
        dtype = go.as_dtype(values.dtype)
        if self.kind in ("variable", "uninitialised"):
            handle = raw.VarHandleOp(dtype=dtype, shape=values.shape, shared_name=name)
            if self.kind == "variable":
                wired["before"].append(raw.AssignVariableOp(resource=handle, value=values))
            return handle
        rows = values.reshape(-1, *values.shape[1:]) if values.ndim else values.reshape(1)
        if self.kind == "stack":
            handle = raw.StackV2(max_size=-1, elem_type=dtype)
            wired["controls"].append(raw.StackPushV2(handle=handle, elem=values))
            return handle
        if self.kind in ("tensor array", "empty tensor array"):
            handle, flow = raw.TensorArrayV3(size=len(rows), dtype=dtype, clear_after_read=False)
            if len(rows) and self.kind == "tensor array":
                places = np.arange(len(rows), dtype=np.int32)
                flow = raw.TensorArrayScatterV3(handle=handle, indices=places, value=rows, flow_in=flow)
            wired["flow"] = flow
            return handle
        if self.kind == "list":
            shape = np.array(rows.shape[1:], np.int32)
            return raw.TensorListFromTensor(tensor=rows, element_shape=shape)
        if self.kind == "optional":
            return raw.OptionalFromValue(components=[values])
        if self.kind == "no optional":
            return raw.OptionalNone()
        return wired.get("flow", np.float32(0))


VALUES: Final[tuple[Array, ...]] = (
    np.arange(6, dtype=np.float32).reshape(2, 3),
    np.zeros((0, 3), np.float32),
    np.float32(1.5).reshape(()),
    np.arange(4, dtype=np.int32),
    np.arange(24, dtype=np.float64).reshape(2, 3, 4),
    np.array([b"a", b""], dtype=object),
    np.array([True, False]),
    np.full((2, 2), np.nan, np.float32),
)


def usual_kind(op: str, arg: ArgDef) -> str:
    """The kind of handle that an argument takes."""
    if op.startswith("Stack"):
        return "stack"
    if op.startswith("TensorArray"):
        return "tensor array"
    if op.startswith("Optional"):
        return "optional"
    return "list" if arg.type is not None and arg.type.name == "variant" else "variable"


def handles(op_def: OpDef, arg: ArgDef) -> SearchStrategy[Any]:
    """Handles for an argument: mostly of its kind."""
    usual = usual_kind(op_def.name, arg)
    kinds = st.sampled_from((usual,) * 12 + KINDS)
    return st.builds(Handle, kinds, st.sampled_from(VALUES[:1] * 6 + VALUES))


FUNCTIONS: Final = ("same", "negated", "swapped", "nothing", "always", "never", "below_ten", "next", "again", "broken",
                    "integer", "not there", "")  # fmt: skip


@cache
def library() -> bytes:
    """A GraphDef without nodes whose functions are right, endless, recursive or broken."""
    graph = messages.GraphDef()
    same = function(graph, "same")
    same.ret["r0"] = "x0"
    negated = function(graph, "negated")
    add(negated, "n", "Neg", "x0", T={"type": FLOAT})
    negated.ret["r0"] = "n:y:0"
    swapped = function(graph, "swapped", 2, 2)
    swapped.ret["r0"], swapped.ret["r1"] = "x1", "x0"
    function(graph, "nothing", 0, 0)
    for name, op in (("always", "GreaterEqual"), ("never", "Less"), ("below_ten", "Less")):
        test = function(graph, name)
        test.signature.output_arg[0].type = BOOL
        other = "x0"
        if name == "below_ten":
            number_of(test, "ten", 10.0)
            other = "ten:output:0"
        add(test, "t", op, "x0", other, T={"type": FLOAT})
        test.ret["r0"] = "t:z:0"
    following = function(graph, "next")
    number_of(following, "one", 1.0)
    add(following, "s", "AddV2", "x0", "one:output:0", T={"type": FLOAT})
    following.ret["r0"] = "s:z:0"
    again = function(graph, "again")
    call(again, "c", "again", "x0")
    again.ret["r0"] = "c:output:0"
    broken = function(graph, "broken")
    add(broken, "c", "Conv2D", "x0", T={"type": FLOAT})
    broken.ret["r0"] = "nowhere:y:0"
    integer = function(graph, "integer", dtype=INT32)
    number(integer, "five", 5)
    add(integer, "s", "AddV2", "x0", "five:output:0", T={"type": INT32})
    integer.ret["r0"] = "s:z:0"
    found: bytes = graph.SerializeToString()
    return found


def number_of(graph: Any, name: str, value: float) -> None:
    add(graph, name, "Const", dtype={"type": FLOAT},
        value={"tensor": {"dtype": FLOAT, "tensor_shape": {}, "float_val": [value]}})  # fmt: skip
