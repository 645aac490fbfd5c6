"""Cases from an OpDef: every combination of dtypes and attr values that it allows, from one small declaration."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.op_def import lookup_op


class OpCase(NamedTuple):
    """A call of an op: inputs by argument and attrs, ready for ``opcheck(case.op, case.inputs, case.attrs)``."""

    op: str
    inputs: dict[str, Any]
    attrs: dict[str, Any]


def random_array(shape: Sequence[int], dtype: DType, rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """Numbers that every op can take: floats in [0.5, 2), integers from 1 to 5, booleans, short texts."""
    size = tuple(shape)
    if dtype.name == "string":
        texts = np.empty(size, dtype=object)
        for index in np.ndindex(size):
            texts[index] = bytes(rng.integers(97, 123, 3).astype(np.uint8))
        return texts
    if dtype.is_bool:
        return rng.random(size) < 0.5
    if dtype.is_complex:
        return (rng.uniform(0.5, 2, size) + 1j * rng.uniform(0.5, 2, size)).astype(dtype.as_numpy_dtype)
    if dtype.is_floating:
        return rng.uniform(0.5, 2, size).astype(dtype.as_numpy_dtype)
    return rng.integers(1, 6, size).astype(dtype.as_numpy_dtype)


def cases(
    op: str,
    shapes: Mapping[str, Any],
    attrs: Mapping[str, Sequence[Any]] | None = None,
    *,
    dtypes: Sequence[object] | None = None,
    make: Callable[[Sequence[int], DType, np.random.Generator], Any] = random_array,
    seed: int = 0,
) -> Iterator[OpCase]:
    """All calls of ``op`` with the given shapes over its dtypes and attrs.

    Args:
        shapes: for each input its shape, a list of shapes for a list argument, or an array to be used as it is.
        attrs: for each attr the values to try; an attr with allowed values that is not named goes through all of
            them, any other keeps its default.
        dtypes: for type attrs; default all that the OpDef allows and arrays can have.
        make: makes an array of a shape and dtype.

    Raises:
        InvalidArgumentError: a shape for something that is no input, or an input without one.
    """
    op_def = lookup_op(op).op_def
    unknown = set(shapes) ^ {arg.name for arg in op_def.inputs}
    if unknown:
        raise InvalidArgumentError(f"shapes of cases() must name the inputs of op '{op}', got {sorted(unknown)}")
    choices: dict[str, Sequence[Any]] = {}
    for attr in op_def.attrs:
        if attrs is not None and attr.name in attrs:
            choices[attr.name] = attrs[attr.name]
        elif attr.base_type == "type" and not attr.is_list:
            allowed = attr.allowed if attr.allowed is not None else (as_dtype("float32"), as_dtype("int32"))
            wanted = [as_dtype(d) for d in dtypes] if dtypes is not None else list(allowed)
            choices[attr.name] = [d for d in allowed if d in wanted and not (d.is_host_only or d.is_quantized)]
        elif attr.allowed is not None and not attr.is_list:
            choices[attr.name] = attr.allowed
    rng = np.random.default_rng(seed)
    for combination in itertools.product(*choices.values()):
        values = dict(zip(choices, combination, strict=True))
        inputs: dict[str, Any] = {}
        for arg in op_def.inputs:
            dtype = arg.type if arg.type is not None else values.get(arg.type_attr or "", as_dtype("float32"))
            given = shapes[arg.name]
            if arg.is_list:
                inputs[arg.name] = [g if isinstance(g, np.ndarray) else make(g, dtype, rng) for g in given]
            else:
                inputs[arg.name] = given if isinstance(given, np.ndarray) else make(given, dtype, rng)
        own = {name: value for name, value in values.items() if not op_def.attr_by_name[name].inferred}
        yield OpCase(op, inputs, own)
