"""Cases from an OpDef: every combination of dtypes and attr values that it allows, from one small declaration."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from graphops.plugins.packages import load_ops
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError, nearest
from graphops_registry.op_def import ArgDef, OpDef, lookup_op

HostArray = np.ndarray[Any, Any]
Make = Callable[[Sequence[int], DType, np.random.Generator], HostArray]

_ANY_TYPE = ("float32", "int32")  # for a type attr that allows everything
_HANDLES = ("resource", "variant")  # no arrays


class OpCase(NamedTuple):
    """A call of an op: inputs by argument and attrs, ready for ``opcheck(case.op, case.inputs, case.attrs)``."""

    op: str
    inputs: dict[str, Any]
    attrs: dict[str, Any]

    def __str__(self) -> str:
        """``Relu[features=float32(2, 3)]``: a test id."""
        shown = [f"{name}={_text(value)}" for name, value in {**self.inputs, **self.attrs}.items()]
        return f"{self.op}[{', '.join(shown)}]"


def random_array(shape: Sequence[int], dtype: DType, rng: np.random.Generator) -> HostArray:
    """Numbers that every op can take: floats in [0.5, 2), integers from 1 to 5, booleans, short texts."""
    size = tuple(shape)
    if dtype.name == "string":
        texts = np.empty(size, dtype=object)
        for index in np.ndindex(size):
            texts[index] = bytes(rng.integers(97, 123, 3).astype(np.uint8))
        return texts
    numpy_dtype = dtype.numpy_dtype
    if dtype.is_bool:
        return np.asarray(rng.random(size) < 0.5)
    if dtype.is_complex:
        return np.asarray(rng.uniform(0.5, 2, size) + 1j * rng.uniform(0.5, 2, size)).astype(numpy_dtype)
    if dtype.is_floating:
        return np.asarray(rng.uniform(0.5, 2, size)).astype(numpy_dtype)
    return np.asarray(rng.integers(1, 6, size)).astype(numpy_dtype)


def cases(
    op: str,
    inputs: Mapping[str, Any],
    attrs: Mapping[str, Sequence[Any]] | None = None,
    *,
    dtypes: Sequence[object] | None = None,
    keep: Callable[[Mapping[str, Any]], bool] | None = None,
    make: Make = random_array,
    seed: int = 0,
) -> Iterator[OpCase]:
    """All calls of ``op`` over its dtypes and attrs.

    >>> for case in cases("Bitcast", {"input": (2, 4)}, {"type": ["int8", "int32"]}, dtypes=["float32"]):
    ...     print(case)
    Bitcast[input=float32(2, 4), type='int8']
    Bitcast[input=float32(2, 4), type='int32']

    Args:
        inputs: for each input a shape; an array to be used as it is; a function of (dtype, random generator) that makes
            one; or a list of these for a list argument.
        attrs: for each attr the values to try; an attr with allowed values that is not named goes through all of
            them, any other keeps its default.
        dtypes: for type attrs; default all that the OpDef allows and arrays can have (float32 and int32 for an attr
            that allows everything).
        keep: says of a combination of attrs, by name, whether there is such a case.
        make: makes an array of a shape and dtype.

    Raises:
        InvalidArgumentError: something for what is no input, or an input without anything; a list of arrays that does
            not fit its list of types.
        InvalidTypeError: attrs that the op does not have, or values that are no list.
    """
    load_ops()
    op_def = lookup_op(op).op_def
    unknown = set(inputs) ^ {arg.name for arg in op_def.inputs}
    if unknown:
        raise InvalidArgumentError(
            f"inputs of cases() must name the inputs of op '{op}', got {sorted(unknown)}"
        ).concerns(op=op)
    check_attr_values(op_def, attrs or {}, "cases()")
    choices = _choices(op_def, attrs or {}, dtypes)
    rng = np.random.default_rng(seed)
    for combination in itertools.product(*choices.values()):
        values = dict(zip(choices, combination, strict=True))
        if keep is not None and not keep(values):
            continue
        made = {arg.name: _input(arg, inputs[arg.name], values, make, rng) for arg in op_def.inputs}
        own = {
            name: value.name if isinstance(value, DType) else value
            for name, value in values.items()
            if not op_def.attr_by_name[name].inferred
        }
        yield OpCase(op, made, own)


def check_attr_values(op_def: OpDef, attrs: Mapping[str, Any], where: str) -> None:
    """Refuse attrs that the op does not have, and values that are no list, given to the function ``where``."""
    known = op_def.attr_by_name
    for name, values in attrs.items():
        if name not in known:
            raise InvalidTypeError(
                f"'{name}' of {where} must be an attr of op '{op_def.name}', which has none of this name"
                f"{nearest(name, known)}"
            ).concerns(op=op_def.name, argument=name)
        if isinstance(values, (str, bytes)) or not isinstance(values, Sequence) or not values:
            rule = f"be given a list of values in {where}"
            raise InvalidTypeError(f"attr '{name}' of op '{op_def.name}' must {rule}, got {values!r}").concerns(
                op=op_def.name, argument=name
            )


def _choices(
    op_def: OpDef, attrs: Mapping[str, Sequence[Any]], dtypes: Sequence[object] | None
) -> dict[str, Sequence[Any]]:
    """For each attr that is to be given the values to try."""
    found: dict[str, Sequence[Any]] = {}
    for attr in op_def.attrs:
        if attr.name in attrs:
            typed = attr.type == "type"
            found[attr.name] = [as_dtype(value) if typed else value for value in attrs[attr.name]]
        elif attr.type == "type":
            wanted = None if dtypes is None else [as_dtype(dtype) for dtype in dtypes]
            allowed = attr.allowed if attr.allowed is not None else wanted or [as_dtype(name) for name in _ANY_TYPE]
            found[attr.name] = [
                dtype
                for dtype in allowed
                if (wanted is None or dtype in wanted)
                and not dtype.is_quantized
                and dtype.name not in ("resource", "variant")
            ]
        elif attr.allowed is not None and not attr.is_list:
            found[attr.name] = attr.allowed
    return found


def _input(arg: ArgDef, given: Any, attrs: Mapping[str, Any], make: Make, rng: np.random.Generator) -> Any:
    """The array of an argument, or its list of arrays."""
    if arg.type_list_attr is not None:
        types = [as_dtype(dtype) for dtype in attrs.get(arg.type_list_attr, ["float32"] * len(given))]
        if len(types) != len(given):
            rule = f"have as many types as '{arg.name}' has arrays, {len(given)}"
            raise InvalidArgumentError(
                f"attr '{arg.type_list_attr}' in cases() must {rule}, got {len(types)}"
            ).concerns(argument=arg.type_list_attr)
        return [_array(item, dtype, make, rng) for item, dtype in zip(given, types, strict=True)]
    dtype = arg.type if arg.type is not None else attrs[arg.type_attr or ""]
    if arg.is_list:
        return [_array(item, dtype, make, rng) for item in given]
    return _array(given, dtype, make, rng)


def _array(given: Any, dtype: DType, make: Make, rng: np.random.Generator) -> HostArray:
    if isinstance(given, (np.ndarray, np.generic)):
        return np.asarray(given)
    if callable(given):
        return np.asarray(given(dtype, rng))
    return make(given, dtype, rng)


def _text(value: Any) -> str:
    if isinstance(value, (list, tuple)) and value and hasattr(value[0], "dtype"):
        return f"[{', '.join(map(_text, value))}]"
    return f"{value.dtype}{value.shape}" if hasattr(value, "dtype") else repr(value)
