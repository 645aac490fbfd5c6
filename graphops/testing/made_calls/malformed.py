"""Faults that make a valid call invalid, for :func:`graphops.testing.strategies.spoilt`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from graphops.testing.cases import OpCase
from graphops_registry.op_def import lookup_op

HostArray = np.ndarray[Any, Any]
Fault = Callable[[DrawFn, OpCase], OpCase]


_MOST_RANK: Final = 64 if np.lib.NumpyVersion(np.__version__) >= "2.0.0" else 32  # of NumPy's arrays


def _endless() -> list[Any]:
    """A list that is its own only element."""
    found: list[Any] = []
    found.append(found)
    return found


def _deep(levels: int) -> list[Any]:
    found: list[Any] = [1.0]
    for _ in range(levels):
        found = [found]
    return found


# What no tensor is, or hardly one. Made anew for each call: a kernel might change them.
_STRANGE: Final[tuple[Callable[[], Any], ...]] = (
    lambda: None,
    lambda: "text",
    lambda: "\ud800",
    lambda: [["a", "\udfff"]],
    lambda: b"\xff",
    lambda: [[1.0], [1.0, 2.0]],
    lambda: [1, "a", None],
    _endless,
    lambda: _deep(40),
    lambda: _deep(2000),
    dict,
    lambda: {"a": 1},
    object,
    lambda: lambda: 1,
    lambda: 2**70,
    lambda: -(2**63) - 1,
    lambda: 1.5,
    lambda: float("nan"),
    lambda: 1j,
    lambda: True,
    list,
    lambda: [[]],
    lambda: (),
    lambda: np.datetime64("2020-01-01"),
    lambda: np.array(["a", "bc"]),
    lambda: np.array([object(), None], dtype=object),
    lambda: np.array([b"a", 1], dtype=object),
    lambda: np.zeros(2, dtype=[("x", "i4")]),
    lambda: np.zeros((2, 3), np.longdouble),
    lambda: np.ma.masked_array([1.0, 2.0], [True, False]),
    lambda: np.zeros((2, 3), ">f4"),
    lambda: np.zeros((1,) * _MOST_RANK, np.float32),
    lambda: memoryview(b"abc"),
    lambda: range(3),
    lambda: {1, 2},
    lambda: np.float32(1),
    lambda: np.zeros((0, 2**31), np.float32),
)
_STRANGE_ATTRS: Final[tuple[Callable[[], Any], ...]] = (
    *_STRANGE[:23],
    lambda: "",
    lambda: "same",
    lambda: "a\0b",
    lambda: "x" * 10_000,
    lambda: "\ud800",
    lambda: 0,
    lambda: -1,
    lambda: 2**31,
    lambda: 2**63 - 1,
    lambda: -(2**63),
    lambda: [0],
    lambda: [1] * 100,
    lambda: [2**31] * 4,
    lambda: [1, None],
    lambda: ["a", 1],
    lambda: "float32_ref",
    lambda: "qint8",
    lambda: "resource",
    lambda: 101,
    lambda: np.array([1, 2]),
    lambda: [[1, 2], [3]],
    lambda: [-1, None],
)
_NUMBERS: Final = (0, -1, 1, 2**31 - 1, 2**31, -(2**31), 2**62, 2**63 - 1, -(2**63), 7)


def _pick(draw: DrawFn, made: tuple[Callable[[], Any], ...]) -> Any:
    return draw(st.sampled_from(made))()


def _missing(draw: DrawFn, case: OpCase) -> OpCase:
    name = draw(st.sampled_from([*case.inputs, *case.attrs]))
    return OpCase(case.op, _without(case.inputs, name), _without(case.attrs, name))


def _without(values: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in values.items() if key != name}


def _unknown(draw: DrawFn, case: OpCase) -> OpCase:
    name = draw(st.sampled_from(("bogus", "_internal", "T", "input", "axis", "self", "op", "arguments")))
    return OpCase(case.op, case.inputs, {**case.attrs, name: _pick(draw, _STRANGE_ATTRS)})


def _strange(draw: DrawFn, case: OpCase) -> OpCase:
    return _with_input(draw, case, lambda _: _pick(draw, _STRANGE))


def _with_input(draw: DrawFn, case: OpCase, change: Callable[[Any], Any]) -> OpCase:
    """One input is another; of a list now and then only an element."""
    name = draw(st.sampled_from(sorted(case.inputs)))
    value = case.inputs[name]
    if isinstance(value, list) and value and draw(st.integers(0, 3)):
        place = draw(st.integers(0, len(value) - 1))
        changed: Any = [change(item) if index == place else item for index, item in enumerate(value)]
    else:
        changed = change(value)
    return OpCase(case.op, {**case.inputs, name: changed}, case.attrs)


def _dtype(draw: DrawFn, case: OpCase) -> OpCase:
    kinds = (
        "float32",
        "float64",
        "float16",
        "int32",
        "int64",
        "int8",
        "uint8",
        "uint64",
        "bool",
        "complex64",
        "O",
        "S1",
    )
    kind = draw(st.sampled_from(kinds))

    def change(value: Any) -> Any:
        if not isinstance(value, np.ndarray):
            return value
        if kind in ("O", "S1"):
            return np.full(value.shape, b"x", kind)
        try:
            with np.errstate(all="ignore"):
                return np.asarray(value.real if value.dtype.kind == "c" and kind != "complex64" else value).astype(kind)
        except (TypeError, ValueError, OverflowError):  # texts, and Python's integers
            return np.ones(value.shape, kind)

    return _with_input(draw, case, change)


def _rank(draw: DrawFn, case: OpCase) -> OpCase:
    how = draw(st.integers(0, 4))

    def change(value: Any) -> Any:
        if not isinstance(value, np.ndarray) or value.ndim >= _MOST_RANK - 1:
            return value
        if how == 0:
            return value[None]
        if how == 1:
            return np.array(value[0]) if value.ndim and value.shape[0] else value[None, None]
        if how == 2:
            return value.reshape(-1)
        if how == 3:
            return value.reshape(value.shape + (1,) * max(min(33, _MOST_RANK) - value.ndim, 0))
        return np.zeros((), value.dtype) if value.dtype.kind != "O" else np.array(b"", object)

    return _with_input(draw, case, change)


def _size(draw: DrawFn, case: OpCase) -> OpCase:
    new = draw(st.sampled_from((0, 1, 2, 3, 7, 100)))
    where = draw(st.integers(0, 7))

    def change(value: Any) -> Any:
        if not isinstance(value, np.ndarray) or not value.ndim or value.size > 10_000:
            return value
        axis = where % value.ndim
        shape = tuple(new if index == axis else size for index, size in enumerate(value.shape))
        if value.size:
            return np.resize(value, shape)
        return np.full(shape, b"" if value.dtype.kind == "O" else 1).astype(value.dtype)

    return _with_input(draw, case, change)


def _number(draw: DrawFn, case: OpCase) -> OpCase:
    """One element of an integer array is another, negative or huge."""
    number, where = draw(st.sampled_from(_NUMBERS)), draw(st.integers(0, 20))

    def change(value: Any) -> Any:
        if not isinstance(value, np.ndarray) or value.dtype.kind not in "iu" or not value.size:
            return value
        info = np.iinfo(value.dtype)
        changed = value.copy()
        changed.reshape(-1)[where % value.size] = min(max(number, int(info.min)), int(info.max))
        return changed

    integers = [n for n, v in case.inputs.items() if isinstance(v, np.ndarray) and v.dtype.kind in "iu" and v.size]
    if not integers:
        return _attr_number(draw, case)
    name = draw(st.sampled_from(integers))
    return OpCase(case.op, {**case.inputs, name: change(case.inputs[name])}, case.attrs)


def _attr(draw: DrawFn, case: OpCase) -> OpCase:
    names = [attr.name for attr in lookup_op(case.op).op_def.attrs]
    if not names:
        return _unknown(draw, case)
    return OpCase(case.op, case.inputs, {**case.attrs, draw(st.sampled_from(names)): _pick(draw, _STRANGE_ATTRS)})


def _attr_number(draw: DrawFn, case: OpCase) -> OpCase:
    """One number of an attr is another, or a list of them has another length."""
    numbers = [
        name
        for name, value in case.attrs.items()
        if isinstance(value, (int, float, list, tuple)) and not isinstance(value, bool)
    ]
    if not numbers:
        return _attr(draw, case)
    name = draw(st.sampled_from(numbers))
    value, number = case.attrs[name], draw(st.sampled_from(_NUMBERS))
    if isinstance(value, (list, tuple)):
        how, where = draw(st.integers(0, 4)), draw(st.integers(0, 7))
        changed = list(value)
        if how == 0 or not changed:
            changed = changed[1:] if changed else [number]
        elif how == 1:
            changed.append(changed[-1])
        else:
            changed[where % len(changed)] = number
        return OpCase(case.op, case.inputs, {**case.attrs, name: changed})
    return OpCase(case.op, case.inputs, {**case.attrs, name: number})


def _list(draw: DrawFn, case: OpCase) -> OpCase:
    """A list where one tensor belongs, or one tensor where a list does, or a list of another length."""
    name = draw(st.sampled_from(sorted(case.inputs)))
    value = case.inputs[name]
    how = draw(st.integers(0, 3))
    if isinstance(value, list):
        changed: Any = value[0] if how == 0 and value else [] if how == 1 else value[1:] if how == 2 else value + value
    else:
        changed = [value] if how < 2 else [value, value] if how == 2 else [[value]]
    return OpCase(case.op, {**case.inputs, name: changed}, case.attrs)


_FAULTS: Final[tuple[Fault, ...]] = (
    _missing,
    _unknown,
    _strange,
    _dtype,
    _rank,
    _size,
    _number,
    _attr_number,
    _attr,
    _list,
)
_NEED_INPUTS: Final = frozenset({_strange, _dtype, _rank, _size, _list})


@st.composite
def spoilt_call(draw: DrawFn, good: SearchStrategy[OpCase]) -> OpCase:
    """A call of ``good`` with one thing wrong; two now and then."""
    case = draw(good)
    for _ in range(1 if draw(st.integers(0, 5)) else 2):
        faults: tuple[Fault, ...] = _FAULTS
        if not case.inputs:
            faults = tuple(fault for fault in faults if fault not in _NEED_INPUTS)
        if not case.inputs and not case.attrs:
            faults = (_unknown,)
        case = draw(st.sampled_from(faults))(draw, case)
    return case
