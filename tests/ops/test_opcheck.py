"""Every op that has a plain CPU kernel keeps opcheck's promises on its recorded calls, with all of its kernels."""

from __future__ import annotations

import pytest

from graphops.testing import OpCheckError, opcheck
from graphops_registry.dtypes import resource
from graphops_registry.kernel_def import kernels_of
from graphops_registry.op_def import Op
from tests.golden.case import Case
from tests.ops import golden_calls, tested_elsewhere
from tests.ops.extra_calls import extra
from tests.ops.other_device import OTHER


def on_arrays(op: Op) -> bool:
    """Whether a call on arrays shows what the op does; handles and variables live in a Session."""
    handles = any(arg.type is resource for arg in (*op.op_def.inputs, *op.op_def.outputs))
    return not handles and not any(d.uses & {"resources", "functions"} for d in kernels_of(op.name, "CPU"))


PLAIN = [
    op.name for op in golden_calls.own_ops() if on_arrays(op) and any(d.is_plain for d in kernels_of(op.name, "CPU"))
]


def calls(op: str) -> list[Case]:
    return [c for c in (*golden_calls.cases_of(op), *extra(op)) if not golden_calls.variables(c)]


@pytest.mark.few(240)
@pytest.mark.parametrize("op", PLAIN)
def test_promises(op: str, full: bool) -> None:
    cases = calls(op)
    if not cases and tested_elsewhere.is_there(op, tested_elsewhere.CALLS):
        return
    assert cases, f"op '{op}' must have a recorded call"
    wrong = []
    for number, case in enumerate(cases if full else golden_calls.few(cases)):
        try:  # without GRAPHOPS_FULL=1 the stand-in device gets one call of each op
            opcheck(op, case.inputs, case.attrs, devices=("CPU", OTHER) if full or not number else ("CPU",))
        except OpCheckError as error:
            wrong.append(str(error))
    assert not wrong, "\n".join([f"{len(wrong)} of {len(cases)} calls:", *wrong[:5]])
