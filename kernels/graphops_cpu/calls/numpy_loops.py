"""NumPy's own loops in call lists: the machine code that a ufunc calls for float32, so that results are the same bits.

A ufunc object holds the addresses of its loops, one for each combination of dtypes; ``PyUFuncObject`` in NumPy's public
header says where.  A loop takes the addresses of the first elements, the number of elements, the steps from one element
to the next, and what the ufunc keeps for it.  Before a loop is trusted it is tried on a few numbers.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import cache
from itertools import count
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np

from graphops_registry.kernels.call_list import BoundKernel, Call, JoinedKernel, MachineKernel, Temporary, Word
from graphops_registry.kernels.spec import KernelSpec

Array = np.ndarray[Any, Any]
Shape = tuple[int, ...]

MOST_ELEMENTS: Final = 1 << 15
"""Beyond this several threads, or a pass over memory for several steps, are better."""
_MOST_ROWS: Final = 64
_NUMBER: Final = {np.dtype(name): np.dtype(name).num for name in ("float32", "float64", "int32", "int64", "bool")}
_SUMS: Final = (np.add, np.subtract)
_EXACT: Final = (*_SUMS, np.multiply)  # of which every way of computing gives the same bits
_LARGEST_OF: Final = (np.maximum, np.minimum, np.negative, np.absolute)
_TO_ONE: Final = (np.tanh,)


class _Ufunc(ctypes.Structure):
    """The beginning of PyUFuncObject."""

    _fields_ = (
        ("references", ctypes.c_ssize_t), ("type", ctypes.c_void_p),
        ("nin", ctypes.c_int), ("nout", ctypes.c_int), ("nargs", ctypes.c_int), ("identity", ctypes.c_int),
        ("functions", ctypes.POINTER(ctypes.c_void_p)), ("data", ctypes.POINTER(ctypes.c_void_p)),
        ("ntypes", ctypes.c_int), ("reserved", ctypes.c_int),
        ("name", ctypes.c_char_p), ("types", ctypes.POINTER(ctypes.c_char)),
    )  # fmt: skip


class Loop(NamedTuple):
    """The address of a loop, and what it is given."""

    function: int
    data: int


@cache
def loop_of(ufunc: np.ufunc, dtypes: tuple[np.dtype[Any], ...]) -> Loop | None:
    """The loop of one of NumPy's ufuncs of single elements, for inputs and output of these dtypes, if it is where the
    header says and works."""
    if getattr(np, ufunc.__name__, None) is not ufunc or ufunc.signature is not None:  # other people's may do anything
        return None
    if object.__basicsize__ != _Ufunc.nin.offset or any(dtype not in _NUMBER for dtype in dtypes):
        return None
    found = _Ufunc.from_address(id(ufunc))
    if (found.nin, found.nout, found.nargs, found.ntypes) != (ufunc.nin, ufunc.nout, ufunc.nargs, ufunc.ntypes):
        return None
    if found.name != ufunc.__name__.encode() or len(dtypes) != ufunc.nargs:
        return None
    numbers = bytes(_NUMBER[dtype] for dtype in dtypes)
    types = found.types[: found.ntypes * found.nargs]
    for number in range(found.ntypes):
        if types[number * found.nargs : (number + 1) * found.nargs] == numbers:
            loop = Loop(found.functions[number] or 0, (found.data[number] or 0) if found.data else 0)
            return loop if loop.function and _works(ufunc, dtypes, loop) else None
    return None


def _works(ufunc: np.ufunc, dtypes: Sequence[np.dtype[Any]], loop: Loop) -> bool:
    """Whether a loop gives what the ufunc gives."""
    values = np.linspace(-3, 3, 37)
    inputs = [(values[:: 1 - 2 * (i % 2)]).astype(dtype) for i, dtype in enumerate(dtypes[:-1])]
    try:
        with np.errstate(all="ignore"):
            wanted = ufunc(*inputs)
    except ValueError:  # integers to negative powers
        return False
    if wanted.dtype != dtypes[-1]:
        return False
    result = np.zeros_like(wanted)
    arrays = [*inputs, result]
    words = np.array([*(a.ctypes.data for a in arrays), values.size, *(a.itemsize for a in arrays)], np.int64)
    base, count = words.ctypes.data, len(arrays)
    pointers = [ctypes.c_void_p] * 4
    function = ctypes.CFUNCTYPE(None, *pointers)(loop.function)
    function(base, base + 8 * count, base + 8 * count + 8, loop.data or None)
    return bool(result.tobytes() == wanted.tobytes())


class Rows(NamedTuple):
    """How an operand is gone through: bytes from an element to the next, and where each row of elements begins."""

    step: int
    begins: Sequence[int]


class UfuncStep(NamedTuple):
    """One pass of a ufunc.

    Attributes:
        operands: for each argument the operand of the kernel, or an array of one number.
    """

    ufunc: np.ufunc
    operands: tuple[int | Array, ...]


class UfuncKernel(MachineKernel):
    """Passes of ufuncs over operands that broadcast to the shape of the last one, the output.

    Args:
        shapes, dtypes: of the operands.
        saves: see :class:`MachineKernel`.
    """

    def __init__(
        self,
        steps: Sequence[UfuncStep],
        shapes: Sequence[Shape],
        dtypes: Sequence[np.dtype[Any]],
        saves: float,
        bound: Callable[[Sequence[float]], float] | None,
    ) -> None:
        self.saves = saves
        self.largest = bound
        self.may_be_in_place = len(steps) == 1 and steps[0].ufunc in _EXACT
        shape = shapes[-1]
        size, columns = prod(shape), shape[-1] if shape else 1
        self._rows, self._columns = 1, size
        self._passes: list[Rows] = []
        if all(prod(given) in (1, size) for given in shapes):  # as one row
            self._passes = [
                Rows(dtype.itemsize * (prod(given) == size), (0,)) for given, dtype in zip(shapes, dtypes, strict=True)
            ]
        elif size:
            self._rows, self._columns = size // columns, columns
        self.possible = 0 < size <= MOST_ELEMENTS and self._rows <= _MOST_ROWS
        if self.possible and not self._passes:
            self._passes = [_passes(shape, given, dtype.itemsize) for given, dtype in zip(shapes, dtypes, strict=True)]
        self._steps: list[tuple[Loop, tuple[int | Array, ...]]] = []
        for step in steps:
            of_step = tuple(dtypes[each] if isinstance(each, int) else each.dtype for each in step.operands)
            loop = loop_of(step.ufunc, of_step)
            if loop is None:
                self.possible = False
            else:
                self._steps.append((loop, step.operands))
        exponents = [step.operands[1] for step in steps if step.ufunc is np.power]
        if (
            self._passes
            and self._rows > 1
            and any(not isinstance(each, int) or not self._passes[each].step for each in exponents)
        ):
            self.possible = False  # a loop calculates a row with one exponent of -1 or 2 in another way

    def bind(self) -> BoundKernel:
        return _BoundUfuncs(self._steps, self._passes, self._rows, self._columns)


def _passes(shape: Shape, given: Shape, itemsize: int) -> Rows:
    """How an operand of a shape that broadcasts to ``shape`` is gone through, row by row."""
    columns = given[-1] if given else 1
    begins = itemsize * columns * np.arange(prod(given) // columns).reshape(given[:-1])
    every = np.broadcast_to(begins, shape[:-1]).reshape(-1)
    return Rows(itemsize if columns == shape[-1] else 0, every.tolist())


class _BoundUfuncs(BoundKernel):
    """Calls of loops, with tables of where they begin."""

    def __init__(
        self,
        steps: Sequence[tuple[Loop, tuple[int | Array, ...]]],
        passes: Sequence[Rows],
        rows: int,
        columns: int,
    ) -> None:
        self._owned = steps
        words: list[int] = [columns]
        begins: list[tuple[int, int, int]] = []  # operand, word, offset
        calls: list[tuple[Loop, int, int]] = []  # loop, word of the addresses, word of the steps
        for loop, operands in steps:
            strides = len(words)
            words += [passes[each].step if isinstance(each, int) else 0 for each in operands]
            for row in range(rows):
                calls.append((loop, len(words), strides))
                for each in operands:
                    if isinstance(each, int):
                        begins.append((each, len(words), passes[each].begins[row]))
                        words.append(0)
                    else:
                        words.append(each.ctypes.data)
        self._table = np.array(words, np.int64)
        base = self._table.ctypes.data
        self.words = [Word(operand, base + 8 * word, offset) for operand, word, offset in begins]
        self.calls = [
            Call(loop.function, (base + 8 * at, base, base + 8 * strides, loop.data), checked=False)
            for loop, at, strides in calls
        ]


def ufunc_kernel(
    ufunc: np.ufunc, shapes: Sequence[Shape], dtypes: Sequence[np.dtype[Any]], saves: float = 5e-7
) -> UfuncKernel | None:
    """One call of a ufunc on a few elements; ``None`` where it cannot be in a list."""
    operands = tuple(range(len(shapes)))
    if ufunc.signature is not None or ufunc.nargs != len(shapes):  # of matrices, say
        return None
    if any(dtype not in _NUMBER for dtype in dtypes) or prod(shapes[-1]) > MOST_ELEMENTS:
        return None
    found = UfuncKernel([UfuncStep(ufunc, operands)], shapes, dtypes, saves, _bound_of(ufunc))
    return found if found.possible else None


def direct_kernel(direct: Any, spec: KernelSpec) -> MachineKernel | None:
    """A kernel whose ``direct`` is a ufunc, for a call list; all its inputs are operands."""
    shape = spec.output_shapes[0]
    if not isinstance(direct, np.ufunc) or shape is None:
        return None
    dtypes = [dtype.numpy_dtype for dtype in (*spec.dtypes, spec.output_dtypes[0])]
    return ufunc_kernel(direct, [*spec.shapes, shape], dtypes)


OUTPUT: Final = -1
Passes = Sequence[tuple[np.ufunc, tuple[int | Temporary | Array, ...]]]
"""Ufuncs with their operands, see :func:`passes_kernel`."""


def passes_kernel(
    spec: KernelSpec,
    constants: Sequence[Array | None],
    passes: Passes,
    saves: float = 1e-6,
    largest: Callable[[Sequence[float]], float] | None = None,
) -> MachineKernel | None:
    """A kernel of one output as passes of ufuncs, for a call list; ``None`` where it cannot be in one.

    Args:
        constants: as of :meth:`graphops_registry.kernels.prepared.Prepared.machine_kernel`.
        passes: operands are inputs of the kernel, its :data:`OUTPUT`, arrays of one number, and memory in between,
            which has the shape of the output.
        largest: bound of the results; it is given the bounds of the inputs that vary.
    """
    shape = spec.output_shapes[0]
    if shape is None or all(each is not None for each in constants):
        return None
    between = list(dict.fromkeys(each for _, used in passes for each in used if isinstance(each, Temporary)))
    inputs, output = len(spec.shapes), len(spec.shapes) + len(between)

    def place(operand: int | Temporary | Array) -> int | Array:
        if isinstance(operand, Temporary):
            return inputs + between.index(operand)
        return output if isinstance(operand, int) and operand == OUTPUT else operand

    dtypes = [dtype.numpy_dtype for dtype in spec.dtypes] + [each.dtype for each in between]
    if any(dtype not in _NUMBER for dtype in dtypes):
        return None
    kernel = UfuncKernel(
        [UfuncStep(ufunc, tuple(map(place, used))) for ufunc, used in passes],
        [*spec.shapes, *(each.shape for each in between), shape],
        [*dtypes, spec.output_dtypes[0].numpy_dtype],
        saves,
        None,
    )
    if not kernel.possible:
        return None
    numbers = count()
    operands = [next(numbers) if each is None else np.ascontiguousarray(each) for each in constants]
    return JoinedKernel([(kernel, [*operands, *between, next(numbers)])], saves, largest)


def _bound_of(ufunc: np.ufunc) -> Callable[[Sequence[float]], float] | None:
    """How large results can be."""
    if ufunc in _SUMS:
        return lambda bounds: 1.01 * sum(bounds)
    if ufunc is np.multiply:
        return lambda bounds: 1.01 * prod(bounds)
    if ufunc in _LARGEST_OF:
        return max
    return (lambda _: 1.0) if ufunc in _TO_ONE else None
