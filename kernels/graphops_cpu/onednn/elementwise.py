"""Single element-wise steps in float32 for call lists: sums and products with broadcasting, and rectifiers.

A sum or product of two numbers is the same bits whoever computes it, so these may take the place of the kernels that
programs call through Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import inf, prod
from typing import Final

from graphops_cpu.onednn.constants import Algorithm, Argument, DataType
from graphops_cpu.onednn.library import library, why_unavailable
from graphops_cpu.onednn.machine_kernels import BoundProgram, thread_state
from graphops_cpu.onednn.objects import Attributes, MemoryDesc, OneDnnError, PrimitiveDesc
from graphops_cpu.onednn.program import Operand, Program
from graphops_registry.dtypes import float32
from graphops_registry.kernel_def import KernelSpec, Shape
from graphops_registry.kernels.call_list import BoundKernel, MachineKernel

_BINARY: Final = {
    "Add": Algorithm.ADD,
    "AddV2": Algorithm.ADD,
    "Sub": Algorithm.SUBTRACT,
    "Mul": Algorithm.MULTIPLY,
}
_UNARY: Final = {"Relu": (Algorithm.RELU, 0.0, 0.0), "Relu6": (Algorithm.CLIP, 0.0, 6.0)}
_INFERENCE: Final = 96  # dnnl_forward_inference
_SERIAL: Final = 100_000  # elements that one thread goes through alone
_LARGEST: Final = 1e38


def elementwise_kernel(spec: KernelSpec) -> MachineKernel | None:
    """The step as a primitive, ``None`` for what has none."""
    if why_unavailable() is not None or any(dtype is not float32 for dtype in spec.dtypes):
        return None
    shape = spec.output_shapes[0]
    if shape is None or not prod(shape):
        return None
    return _kernel(spec.op.name, tuple(spec.shapes), shape)


@lru_cache(maxsize=256)
def _kernel(op: str, shapes: tuple[Shape, ...], shape: Shape) -> MachineKernel | None:
    try:
        if op in _UNARY:
            return _Primitive(op, (0,), prod(shape), _unary(op, prod(shape)))
        if op not in _BINARY:
            return None
        order = (0, 1) if shapes[0] == shape else (1, 0)
        if shapes[order[0]] != shape or (order == (1, 0) and op == "Sub"):
            return None
        described = _described(shape, shapes[order[1]])
        return None if described is None else _Primitive(op, order, prod(shape), _binary(op, *described))
    except OneDnnError:
        return None


def _described(shape: Shape, second: Shape) -> tuple[MemoryDesc, MemoryDesc] | None:
    """The result and the second operand, if that is as large, one number, or one for each of the last axis."""
    size, channels = prod(shape), shape[-1] if shape else 1
    whole = MemoryDesc.dense((1, size), DataType.F32)
    if second == shape:
        return whole, whole
    if prod(second) == 1:
        return whole, MemoryDesc.dense((1, 1), DataType.F32)
    if prod(second) != channels or second[-1] != channels:
        return None
    return (
        MemoryDesc.strided((1, channels, size // channels), DataType.F32, (size, 1, channels)),
        MemoryDesc.strided((1, channels, 1), DataType.F32, (channels, 1, channels)),
    )


def _binary(op: str, whole: MemoryDesc, second: MemoryDesc) -> tuple[PrimitiveDesc, list[Operand]]:
    desc = PrimitiveDesc("binary", _BINARY[op], whole, second, whole, attributes=Attributes())
    return desc, [Operand(Argument.SRC, whole), Operand(Argument.SRC_1, second), Operand(Argument.DST, whole, True)]


def _unary(op: str, size: int) -> tuple[PrimitiveDesc, list[Operand]]:
    algorithm, alpha, beta = _UNARY[op]
    whole = MemoryDesc.dense((1, size), DataType.F32)
    desc = PrimitiveDesc("eltwise_forward", _INFERENCE, algorithm, whole, whole, alpha, beta, attributes=Attributes())
    return desc, [Operand(Argument.SRC, whole), Operand(Argument.DST, whole, True)]


class _Primitive(MachineKernel):
    """A primitive over arrays in C order.

    Args:
        order: for each input of the primitive the number of the step's.
    """

    saves = 3e-7

    def __init__(self, op: str, order: tuple[int, ...], size: int, found: tuple[PrimitiveDesc, list[Operand]]) -> None:
        self._op = op
        self._order = order
        self._size = size
        self._desc, self._operands = found
        self.needs_finite = op in _UNARY  # oneDNN may make a number of a NaN
        if self._desc.implementation.startswith("ref"):
            raise OneDnnError(3, f"{op} fast")

    def bound(self, bounds: Sequence[float]) -> float:
        if self._op in _UNARY:
            return min(bounds[0], 6.0) if self._op == "Relu6" else bounds[0]
        found = (prod(bounds) if self._op == "Mul" else sum(bounds)) * 1.01
        return found if found < _LARGEST else inf

    def bind(self) -> BoundKernel:
        state = thread_state()
        found = library()
        program = Program(
            self._desc, self._operands, small=True, threads=1 if self._size < _SERIAL else found.threads()
        )
        places = [0] * (len(self._order) + 1)
        for place, number in enumerate(self._order):
            places[number] = place
        places[-1] = len(self._order)
        return BoundProgram(program, state, [0] * len(places), places, None, (self,))
