"""Python values and arrays converted to the arrays that a graph holds: TensorFlow's default dtypes, no silent change.

==========================  ======================================
value                       dtype if you give none
==========================  ======================================
``bool``                    bool
``int``                     int32, or int64 if it does not fit
``float``                   float32
``complex``                 complex128
``str``, ``bytes``          string (an object array of ``bytes``)
NumPy array or scalar       its own
nested lists of these       by the same rules
==========================  ======================================

In a graph that follows TensorFlow 1 (``Graph.tensorflow_1``) arrays, NumPy's scalars and feeds take any dtype of
numbers that holds their values.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphops_registry import dtypes
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import GraphopsError, InvalidArgumentError, InvalidTypeError, printed, shorten
from graphops_registry.shape import MAX_RANK

_MOST_NESTED = 64  # lists within lists: NumPy's arrays have no more dimensions
_INT32 = np.iinfo(np.int32)


def to_array(
    value: object, dtype: DType | None, what: str, *, feed: bool = False, tensorflow_1: bool = False
) -> np.ndarray[Any, Any]:
    """``value`` as an array of ``dtype`` (by the table above if it is ``None``).

    Python numbers and lists take any dtype that holds them exactly (floats round to a narrower float type). Arrays
    keep their dtype, except that integers go to another integer type that holds every value. A ``feed`` may also
    round a float array and turn an integer array into floats; a fraction never becomes an integer.

    With ``tensorflow_1`` arrays and feeds change their kind as TensorFlow 1's do: whole floats become integers, 0 and 1
    become bool, and floats round. TensorFlow changes other values silently, and they are an error here.

    Args:
        what: names the value in errors, ``"filter_sizes of op 'X'"``.

    Raises:
        InvalidTypeError: a value of another kind, an array of another dtype or with masked elements.
        InvalidArgumentError: an integer that does not fit, or a ragged list.
    """
    typed = isinstance(value, (np.ndarray, np.generic))
    array = _plain(value, what) if isinstance(value, np.ndarray) else _from_python(value, dtype, what)
    if array.ndim > MAX_RANK:
        raise InvalidArgumentError(f"{what} must have rank <= {MAX_RANK}, got an array of {array.ndim} dimensions")
    own = as_dtype(array.dtype)
    if dtype is None:
        dtype = own if typed else _default(array, own)
    if dtype.base is dtypes.string:
        return _to_strings(array, what)
    if dtype.is_host_only:
        return array
    wanted = dtype.numpy_dtype
    if array.dtype == wanted:
        return array
    if own is dtype:  # another byte order
        return array.astype(wanted)
    if tensorflow_1 and (typed or feed or own.is_bool):
        return _cast_values(array, own, dtype, what)
    if typed and not feed and not (own.is_integer and dtype.is_integer):
        got = f"an array of {own.name}" if array.ndim else f"a {own.name}"
        error = InvalidTypeError(f"{what} must have dtype {dtype.name}, got {got}")
        error.add_note(f"fix: value.astype('{dtype.name}'), if rounding is meant")
        raise error
    return cast_exactly(array, own, dtype, what)


_ORDER = {"bool": 0, "int": 1, "uint": 1, "quantized": 1, "float": 2, "complex": 3}


def _cast_values(array: np.ndarray[Any, Any], own: DType, dtype: DType, what: str) -> np.ndarray[Any, Any]:
    """``array`` in ``dtype``, whatever kinds of numbers both are; floats may round, nothing else changes."""
    wanted = dtype.numpy_dtype
    if own.kind not in _ORDER or dtype.kind not in _ORDER:
        raise InvalidTypeError(f"{what} must have dtype {dtype.name}, got {own.name}")
    if own.kind == dtype.kind == "int":
        result = array.astype(wanted)
        if (result == array).all():
            return result
    if own.is_complex and not dtype.is_complex:
        if (array.imag != 0).any():
            raise InvalidTypeError(f"{what} must have dtype {dtype.name}, got {own.name} {_first(array)}")
        array = array.real
    with np.errstate(over="ignore", invalid="ignore"):  # infinity is what rounding gives; the rest is checked below
        result = array.astype(wanted)
        if _ORDER[dtype.kind] >= 2:
            return result
        wrong = result.astype(array.dtype) != array
        if not dtype.is_bool and not own.is_bool:
            bits = 8 * wanted.itemsize - (dtype.kind == "int")
            wrong |= (result < 0) != (array < 0)
            wrong |= array >= 2.0**bits  # some processors give the largest integer, which rounds to this again
    if wrong.any():
        first = array[wrong].flat[0]
        whole = first == np.floor(first) if own.is_floating else True
        if not whole:
            raise InvalidTypeError(
                f"{what} must have dtype {dtype.name}, got {own.name} {first}; a fraction is never cut"
            )
        raise InvalidArgumentError(f"{what} must fit into {dtype.name}, got {first}")
    return result


def cast_exactly(array: np.ndarray[Any, Any], own: DType, dtype: DType, what: str) -> np.ndarray[Any, Any]:
    """``array`` in ``dtype``; floats may round, nothing else may change."""
    wanted = dtype.numpy_dtype
    if own.kind not in _ORDER or dtype.kind not in _ORDER or own.is_bool != dtype.is_bool:
        raise InvalidTypeError(f"{what} must have dtype {dtype.name}, got {own.name}")
    if _ORDER[own.kind] > _ORDER[dtype.kind]:
        fix = "" if own.is_complex else "; a fraction is never cut"
        raise InvalidTypeError(f"{what} must have dtype {dtype.name}, got {own.name} {_first(array)}{fix}")
    if dtype.kind in ("int", "uint", "quantized"):
        result = array.astype(wanted)
        back = result.astype(array.dtype)
        wrong = (back != array) | ((result < 0) != (array < 0))
        if wrong.any():
            raise InvalidArgumentError(f"{what} must fit into {dtype.name}, got {array[wrong].flat[0]}")
        return result
    with np.errstate(over="ignore"):  # infinity is what rounding gives
        return array.astype(wanted)


def _plain(array: np.ndarray[Any, Any], what: str) -> np.ndarray[Any, Any]:
    """``array`` without what a subclass makes of it: kernels count on the rules of NumPy's own arrays, which a matrix,
    say, does not follow."""
    if type(array) is np.ndarray:
        return array
    masked = sys.modules.get("numpy.ma")  # there is no masked array without it
    if masked is not None and masked.is_masked(array):
        raise InvalidTypeError(f"{what} must have no masked elements, got a masked array; write array.filled(value)")
    return np.asarray(array)


def _from_python(value: object, dtype: DType | None, what: str) -> np.ndarray[Any, Any]:
    if value is None:
        raise InvalidTypeError(f"{what} must be a tensor or a value, got None")
    if isinstance(value, (str, bytes)):
        return np.array(value, dtype=object)
    try:
        if hasattr(value, "__dlpack__") and not isinstance(value, np.generic):
            return np.from_dlpack(value)
    except Exception as reason:  # the other library may raise anything
        raise InvalidTypeError(f"{what} must be an array that NumPy can share, got {_shown(value, reason)}") from None
    try:
        if isinstance(value, Sequence) and _holds_text(value):
            return np.array(value, dtype=object)
        array = np.array(value)
    except (ValueError, TypeError, OverflowError) as reason:
        rule = "be a number, a text or a rectangular list"
        raise InvalidArgumentError(f"{what} must {rule}, got {shorten(printed(value))} ({reason})") from None
    except GraphopsError:  # a symbolic tensor says what it is
        raise
    except Exception as reason:  # of the value's own methods
        raise InvalidTypeError(f"{what} must be a number or an array, got {_shown(value, reason)}") from None
    if array.dtype.kind == "O" and not (dtype is not None and dtype.is_host_only):
        if array.size and all(type(item) is int for item in array.reshape(-1).tolist()):
            raise InvalidArgumentError(f"{what} must fit into 64 bits, got {shorten(printed(value))}")
        raise InvalidTypeError(f"{what} must be a number, a text or a rectangular list, got {shorten(printed(value))}")
    if array.dtype.kind in "SU":
        return np.array(value, dtype=object)  # dtype=object keeps numbers beside strings as numbers
    if array.dtype == np.float64 and dtype is dtypes.uint64 and array.size and (array >= 2**63).any():
        exact = np.array(value, object)  # NumPy makes floats of integers when some need 64 bits and others do not
        if all(type(item) is int and 0 <= item < 1 << 64 for item in exact.reshape(-1).tolist()):
            return exact.astype(np.uint64)
    if array.size == 0 and array.dtype == np.float64 and not isinstance(value, np.ndarray):
        return array.astype(dtype.numpy_dtype) if dtype is not None else array  # an empty list has no dtype
    return array


def _shown(value: object, reason: Exception) -> str:
    return f"{shorten(printed(value))} ({type(reason).__name__}: {shorten(reason)})"


def _holds_text(value: Sequence[Any]) -> bool:
    first: Any = value
    for _ in range(_MOST_NESTED):  # a list may be its own element
        if not isinstance(first, (list, tuple)):
            break
        if not first:
            return False
        first = first[0]
    return isinstance(first, (str, bytes))


def _default(array: np.ndarray[Any, Any], own: DType) -> DType:
    """The dtype of a Python value if you give none."""
    if own is dtypes.float64:
        return dtypes.float32
    if own is dtypes.int64:
        fits = array.size == 0 or (array.min() >= _INT32.min and array.max() <= _INT32.max)
        return dtypes.int32 if fits else dtypes.int64
    return own


def _to_strings(array: np.ndarray[Any, Any], what: str) -> np.ndarray[Any, Any]:
    """An object array of ``bytes``."""
    if array.dtype.kind not in "OSU":
        raise InvalidTypeError(f"{what} must have dtype string, got {array.dtype.name}")
    if array.dtype.kind == "O" and set(map(type, array.reshape(-1).tolist())) <= {
        bytes
    }:  # as most are, and all of them
        return array.copy()
    result = np.empty(array.shape, dtype=object)
    for index, item in enumerate(array.flat):
        if isinstance(item, str):
            try:
                item = item.encode()
            except UnicodeEncodeError:  # a lone surrogate
                rule = "hold texts that UTF-8 can write"
                raise InvalidArgumentError(f"{what} must {rule}, got {shorten(printed(item))}") from None
        if not isinstance(item, bytes):
            raise InvalidTypeError(f"{what} must hold texts or bytes, got {shorten(printed(item))}")
        result.flat[index] = item if type(item) is bytes else bytes.__getitem__(item, slice(None))
    return result


def _first(array: np.ndarray[Any, Any]) -> str:
    return shorten(str(array.flat[0])) if array.size else ""
