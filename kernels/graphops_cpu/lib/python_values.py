"""Values that go to a Python function and come back, and the errors that it raises."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphops_registry.errors import (
    CancelledError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    OutOfRangeError,
    ResourceExhaustedError,
    UnimplementedError,
    UnknownError,
)

# As TensorFlow maps them.
_ERRORS: Final[tuple[tuple[type[BaseException], type[GraphopsError]], ...]] = (
    (TypeError, InvalidTypeError),
    (ValueError, InvalidArgumentError),
    (StopIteration, OutOfRangeError),
    (MemoryError, ResourceExhaustedError),
    (NotImplementedError, UnimplementedError),
    (KeyboardInterrupt, CancelledError),
)


def value_of(array: Any) -> Any:
    """What a function gets for a tensor's value: an array that it may write to, a scalar for rank 0."""
    return array[()] if array.ndim == 0 else np.array(array)


def array_of(value: Any, what: str) -> np.ndarray[Any, Any]:
    """A value that a function returned as an array; text as an array of ``bytes``.

    Raises:
        InvalidTypeError: neither numbers nor text, or lists of different lengths.
    """
    try:
        array = np.array(value, order="C")
    except ValueError as reason:
        raise InvalidTypeError(f"{what} must be an array, got {type(value).__name__} ({reason})") from None
    if array.dtype.kind in "US":
        flat = value if isinstance(value, (str, bytes)) else None  # NumPy's own text loses zero bytes at its end
        made = np.empty(array.shape, object)
        for place in np.ndindex(array.shape):
            item = flat if flat is not None else array[place]
            made[place] = item.encode() if isinstance(item, str) else bytes(item)
        return made
    if array.dtype.kind == "O":
        for place in np.ndindex(array.shape):
            item = array[place]
            if isinstance(item, str):
                array[place] = item.encode()
            elif not isinstance(item, bytes):
                raise InvalidTypeError(f"{what} must hold numbers or text, got {type(item).__name__}")
    return array


def python_error(reason: BaseException, what: str) -> GraphopsError:
    """The error to raise for one that Python code raised."""
    if isinstance(reason, GraphopsError):
        return reason
    kind = next((ours for theirs, ours in _ERRORS if isinstance(reason, theirs)), UnknownError)
    return kind(f"{what} must return, but it raised {type(reason).__name__}: {reason}")
