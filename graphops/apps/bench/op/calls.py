"""The calls that ``graphops bench OP`` times: typed by the user, or chosen where the op leaves little choice."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Final

import numpy as np

from graphops.apps.cli.call_arguments import InputSpec, read_call
from graphops.apps.cli.usage import UsageError
from graphops.build.add_op import call
from graphops.build.binding import bind
from graphops.build.constants import placeholder
from graphops.build.convert import to_array
from graphops.graph.graph import Graph, Tensor
from graphops.plan.choose.memory_checks import check_bytes
from graphops.testing.cases import random_array
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import GraphopsError
from graphops_registry.op_def import Op, lookup_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

HostArray = np.ndarray[Any, Any]

_NEXT: Final = re.compile(r"\s+(?=[A-Za-z_]\w*=)")  # a space before NAME=
_GUESSED: Final = ((64, 64), (1024, 1024))  # for every input, if the op takes them


@dataclass(frozen=True)
class OpCall:
    """One call to be timed.

    Attributes:
        op: the op.
        text: as the user wrote it.
        inputs: by argument an array, or a list of arrays.
        attrs: those that were given.
        flops, bytes: by the op's cost rule; without one ``flops`` is 0 and ``bytes`` is what inputs and outputs hold,
            as far as their shapes are known.
    """

    op: Op
    text: str
    inputs: Mapping[str, Any]
    attrs: Mapping[str, Any]
    flops: int
    bytes: int


def op_calls(op: str, texts: Sequence[str]) -> list[OpCall]:
    """The calls of ``op`` that were asked for, ``x=float32[64,1024] size=3`` each; without any those that suit it.

    Raises:
        UsageError: text without a meaning, or an op for which shapes cannot be guessed.
        NotFoundError: no such op.
        InvalidArgumentError: what the op does not take.
        ResourceExhaustedError: inputs that do not fit into memory.
    """
    if texts:
        return [_typed(op, text) for text in texts]
    found = list(_guessed(lookup_op(op)))
    if not found:
        raise UsageError(
            f"--case must say what '{op}' is to compute, such as --case '{_example(lookup_op(op))}', got none; "
            f"it takes {lookup_op(op).op_def.signature().partition('(')[2].rpartition(') ->')[0]}"
        )
    return found


def op_call(op: str, inputs: Mapping[str, Any], attrs: Mapping[str, Any], text: str = "") -> OpCall:
    """A call with these inputs and attrs.

    Raises:
        NotFoundError: no such op.
        InvalidArgumentError: what the op does not take.
    """
    found = lookup_op(op)
    bound = bind(found.op_def, {**inputs, **attrs})
    arrays: list[HostArray] = [np.asarray(value) for value in bound.inputs]
    slices = found.op_def.input_slices(bound.attrs)
    placed: dict[str, Any] = {}
    for arg in found.op_def.inputs:
        own = arrays[slices[arg.name]]
        placed[arg.name] = own if arg.is_list else own[0]
    flops, size = _cost(found, bound.attrs, placed, arrays, attrs)
    shown = text or " ".join(f"{name}={_shown(value)}" for name, value in {**placed, **attrs}.items())
    return OpCall(found, shown, placed, dict(attrs), flops, size)


def _typed(op: str, text: str) -> OpCall:
    op_def = lookup_op(op).op_def
    known = {arg.name for arg in op_def.inputs}
    takes = [*known, *(attr.name for attr in op_def.explicit_attrs)]
    pairs = [pair for pair in _NEXT.split(text.strip()) if pair]
    for pair in pairs:
        if "=" not in pair:
            raise UsageError(f"--case must be NAME=VALUE ..., such as '{_example(lookup_op(op))}', got '{text}'")
        name = pair.partition("=")[0]
        if name not in takes:
            raise UsageError(f"--case must name inputs and attrs of op '{op}' ({', '.join(takes)}), got '{name}'")
    given = argparse.Namespace(
        op=op,
        input=[pair for pair in pairs if pair.partition("=")[0] in known],
        attr=[pair for pair in pairs if pair.partition("=")[0] not in known],
    )
    read = read_call(given)
    rng = np.random.default_rng(0)
    inputs = {
        name: [_array(item, rng, op) for item in value]
        if isinstance(value, list) and _is_list_argument(read.op, name)
        else _array(value, rng, op)
        for name, value in read.inputs.items()
    }
    return op_call(op, inputs, read.attrs, text.strip())


def _is_list_argument(op: Op, name: str) -> bool:
    return any(arg.name == name and arg.is_list for arg in op.op_def.inputs)


def _array(value: Any, rng: np.random.Generator, op: str) -> Any:
    """An input as an array where its dtype is known; a literal waits for the dtype that the op gives it."""
    if not isinstance(value, InputSpec):
        return value
    check_bytes(prod(value.shape) * max(value.dtype.size, 1), op, None)
    return _numbers(value.shape, value.dtype, rng)


def _numbers(shape: Sequence[int], dtype: DType, rng: np.random.Generator) -> HostArray:
    """Normal numbers for floats, so that all that an op distinguishes is met; else as :func:`random_array`."""
    if not dtype.is_floating:
        return random_array(shape, dtype, rng)
    return np.asarray(rng.standard_normal(tuple(shape)), dtype.numpy_dtype)


def _guessed(op: Op) -> list[OpCall]:
    """Calls with float32 (else the first dtype allowed) matrices for all inputs, where the op takes that."""
    op_def = op.op_def
    if op_def.is_stateful or not op_def.inputs:
        return []
    rng = np.random.default_rng(0)
    found = []
    for shape in _GUESSED:
        inputs: dict[str, Any] = {}
        for arg in op_def.inputs:
            allowed = None if arg.type_attr is None else op_def.attr_by_name[arg.type_attr].allowed
            dtype = arg.type or (
                as_dtype("float32") if allowed is None or as_dtype("float32") in allowed else allowed[0]
            )
            if not dtype.is_floating:
                return []
            array = _numbers(shape, dtype, rng)
            inputs[arg.name] = [array, array] if arg.is_list else array
        text = " ".join(f"{name}={_shown(value)}" for name, value in inputs.items())
        try:
            found.append(op_call(op.name, inputs, {}, text))
        except GraphopsError:
            return []
    return found


def _example(op: Op) -> str:
    """What a case of the op looks like; its sizes may be wrong."""
    parts = []
    for arg in op.op_def.inputs:
        dtype = arg.type.name if arg.type is not None else "float32"
        parts.append(f"{arg.name}=2,2" if dtype.startswith("int") else f"{arg.name}={dtype}[64,64]")
    samples = {"int": "1", "float": "0.5", "bool": "true", "string": "TEXT", "type": "float32", "shape": "2,3"}
    for attr in op.op_def.explicit_attrs:
        if not attr.has_default:
            first = attr.allowed[0] if attr.allowed else samples.get(attr.base_type, "VALUE")
            parts.append(f"{attr.name}={getattr(first, 'name', first)}")
    return " ".join(parts)


def _cost(
    op: Op, attrs: Mapping[str, Any], inputs: Mapping[str, Any], arrays: Sequence[HostArray], given: Mapping[str, Any]
) -> tuple[int, int]:
    """FLOPs and bytes; builds the node, so that what is wrong with the shapes is said here."""
    with Graph().as_default():
        made = call(op, {**inputs, **given})
    shapes = [TensorShape(array.shape) for array in arrays]
    if op.cost_fn is not None:
        try:
            cost = op.cost_fn(ShapeContext(op.op_def, attrs, shapes, lambda index: arrays[index]))
            return cost.flops, cost.bytes
        except GraphopsError:  # a rule that needs to know more: count what is seen
            pass
    size = sum(array.nbytes for array in arrays if array.dtype.kind != "O")
    for tensor in flat_tensors(made):
        if tensor.shape.is_fully_defined and tensor.dtype.size:
            size += prod(tensor.shape.as_tuple()) * tensor.dtype.size
    return 0, size


def flat_tensors(made: Any) -> list[Tensor]:
    """The outputs of what ``raw_ops`` returned, lists among them spread out."""
    found: list[Tensor] = []
    for item in made if isinstance(made, (list, tuple)) else [made]:
        found += flat_tensors(item) if isinstance(item, (list, tuple)) else [item] if isinstance(item, Tensor) else []
    return found


def placeholders(inputs: Mapping[str, Any]) -> tuple[dict[str, Any], list[Tensor], list[HostArray]]:
    """Arguments for a node in the default graph, the placeholders among them, and what to feed those."""
    feeds: list[Tensor] = []
    arrays: list[HostArray] = []

    def enter(value: Any) -> Tensor:
        array = to_array(value, None, "a benchmark")
        tensor = placeholder(as_dtype(array.dtype), array.shape)
        feeds.append(tensor)
        arrays.append(array)
        return tensor

    made = {
        name: [enter(item) for item in value] if isinstance(value, list) else enter(value)
        for name, value in inputs.items()
    }
    return made, feeds, arrays


def _shown(value: Any) -> str:
    """``float32[2,3]``, or an attr as it is typed."""
    if isinstance(value, np.ndarray):
        return f"{as_dtype(value.dtype).name}[{','.join(map(str, value.shape))}]"
    if isinstance(value, (list, tuple)):
        return ",".join(map(_shown, value))
    if isinstance(value, bool):
        return str(value).lower()
    return str(getattr(value, "name", value))
