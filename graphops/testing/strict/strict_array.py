"""An array that behaves like one on a GPU, but is in host memory: nothing converts or synchronises implicitly.

Operations that are slow on a device raise errors here: converting an array to a NumPy array, a Python number or a truth
value, iterating over its elements, and mixing it with host arrays.  What is undefined on a device raises an error or
gives wrong values: indices out of range, several values for one element, uninitialised memory.

The explicit ways back are ``x.get()`` and, for a single number, ``x.item()``.  Both are counted.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Final, NoReturn

import numpy as np

from graphops.testing.strict.cupy_loops import check_loops
from graphops.testing.strict.transfers import count_transfers, current_index

HostArray = np.ndarray[Any, Any]


def refuse(what: str, instead: str) -> NoReturn:
    """Raise the error of a conversion that would be hidden.

    Raises:
        TypeError: saying what to write.
    """
    raise TypeError(f"{what}, which would wait for the device and copy without saying so; {instead}")


class Place:
    """Where the numbers of strict arrays are, and how functions of them are done: at once, by NumPy, in memory of its.

    An emulated device has a place of its own, which knows streams and when work is queued.

    Attributes:
        name: the type of device, for errors.
    """

    name: str = "STANDIN"

    def current_index(self) -> int:
        """The device on which this thread makes new arrays."""
        return current_index()

    def evaluate(
        self,
        what: str,
        function: Callable[..., Any],
        args: Sequence[Any],
        keywords: Mapping[str, Any],
        index: int,
        writes: Sequence[Any] = (),
    ) -> Any:
        """``function``, one of NumPy's, of strict arrays and numbers; its results are strict arrays, too.

        Args:
            what: names the place in errors.
            index: the device that arrays must be on, and results will be on.
            writes: those of the arguments that it writes to.
        """
        host_args = [unwrap(value, what, index) for value in args]
        host_keywords = {key: unwrap(value, what, index) for key, value in keywords.items()}
        return rewrap(function(*host_args, **host_keywords), index)


HERE: Final = Place()


class StrictFlags:
    """The flags that device arrays have; there is no ``writeable``."""

    __slots__ = ("c_contiguous", "f_contiguous", "owndata")

    def __init__(self, host: HostArray) -> None:
        self.c_contiguous = host.flags.c_contiguous
        self.f_contiguous = host.flags.f_contiguous
        self.owndata = host.flags.owndata


class StrictArray:
    """A device array of the stand-in.

    Attributes:
        _host: where its numbers are; of no concern to kernels.
        index: the device that it lives on.
    """

    __slots__ = ("_host", "index")
    __array_ufunc__ = None  # NumPy arrays and scalars leave the operators to us, and np.exp(x) raises
    __hash__ = None  # type: ignore[assignment]

    _host: HostArray
    index: int
    place: ClassVar[Place] = HERE

    def __init__(self) -> None:
        raise TypeError("a StrictArray must be made by the stand-in device or its array module, not directly")

    # -- what can be known without looking at the numbers ------------------------------------------------------------

    @property
    def shape(self) -> tuple[int, ...]:
        shape: tuple[int, ...] = self._host.shape
        return shape

    @property
    def dtype(self) -> np.dtype[Any]:
        dtype: np.dtype[Any] = self._host.dtype
        return dtype

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
    def strides(self) -> tuple[int, ...]:
        return self._host.strides

    @property
    def flags(self) -> StrictFlags:
        return StrictFlags(self._host)

    def __len__(self) -> int:
        return len(self._host)

    def __repr__(self) -> str:
        return f"<StrictArray {self.dtype}{self.shape} on STANDIN:{self.index}>"

    # -- explicit ways back ------------------------------------------------------------------------------------------

    def get(self) -> HostArray:
        """A host copy, counted."""
        count_transfers(copied_out=1)
        return self._host.copy()

    def item(self) -> Any:
        """The number of an array of one, counted."""
        count_transfers(items=1)
        return self._host.item()

    # -- hidden ways back, refused -----------------------------------------------------------------------------------

    def __array__(self, *_args: Any, **_keywords: Any) -> NoReturn:
        refuse("a device array must not become a NumPy array by itself", "use self.xp, or x.get()")

    def __array_function__(self, function: Any, *_args: Any) -> NoReturn:
        name = getattr(function, "__name__", "...")
        refuse(f"np.{name} must not be given a device array", f"use self.xp.{name}")

    def __bool__(self) -> NoReturn:
        refuse("a device array must not be used as a truth value", "use x.item(), or decide by shapes")

    def __int__(self) -> NoReturn:
        refuse("int() must not be given a device array", "use x.item()")

    def __index__(self) -> NoReturn:
        refuse("a device array must not be used as an index of Python", "use x.item(), or declare a host input")

    def __float__(self) -> NoReturn:
        refuse("float() must not be given a device array", "use x.item()")

    def __complex__(self) -> NoReturn:
        refuse("complex() must not be given a device array", "use x.item()")

    def __iter__(self) -> NoReturn:
        refuse("a device array must not be iterated over", "write it without a loop over elements, or index it")

    def __contains__(self, _item: object) -> NoReturn:
        refuse("'in' must not be asked of a device array", "use self.xp.any(x == item)")

    def tolist(self) -> NoReturn:
        refuse("tolist() must not be called on a device array", "use x.get()")

    def tobytes(self) -> NoReturn:
        refuse("tobytes() must not be called on a device array", "use x.get()")

    # -- indexing ----------------------------------------------------------------------------------------------------

    def __getitem__(self, key: Any) -> StrictArray:
        function = _get_by_array if _by_array(key) else operator.getitem
        result: StrictArray = self.place.evaluate("an index", function, (self, key), {}, self.index)
        return result

    def __setitem__(self, key: Any, value: Any) -> None:
        function = _set_by_array if _by_array(key) else operator.setitem
        self.place.evaluate("an assignment", function, (self, key, value), {}, self.index, writes=(self,))

    # -- views of complex numbers ------------------------------------------------------------------------------------

    @property
    def T(self) -> StrictArray:
        result: StrictArray = self.place.evaluate("T", operator.attrgetter("T"), (self,), {}, self.index)
        return result

    @property
    def real(self) -> StrictArray:
        result: StrictArray = self.place.evaluate("real", operator.attrgetter("real"), (self,), {}, self.index)
        return result

    @real.setter
    def real(self, value: Any) -> None:
        self.place.evaluate("an assignment to real", _set_real, (self, value), {}, self.index, writes=(self,))

    @property
    def imag(self) -> StrictArray:
        result: StrictArray = self.place.evaluate("imag", operator.attrgetter("imag"), (self,), {}, self.index)
        return result

    @imag.setter
    def imag(self, value: Any) -> None:
        self.place.evaluate("an assignment to imag", _set_imag, (self, value), {}, self.index, writes=(self,))


def _set_real(host: HostArray, value: Any) -> None:
    host.real = value


def _set_imag(host: HostArray, value: Any) -> None:
    host.imag = value


def wrap(host: Any, index: int) -> StrictArray:
    """A StrictArray around ``host``, an array or a NumPy scalar (which becomes an array of rank 0)."""
    host = np.asarray(host)
    check_dtype(host.dtype)
    array = StrictArray.__new__(StrictArray)
    array._host = host  # noqa: SLF001 - made here
    array.index = index
    return array


def check_dtype(dtype: np.dtype[Any]) -> None:
    """Refuse what no device memory holds.

    Raises:
        TypeError: objects, texts, dates, records.
    """
    if dtype.kind in "OSUMm" or dtype.names is not None:
        raise TypeError(f"a device array must hold numbers or booleans, got dtype {dtype}; strings stay on the host")


def unwrap(value: Any, what: str, index: int | None) -> Any:
    """``value`` for NumPy: the numbers of StrictArrays, also within lists and tuples; everything else as it is.

    Args:
        what: names the place in errors.
        index: the device that StrictArrays must be on; ``None`` for any.

    Raises:
        TypeError: a NumPy array.
        ValueError: an array of another device.
    """
    if isinstance(value, StrictArray):
        if index is not None and value.index != index:
            name = value.place.name
            raise ValueError(f"{what} must have arrays of one device, got {name}:{index} and {name}:{value.index}")
        return value._host  # noqa: SLF001 - of the class above
    if isinstance(value, np.ndarray):
        raise TypeError(
            f"{what} must not mix a device array with a NumPy array of {value.dtype}{value.shape}; "
            "bring it in with self.xp.asarray, or keep both on the host"
        )
    if isinstance(value, (list, tuple)):
        return type(value)([unwrap(item, what, index) for item in value])
    return value


def device_of(*values: Any) -> int | None:
    """The device of the first StrictArray among ``values``, also within lists and tuples; ``None`` without any."""
    for value in values:
        found = device_of(*value) if isinstance(value, (list, tuple)) else getattr(value, "index", None)
        if found is not None and isinstance(value, (StrictArray, list, tuple)):
            return int(found)
    return None


def _by_array(key: Any) -> bool:
    """Whether arrays are in an index.

    Raises:
        TypeError: host arrays, lists, or a slice that is not made of integers.
    """
    by_array = False
    for part in key if isinstance(key, tuple) else (key,):
        if isinstance(part, StrictArray):
            by_array = True
        elif isinstance(part, (np.ndarray, list)):
            refuse(f"an index must not hold a {type(part).__name__}", "use slices, integers or device arrays")
        elif isinstance(part, slice):
            for end in (part.start, part.stop, part.step):
                if end is not None and not isinstance(end, (int, np.integer)):
                    refuse(f"a slice must be made of integers, got {type(end).__name__}", "use host numbers")
    return by_array


def _get_by_array(host: HostArray, key: Any) -> Any:
    with _places_inside(True):
        return host[key]


def _set_by_array(host: HostArray, key: Any, value: Any) -> None:
    with _places_inside(True):
        if isinstance(value, np.ndarray) and value.size > 1:
            _refuse_repeated_places(host, key)
        host[key] = value


@contextmanager
def _places_inside(by_array: bool) -> Iterator[None]:
    """Turn NumPy's IndexError for arrays of places into one that no kernel catches: devices wrap around silently."""
    try:
        yield
    except IndexError as error:
        if by_array:
            raise RuntimeError(f"places outside an array must be found before they are used: {error}") from None
        raise


def places_inside() -> Any:
    """The check of :meth:`StrictArray.__getitem__`, for functions that take places."""
    return _places_inside(True)


def _refuse_repeated_places(host: HostArray, key: Any) -> None:
    """Refuse to assign several values to one place: on a device any of them may win."""
    parts = key if isinstance(key, tuple) else (key,)
    if all(part.dtype.kind == "b" for part in parts if isinstance(part, np.ndarray)):
        return
    touched = np.arange(host.size).reshape(host.shape)[key]
    if np.unique(touched).size != touched.size:
        raise RuntimeError("places that are assigned to must differ: on a device any of their values may win")


# The element-wise functions of operators, where the names differ.
_FUNCTIONS = {
    "sub": "subtract", "mul": "multiply", "truediv": "true_divide", "floordiv": "floor_divide", "mod": "remainder",
    "pow": "power", "and_": "bitwise_and", "or_": "bitwise_or", "xor": "bitwise_xor", "lshift": "left_shift",
    "rshift": "right_shift", "lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal", "eq": "equal",
    "ne": "not_equal", "neg": "negative", "pos": "positive", "abs": "absolute",
}  # fmt: skip


def _with_loop(function: Callable[..., Any]) -> Callable[..., Any]:
    """An operator of NumPy's arrays that is refused where CuPy has no loop for it."""
    ufunc = _FUNCTIONS.get(function.__name__, function.__name__)

    def computed(*operands: Any) -> Any:
        result = function(*operands)
        check_loops(ufunc, operands, result)
        return result

    computed.__name__ = ufunc
    return computed


def _operator(function: Callable[[Any, Any], Any], in_place_function: Any = None) -> tuple[Any, Any, Any]:
    """The methods for ``x + y``, ``y + x`` and ``x += y``."""
    computed = _with_loop(function)

    def forward(self: StrictArray, other: Any) -> Any:
        if isinstance(other, (list, tuple)):
            raise TypeError(f"an operand must be an array or a number, got a {type(other).__name__}")
        return self.place.evaluate("an operator", computed, (self, other), {}, self.index)

    def backward(self: StrictArray, other: Any) -> Any:
        return self.place.evaluate("an operator", computed, (other, self), {}, self.index)

    def in_place(self: StrictArray, other: Any) -> Any:
        self.place.evaluate("an operator", in_place_function, (self, other), {}, self.index, writes=(self,))
        return self

    return forward, backward, in_place


def _unary(function: Callable[[Any], Any]) -> Callable[[StrictArray], StrictArray]:
    computed = _with_loop(function)
    return lambda self: self.place.evaluate("an operator", computed, (self,), {}, self.index)


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and_", "or_", "xor", "lshift", "rshift"):
    _stem = _name.strip("_")
    _in_place_function = getattr(operator, f"i{_stem}")
    _forward, _backward, _in_place = _operator(getattr(operator, _name), _in_place_function)
    setattr(StrictArray, f"__{_stem}__", _forward)
    setattr(StrictArray, f"__r{_stem}__", _backward)
    setattr(StrictArray, f"__i{_stem}__", _in_place)
_forward, _backward, _in_place = _operator(operator.matmul)
setattr(StrictArray, "__matmul__", _forward)  # noqa: B010 - a type checker knows no such method
setattr(StrictArray, "__rmatmul__", _backward)  # noqa: B010
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(StrictArray, f"__{_name}__", _operator(getattr(operator, _name))[0])
for _name in ("neg", "pos", "abs", "invert"):
    setattr(StrictArray, f"__{_name}__", _unary(getattr(operator, _name)))

# Methods as device arrays have them, with the keywords that they take there.
_METHODS: dict[str, str] = {
    "all": "axis out keepdims",
    "any": "axis out keepdims",
    "argmax": "axis dtype out keepdims",
    "argmin": "axis dtype out keepdims",
    "argpartition": "kth axis",
    "argsort": "axis kind",
    "astype": "dtype order copy",
    "choose": "choices out mode",
    "clip": "min max out",
    "compress": "condition axis out",
    "conj": "",
    "conjugate": "",
    "copy": "order",
    "cumprod": "axis dtype out",
    "cumsum": "axis dtype out",
    "diagonal": "offset axis1 axis2",
    "dot": "b out",
    "fill": "value",
    "flatten": "order",
    "max": "axis out keepdims",
    "mean": "axis dtype out keepdims",
    "min": "axis out keepdims",
    "nonzero": "",
    "partition": "kth axis",
    "prod": "axis dtype out keepdims",
    "put": "indices values mode",
    "ravel": "order",
    "repeat": "repeats axis",
    "reshape": "order",
    "round": "decimals out",
    "searchsorted": "v side sorter",
    "sort": "axis kind",
    "squeeze": "axis",
    "std": "axis dtype out ddof keepdims",
    "sum": "axis dtype out keepdims",
    "swapaxes": "axis1 axis2",
    "take": "indices axis out",
    "trace": "offset axis1 axis2 dtype out",
    "transpose": "",
    "var": "axis dtype out ddof keepdims",
    "view": "dtype",
}


_WRITE_TO_SELF: Final = frozenset({"fill", "partition", "put", "sort"})


def _method(name: str, keywords: frozenset[str]) -> Callable[..., Any]:
    def function(host: HostArray, *args: Any, **given: Any) -> Any:
        with _places_inside(name in ("take", "put", "choose")):
            return getattr(host, name)(*args, **given)

    function.__name__ = name

    def method(self: StrictArray, *args: Any, **given: Any) -> Any:
        unknown = given.keys() - keywords
        if unknown:
            raise TypeError(f"{name}() of a device array must not be given {', '.join(sorted(unknown))}")
        check_kind(name, given)
        writes = [self] if name in _WRITE_TO_SELF else [given["out"]] if given.get("out") is not None else []
        return self.place.evaluate(f"{name}()", function, (self, *args), given, self.index, writes=writes)

    method.__name__ = name
    return method


def check_kind(name: str, given: dict[str, Any]) -> None:
    """Refuse sorting algorithms that devices do not offer.

    Raises:
        TypeError: another ``kind`` than None or ``"stable"``.
    """
    if name in ("sort", "argsort") and given.get("kind") not in (None, "stable"):
        raise TypeError(f"kind of {name}() must be None or 'stable', got {given['kind']!r}")


def rewrap(result: Any, index: int) -> Any:
    """What NumPy answered, with device arrays for its arrays and scalars."""
    if isinstance(result, (np.ndarray, np.generic)):
        return wrap(result, index)
    if isinstance(result, (list, tuple)):
        items = [rewrap(item, index) for item in result]
        return type(result)(*items) if hasattr(result, "_fields") else type(result)(items)
    return result


for _name, _keywords in _METHODS.items():
    setattr(StrictArray, _name, _method(_name, frozenset(_keywords.split())))
