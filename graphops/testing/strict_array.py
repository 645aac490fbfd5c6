"""A stand-in for CuPy on machines without a GPU: NumPy's arrays behind CuPy's manners.

A :class:`StrictArray` is no ``numpy.ndarray``.  What would silently copy to the host on a real device is refused:
``numpy.asarray``, iteration, ``float()``, ``bool()``, indexing by or mixing with NumPy arrays.  Explicit transfers
(``.item()``, :func:`to_host`) work.  Only functions that CuPy has are there: see :data:`FUNCTIONS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NoReturn

import numpy as np

from graphops_registry.errors import InvalidTypeError

# Functions that CuPy 14 has with NumPy's meaning, and that kernels use.
FUNCTIONS: Final = frozenset(
    """
    abs absolute add all amax amin any arange arccos arccosh arcsin arcsinh arctan arctan2 arctanh argmax argmin argsort
    array array_equal around asarray ascontiguousarray bitwise_and bitwise_not bitwise_or bitwise_xor broadcast_to
    cbrt ceil clip compress concatenate conj conjugate copy copysign cos cosh count_nonzero cumprod cumsum diag diagonal
    divide dot einsum empty empty_like equal exp exp2 expand_dims expm1 eye fabs flip floor floor_divide fmax fmin fmod
    frexp full full_like greater greater_equal heaviside hypot imag interp invert isfinite isin isinf isnan ldexp
    left_shift less less_equal linspace log log10 log1p log2 logaddexp logical_and logical_not logical_or logical_xor
    lexsort matmul max maximum mean median meshgrid min minimum mod modf moveaxis multiply nan_to_num negative nextafter
    nonzero not_equal ones ones_like outer pad partition place power prod ptp putmask ravel real reciprocal remainder
    repeat reshape right_shift rint roll rollaxis round searchsorted sign signbit sin sinh sort split sqrt square
    squeeze stack std subtract sum swapaxes take take_along_axis tan tanh tensordot tile tril triu trunc transpose
    trapezoid unique unravel_index var vdot vstack where zeros zeros_like
    """.split()  # noqa: SIM905
)
CONSTANTS: Final = frozenset(
    "bool_ complex64 complex128 dtype e finfo float16 float32 float64 iinfo inf int8 int16 int32 int64 nan newaxis pi "
    "result_type promote_types can_cast uint8 uint16 uint32 uint64 ndim shape size issubdtype integer floating".split()  # noqa: SIM905
)
# Where NumPy arrays may come in: these copy to the device and say so.
_EXPLICIT: Final = frozenset({"array", "asarray", "ascontiguousarray"})


def to_host(array: StrictArray) -> np.ndarray[Any, Any]:
    """The contents as a NumPy array: the only way out."""
    return array._host


def to_device(array: np.ndarray[Any, Any]) -> StrictArray:
    """A copy of a NumPy array on the stand-in."""
    return StrictArray(np.array(array, copy=True))


def _in(value: Any) -> Any:
    """An argument as NumPy wants it; NumPy arrays are refused."""
    if isinstance(value, StrictArray):
        return value._host
    if isinstance(value, np.ndarray):
        raise InvalidTypeError("a device array must not be combined with a NumPy array; copy one of them explicitly")
    if isinstance(value, (list, tuple)):
        return type(value)(_in(item) for item in value)
    if isinstance(value, dict):
        return {key: _in(item) for key, item in value.items()}
    return value


def _out(value: Any) -> Any:
    """A result as the stand-in's: every array and every 0-d result is a device array."""
    if isinstance(value, (np.ndarray, np.generic)):
        return StrictArray(np.asarray(value))
    if isinstance(value, (list, tuple)):
        items = [_out(item) for item in value]
        return tuple(items) if isinstance(value, tuple) else items
    return value


class _Flags:
    """Read-only flags."""

    def __init__(self, flags: Any) -> None:
        self.c_contiguous = bool(flags.c_contiguous)
        self.f_contiguous = bool(flags.f_contiguous)
        self.owndata = bool(flags.owndata)


class StrictArray:
    """An array on the stand-in device."""

    __slots__ = ("_host",)
    __array_ufunc__ = None
    __array_priority__ = 1000

    def __init__(self, host: np.ndarray[Any, Any]) -> None:
        self._host = host

    # -- what it tells without a transfer --------------------------------------------------------------------------

    @property
    def shape(self) -> tuple[int, ...]:
        return self._host.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        return self._host.dtype

    @property
    def ndim(self) -> int:
        return self._host.ndim

    @property
    def size(self) -> int:
        return self._host.size

    @property
    def nbytes(self) -> int:
        return self._host.nbytes

    @property
    def itemsize(self) -> int:
        return self._host.itemsize

    @property
    def flags(self) -> _Flags:
        return _Flags(self._host.flags)

    def __len__(self) -> int:
        return len(self._host)

    def item(self) -> Any:
        """One number, copied to the host explicitly."""
        return self._host.item()

    # -- what it refuses -------------------------------------------------------------------------------------------

    def _refuse(self, *args: object, **kwargs: object) -> NoReturn:
        raise InvalidTypeError("a device array must not become a host value implicitly; use .item() or copy it out")

    __array__ = _refuse
    __iter__ = _refuse
    __float__ = _refuse
    __int__ = _refuse
    __index__ = _refuse
    __bool__ = _refuse
    __complex__ = _refuse
    __contains__ = _refuse
    tolist = _refuse

    # -- indexing --------------------------------------------------------------------------------------------------

    def __getitem__(self, key: Any) -> StrictArray:
        return StrictArray(np.asarray(self._host[_in(key)]))

    def __setitem__(self, key: Any, value: Any) -> None:
        self._host[_in(key)] = _in(value)

    @property
    def T(self) -> StrictArray:
        return StrictArray(self._host.T)

    @property
    def real(self) -> StrictArray:
        return StrictArray(self._host.real)

    @real.setter
    def real(self, value: Any) -> None:
        self._host.real = _in(value)

    @property
    def imag(self) -> StrictArray:
        return StrictArray(self._host.imag)

    @imag.setter
    def imag(self, value: Any) -> None:
        self._host.imag = _in(value)

    def __repr__(self) -> str:
        return f"<StrictArray {self.dtype}{self.shape}>"


_METHODS = (
    "all any argmax argmin argsort astype clip conj conjugate copy cumprod cumsum dot fill flatten max mean min nonzero "
    "prod ravel repeat reshape round sort squeeze std sum swapaxes take trace transpose var view"
)
_BINARY = "add sub mul truediv floordiv mod pow matmul and or xor lshift rshift"
_COMPARE = "lt le gt ge eq ne"
_UNARY = "neg pos abs invert"


def _method(name: str) -> Callable[..., Any]:
    def method(self: StrictArray, *args: Any, **kwargs: Any) -> Any:
        return _out(getattr(self._host, name)(*_in(args), **_in(kwargs)))

    method.__name__ = name
    return method


for _name in _METHODS.split():
    setattr(StrictArray, _name, _method(_name))
for _name in _BINARY.split():
    for _form in (f"__{_name}__", f"__r{_name}__", f"__i{_name}__"):
        setattr(StrictArray, _form, _method(_form))
for _name in (*_COMPARE.split(), *_UNARY.split()):
    setattr(StrictArray, f"__{_name}__", _method(f"__{_name}__"))


def _in_place(name: str) -> Callable[..., Any]:
    def method(self: StrictArray, other: Any) -> StrictArray:
        getattr(self._host, name)(_in(other))
        return self

    return method


for _name in "add sub mul truediv floordiv mod pow and or xor lshift rshift".split():  # noqa: SIM905
    setattr(StrictArray, f"__i{_name}__", _in_place(f"__i{_name}__"))
StrictArray.__hash__ = object.__hash__  # type: ignore[method-assign]


class _Ufunc:
    """A function that also has ``at``, as CuPy's ``add`` has."""

    def __init__(self, name: str) -> None:
        self._ufunc = getattr(np, name)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return _out(self._ufunc(*_in(args), **_in(kwargs)))

    def at(self, target: StrictArray, indices: Any, values: Any) -> None:
        self._ufunc.at(target._host, _in(indices), _in(values))


class StrictModule:
    """The array module: what a kernel sees as ``xp``."""

    ndarray = StrictArray
    add = _Ufunc("add")
    maximum = _Ufunc("maximum")
    minimum = _Ufunc("minimum")

    def __getattr__(self, name: str) -> Any:
        if name in CONSTANTS:
            return getattr(np, name)
        if name not in FUNCTIONS:
            raise AttributeError(f"the stand-in array module has no '{name}': CuPy may not have it either", name=name)
        function = getattr(np, name)
        explicit = name in _EXPLICIT

        def call(*args: Any, **kwargs: Any) -> Any:
            if explicit and args and isinstance(args[0], np.ndarray):
                return to_device(function(*args, **kwargs))
            return _out(function(*_in(args), **_in(kwargs)))

        call.__name__ = name
        object.__setattr__(self, name, call)
        return call


xp: Final = StrictModule()
