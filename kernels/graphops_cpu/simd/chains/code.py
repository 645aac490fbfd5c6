"""The LLVM functions of a structure, one for each segment: ``void f(void** table, intp count)``.

``table`` points to what the chain's arrays and slots are: first the inputs, then the outputs, then the slots.  A
function reads, computes and writes ``count`` whole vectors from there on; of an input with one value per row it reads
that value.  All reads of a vector come before its writes.
"""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir
from numba.core import cgutils

from graphops_cpu.simd.chains.arithmetic import CODE, Lanes, converted
from graphops_cpu.simd.chains.language import Structure
from graphops_cpu.simd.chains.segments import SIZES, Cut, Segment
from graphops_cpu.simd.compile.vector import BITS

_BYTE: Final = ir.IntType(8)
_INTP: Final = ir.IntType(64)


def lanes_of(structure: Structure) -> int:
    """Elements of a vector: a register of float32, or of float64 where nothing else is computed with."""
    return BITS // (64 if set(structure.dtypes) <= {"float64", "bool"} and "float64" in structure.dtypes else 32)


def module_of(structure: Structure, parts: Cut, name: str) -> ir.Module:
    """An LLVM module with the function ``name_0`` of the first segment, ``name_1`` of the second, and so on."""
    module = ir.Module(name=name)
    for number, segment in enumerate(parts.segments):
        is_last = number == len(parts.segments) - 1
        _Function(module, f"{name}_{number}", structure, parts, segment, is_last)
    return module


class _Function:
    """One segment's function, while it is written."""

    def __init__(
        self, module: ir.Module, name: str, structure: Structure, parts: Cut, segment: Segment, is_last: bool
    ) -> None:
        kind = ir.FunctionType(ir.VoidType(), [_BYTE.as_pointer().as_pointer(), _INTP])
        function = ir.Function(module, kind, name)
        self.structure = structure
        self.segment = segment
        self.table, count = function.args
        self.builder = ir.IRBuilder(function.append_basic_block("entry"))
        self.entry = self.builder.block
        self.lanes = {dtype: Lanes(self.builder, dtype, lanes_of(structure)) for dtype in SIZES}
        self.pointers: dict[int, Any] = {}
        self.values: dict[int, Any] = {}
        used = self._used(is_last)
        bases = {entry: self._base(entry) for entry in self._entries(used, is_last)}
        for value in used:
            if value < len(structure.inputs) and structure.inputs[value][1]:
                self.values[value] = self._splat(bases[value], self._lanes_of(value))
        with cgutils.for_range(self.builder, count, intp=_INTP) as loop:
            self.bases, self.index = bases, loop.index
            for value in used:
                if value not in self.values:
                    lanes = self._lanes_of(value)
                    raw = self.builder.load(self._place(self._entry_of(value), lanes), align=1)
                    self.values[value] = lanes.loaded(raw)
            for step in range(segment.first, segment.end):
                self.values[len(structure.inputs) + step] = self._step(step)
            for value, slot in segment.writes.items():
                self._store(value, self._slot(slot))
            if is_last:
                for number, output in enumerate(structure.outputs):
                    self._store(len(structure.inputs) + output, len(structure.inputs) + number)
        self.builder.ret_void()

    def _used(self, is_last: bool) -> list[int]:
        """The values that this function reads: inputs, and results of earlier segments."""
        inputs, segment = len(self.structure.inputs), self.segment
        needed = {i for step in self.structure.steps[segment.first : segment.end] for i in step.operands}
        if is_last:
            needed |= {inputs + output for output in self.structure.outputs}
        return sorted(value for value in needed if value < inputs + segment.first)

    def _entries(self, used: list[int], is_last: bool) -> list[int]:
        """What this function reads or writes, by its place in the table."""
        entries = {self._entry_of(value) for value in used} | {
            self._slot(slot) for slot in self.segment.writes.values()
        }
        if is_last:
            inputs = len(self.structure.inputs)
            entries |= set(range(inputs, inputs + len(self.structure.outputs)))
        return sorted(entries)

    def _slot(self, slot: int) -> int:
        return len(self.structure.inputs) + len(self.structure.outputs) + slot

    def _entry_of(self, value: int) -> int:
        return value if value < len(self.structure.inputs) else self._slot(self.segment.reads[value])

    def _lanes_of(self, value: int) -> Lanes:
        return self.lanes[self.structure.dtypes[value]]

    def _base(self, entry: int) -> Any:
        return self.builder.load(self.builder.gep(self.table, [_INTP(entry)]))

    def _splat(self, base: Any, lanes: Lanes) -> Any:
        """The element at an address, in every lane."""
        builder, element = self.builder, lanes.memory.element
        scalar = builder.load(builder.bitcast(base, element.as_pointer()), align=1)
        undefined = ir.Constant(lanes.memory, ir.Undefined)
        first = builder.insert_element(undefined, scalar, ir.IntType(32)(0))
        zeros = ir.Constant(ir.VectorType(ir.IntType(32), lanes.lanes), [0] * lanes.lanes)
        return lanes.loaded(builder.shuffle_vector(first, undefined, zeros))

    def _place(self, entry: int, lanes: Lanes) -> Any:
        """The address of the vector at hand."""
        size = lanes.lanes * SIZES[lanes.dtype]
        place = self.builder.gep(self.bases[entry], [self.builder.mul(self.index, _INTP(size))])
        return self.builder.bitcast(place, lanes.memory.as_pointer())

    def _store(self, value: int, entry: int) -> None:
        lanes = self._lanes_of(value)
        self.builder.store(lanes.stored(self.values[value]), self._place(entry, lanes), align=1)

    def _step(self, number: int) -> Any:
        step = self.structure.steps[number]
        operands = [self.values[i] for i in step.operands]
        if step.op == "Cast":
            source = self._lanes_of(step.operands[0])
            return converted(self.builder, source, self.lanes[step.dtype], operands[0])
        return CODE[step.op](self._lanes_of(step.operands[-1]), *operands, step.number)
