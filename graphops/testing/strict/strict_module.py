"""The array module of the stand-in: the functions that NumPy and CuPy share, on :class:`StrictArray`.

Functions and keywords that CuPy does not have are missing here, so that a plain kernel that runs on the stand-in
needs nothing that a GPU lacks.  The names are those of CuPy 14 that kernels may use.
"""

from __future__ import annotations

import types
from typing import Any, NoReturn

import numpy as np

from graphops.testing.strict.cupy_calls import check_call
from graphops.testing.strict.cupy_loops import check_loops
from graphops.testing.strict.strict_array import (
    HERE,
    HostArray,
    Place,
    StrictArray,
    check_dtype,
    check_kind,
    device_of,
    places_inside,
    refuse,
    unwrap,
    wrap,
)
from graphops.testing.strict.transfers import count_transfers, current_index

# Element-wise functions; those of NumPy that are ufuncs are ufuncs here.
_UFUNCS = """
    abs absolute add arccos arccosh arcsin arcsinh arctan arctan2 arctanh bitwise_and bitwise_not bitwise_or
    bitwise_xor cbrt ceil conj conjugate copysign cos cosh deg2rad degrees divide divmod equal exp exp2 expm1 fabs
    float_power floor floor_divide fmax fmin fmod frexp gcd greater greater_equal heaviside hypot invert isfinite isinf
    isnan lcm ldexp left_shift less less_equal log log10 log1p log2 logaddexp logaddexp2 logical_and logical_not
    logical_or logical_xor matmul maximum minimum mod modf multiply negative nextafter not_equal positive power rad2deg
    radians reciprocal remainder right_shift rint sign signbit sin sinh sqrt square subtract tan tanh true_divide trunc
"""
_FUNCTIONS = """
    all allclose amax amin angle any append apply_along_axis arange argmax argmin argpartition argsort argwhere around
    array_equal array_split ascontiguousarray asfortranarray atleast_1d atleast_2d atleast_3d average bincount
    broadcast_arrays broadcast_to choose clip column_stack compress concatenate convolve copy copyto correlate
    count_nonzero cov cross cumprod cumsum delete diag diag_indices diagflat diagonal diff digitize dot dsplit dstack
    ediff1d einsum empty empty_like expand_dims extract eye fill_diagonal fix flatnonzero flip fliplr flipud full
    full_like histogram hsplit hstack i0 identity imag indices inner interp intersect1d isclose iscomplex iscomplexobj
    isin isneginf isposinf isreal isrealobj kron lexsort linspace logspace max may_share_memory mean median meshgrid
    min moveaxis nan_to_num nanargmax nanargmin nancumprod nancumsum nanmax nanmean nanmin nanprod nanstd nansum nanvar
    nonzero ones ones_like outer packbits pad partition percentile place prod ptp put put_along_axis putmask quantile
    ravel ravel_multi_index real repeat reshape resize roll rollaxis rot90 round searchsorted select setdiff1d setxor1d
    shares_memory sinc sort split squeeze stack std sum swapaxes take take_along_axis tensordot tile trace transpose
    tri tril tril_indices triu triu_indices trim_zeros union1d unique unpackbits unravel_index unwrap vander var vdot
    vsplit vstack where zeros zeros_like
"""
_SHARED = """
    bool_ byte can_cast complex128 complex64 complexfloating csingle double dtype e euler_gamma
    finfo float16 float32 float64 floating generic half iinfo inexact inf int16 int32 int64 int8 int_ intc integer intp
    issubdtype isscalar longlong min_scalar_type nan newaxis number pi promote_types short signedinteger single ubyte
    uint uint16 uint32 uint64 uint8 uintc uintp ulonglong unsignedinteger ushort
"""  # types and numbers, the same in both
_LINALG = "cholesky det eigh eigvalsh inv lstsq matrix_power matrix_rank norm pinv qr slogdet solve svd tensorinv"
_FFT = (
    "fft fft2 fftfreq fftn fftshift hfft ifft ifft2 ifftn ifftshift ihfft irfft irfft2 irfftn rfft rfft2 rfftfreq rfftn"
)

_AT = {
    "add": "int32 uint32 uint64 float16 float32 float64",
    "subtract": "int32 uint32",
    "maximum": "int32 uint32 uint64 float32 float64",
    "minimum": "int32 uint32 uint64 float32 float64",
    "bitwise_and": "int32 int64 uint32 uint64",
    "bitwise_or": "int32 int64 uint32 uint64",
    "bitwise_xor": "int32 int64 uint32 uint64",
}  # what ``ufunc.at`` can do atomically
_REDUCES = {"reduce": {"add", "multiply"}, "accumulate": {"add", "multiply"}, "reduceat": {"add"}}
_REFUSED_KEYWORDS = {"where", "initial", "subok", "like", "signature", "extobj"}
_UNINITIALISED = {"empty", "empty_like"}
_WRITE_TO_FIRST = {"copyto", "fill_diagonal", "place", "put", "put_along_axis", "putmask"}
_TAKE_PLACES = {"take", "take_along_axis", "put", "put_along_axis", "choose", "unravel_index"}


class StrictFunction:
    """A function of the module."""

    def __init__(self, name: str, function: Any, place: Place = HERE) -> None:
        self.__name__ = name
        self._function = function
        self._place = place

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        """The function on device arrays and numbers; new arrays are on the device of its arrays, else the current one.

        Raises:
            TypeError: a NumPy array, or a keyword that CuPy does not take.
            ValueError: arrays of several devices.
        """
        name = self.__name__
        refused = _REFUSED_KEYWORDS & keywords.keys()
        if refused and name != "copyto":
            raise TypeError(f"{name}() must not be given {', '.join(sorted(refused))}: CuPy does not take it")
        check_kind(name, keywords)
        check_call(name, args, keywords)
        index = device_of(*args, *keywords.values())
        if index is None:
            index = self._place.current_index()
        out = keywords.get("out")
        writes = args[:1] if name in _WRITE_TO_FIRST else () if out is None else (out,)
        result = self._place.evaluate(f"{name}()", self._on_host, args, keywords, index, writes=writes)
        return result if out is None else out

    def _on_host(self, *args: Any, **keywords: Any) -> Any:
        """The function on NumPy arrays, with results that a device would give."""
        name = self.__name__
        if name in _TAKE_PLACES:
            with places_inside():
                result = self._function(*args, **keywords)
        else:
            result = self._function(*args, **keywords)
        if len(args) == 3 or name not in ("where", "clip"):
            operands = args if name in ("where", "clip") else args[: getattr(self._function, "nin", 0)]
            check_loops(name, operands, result)
        if isinstance(result, bool) and name not in ("may_share_memory", "shares_memory", "isrealobj", "iscomplexobj"):
            result = np.bool_(result)
        if name in _UNINITIALISED:
            spoil(result)
        return result

    def __repr__(self) -> str:
        return f"<function {self.__name__} of the stand-in>"


class StrictUfunc(StrictFunction):
    """A ufunc; its methods exist where CuPy's do."""

    def at(self, a: StrictArray, indices: Any, b: Any = None) -> None:
        """Apply to ``a`` at ``indices``, repeated ones each time.

        Raises:
            NotImplementedError: CuPy has no such method for this function.
            TypeError: nor for this dtype.
        """
        allowed = _AT.get(self.__name__)
        if allowed is None:
            raise NotImplementedError(f"{self.__name__}.at must be one of {', '.join(_AT)}: CuPy has no others")
        if a.dtype.name not in allowed.split():
            raise TypeError(f"{self.__name__}.at must be given one of {allowed}, got {a.dtype}: CuPy has no others")
        what = f"{self.__name__}.at"
        self._place.evaluate(what, self._at_on_host, (a, indices, b), {}, a.index, writes=(a,))

    def _at_on_host(self, *args: Any) -> None:
        with places_inside():
            self._function.at(*args)

    def outer(self, a: Any, b: Any, **keywords: Any) -> Any:
        """All pairs."""
        return StrictFunction(f"{self.__name__}.outer", self._function.outer, self._place)(a, b, **keywords)

    def reduce(self, *args: Any, **keywords: Any) -> Any:
        return self._reduction("reduce", *args, **keywords)

    def accumulate(self, *args: Any, **keywords: Any) -> Any:
        return self._reduction("accumulate", *args, **keywords)

    def reduceat(self, *args: Any, **keywords: Any) -> Any:
        return self._reduction("reduceat", *args, **keywords)

    def _reduction(self, method: str, *args: Any, **keywords: Any) -> Any:
        if self.__name__ not in _REDUCES[method]:
            known = " and ".join(sorted(_REDUCES[method]))
            raise NotImplementedError(f"{method} must be one of {known}, got {self.__name__}: CuPy has no others")
        function = getattr(self._function, method)
        return StrictFunction(f"{self.__name__}.{method}", function, self._place)(*args, **keywords)


def spoil(array: HostArray) -> None:
    """Fill uninitialised memory with unexpected values: NaN, -1 or the largest number, True."""
    if array.dtype.kind in "fciu" or array.dtype.name == "bfloat16":
        array.reshape(-1).view(np.uint8)[...] = 0xFF
    elif array.dtype.kind == "b":
        array[...] = True


class StrictModule:
    """``xp`` of the stand-in."""

    __name__ = "graphops.testing.strict.strict_module"
    ndarray = StrictArray

    def __init__(self, place: Place = HERE) -> None:
        self.linalg = _submodule("linalg", np.linalg, _LINALG, place)
        self.fft = _submodule("fft", np.fft, _FFT, place)
        strides = _submodule("stride_tricks", np.lib.stride_tricks, "as_strided sliding_window_view", place)
        self.lib = types.SimpleNamespace(stride_tricks=strides)

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)
        raise AttributeError(f"the stand-in's array module has no '{name}', because CuPy has none or not the same")

    @staticmethod
    def array(value: Any, dtype: Any = None, copy: bool = True, order: str = "K", ndmin: int = 0) -> StrictArray:
        """A device array from a device array, a host array (a counted copy), numbers or nested lists of them."""
        if isinstance(value, StrictArray):
            host = np.array(unwrap(value, "array()", None), dtype=dtype, copy=copy or None, order=order, ndmin=ndmin)  # type: ignore[call-overload]
            return wrap(host, value.index)
        if device_of(value) is not None:
            refuse("array() must not be given a list of device arrays", "use self.xp.stack")
        host = np.array(value, dtype=dtype, ndmin=ndmin)
        check_dtype(host.dtype)
        count_transfers(copied_in=1)
        return wrap(host, current_index())

    @classmethod
    def asarray(cls, value: Any, dtype: Any = None) -> StrictArray:
        """``value`` itself if it is a device array of this dtype."""
        return cls.array(value, dtype, copy=False)

    @staticmethod
    def asnumpy(value: Any) -> HostArray:
        """A host copy, counted."""
        return value.get() if isinstance(value, StrictArray) else np.asarray(value)

    @staticmethod
    def get_array_module(*values: Any) -> Any:
        """This module if a device array is among ``values``, else NumPy."""
        return XP if device_of(*values) is not None else np

    @staticmethod
    def result_type(*values: Any) -> np.dtype[Any]:
        """NumPy's result type for arrays, numbers and dtypes."""
        return np.result_type(*[v.dtype if isinstance(v, StrictArray) else v for v in values])

    @staticmethod
    def ndim(value: Any) -> int:
        return value.ndim if isinstance(value, StrictArray) else np.ndim(value)

    @staticmethod
    def shape(value: Any) -> tuple[int, ...]:
        return value.shape if isinstance(value, StrictArray) else np.shape(value)

    @staticmethod
    def size(value: Any) -> int:
        return value.size if isinstance(value, StrictArray) else np.size(value)

    def __repr__(self) -> str:
        return "<array module of the stand-in>"


def _submodule(name: str, module: Any, names: str, place: Place) -> types.SimpleNamespace:
    functions = {each: StrictFunction(f"{name}.{each}", getattr(module, each), place) for each in names.split()}
    return types.SimpleNamespace(**functions)


def fill_module(module: type[StrictModule], place: Place) -> None:
    """Add the functions on arrays of ``place``, but for those that this version of NumPy lacks."""
    for names, kind in ((_UFUNCS, StrictUfunc), (_FUNCTIONS, StrictFunction)):
        for name in names.split():
            function = getattr(np, name, None)
            if function is not None:
                setattr(module, name, kind(getattr(function, "__name__", name), function, place))
    for name in _SHARED.split():
        setattr(module, name, getattr(np, name))


fill_module(StrictModule, HERE)
XP = StrictModule()
