"""Functions that steps call, made by LLVM at the first need: to make all of them would take half a second.

What there is: :mod:`graphops_cpu.calls.row_functions`, :mod:`graphops_cpu.calls.typed_functions`,
:mod:`graphops_cpu.calls.philox_function`, :mod:`graphops_cpu.calls.row_step_function`, and
``add_element(cell, index, source, elements)`` of :mod:`graphops_cpu.calls.loop_functions`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from graphops_cpu.calls import loop_functions, philox_function, row_functions, row_step_function, typed_functions
from graphops_cpu.calls.machine import engine_of, machine
from graphops_registry.locks import new_lock

_CODE: Final = {
    **row_functions.CODE,
    **typed_functions.CODE,
    **philox_function.CODE,
    **row_step_function.CODE,
    "add_element": loop_functions.ADD_ELEMENT,
}
_LONG_LOOPS: Final = ("add_rows_float32", "add_rows_float64", "descend_rows")  # for which vector code pays
_COPY: Final = "declare void @llvm.memcpy.p0i8.p0i8.i64(i8*, i8*, i64, i1)\n"

_lock = new_lock()
_engines: dict[str, Any] = {}  # they own the code
_addresses: dict[str, int] = {}


def function(name: str) -> int | None:
    """The address of a function; ``None`` if there is none of this name, or no LLVM."""
    code = _CODE.get(name)
    if code is None or machine() is None:
        return None
    found = _addresses.get(name)
    if found is None:
        with _lock:
            if name not in _addresses:
                _engines[name] = engine_of(_COPY + code, vectors=name in _LONG_LOOPS)
                _addresses[name] = _engines[name].get_function_address(name)
            found = _addresses[name]
    return found


@cache
def callable_function(name: str, arguments: int) -> Callable[..., int] | None:
    """A function with so many arguments, integers and addresses, for Python; ``None`` as from :func:`function`."""
    address = function(name)
    return None if address is None else ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_uint64] * arguments)(address)
