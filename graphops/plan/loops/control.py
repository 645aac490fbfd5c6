"""The ops that a frame executor itself carries out; they have no kernels."""

from __future__ import annotations

from typing import Final

SWITCH, MERGE, ENTER, EXIT, NEXT, COND, TRIGGER, KERNEL, CONSTANT = range(9)

KIND: Final = {
    "Switch": SWITCH, "RefSwitch": SWITCH, "Merge": MERGE, "RefMerge": MERGE, "Enter": ENTER, "RefEnter": ENTER,
    "Exit": EXIT, "RefExit": EXIT, "NextIteration": NEXT, "RefNextIteration": NEXT, "LoopCond": COND,
    "ControlTrigger": TRIGGER, "Const": CONSTANT,
}  # fmt: skip
CONTROL_FLOW: Final = frozenset(KIND) - {"Const", "ControlTrigger"}
