"""Every gradient that is registered, and its gradient, against differences.

On recorded calls, and for the convolutions in every layout and padding, strided and dilated, with and without groups.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import graphops as go
from graphops.testing import GradCheckError, gradcheck
from graphops_registry.dtypes import float64
from graphops_registry.op_def import lookup_op
from tests.golden.case import Array, Case
from tests.ops import golden_calls, tested_elsewhere
from tests.ops.extra_calls import extra

DIFFERENTIABLE = [op.name for op in golden_calls.own_ops() if op.gradient_fn is not None]
# Whose gradient's gradient is not right everywhere, and why.
FIRST_ORDER = {
    "Igamma": "its gradient by a is IgammaGradA, which has none, as in TensorFlow",
    "Igammac": "its gradient by a is IgammaGradA, which has none, as in TensorFlow",
    "FractionalAvgPool": "its gradient is FractionalAvgPoolGrad, which has none, as in TensorFlow",
    "FractionalMaxPool": "its gradient is FractionalMaxPoolGrad, which has none, as in TensorFlow",
    "SparseAdd": "its gradient is SparseAddGrad, which has none, as in TensorFlow",
    "Cumprod": "the choice between cases at zeros is not differentiated",
}


def _on_cut(matrices: Array) -> bool:
    found = np.linalg.eigvals(matrices)
    return bool(((found.real < 0) & (np.abs(found.imag) < 1e-6 * np.abs(found))).any())


# Calls at points where the function has no gradient, though slopes to both sides are equal along some axis.
SINGULAR: dict[str, Callable[[Case], bool]] = {
    # Among equal numbers each one that moves, up or down, is averaged with its neighbours on that side.
    "IsotonicRegression": lambda case: np.unique(case.inputs["input"]).size == 1,
    # The logarithm has its cut at negative eigenvalues.
    "MatrixLogarithm": lambda case: _on_cut(case.inputs["input"]),
    # The entry of a place that stands twice depends on which of the two is looked at.
    "SparseAdd": lambda case: len(np.unique(case.inputs["a_indices"], axis=0)) < len(case.inputs["a_indices"]),
}
# The gradients of these need more than a call on arrays: where they are tested instead.
ELSEWHERE = {
    "ReadVariableOp": "test_variables",
    "ResourceGather": "test_variables",
    "PreventGradient": "test_prevent_gradient",
}


def calls(op: str) -> list[Case]:
    """Calls of ``op`` with something to differentiate: in float64 if it takes that."""
    every = [case for case in (*golden_calls.cases_of(op), *extra(op)) if not golden_calls.variables(case)]
    every = [case for case in every if op not in SINGULAR or not SINGULAR[op](case)]
    for dtypes in ((np.float64, np.complex128), (np.float32, np.complex64)):
        found = [case for case in every if any(array.dtype in dtypes for array in golden_calls.arrays(case))]
        if found or takes_double(op):
            return found
    return []


def takes_double(op: str) -> bool:
    if op == "MaxPool3DGradGrad":
        return False  # but its gradient, MaxPool3DGrad, does not
    op_def = lookup_op(op).op_def
    allowed = [attr.allowed for attr in op_def.attrs if attr.type == "type"]
    return not allowed or any(types is None or float64 in types for types in allowed)


@pytest.mark.few(130)
@pytest.mark.parametrize("op", DIFFERENTIABLE)
def test_gradient(op: str, full: bool) -> None:
    cases = calls(op)
    if tested_elsewhere.is_there(op, tested_elsewhere.GRADIENTS):
        return
    if op in ELSEWHERE:
        assert ELSEWHERE[op] in globals()
        return
    assert cases, (
        f"op '{op}' must have a recorded call in float64, or float32 at worst, that its gradient is checked on"
    )
    wrong, compared = [], 0
    order = 1 if op in FIRST_ORDER else 2
    few = cases if full else golden_calls.few(cases)[:2]
    for number, case in enumerate([*few, *cases]):
        if number >= len(few) and compared:  # the others are looked at only while there was nothing to compare
            break
        try:
            with np.errstate(all="ignore"):
                compared += gradcheck(op, case.inputs, case.attrs, order=order)
        except GradCheckError as error:
            wrong.append(f"{case}: {error}")
        except Exception as error:
            wrong.append(f"{case}: {type(error).__name__}: {error}")
    assert not wrong, "\n".join([f"{len(wrong)} faults:", *wrong[:10]])
    assert compared, f"every call of op '{op}' is at a kink, or not finite"


def test_variables() -> None:
    """The gradient of a variable is that of what was read from it; entries that were gathered twice get the sum."""
    with go.Graph().as_default(), go.Session() as session:
        handle = go.raw_ops.VarHandleOp(dtype="float64", shape=[3, 2], shared_name="v")
        start = go.raw_ops.AssignVariableOp(resource=handle, value=np.arange(6.0).reshape(3, 2))
        read = go.raw_ops.ReadVariableOp(resource=handle, dtype="float64")
        square = go.raw_ops.Square(x=read)
        rows = go.raw_ops.ResourceGather(resource=handle, indices=np.array([2, 0, 2]), dtype="float64")
        by_read, by_rows = go.gradients(square, [handle])[0], go.gradients(rows, [handle])[0]
        session.run(start)
        assert session.run(by_read).tolist() == [[0, 2], [4, 6], [8, 10]]
        assert session.run(by_rows).tolist() == [[1, 1], [0, 0], [2, 2]]


def test_prevent_gradient() -> None:
    with go.Graph().as_default():
        x = go.placeholder(go.float64, (2,))
        y = go.raw_ops.PreventGradient(input=x, message="not here")
        with pytest.raises(LookupError, match="not here"):
            go.gradients(y, x)
