"""Memory by its address, the call of a segment, and arrays as arguments whatever their dtypes and shapes are.

Numba's own arguments know dtype and rank, and reading each takes as long as a short chain.  Here one tuple of arrays is
one argument, of the type :data:`ARRAYS`: the address of a description of each array, as Numba's C function
``numba_adapt_ndarray`` writes it.
"""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import NativeValue, models, register_model, unbox

from graphops_cpu.simd.chains.plan_words import MOST_RANK, SCRATCH
from graphops_cpu.simd.compile.intrinsics import intrinsic

_WORD: Final = ir.IntType(64)
_BYTES: Final = ir.IntType(8).as_pointer()
_LINE: Final = 64

FIELDS: Final = 5
"""Words of a description before the shape: memory, owner, elements, itemsize, data."""
DESCRIPTION: Final = FIELDS + 2 * MOST_RANK + 1
"""Words of a description."""
NOTHING: Final = -(2**63)
"""What a description has where nothing was written: after the strides."""
ITEMSIZE: Final = 3
DATA: Final = 4


class _Arrays(types.Type):  # type: ignore[misc]
    """A Python tuple of NumPy arrays: an address, of their number, and of their descriptions after it."""

    def __init__(self) -> None:
        super().__init__(name="Arrays")


@register_model(_Arrays)
class _ArraysModel(models.PrimitiveModel):  # type: ignore[misc]
    """An integer."""

    def __init__(self, manager: Any, type_: _Arrays) -> None:
        super().__init__(manager, type_, _WORD)


ARRAYS: Final = _Arrays()


@unbox(_Arrays)  # type: ignore[untyped-decorator]
def _unbox(kind: Any, given: Any, c: Any) -> Any:
    """Describe each array. What is no tuple of arrays is an error."""
    builder, module = c.builder, c.builder.module
    size_of = ir.FunctionType(_WORD, [c.pyapi.pyobj])
    item_of = ir.FunctionType(c.pyapi.pyobj, [c.pyapi.pyobj, _WORD])
    count = builder.call(cgutils.get_or_insert_function(module, size_of, "PyTuple_Size"), [given])
    failed = cgutils.alloca_once_value(builder, cgutils.false_bit)
    is_tuple = builder.icmp_signed(">=", count, _WORD(0))
    length = builder.select(is_tuple, count, _WORD(0))
    memory = builder.alloca(_WORD, size=builder.add(builder.mul(length, _WORD(DESCRIPTION)), _WORD(1)))
    builder.store(count, memory)
    with builder.if_else(is_tuple, likely=True) as (then, otherwise):
        with then, cgutils.for_range(builder, length, intp=_WORD) as loop:
            place = builder.add(builder.mul(loop.index, _WORD(DESCRIPTION)), _WORD(1))
            with cgutils.for_range_slice(
                builder, _WORD(FIELDS), _WORD(DESCRIPTION), _WORD(1), intp=_WORD
            ) as (number, _):  # fmt: skip
                builder.store(_WORD(NOTHING), builder.gep(memory, [builder.add(place, number)]))
            item = builder.call(
                cgutils.get_or_insert_function(module, item_of, "PyTuple_GetItem"), [given, loop.index]
            )  # fmt: skip
            adapt = ir.FunctionType(ir.IntType(32), [c.pyapi.pyobj, _BYTES])
            target = builder.bitcast(builder.gep(memory, [place]), _BYTES)
            code = builder.call(cgutils.get_or_insert_function(module, adapt, "numba_adapt_ndarray"), [item, target])
            with builder.if_then(builder.icmp_signed("!=", code, ir.IntType(32)(0)), likely=False):
                c.pyapi.err_set_string("PyExc_TypeError", "a chain takes arrays")
                builder.store(cgutils.true_bit, failed)
        with otherwise:
            builder.store(cgutils.true_bit, failed)
    return NativeValue(builder.ptrtoint(memory, _WORD), is_error=builder.load(failed))


@intrinsic
def address_of(typing: Any, arrays: Any) -> Any:
    """The address of the number of arrays; their descriptions come after it."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return arguments[0]

    return types.intp(arrays), generate


@intrinsic
def peek(typing: Any, address: Any) -> Any:
    """The word at an address."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(builder.inttoptr(arguments[0], _WORD.as_pointer()))

    return types.intp(types.intp), generate


@intrinsic
def poke(typing: Any, address: Any, word: Any) -> Any:
    """Write a word to an address."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[1], builder.inttoptr(arguments[0], _WORD.as_pointer()))
        return context.get_dummy_value()

    return types.void(types.intp, types.intp), generate


@intrinsic
def move(typing: Any, target: Any, source: Any, size: Any) -> Any:
    """Copy ``size`` bytes from one address to another; the two places do not overlap."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        target, source, size = arguments
        cgutils.raw_memcpy(
            builder, builder.inttoptr(target, _BYTES), builder.inttoptr(source, _BYTES), size, 1
        )  # fmt: skip
        return context.get_dummy_value()

    return types.void(types.intp, types.intp, types.intp), generate


@intrinsic
def scratch(typing: Any) -> Any:
    """The address of scratch memory on this thread's stack, at a cache line."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        with builder.goto_entry_block():  # Numba's own alloca_once would write zeros to all of it
            memory = builder.alloca(ir.ArrayType(ir.IntType(8), SCRATCH + _LINE))
        address = builder.add(builder.ptrtoint(memory, _WORD), _WORD(_LINE - 1))
        return builder.and_(address, _WORD(-_LINE))

    return types.intp(), generate


@intrinsic
def call(typing: Any, function: Any, table: Any, count: Any) -> Any:
    """Call the segment at an address: ``function(table, count)``."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        function, table, count = arguments
        pointers = _BYTES.as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [pointers, _WORD])
        builder.call(builder.inttoptr(function, kind.as_pointer()), [builder.inttoptr(table, pointers), count])
        return context.get_dummy_value()

    return types.void(types.intp, types.intp, types.intp), generate
