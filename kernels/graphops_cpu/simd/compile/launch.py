"""One loop over threads for every kernel: it calls compiled code by its address.

So a kernel is compiled once, and not a second time inside a parallel loop.  This works because an array argument has
the same form in machine code for every dtype: the launcher passes arrays of bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from llvmlite import ir
from numba import prange, types

from graphops_cpu.simd.compile import disk_cache
from graphops_cpu.simd.compile.intrinsics import intrinsic

_BYTES = types.Array(types.uint8, 1, "C", readonly=True)


@intrinsic
def _call(typing: Any, function: Any, arrays: Any, numbers: Any, start: Any, stop: Any, chunk: Any) -> Any:
    """Call the kernel at an address. Returns 1 if it failed (for want of memory), else 0."""
    arguments = (*arrays, *numbers, types.intp, types.intp, types.intp)

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        function, arrays_value, numbers_value, start, stop, chunk = values
        given = [builder.extract_value(arrays_value, i) for i in range(len(arrays))]
        given += [builder.extract_value(numbers_value, i) for i in range(len(numbers))]
        code = context.call_conv.get_function_type(types.none, arguments)
        pointer = builder.inttoptr(function, code.as_pointer())
        given += [start, stop, chunk]
        status, _ = context.call_conv.call_function(builder, pointer, types.none, arguments, given)
        return builder.zext(status.is_error, ir.IntType(64))

    return types.intp(types.intp, arrays, numbers, types.intp, types.intp, types.intp), generate


def _launch(function, rows, chunks, numbers, *arrays):  # type: ignore[no-untyped-def]
    """Cut ``rows`` into ``chunks`` for the threads. Returns how many failed."""
    failed = 0
    for chunk in prange(chunks):
        failed += _call(function, arrays, numbers, rows * chunk // chunks, rows * (chunk + 1) // chunks, chunk)
    return failed


launcher = numba.njit(nogil=True, error_model="numpy", boundscheck=False, parallel=True)(_launch)
disk_cache.enable(launcher)


def compile_launcher(arrays: int, numbers: int) -> tuple[Callable[..., int], int]:
    """The launcher, compiled for kernels with so many arrays and numbers; it takes the arrays as one tuple. And its
    address."""
    index = types.intp
    wanted = (index, index, index, types.Tuple((index,) * numbers), types.StarArgUniTuple(_BYTES, arrays))
    launcher.compile(wanted)
    found = launcher.overloads[wanted]
    return found.entry_point, address_of_compiled(found)


def address(dispatcher: Any, signature: Any) -> int:
    """Where the machine code of a compiled kernel begins."""
    return address_of_compiled(dispatcher.overloads[tuple(signature.args)])


def address_of_compiled(compiled: Any) -> int:
    """The same of one of its compiled forms."""
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))
