"""Elements of sequences in call lists."""

from __future__ import annotations

import numpy as np

from graphops_cpu.calls.functions import function
from graphops_cpu.calls.machine import Machine
from graphops_registry.kernels.call_list import BoundKernel, Call, Operand
from graphops_registry.kernels.loop_list import Action, ElementKernel, SameBytes


class ElementCalls(BoundKernel):
    """The call for an element.

    Attributes:
        sequence: the number of the sequence.
        cell: of one word: the address of its description, which a loop fills in.
    """

    def __init__(self, code: Machine, kernel: ElementKernel) -> None:
        self.sequence = kernel.sequence
        self.cell = np.zeros(1, np.int64)
        where, first, second, size = self.cell.ctypes.data, Operand(0), Operand(1), kernel.size
        calls: dict[Action, tuple[int, tuple[int | Operand, ...]]] = {
            "read": (code.read_element, (where, first, second, size)),
            "check": (code.check_element, (where, first, int(kernel.once))),
            "write": (code.write_element, (where, first, second, size)),
            "note": (code.note_element, (where, first)),
            "peek": (code.peek_element, (where, first, size)),
            "drop": (code.drop_element, (where,)),
            "room": (code.room_element, (where,)),
            "push": (code.push_element, (where, first, size)),
        }
        if kernel.action == "add":  # which few loops need
            calls["add"] = (function("add_element") or 0, (where, first, second, size // 4))
        self.calls = (Call(*calls[kernel.action]),)


class SameBytesCall(BoundKernel):
    """The call that compares two operands."""

    def __init__(self, code: Machine, kernel: SameBytes) -> None:
        self.calls = (Call(code.same_bytes, (Operand(0), Operand(1), kernel.size)),)
