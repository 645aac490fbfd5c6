"""Elements of sequences in call lists."""

from __future__ import annotations

from typing import Final

import numpy as np

from graphops_cpu.calls.loop_functions import WORDS
from graphops_cpu.calls.machine import Machine
from graphops_registry.kernels.call_list import BoundKernel, Call, Operand
from graphops_registry.kernels.loop_list import ElementKernel

_FUNCTIONS: Final = {
    "read": "read_element", "check": "check_element", "write": "write_element", "note": "note_element",
}  # fmt: skip


class ElementCalls(BoundKernel):
    """The call for an element.

    Attributes:
        sequence: the number of the sequence.
        description: of the sequence, see :mod:`graphops_cpu.calls.loop_functions`; a loop fills it in.
    """

    def __init__(self, code: Machine, kernel: ElementKernel) -> None:
        self.sequence = kernel.sequence
        self.description = np.zeros(WORDS, np.int64)
        where, index = self.description.ctypes.data, Operand(0)
        arguments: dict[str, tuple[int | Operand, ...]] = {
            "read": (where, index, Operand(1), kernel.size),
            "check": (where, index, int(kernel.once)),
            "write": (where, index, Operand(1), kernel.size),
            "note": (where, index),
        }
        function: int = getattr(code, _FUNCTIONS[kernel.action])
        self.calls = (Call(function, arguments[kernel.action]),)
