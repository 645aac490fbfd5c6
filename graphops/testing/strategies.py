"""Hypothesis strategies that respect an OpDef: dtypes, attrs, arrays, and whole calls of an op.

A property of an op, tested on generated calls::

    from hypothesis import given
    from graphops.testing import opcheck
    from graphops.testing.strategies import calls

    @given(calls("Vendor>Scale", shapes={"x": ("n", 3), "factor": ()}))
    def test_scale(case):
        opcheck(case.op, case.inputs, case.attrs)

Dtypes, allowed values, minimums, lists and defaults are those of the OpDef.  Values are small numbers first, then the
edges: zeros of both signs, NaN, infinities, denormal numbers, the ends of the range.  Arguments that hold integers look
like shapes, axes and indices of the other arguments.  What fails shrinks to small arrays of small numbers.

Needs hypothesis, which is in the extra ``test``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from graphops.plugins.extras import missing_sentence, optional
from graphops.plugins.packages import load_ops
from graphops.testing.cases import OpCase
from graphops_registry.attr import AttrDef
from graphops_registry.dtypes import DType, as_dtype, float32
from graphops_registry.errors import InvalidArgumentError, NotFoundError, must
from graphops_registry.op_def import ArgDef, OpDef, lookup_op

if optional("hypothesis") is None:
    raise NotFoundError(missing_sentence("graphops.testing.strategies", ["hypothesis"], "test"))

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

HostArray = np.ndarray[Any, Any]
Shape = tuple[int, ...]

__all__ = ["arrays", "attrs", "calls", "dtypes", "spoilt"]

# The dtypes of a type attr that allows everything, simplest first.
_COMMON: Final = (
    "float32", "int32", "float64", "int64", "bool", "half", "bfloat16", "int8", "int16", "uint8", "uint16", "uint32",
    "uint64", "complex64", "complex128", "string", "float8_e5m2", "float8_e4m3fn",
)  # fmt: skip
_INDEX: Final = frozenset({"int16", "int32", "int64", "uint16"})
# Shapes that arguments without one share, simplest first; the last have more dimensions than most kernels expect.
_SHAPES: Final[tuple[Shape, ...]] = (
    (2, 3), (), (1,), (3,), (0,), (4, 4), (1, 3), (3, 0), (2, 3, 4), (1, 4, 4, 2), (2, 5, 6, 3), (1, 3, 4, 4, 2),
    (0, 4, 4, 2), (1, 1, 1, 1, 1, 1), (2, 1, 2, 1, 2, 1, 2, 1), (1,) * 32,
)  # fmt: skip
_SIZES: Final = (2, 3, 1, 4, 0, 5)
_TEXTS: Final = (
    b"", b"a", b"Abc 12", "h\u00e9l\u00e8ne \u4e2d".encode(), b"\xff\xfe", b" x  y ", b"1.5", b"-3", b"nan", b"a,b,c",
    b"\x00", b"0" * 300,
)  # fmt: skip
_DRAWN: Final = 8  # elements of an array that differ; larger arrays repeat them


def dtypes(op: str, attr: str) -> SearchStrategy[DType]:
    """The dtypes that the type attr ``attr`` of ``op`` may have, as far as arrays can have them.

    Raises:
        InvalidArgumentError: ``attr`` is no type attr of the op, or allows none that an array has.
        NotFoundError: no such op.
    """
    definition = _op_def(op).attr_by_name.get(attr)
    if definition is None or definition.base_type != "type":
        raise must(f"attr of dtypes('{op}', ...)", op, "be one of its type attrs", repr(attr))
    return st.sampled_from(_array_dtypes(op, definition))


def arrays(dtype: object, shape: Sequence[int], *, finite: bool = False) -> SearchStrategy[HostArray]:
    """New arrays of a dtype and shape.

    Args:
        dtype: what :func:`graphops.as_dtype` takes.
        shape: the sizes; the array has at most eight different elements.
        finite: only moderate numbers: no NaN, no infinities, no ends of the range.

    Raises:
        InvalidArgumentError: a dtype that no array has, or a size that is negative.
    """
    kind, sizes = as_dtype(dtype), tuple(shape)
    if kind.name in ("resource", "variant"):
        raise InvalidArgumentError(f"dtype of arrays() must be one that arrays have, got {kind.name}")
    if any(size < 0 for size in sizes):
        raise InvalidArgumentError(f"shape of arrays() must have sizes >= 0, got {sizes}")
    count = int(np.prod(sizes, dtype=object)) if sizes else 1
    some = min(count, _DRAWN)
    return st.lists(_elements(kind, finite), min_size=some, max_size=some).map(lambda x: _filled(x, kind, sizes))


def attrs(op: str, *, finite: bool = False) -> SearchStrategy[dict[str, Any]]:
    """The attrs that a call of ``op`` gives: all without a default, some of the others.

    Args:
        finite: no numbers from the ends of the range.

    Raises:
        InvalidArgumentError: the op has an attr that names functions: give :func:`calls` its values.
        NotFoundError: no such op.
    """
    op_def = _op_def(op)
    return _attrs(op, op_def, {}, finite)


def calls(
    op: str,
    *,
    shapes: Mapping[str, Any] | None = None,
    attrs: Mapping[str, Any] | None = None,
    dtypes: Sequence[object] | None = None,
    finite: bool = False,
    malformed: bool = False,
) -> SearchStrategy[OpCase]:
    """Calls of ``op`` that its OpDef allows, or such with one thing wrong.

    The OpDef says nothing of shapes and of what values mean, so an op may refuse a call; it must do so with a
    :class:`~graphops.errors.GraphopsError`.

    >>> calls("Vendor>Scale", shapes={"x": ("n", 3), "factor": ()}, attrs={"mode": ["UP", "DOWN"]})  # doctest: +SKIP

    Args:
        shapes: for an input its shape, whose dimensions are sizes or names (the same name is the same size in a call),
            an array to be used as it is, a strategy of either, or a list of these for a list argument; inputs that
            are not named get shapes that go together now and then.
        attrs: for an attr the values to try, or a strategy.
        dtypes: those that type attrs may have, of what the OpDef allows.
        finite: only moderate numbers: no NaN, no infinities, no ends of the range, no empty arrays.
        malformed: spoil each call, see :func:`spoilt`.

    Raises:
        InvalidArgumentError: shapes or attrs for what the op does not have; an input that is a handle and has no
            ``shapes``; an attr that names functions and has no ``attrs``.
        NotFoundError: no such op.
    """
    op_def = _op_def(op)
    shapes, attrs = dict(shapes or {}), dict(attrs or {})
    for what, given, known in (("shapes", shapes, op_def.input_by_name), ("attrs", attrs, op_def.attr_by_name)):
        unknown = sorted(given.keys() - known.keys())
        if unknown:
            raise InvalidArgumentError(f"{what} of calls() must name what op '{op}' has, got {unknown}").concerns(op=op)
    for arg in op_def.inputs:
        if arg.type is not None and arg.type.name in ("resource", "variant") and arg.name not in shapes:
            raise InvalidArgumentError(
                f"shapes of calls() must say what {arg.name} of op '{op}' is: it is a handle"
            ).concerns(op=op, argument=arg.name)
    only = None if dtypes is None else [as_dtype(dtype) for dtype in dtypes]
    made = _call(op, op_def, shapes, _attrs(op, op_def, attrs, finite, only), attrs, only, finite)
    return spoilt(made) if malformed else made


def spoilt(good: SearchStrategy[OpCase]) -> SearchStrategy[OpCase]:
    """The calls of ``good`` with one thing wrong, or strange at least.

    Arguments that are missing, unknown, ``None``, texts, ragged or endless lists; other dtypes, ranks and sizes; sizes
    and indices that are negative or huge; attrs of other types.  Some of these calls are still right.
    """
    from graphops.testing.made_calls.malformed import spoilt_call

    return spoilt_call(good)


# -- attrs


def _op_def(op: str) -> OpDef:
    load_ops()
    return lookup_op(op).op_def


def _array_dtypes(op: str, attr: AttrDef, only: Sequence[DType] | None = None) -> list[DType]:
    """What a type attr may be, float32 first."""
    allowed = [as_dtype(name) for name in _COMMON] if attr.allowed is None else list(attr.allowed)
    found = [d for d in allowed if d.name not in ("resource", "variant") and not d.is_quantized]
    found = [d for d in found or allowed if only is None or d in only]  # quantised ones where there are no others
    if not found:
        raise must(f"attr '{attr.name}'", op, "allow a dtype that arrays have and that is asked for", "none")
    return sorted(dict.fromkeys(found), key=lambda d: d is not float32)


def _attrs(
    op: str, op_def: OpDef, given: Mapping[str, Any], finite: bool, only: Sequence[DType] | None = None
) -> SearchStrategy[dict[str, Any]]:
    required: dict[str, SearchStrategy[Any]] = {}
    optional: dict[str, SearchStrategy[Any]] = {}
    counts = {arg.number_attr for arg in op_def.outputs}  # no node has 2**31 outputs
    for attr in op_def.explicit_attrs:
        if attr.name in given:
            required[attr.name] = _chosen(given[attr.name])
        else:
            values = _attr(op, attr, finite or attr.name in counts, only)
            (optional if attr.has_default else required)[attr.name] = values
    return st.fixed_dictionaries(required, optional=optional)


def _chosen(values: Any) -> SearchStrategy[Any]:
    return values if isinstance(values, SearchStrategy) else st.sampled_from(list(values))


def _attr(op: str, attr: AttrDef, finite: bool, only: Sequence[DType] | None) -> SearchStrategy[Any]:
    """The values of an attr."""
    one = _attr_element(op, attr, finite, only)
    if not attr.is_list:
        return one
    least = attr.minimum or 0
    # As many as images and volumes have dimensions; windows and strides of one in the outer ones are what is meant.
    lengths = sorted({length for length in (least, least + 1, 2, 4, 5) if length >= least})
    some = st.sampled_from(lengths).flatmap(lambda length: st.lists(one, min_size=length, max_size=length))
    if attr.base_type != "int":
        return some
    windows = st.sampled_from([n for n in (4, 5) if n >= least] or [least]).flatmap(
        lambda n: st.tuples(*[st.sampled_from((1, 2, 3)) for _ in range(max(n - 2, 0))]).map(lambda x: [1, *x, 1][:n])
    )
    return windows | some


def _attr_element(op: str, attr: AttrDef, finite: bool, only: Sequence[DType] | None) -> SearchStrategy[Any]:
    kind = attr.base_type
    if kind == "type":
        return st.sampled_from([dtype.name for dtype in _array_dtypes(op, attr, only)])
    if attr.allowed is not None:
        return st.sampled_from(list(attr.allowed))
    if kind == "bool":
        return st.booleans()
    if kind == "int":
        least = attr.minimum if attr.minimum is not None and not attr.is_list else -1
        edges = () if finite else (2**31 - 1, 2**31, 2**63 - 1, -(2**63))
        return st.sampled_from([n for n in (*range(max(least, 0), max(least, 0) + 5), least, *edges) if n >= least])
    if kind == "float":
        return st.sampled_from((0.5, 1.0, 0.0, 2.0, 1e-3) if finite else (
            0.5, 1.0, 0.0, -0.0, -1.0, 2.0, 1e-3, 1e-45, 3e38, np.inf, -np.inf, np.nan))  # fmt: skip
    if kind == "string":
        return st.sampled_from(["", "a", "NHWC", "NCHW", "x y", "\u00e9", "0"])
    if kind == "shape":
        size = st.sampled_from((2, 3, 1, 0, None))
        return st.one_of(st.lists(size, max_size=4), st.none())
    if kind == "tensor":
        return st.sampled_from(_SHAPES[:6]).flatmap(lambda shape: arrays("float32", shape, finite=finite))
    raise must(f"attr '{attr.name}'", op, "be given to calls(): it names functions", "nothing")


# -- arrays


def _elements(dtype: DType, finite: bool) -> SearchStrategy[Any]:
    """Numbers of a dtype: moderate ones first."""
    if dtype.name == "string":
        return st.one_of(st.sampled_from(_TEXTS), st.binary(max_size=6))
    if dtype.is_bool:
        return st.booleans()
    if dtype.is_complex:
        part = _reals("float64" if dtype.name == "complex128" else "float32", finite)
        return st.builds(complex, part, part)
    if dtype.is_floating:
        return _reals(dtype.name, finite)
    import ml_dtypes

    info: Any = ml_dtypes.iinfo(dtype.numpy_dtype)  # type: ignore[no-untyped-call]
    low, high = int(info.min), int(info.max)
    small = st.integers(max(low, -3), min(high, 5))
    return small if finite else st.one_of(small, small, st.sampled_from((low, high, low + 1, high - 1)))


def _reals(name: str, finite: bool) -> SearchStrategy[float]:
    moderate = st.one_of(st.integers(-4, 4).map(float), st.floats(-4, 4, width=16))
    if finite:
        return moderate
    import ml_dtypes

    info: Any = ml_dtypes.finfo(as_dtype(name).numpy_dtype)  # type: ignore[no-untyped-call]
    top, tiny, least = float(info.max), float(info.tiny), float(info.smallest_subnormal)
    infinity, above_one = float("inf"), 1.0 + float(info.eps)
    edges = (0.0, -0.0, float("nan"), infinity, -infinity, top, -top, tiny, least, -least, above_one)
    return st.one_of(moderate, moderate, st.sampled_from(edges))


def _filled(values: Sequence[Any], dtype: DType, shape: Shape) -> HostArray:
    """An array of ``values``, again and again."""
    flat = np.empty(len(values), dtype.numpy_dtype)
    with np.errstate(all="ignore"):
        for index, value in enumerate(values):
            flat[index] = value
    return np.resize(flat, shape) if len(values) else np.zeros(shape, flat.dtype)


# -- calls


@st.composite
def _call(
    draw: DrawFn,
    op: str,
    op_def: OpDef,
    shapes: Mapping[str, Any],
    attr_values: SearchStrategy[dict[str, Any]],
    given: Mapping[str, Any],
    only: Sequence[DType] | None,
    finite: bool,
) -> OpCase:
    own = draw(attr_values)
    settled = _Inferred(draw, op, op_def, own, given, only)
    sizes: dict[str, int] = {}
    # A call whose arguments all have the same shape is the likeliest to mean something.
    usual = draw(st.sampled_from([s for s in _SHAPES[:12] if not finite or 0 not in s] if finite else _SHAPES))
    inputs: dict[str, Any] = {}
    for arg in op_def.inputs:
        types = settled.types(arg, shapes.get(arg.name))
        wanted = shapes.get(arg.name)
        if isinstance(wanted, SearchStrategy):
            wanted = draw(wanted)
        made = []
        for position, dtype in enumerate(types):
            item = wanted[position] if arg.is_list and wanted is not None else wanted
            if isinstance(item, SearchStrategy):
                item = draw(item)
            made.append(_input(draw, op_def, arg, dtype, item, usual, sizes, finite))
        inputs[arg.name] = made if arg.is_list else made[0]
    return OpCase(op, inputs, own)


class _Inferred:
    """The attrs of one call that its inputs determine, drawn when the first input needs them."""

    def __init__(
        self, draw: DrawFn, op: str, op_def: OpDef, own: dict[str, Any], given: Mapping[str, Any],
        only: Sequence[DType] | None,
    ) -> None:  # fmt: skip
        self.draw, self.op, self.op_def, self.given, self.only = draw, op, op_def, given, only
        self.values: dict[str, Any] = dict(own)

    def types(self, arg: ArgDef, given: Any) -> list[DType]:
        """The dtypes of an argument's tensors."""
        attr_of = self.op_def.attr_by_name
        count = len(given) if arg.is_list and isinstance(given, (list, tuple)) else None
        if arg.type_list_attr is not None:
            attr = attr_of[arg.type_list_attr]
            if attr.name not in self.values:
                least = attr.minimum or 0
                number = count if count is not None else self.draw(st.integers(least, least + 2))
                names = [self._dtype(attr) for _ in range(number)]
                self.values[attr.name] = names
            return [as_dtype(name) for name in self.values[attr.name]]
        dtype = arg.type
        if dtype is None:
            attr = attr_of[arg.type_attr or ""]
            if attr.name not in self.values:
                self.values[attr.name] = self._dtype(attr)
            dtype = as_dtype(self.values[attr.name])
        if arg.number_attr is None:
            return [dtype]
        if arg.number_attr not in self.values:
            least = max(attr_of[arg.number_attr].minimum or 0, 1)
            self.values[arg.number_attr] = count if count is not None else self.draw(st.integers(least, least + 2))
        tensors: int = self.values[arg.number_attr]
        return [dtype] * tensors

    def _dtype(self, attr: AttrDef) -> DType:
        if attr.name in self.given:
            return as_dtype(self.draw(_chosen(self.given[attr.name])))
        return self.draw(st.sampled_from(_array_dtypes(self.op, attr, self.only)))


def _input(
    draw: DrawFn, op_def: OpDef, arg: ArgDef, dtype: DType, wanted: Any, usual: Shape, sizes: dict[str, int],
    finite: bool,
) -> Any:  # fmt: skip
    """The array of one tensor; what is neither a shape nor ``None`` is taken as it is."""
    if isinstance(wanted, (tuple, list)):
        return draw(arrays(dtype, _resolved(draw, wanted, sizes, finite), finite=finite))
    if wanted is not None:
        return wanted
    if _holds_indices(op_def, arg) and draw(st.integers(0, 9)):
        return _indices(draw, dtype, usual, finite)
    other = [shape for shape in (*_SHAPES[:6], usual[1:], usual[-1:], (1, *usual)[:8]) if not finite or 0 not in shape]
    shape = usual if draw(st.integers(0, 9)) < 7 else draw(st.sampled_from(other))
    return draw(arrays(dtype, shape, finite=finite))


def _resolved(draw: DrawFn, dims: Sequence[Any], sizes: dict[str, int], finite: bool) -> Shape:
    """A shape whose names have become sizes."""
    choice = [size for size in _SIZES if size or not finite]
    return tuple(
        sizes.setdefault(dim, draw(st.sampled_from(choice))) if isinstance(dim, str) and dim not in sizes
        else sizes[dim] if isinstance(dim, str) else int(dim)
        for dim in dims
    )  # fmt: skip


def _holds_indices(op_def: OpDef, arg: ArgDef) -> bool:
    """Whether an argument holds sizes, axes or indices rather than data."""
    if arg.type is not None:
        return arg.type.name in _INDEX
    attr = op_def.attr_by_name.get(arg.type_attr or "")
    return attr is not None and attr.allowed is not None and {d.name for d in attr.allowed} <= _INDEX


def _indices(draw: DrawFn, dtype: DType, usual: Shape, finite: bool) -> HostArray:
    """Integers that say something of an array of shape ``usual``."""
    rank = len(usual)
    choices: list[Any] = [
        0, -1, rank - 1, list(usual), list(range(rank)), [0], [0, 1], list(range(rank))[::-1], [0] * rank, [1] * rank,
        [[0, 0]] * rank, [[1, 0]] * rank, [[0]], list(usual)[1:], [int(np.prod(usual))], [-1], 2, [2, 2], [3, 1, 0],
    ]  # fmt: skip
    if not finite:
        edges = (2**31 - 1, -(2**31), 2**63 - 1, -(2**63), 2**16)
        choices += [rank, -rank - 1, [], *edges, *([edge] * max(rank, 1) for edge in edges), [[]], [0, 2**31 - 1]]
    chosen = np.array(draw(st.sampled_from(choices)), dtype=object)
    info = np.iinfo(dtype.numpy_dtype)
    return np.asarray(np.clip(chosen, int(info.min), int(info.max)), dtype.numpy_dtype)
